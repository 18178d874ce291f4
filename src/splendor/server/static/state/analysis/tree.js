/** The tree of an analysis: the decisions of a game, if there is one, and tries that leave it. Pure functions. */

import { touchedBy } from '../after/review.js';

/**
 * As in docs/wire.md.
 * @typedef {{ move: number, cards?: import('../types.js').CardId[], tokens?: string, decks?: import('../types.js').CardId[][] }} Drawn
 * @typedef {{ position: string, view: string, rules: string, options: Object<string, any>, players: number,
 *   table: import('../types.js').Table, whole: import('../types.js').Table, you: import('../types.js').Yours,
 *   next?: (import('../types.js').CardId | null)[], result?: import('../types.js').Result }} Board
 *
 * A position, and the moves that led to it from its parent. `own`: a try. `ply`: of the game. Those of a game have no
 * board until somebody looks at them.
 * @typedef {{ id: number, parent: number | null, own: boolean, seat: number, moves: string[], ply: number, board: Board | null,
 *   table: import('../types.js').Table | null, drawn: Drawn[] }} Node `table`: as everybody sees it after the game
 * @typedef {Node[]} Tree nodes by their number
 */

export const MOST_NODES = 600;

/** @param {Partial<Node>} node @returns {Tree} */
export const newTree = (node) => [{ id: 0, parent: null, own: false, seat: 0, moves: [], ply: 0, board: null, table: null, drawn: [], ...node }];

/** A tree with one more node, which is its last; the same one where there is no room. @param {Tree} tree @param {number} parent
 * @param {Partial<Node>} node @returns {Tree} */
export function withChild(tree, parent, node) {
  if (tree.length >= MOST_NODES) return tree;
  return [...tree, { ...newTree(node)[0], id: tree.length, parent }];
}

/** @param {Tree} tree @param {number} id @param {Partial<Node>} changes @returns {Tree} */
export const withNode = (tree, id, changes) => tree.map((node) => (node.id === id ? { ...node, ...changes } : node));

/** @param {Tree} tree @param {number} id */
export const childrenOf = (tree, id) => tree.filter(({ parent }) => parent === id);

/** How many nodes are before it. @param {Tree} tree @param {number} id @returns {number} */
export function depthOf(tree, id) {
  const { parent } = tree[id];
  return parent === null ? 0 : 1 + depthOf(tree, parent);
}

/** The node that follows on the same line: of a game its next position, of a try what was tried first. At the end of a game, a
 * try that goes on from there. @param {Tree} tree @param {number} id */
export function nextOf(tree, id) {
  const children = childrenOf(tree, id);
  return children.find(({ own }) => own === tree[id].own) ?? children[0] ?? null;
}

/** A row: the nodes of a line, and how deep its first one is. @typedef {{ own: boolean, nodes: Node[], depth: number }} Line */

/** The game, then the tries in the order in which they were begun. @param {Tree} tree @returns {Line[]} */
export function linesOf(tree) {
  const lines = [lineFrom(tree, tree[0])];
  for (const node of tree.slice(1)) {
    const isFirst = node.own && !lines.some(({ nodes }) => nodes.includes(node));
    if (isFirst) lines.push(lineFrom(tree, node));
  }
  return lines;
}

/** @param {Tree} tree @param {Node} first @returns {Line} */
function lineFrom(tree, first) {
  const nodes = [first];
  for (let next = followerOf(tree, first); next; next = followerOf(tree, next)) nodes.push(next);
  return { own: first.own, nodes, depth: depthOf(tree, first.id) };
}

/** The next node of the same row. @param {Tree} tree @param {Node} node */
const followerOf = (tree, node) => childrenOf(tree, node.id).find(({ own }) => own === node.own) ?? null;

/** The node of another row that is nearest to this one. @param {Tree} tree @param {number} id @param {number} by 1 or -1 */
export function besideOf(tree, id, by) {
  const lines = linesOf(tree);
  const row = lines.findIndex(({ nodes }) => nodes.some((node) => node.id === id));
  const to = lines[row + by];
  if (!to) return null;
  const depth = depthOf(tree, id) - to.depth;
  return to.nodes[Math.max(0, Math.min(to.nodes.length - 1, depth))];
}

/** The same moves from the same position, if they were tried already. @param {Tree} tree @param {number} id @param {string[]} moves */
export const sameTry = (tree, id, moves) =>
  childrenOf(tree, id).find((node) => node.own && node.moves.join(' ') === moves.join(' ')) ?? null;

/** Tokens of which two have changed places. @param {string} tokens letters @param {number} one @param {number} other */
export const swapped = (tokens, one, other) =>
  [...tokens].map((letter, at) => (at === one ? tokens[other] : at === other ? tokens[one] : letter)).join('');

// Choosing a move by touching things

/** Whether everything that was picked belongs to the move. @param {string[]} things @param {string[]} picked */
function contains(things, picked) {
  const left = [...things];
  return picked.every((thing) => {
    const at = left.indexOf(thing);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** The moves that touch all that was picked: those that touch nothing else first.
 * @template {{ text: string, move: import('../moves.js').Move }} T @param {T[]} legal @param {string[]} picked @returns {T[]} */
export function matching(legal, picked) {
  if (!picked.length) return [];
  const found = legal.map((each) => ({ each, things: touchedBy(each.move) })).filter(({ things }) => contains(things, picked));
  return found.sort((one, other) => one.things.length - other.things.length).map(({ each }) => each);
}

/** What is picked after a click: the thing is added, taken away where it cannot be added again, or begins anew.
 * @param {{ text: string, move: import('../moves.js').Move }[]} legal @param {string[]} picked @param {string} thing */
export function pickedAfter(legal, picked, thing) {
  const more = [...picked, thing];
  if (matching(legal, more).length) return more;
  if (picked.includes(thing)) return picked.filter((each) => each !== thing);
  return matching(legal, [thing]).length ? [thing] : [];
}
