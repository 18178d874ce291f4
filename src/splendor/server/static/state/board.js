/** A board of five by five spaces: its tokens, its spiral, moving over it. Spaces are named as in the notation: `c3`. */

import { spaceIndex, spaceName } from './moves.js';
import { total } from './price.js';

export const SIDE = 5;
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
