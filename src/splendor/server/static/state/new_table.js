/** A table that somebody wishes for: who sits where, by which rules. Plain data, changed by pure functions. */

/**
 * A chair is `me` (the first time myself, then another person at this screen), `open`, or `bot:LEVEL`.
 * `options` are those that were chosen; what is the rule set's own is not sent.
 * @typedef {{ rules: string, chairs: string[], options: Object<string, any>, clock: string,
 *   spectators: boolean }} Wish
 * @typedef {{ name: string, elo: number | null, interval?: number | null }} Level
 * @typedef {{ name: string, kind: 'number', least: number, most: number, usual: Object<string, any> }
 *   | { name: string, kind: 'limit', least: number, most: number, first: number, usual: Object<string, any> }
 *   | { name: string, kind: 'choice', values: string[], usual: Object<string, any> }
 *   | { name: string, kind: 'seat', usual: Object<string, any> }} Option
 */

export const ME = 'me';
export const OPEN = 'open';

export const GAMES = [
  { rules: 'official', players: [2, 3, 4] },
  { rules: 'duel', players: [2] },
  { rules: 'landolt', players: [2, 3, 4] },
];

/** The clocks that can be chosen: seconds for the game and seconds added after each turn. */
export const CLOCKS = ['', '300+3', '600+5', '900+10', '1800+20', '86400+0'];

/** The options of docs/rules-base.md B9 and docs/rules-duel.md D8, with what each rule set has. @type {Option[]} */
const BASE_OPTIONS = [
  { name: 'target', kind: 'number', least: 5, most: 30, usual: { official: 15, landolt: 15 } },
  { name: 'tokens', kind: 'choice', values: ['return', 'cap'], usual: { official: 'return', landolt: 'cap' } },
  {
    name: 'nobles', kind: 'choice', values: ['come', 'sought', 'sought_free'],
    usual: { official: 'come', landolt: 'sought' },
  },
  { name: 'nobles_each', kind: 'number', least: 1, most: 5, usual: { official: 5, landolt: 1 } },
  { name: 'hands', kind: 'choice', values: ['seen', 'hidden'], usual: { official: 'seen', landolt: 'seen' } },
  { name: 'start', kind: 'seat', usual: { official: 'random', landolt: 0 } },
  { name: 'rounds', kind: 'limit', least: 1, most: 1000, first: 30, usual: { official: null, landolt: null } },
];
/** @type {Option[]} */
const DUEL_OPTIONS = [
  { name: 'hands', kind: 'choice', values: ['seen', 'hidden'], usual: { duel: 'seen' } },
  { name: 'start', kind: 'seat', usual: { duel: 'random' } },
  { name: 'refill', kind: 'choice', values: ['at_once', 'end_of_turn'], usual: { duel: 'at_once' } },
  { name: 'idle', kind: 'limit', least: 1, most: 1000, first: 60, usual: { duel: null } },
];

/** @param {string} rules */
export const optionsOf = (rules) => (rules === 'duel' ? DUEL_OPTIONS : BASE_OPTIONS);

/** How many may play. @param {string} rules */
export const playersOf = (rules) => (GAMES.find((game) => game.rules === rules) ?? GAMES[0]).players;

/** The bots with a measured rating, the weakest first. @param {Level[]} levels */
export const ladderOf = (levels) => levels.filter((level) => level.elo !== null);

/** The bots without one: they play in a manner of their own. @param {Level[]} levels */
export const stylesOf = (levels) => levels.filter((level) => level.elo === null);

/** The level in the middle of the ladder. @param {Level[]} levels */
export function usualLevel(levels) {
  const ladder = ladderOf(levels);
  return ladder[Math.floor(ladder.length / 2)]?.name ?? 'greedy';
}

const BOT = 'bot:';

/** @param {string} chair */
const isBot = (chair) => chair.startsWith(BOT);

/** The bot of a chair, if one sits there. @param {string} chair */
export const botOf = (chair) => (isBot(chair) ? chair.slice(BOT.length) : '');

/** @param {string} level */
export const botChair = (level) => BOT + level;

/** A table as most people want it: me, and the others all alike. @param {string} rules @param {number} players
 * @param {string} others @returns {Wish} */
export const newWish = (rules, players, others) => ({
  rules, chairs: [ME, ...Array.from({ length: players - 1 }, () => others)], options: {}, clock: '', spectators: true,
});

/** The same table with others. @param {Wish} wish @param {string} others @returns {Wish} */
export const withOthers = (wish, others) => ({ ...wish, chairs: wish.chairs.map((_, seat) => (seat ? others : ME)) });

/** The level of the first bot. @param {Wish} wish */
export const levelOf = (wish) => botOf(wish.chairs.find((chair) => botOf(chair)) ?? '');

/** The same level for all bots. @param {Wish} wish @param {string} level @returns {Wish} */
export const withLevel = (wish, level) => ({
  ...wish, chairs: wish.chairs.map((chair) => (isBot(chair) ? botChair(level) : chair)),
});

/** The same for another game: options of the other one are dropped.
 * @param {Wish} wish @param {string} rules @returns {Wish} */
