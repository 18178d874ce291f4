/** What can be staged while the opponent moves: a guess at the legal moves, which the server checks at one's turn. */

import { cardMovesAhead } from '../premove.js';
import { linesOn } from './lines.js';

/** Lines, purchases and reservations; privileges and the bag wait for one's turn. @type {import('../premove.js').Ahead} */
export function movesAhead(table, seat, hand, catalogue) {
  const whole = linesOn(table.board);
  const lines = new Set(whole.flatMap((line) => line.map((_, end) => line.slice(0, end + 1).toSorted().join(''))));
  const isGold = table.board.includes('J');
  const cards = cardMovesAhead(table, seat, hand, catalogue).filter((move) => isGold || move[0] !== 'r');
  return [...lines, ...cards];
}
