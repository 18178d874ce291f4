/** What can be staged while another player moves: a guess at the legal moves, which the server checks at one's turn. */

import { cardMovesAhead } from '../premove.js';
import { GEMS } from '../price.js';

const DIFFERENT = 3;
const FOR_A_PAIR = 4;

/** @type {import('../premove.js').Ahead} */
export const movesAhead = (table, seat, hand, catalogue) =>
  [...takesAhead(table.supply), ...cardMovesAhead(table, seat, hand, catalogue)];

/** Three different gems, or as many colours as there are; a pair where four are left. @param {number[]} supply */
export function takesAhead(supply) {
  const there = [...GEMS].filter((_, gem) => supply[gem] > 0);
  const pairs = [...GEMS].filter((_, gem) => supply[gem] >= FOR_A_PAIR).map((gem) => gem + gem);
  return [...combinations(there, Math.min(DIFFERENT, there.length)), ...pairs];
}

/** @param {string[]} letters in their order @param {number} count @returns {string[]} */
function combinations(letters, count) {
  if (!count) return [];
  if (count === 1) return letters;
  return letters.flatMap((first, at) => combinations(letters.slice(at + 1), count - 1).map((rest) => first + rest));
}
