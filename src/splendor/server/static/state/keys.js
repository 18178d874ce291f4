/** Which keys there are at a table, and the texts that say what they do. */

/** Keys whose names are the same everywhere stand there as they are, others by their text.
 * @typedef {[string[], string]} Row */

/** @type {Row[]} */
const BASE = [
  [['W', 'U', 'G', 'R', 'K'], 'keys.tokens'], [['1', '2', '3', 'a – d'], 'keys.level'], [['4'], 'keys.hand'],
  [['5'], 'keys.nobles'], [['6'], 'keys.own'],
];
/** @type {Row[]} */
const DUEL = [[['Home', 'End'], 'keys.ends']];
/** @type {Row[]} */
const EVERYWHERE = [
  [['key.arrows'], 'keys.arrows'], [['key.space'], 'keys.space'], [['key.shift', 'Enter'], 'keys.reserve'],
  [['Enter'], 'keys.enter'], [['Esc'], 'keys.escape'], [['⌫'], 'keys.back'], [['Z'], 'keys.undo'],
  [['L'], 'keys.lens'], [['H'], 'keys.hint'], [['?'], 'keys.help'],
];

/** @param {string} game */
export const keysOf = (game) => [...(game === 'duel' ? DUEL : BASE), ...EVERYWHERE];
