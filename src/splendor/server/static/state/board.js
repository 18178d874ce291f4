/** A board of five by five spaces: its spiral, its lines, what a line brings. Spaces are named as in the notation: `c3`. */

import { movesOf, spaceIndex, spaceName } from './moves.js';
import { total } from './price.js';
import { options } from './staging.js';

/** @typedef {import('./staging.js').Draft} Draft */

const SIDE = 5;
const EMPTY = '.';

/** The order in which the board is filled: from the centre down, then clockwise outward. */
export const SPIRAL = [
  12, 17, 16, 11, 6, 7, 8, 13, 18, 23, 22, 21, 20, 15, 10, 5, 0, 1, 2, 3, 4, 9, 14, 19, 24,
].map(spaceName);

/** All spaces, row by row. */
export const SPACES = SPIRAL.map((_, index) => spaceName(index));

/** The token that lies on a space, or an empty text. @param {string} board @param {string} space */
export const tokenAt = (board, space) => board[spaceIndex(space)].replace(EMPTY, '');

/** The tokens on these spaces. @param {string} board @param {string[]} spaces */
export const tokensAt = (board, spaces) => spaces.map((space) => tokenAt(board, space)).join('');

/** Which number of the spiral a space is, from one. @param {string} space */
export const spiralNumber = (space) => SPIRAL.indexOf(space) + 1;

/** The holes that the bag would fill. @param {string} board @param {number[]} bag */
export const holesToFill = (board, bag) =>
  SPIRAL.filter((space) => !tokenAt(board, space)).slice(0, total(bag));

/** The spaces from which a move takes tokens. @param {import('./moves.js').Move} move @returns {string[]} */
export function spacesOf(move) {
  if (move.kind === 'line') return move.spaces;
  return move.kind === 'privilege' || move.kind === 'gold-at' || move.kind === 'match' ? [move.space] : [];
}

/** The tokens that a move takes from a board, where its text does not tell them. @param {string} board
 * @param {import('./moves.js').Move} move */
export function takenBy(board, move) {
  if (move.kind === 'line') return tokensAt(board, move.spaces);
  return move.kind === 'privilege' || move.kind === 'match' ? tokenAt(board, move.space) : '';
}

// Moving over the board

/** @type {Object<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The space beside this one, where a key leads; null for other keys. @param {string} space @param {string} key */
export function neighbour(space, key) {
  if (key === 'Home') return `a${space[1]}`;
  if (key === 'End') return `e${space[1]}`;
  const step = STEPS[key];
  if (!step) return null;
  const index = spaceIndex(space);
  const column = Math.min(SIDE - 1, Math.max(0, (index % SIDE) + step[0]));
  const row = Math.min(SIDE - 1, Math.max(0, Math.floor(index / SIDE) + step[1]));
  return spaceName(SIDE * row + column);
}

/** The middle of a space on a board that is 100 wide and high. @param {string} space */
export function middleOf(space) {
  const index = spaceIndex(space);
  return { x: (index % SIDE) * 20 + 10, y: Math.floor(index / SIDE) * 20 + 10 };
}

/** The ends of spaces on a line: those farthest apart. @param {string[]} spaces */
export function endsOf(spaces) {
  const sorted = [...spaces].sort((a, b) => spaceIndex(a) - spaceIndex(b));
  return [sorted[0], sorted[sorted.length - 1]];
}

// Lines

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

/** Where a privilege comes from that a seat must take (rule D4.1). @param {import('./types.js').DuelTable} table
 * @param {number} seat @returns {'table' | 'opponent' | 'none'} */
export function privilegeFrom(table, seat) {
  if (table.privileges > 0) return 'table';
  return table.places[seat].privileges < 3 ? 'opponent' : 'none';
}
