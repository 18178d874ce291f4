/**
 * The registry of faces: how each game is drawn and explained. A game is a folder beside this file with a `face.js`,
 * and one line in FACES; nothing else in the pages asks which game it is. A game without a face is shown as text.
 */

import { signal, useEffect } from '../vendor/preact.js';
import { api, untilDone } from '../net/api.js';
import { base } from './base/face.js';
import { duel } from './duel/face.js';
import { untilLoaded } from './shared/loading.js';

/** @typedef {import('../state/games.js').Games} Games */
/**
 * Keys with the same name in all languages are written as they are, others by the key of their text.
 * @typedef {[string[], string]} KeyRow the keys, and the text that says what they do
 *
 * A section of the rules. Its texts are `rules.GAME.ID` (the title), `rules.GAME.ID.text` and, for a picture of that
 * name in the game's `pictures.js`, `rules.GAME.ID.picture`.
 * @typedef {{ id: string, picture?: string }} Section
 *
 * @typedef {{ Table: any, press?: (live: import('./table/live.js').LiveTable, event: KeyboardEvent) => boolean,
 *   target?: number, countMore?: import('../state/after/statistics.js').CountMore,
 *   ahead?: import('../state/premove.js').Ahead, sayWhy?: (live: import('./table/live.js').LiveTable) => unknown }} Drawing
 *   `Table` draws the table; `press` handles the game's own keys and says whether a key meant something; `target`: the
 *   points that end a game whose tables do not name them; `countMore` adds the game's own statistics;
 *   `ahead` lists the moves that can be staged while somebody else moves; `sayWhy` says why the chosen card is not played
 *
 * @typedef {{
 *   game: string, tokens: string, load: () => Promise<Drawing>, fit: () => Promise<any>,
 *   rules: { address: string, title: string, sections: Section[], pictures: () => Promise<any>, mouse: string[],
 *     notation: string[][] } | null,
 *   Scene: any, guide: import('../state/guide.js').Step[], keys: KeyRow[], statistics: string[],
 *   hasLogButton: boolean, limitReason: string, layouts: Object<string, string>, direct: string[] }} Face `tokens`: the letters of the tokens in the order of every vector; `fit`: its table beside a review;
 *   `rules`: its page of rules; `Scene`: its picture in the lobby; `statistics`: rows of the result beside those of all
 *   games; `hasLogButton`: whether the title bar opens the log; `limitReason`: the text for a game that a limit ended;
 *   `layouts`: the class of the table for rule sets that are laid out in a way of their own; `direct`: rule sets in which
 *   a click on a card buys it and never offers to reserve it
 */

/** @type {Face[]} */
const FACES = [base, duel];

/** For all other games: lists and buttons. @type {Face} */
const PLAIN = {
  game: 'plain', tokens: '', rules: null, Scene: null, guide: [], keys: [], statistics: [], hasLogButton: true,
  limitReason: 'limit', layouts: {}, direct: [], load: async () => ({ Table: (await import('./plain/plain_table.js')).PlainTable }),
  fit: () => import('./plain/fit.js'),
};

/** @param {string | undefined} game @returns {Face} */
export const faceOf = (game) => FACES.find((face) => face.game === game) ?? PLAIN;

/** The classes of a table: whether its game has a drawing, its seats, its layout. @param {string | undefined} game
 * @param {import('../state/types.js').Room} room */
export const tableClasses = (game, room) =>
  `table ${faceOf(game) === PLAIN ? '' : 'drawn'} seats-${room.seats.length} ${faceOf(game).layouts[room.rules] ?? ''}`;

/** The games that have a drawing. */
export const drawnGames = FACES.map(({ game }) => game);

/** The faces that have a page of rules. */
export const facesWithRules = FACES.filter((face) => face.rules !== null);

/** The face whose rules are at an address, or the first one. @param {string} address */
export const faceAt = (address) =>
  facesWithRules.find(({ rules }) => rules?.address === address) ?? facesWithRules[0];

/** @type {KeyRow[]} */
const COMMON_KEYS = [
  [['key.arrows'], 'keys.arrows'], [['key.space'], 'keys.space'], [['key.shift', 'Enter'], 'keys.reserve'],
  [['R'], 'keys.r'],
  [['Enter'], 'keys.enter'], [['Esc'], 'keys.escape'], [['⌫'], 'keys.back'], [['Z'], 'keys.undo'],
  [['L'], 'keys.lens'], [['H'], 'keys.hint'], [['?'], 'keys.help'],
];

/** Keys that act on drawn cards: a table of text has none. */
const CARD_KEYS = ['keys.reserve', 'keys.r', 'keys.lens'];

/** All keys of a game's table. @param {string} game @returns {KeyRow[]} */
export function keysOf(game) {
  const face = faceOf(game);
  const common = COMMON_KEYS.filter(([, text]) => face !== PLAIN || !CARD_KEYS.includes(text));
  return [...face.keys, ...common];
}

// Drawings: the code of a table is loaded when somebody goes to one

/** @type {import('../vendor/preact.js').Signal<Object<string, Drawing>>} */
const drawings = signal({});

/** The drawing of a game, if it is loaded. @param {string | undefined} game */
export const drawingOf = (game) => drawings.value[faceOf(game).game] ?? null;

/** Fetch the drawing of a game ahead of time; a failure is repeated and shown where it is needed.
 * @param {string | undefined} game */
export const prepareDrawing = (game) => faceOf(game).load().catch(() => {});

/** The drawing of a game, or null while it loads. @param {string | undefined} game */
export function useDrawing(game) {
  useEffect(() => {
    if (game) loadDrawing(game);
  }, [game]);
  return game ? drawingOf(game) : null;
}

/** @param {string} name */
async function loadDrawing(name) {
  const { game, load } = faceOf(name);
  if (drawings.value[game]) return;
  const loaded = await untilLoaded(load);
  drawings.value = { ...drawings.value, [game]: loaded };
}

// The games that the server offers

/** @type {import('../vendor/preact.js').Signal<Games | null>} */
export const games = signal(null);
/** @type {Promise<Games> | null} */
let loading = null;

/** Load the list of games once. `tell` is called with every failure until then.
 * @param {(error: unknown) => void} [tell] @returns {Promise<Games>} */
export function loadGames(tell) {
  loading ??= /** @type {Promise<Games>} */ (untilDone(api.games, tell));
  loading.then((found) => {
    games.value = found;
  });
  return loading;
}
