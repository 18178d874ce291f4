/** Lines on Duel's board, and the privileges that the opponent takes for them. */

import { SIDE, SPACES, endsOf, takenBy, tokenAt } from '../board.js';
import { movesOf, parseMove, spaceIndex, spaceName } from '../moves.js';
import { options } from '../staging.js';

/** @typedef {import('../staging.js').Draft} Draft */

const WAYS = [[1, 0], [0, 1], [1, 1], [-1, 1]]; // a line goes right, down, or down aslant

/** The longest lines of gems and pearls that lie on a board (rule D3.1). @param {string} board @returns {string[][]} */
export function linesOn(board) {
  const isFree = (/** @type {string | null} */ space) => space !== null && !['', 'J'].includes(tokenAt(board, space));
  return SPACES.flatMap((from) => WAYS.flatMap((way) => {
    const line = [from, step(from, way, 1), step(from, way, 2)];
    const end = line.findIndex((space) => !isFree(space));
    const taken = /** @type {string[]} */ (end < 0 ? line : line.slice(0, end));
    return taken.length ? [taken] : [];
  }));
}

/** @param {string} from @param {number[]} way @param {number} times */
function step(from, [right, down], times) {
  const index = spaceIndex(from);
  const column = (index % SIDE) + right * times;
  const row = Math.floor(index / SIDE) + down * times;
  return column >= 0 && column < SIDE && row < SIDE ? spaceName(SIDE * row + column) : null;
}

/** The line that can be taken from one space to another, by dragging; null where there is none.
 * @param {Draft} draft @param {string} from @param {string} to @returns {string[] | null} */
export function dragged(draft, from, to) {
  const ends = [from, to].sort().join();
  const line = movesOf(options(draft), 'line').find((each) => endsOf(each.spaces).sort().join() === ends);
  return line ? line.spaces : null;
}

/**
 * Why the opponent is given a privilege for taking these tokens, if that is so (rule D3.1).
 * @param {string} letters @returns {'three' | 'pearls' | null}
 */
export function givesPrivilege(letters) {
  if (letters.length === 3 && new Set(letters).size === 1) return 'three';
  return [...letters].filter((letter) => letter === 'P').length === 2 ? 'pearls' : null;
}

/** Where a privilege comes from that a seat must take (rule D4.1). @param {import('./table.js').DuelTable} table
 * @param {number} seat @returns {'table' | 'opponent' | 'none'} */
export function privilegeFrom(table, seat) {
  if (table.privileges > 0) return 'table';
  return table.places[seat].privileges < 3 ? 'opponent' : 'none';
}

/** Add the privilege that a decision gave away, by its reason. @type {import('../after/statistics.js').CountMore} */
export function countGiven(mine, before, { seat = 0, move = '', table }) {
  const [held, holds] = [before, table].map(({ places }) => places[1 - seat].privileges ?? 0);
  if (holds <= held) return;
  const parsed = parseMove(move);
  const why = parsed.kind === 'fill' ? 'fill' : givesPrivilege(takenBy(before.board ?? '', parsed));
  mine.given[why ?? 'three'] += 1;
}
