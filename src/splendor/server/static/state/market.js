/** Where cards lie: the market or Duel's pyramid, and the own hand. */

import { COLUMNS } from './moves.js';

/** @typedef {import('./types.js').CardId} CardId */
/** @typedef {import('./types.js').Table} Table */

/** The rows of open cards, from level one. @param {Table} table */
const rowsOf = (table) => (table.game === 'duel' ? table.pyramid : table.market);

/** The card of a place: `2c` on the table, `h1` in the own hand.
 * @param {Table} table @param {import('./types.js').HandCard[]} hand @param {string} place @returns {CardId | null} */
export function cardAt(table, hand, place) {
  if (place[0] === 'h') return hand[Number(place[1]) - 1]?.card ?? null;
  return rowsOf(table)[Number(place[0]) - 1]?.[COLUMNS.indexOf(place[1])] ?? null;
}