export function withRules(wish, rules) {
  const most = Math.max(...playersOf(rules));
  const players = Math.min(wish.chairs.length, most);
  return withPlayers({ ...wish, rules, options: {} }, players, wish.chairs[1] ?? OPEN);
}

/** @param {Wish} wish @param {number} players @param {string} others who sits at a new chair @returns {Wish} */
export function withPlayers(wish, players, others) {
  const chairs = Array.from({ length: players }, (_, seat) => wish.chairs[seat] ?? others);
  const { start } = wish.options;
  const gone = typeof start === 'number' && start >= players;
  return { ...wish, chairs, options: gone ? without(wish.options, 'start') : wish.options };
}

/** @param {Wish} wish @param {number} seat @param {string} chair @returns {Wish} */
export const withChair = (wish, seat, chair) => ({ ...wish, chairs: wish.chairs.with(seat, chair) });

/** Where a ladder lacks a rung that the other game has, the usual one sits down. @param {Wish} wish
 * @param {Level[]} levels @returns {Wish} */
export function withKnownBots(wish, levels) {
  const known = (/** @type {string} */ chair) => !isBot(chair) || levels.some((level) => level.name === botOf(chair));
  return { ...wish, chairs: wish.chairs.map((chair) => (known(chair) ? chair : botChair(usualLevel(levels)))) };
}

/** @param {Wish} wish @param {string} name @param {any} value @returns {Wish} */
export function withOption(wish, name, value) {
  const usual = optionsOf(wish.rules).find((option) => option.name === name)?.usual[wish.rules];
  const options = without(wish.options, name);
  return { ...wish, options: value === usual ? options : { ...options, [name]: value } };
}

/** What an option is now. @param {Wish} wish @param {Option} option */
export const valueOf = ({ options, rules }, { name, usual }) => (name in options ? options[name] : usual[rules]);

/** @param {Object<string, any>} object @param {string} name */
function without(object, name) {
  const { [name]: _, ...rest } = object;
  return rest;
}

/** @typedef {{ key: string, name?: string, least?: number, most?: number, values?: string }} Wrong */

/** Why a table like this cannot be opened: the key of a text and what it tells, or nothing.
 * @param {Wish} wish @returns {Wrong | null} */
export function wrongWith(wish) {
  const options = optionsOf(wish.rules);
  const unknown = Object.keys(wish.options).find((name) => !options.some((option) => option.name === name));
  if (unknown) return { key: 'unknown', name: unknown };
  for (const option of options) {
    const wrong = wrongOption(wish, option);
    if (wrong) return wrong;
  }
  return wish.chairs.every(isBot) ? { key: 'noPerson' } : null;
}

/** What is wrong with the value of an option. @param {Wish} wish @param {Option} option @returns {Wrong | null} */
export function wrongOption(wish, option) {
  const value = valueOf(wish, option);
  const { name } = option;
  const isWithin = (/** @type {number} */ least, /** @type {number} */ most) =>
    Number.isInteger(value) && value >= least && value <= most;
  switch (option.kind) {
    case 'choice':
      return option.values.includes(value) ? null : { key: 'choice', name, values: option.values.join(', ') };
    case 'seat':
      return value === 'random' || isWithin(0, wish.chairs.length - 1)
        ? null : { key: 'seat', name, most: wish.chairs.length };
    default:
      return (option.kind === 'limit' && value === null) || isWithin(option.least, option.most)
        ? null : { key: 'range', name, least: option.least, most: option.most };
  }
}

/** What is sent to the server. @param {Wish} wish */
export function bodyOf(wish) {
  const seats = wish.chairs.map((chair) => (isBot(chair) ? { who: 'bot', level: botOf(chair) } : { who: chair }));
  const [seconds, increment] = wish.clock.split('+').map(Number);
  const body = { rules: wish.rules, seats, options: wish.options, spectators: wish.spectators };
  return wish.clock ? { ...body, clock: { seconds, increment } } : body;
}

const OPTION = 'option.';

/** What stands behind the # of an address: `rules=duel&level=strong&option.target=8`. What is missing is as usual.
 * @param {string} fragment @returns {Wish} */
export function typedWish(fragment) {
  const typed = new URLSearchParams(fragment.replace(/^#/, ''));
  const { rules, players } = GAMES.find((game) => game.rules === typed.get('rules')) ?? GAMES[0];
  const count = players.find((number) => number === Number(typed.get('players'))) ?? players[0];
  const options = [...typed].filter(([name]) => name.startsWith(OPTION))
    .map(([name, value]) => [name.slice(OPTION.length), readValue(value)]);
  const wish = newWish(rules, count, botChair(typed.get('level') ?? ''));
  return { ...wish, options: Object.fromEntries(options) };
}

/** @param {string} text */
function readValue(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text; // the server says what is wrong with it
  }
}

const LINK = /(?:^|\/t\/)([\w-]{22})(#seat=[\w-]+)?\s*$/;

/** The page of a table in what somebody pasted: a link, with or without a seat, or the table's id.
 * @param {string} text @returns {string} */
export function pageOf(text) {
  const found = text.trim().match(LINK);
  return found ? `/t/${found[1]}${found[2] ?? ''}` : '';
}
