/** Moves in notation (docs/notation.md), parsed into what a click means; and the places that moves name. */

/**
 * A parsed move.
 * @typedef {{ kind: 'take', letters: string } | { kind: 'line', spaces: string[] }
 *   | { kind: 'buy', place: string, gold: boolean } | { kind: 'reserve', place: string }
 *   | { kind: 'return', letter: string } | { kind: 'noble', slot: number } | { kind: 'decline' }
 *   | { kind: 'gold-for', letter: string } | { kind: 'pay' } | { kind: 'pass' }
 *   | { kind: 'privilege', space: string } | { kind: 'fill' } | { kind: 'gold-at', space: string }
 *   | { kind: 'colour', letter: string } | { kind: 'match', space: string }
 *   | { kind: 'steal', letter: string } | { kind: 'royal', number: number }
 *   | { kind: 'other', notation: string }} Move
 */

/** @type {[RegExp, (found: RegExpMatchArray) => Move][]} */
const KINDS = [
  [/^([WUGRK]{1,3})$/, (m) => ({ kind: 'take', letters: m[1] })],
  [/^((?:[a-e][1-5]){1,3})$/, (m) => ({ kind: 'line', spaces: m[1].match(/../g) ?? [] })],
  [/^b(h[1-3]|[1-3][a-e])(\+?)$/, (m) => ({ kind: 'buy', place: m[1], gold: m[2] === '+' })],
  [/^r([1-3][a-e]?)$/, (m) => ({ kind: 'reserve', place: m[1] })],
  [/^-([WUGRKPJ])$/, (m) => ({ kind: 'return', letter: m[1] })],
  [/^n(\d)$/, (m) => ({ kind: 'noble', slot: Number(m[1]) - 1 })],
  [/^n-$/, () => ({ kind: 'decline' })],
  [/^J=([WUGRKP])$/, (m) => ({ kind: 'gold-for', letter: m[1] })],
  [/^pay$/, () => ({ kind: 'pay' })],
  [/^pass$/, () => ({ kind: 'pass' })],
  [/^p([a-e][1-5])$/, (m) => ({ kind: 'privilege', space: m[1] })],
  [/^fill$/, () => ({ kind: 'fill' })],
  [/^J([a-e][1-5])$/, (m) => ({ kind: 'gold-at', space: m[1] })],
  [/^=([WUGRK])$/, (m) => ({ kind: 'colour', letter: m[1] })],
  [/^\+([a-e][1-5])$/, (m) => ({ kind: 'match', space: m[1] })],
  [/^x([WUGRKP])$/, (m) => ({ kind: 'steal', letter: m[1] })],
  [/^royal(\d)$/, (m) => ({ kind: 'royal', number: Number(m[1]) })],
];

/** @param {string} text @returns {Move} */
export function parseMove(text) {
  for (const [pattern, make] of KINDS) {
    const found = text.match(pattern);
    if (found) return make(found);
  }
  return { kind: 'other', notation: text }; // of a game that these pages do not draw
}

/** The legal moves of one kind. @template {Move['kind']} K @param {string[]} legal @param {K} kind
 * @returns {(Extract<Move, { kind: K }> & { text: string })[]} */
export function movesOf(legal, kind) {
  const found = legal.map((text) => ({ text, ...parseMove(text) }));
  return /** @type {any} */ (found.filter((move) => move.kind === kind));
}

/** Columns of the market, the pyramid and the board. */
const COLUMNS = 'abcde';

/** The places of the market as the notation names them: `2c`. @param {number} level @param {number} slot */
export const placeName = (level, slot) => `${level}${COLUMNS[slot]}`;

/** The board's spaces: letter for the column, number for the row. @param {number} index */
export const spaceName = (index) => `${COLUMNS[index % 5]}${Math.floor(index / 5) + 1}`;

/** @param {string} name */
export const spaceIndex = (name) => 5 * (Number(name[1]) - 1) + COLUMNS.indexOf(name[0]);

// Where cards lie: the market or the pyramid, and the own hand

/** @typedef {import('./types.js').CardId} CardId */
/** @typedef {import('./types.js').Table} Table */

/** The rows of open cards, from level one. @param {Table} table @returns {(CardId | null)[][]} */
const rowsOf = (table) => table.pyramid ?? table.market ?? [];

/** The card of a place: `2c` on the table, `h1` in the own hand.
 * @param {Table} table @param {import('./types.js').HandCard[]} hand @param {string} place @returns {CardId | null} */
export function cardAt(table, hand, place) {
  if (place[0] === 'h') return hand[Number(place[1]) - 1]?.card ?? null;
  return rowsOf(table)[Number(place[0]) - 1]?.[COLUMNS.indexOf(place[1])] ?? null;
}
