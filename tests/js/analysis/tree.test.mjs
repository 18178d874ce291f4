import assert from "node:assert/strict";
import test from "node:test";

import { parseMove } from "../../../src/splendor/server/static/state/moves.js";
import {
  MOST_NODES, besideOf, depthOf, linesOf, matching, newTree, nextOf, pickedAfter, sameTry, swapped, withChild, withNode,
} from "../../../src/splendor/server/static/state/analysis/tree.js";

/** A game of three turns; two tries leave it after the first. */
function aTree() {
  let tree = newTree({});
  for (const moves of [["WUG"], ["RRK"], ["b1a"]]) tree = withChild(tree, tree.length - 1, { moves });
  tree = withChild(tree, 1, { own: true, moves: ["r2c"] }); // 4
  tree = withChild(tree, 4, { own: true, moves: ["WUG"] }); // 5
  tree = withChild(tree, 4, { own: true, moves: ["UGR"] }); // 6
  return tree;
}

const legal = (...texts) => texts.map((text) => ({ text, move: parseMove(text) }));
const texts = (moves) => moves.map(({ text }) => text);
const ids = (nodes) => nodes.map(({ id }) => id);

test("the game is one line, and every try another that begins where it leaves", () => {
  const lines = linesOf(aTree());
  assert.deepEqual(lines.map(({ nodes }) => ids(nodes)), [[0, 1, 2, 3], [4, 5], [6]]);
  assert.deepEqual(lines.map(({ depth }) => depth), [0, 2, 3]);
  assert.deepEqual(lines.map(({ own }) => own), [false, true, true]);
});

test("a line goes on with what belongs to it", () => {
  const tree = aTree();
  assert.equal(nextOf(tree, 1).id, 2);
  assert.equal(nextOf(tree, 4).id, 5);
  assert.equal(nextOf(tree, 3), null);
  assert.equal(nextOf(withChild(tree, 3, { own: true }), 3).id, 7); // a try at the end of the game
});

test("up and down lead to the nearest position of another line", () => {
  const tree = aTree();
  assert.equal(besideOf(tree, 2, 1).id, 4);
  assert.equal(besideOf(tree, 3, 1).id, 5);
  assert.equal(besideOf(tree, 0, 1).id, 4);
  assert.equal(besideOf(tree, 6, -1).id, 5);
  assert.equal(besideOf(tree, 0, -1), null);
  assert.equal(besideOf(tree, 6, 1), null);
});

test("the same try is found again", () => {
  assert.equal(sameTry(aTree(), 1, ["r2c"]).id, 4);
  assert.equal(sameTry(aTree(), 1, ["RRK"]), null); // that is the game
});

test("a tree has room for so many nodes only", () => {
  let tree = newTree({});
  for (let more = 0; more < MOST_NODES + 5; more += 1) tree = withChild(tree, 0, { own: true });
  assert.equal(tree.length, MOST_NODES);
  assert.equal(depthOf(tree, tree.length - 1), 1);
  assert.equal(withNode(tree, 3, { ply: 9 })[3].ply, 9);
});

test("moves are found by the things that they touch, the closest first", () => {
  const all = legal("WUG", "WUR", "W", "WW", "b2c", "r2c", "r2");
  assert.deepEqual(texts(matching(all, ["card 2c"])), ["b2c", "r2c"]);
  assert.deepEqual(texts(matching(all, ["pile W"])), ["W", "WW", "WUG", "WUR"]);
  assert.deepEqual(texts(matching(all, ["pile W", "pile W"])), ["WW"]);
  assert.deepEqual(texts(matching(all, ["deck 2"])), ["r2"]);
  assert.deepEqual(matching(all, []), []);
});

test("a click adds a thing, takes it away, or begins anew", () => {
  const all = legal("WUG", "b2c", "WW");
  assert.deepEqual(pickedAfter(all, [], "pile W"), ["pile W"]);
  assert.deepEqual(pickedAfter(all, ["pile W"], "pile W"), ["pile W", "pile W"]);
  assert.deepEqual(pickedAfter(all, ["pile U"], "pile U"), []);
  assert.deepEqual(pickedAfter(all, ["pile U"], "card 2c"), ["card 2c"]);
  assert.deepEqual(pickedAfter(all, [], "pile R"), []);
});

test("two tokens change places", () => {
  assert.equal(swapped("WUG", 0, 2), "GUW");
  assert.equal(swapped("WUG", 1, 1), "WUG");
});
