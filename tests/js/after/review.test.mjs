/** A review as data: turns, slips, accounts that add up, parts of the chart. */

import assert from "node:assert/strict";
import test from "node:test";

import * as review from "../../../src/splendor/server/static/state/after/review.js";

const option = (move, chance, more = {}) => ({ move, chance, error: 0.01, visits: 9, proven: false, line: [move], ...more });
const decision = (ply, seat, loss, options) => ({
  ply, seat, move: options[options.length - 1].move, seats: [0.5, 0.5], error: 0.01, options, loss, loss_error: 0.01, luck: null, luck_error: 0,
});
const judged = (number, seat, some = {}) => ({
  number, round: 1, seat, moves: ["WUG"], before: [0.6, 0.4], after: [0.5, 0.5], error: 0.01, loss: 0.1, loss_error: 0.01,
  label: "", accuracy: 90, luck: [0, 0], remainder: [0, 0], in_favour: [], against: [],
  decisions: [decision(0, seat, 0.1, [option("WW", 0.6), option("WUG", 0.5)])], ...some,
});
const step = (turn, seat, round = 1) => ({ table: { turn, round }, seat, move: "WUG" });
const REPLAY = { steps: [step(1, undefined), step(1, 0), step(2, 0), step(3, 1)] };

test("decisions of one turn belong together, and a hint marks the turn", () => {
  const turns = review.turnsOf(REPLAY, [1]);
  assert.deepEqual(turns.map(({ number, first, end, hinted }) => [number, first, end, hinted]), [[1, 0, 2, true], [2, 2, 3, false]]);
  assert.equal(review.turnAt(turns, 1), 0);
  assert.equal(review.turnAt(turns, 2), 1);
});

test("a loss is the difference of the two numbers shown", () => {
  const one = judged(1, 0, { label: "mistake" });
  assert.equal(review.compared(one).lost, 10);
  const options = [option("WW", 0.6), option("WUG", 0.57)];
  const many = judged(1, 0, { label: "inaccuracy", loss: 0.06, decisions: [decision(0, 0, 0.03, options), decision(1, 0, 0.03, options)] });
  const { best, played, lost } = review.compared(many);
  assert.deepEqual([review.percent(best.chance), review.percent(played.chance), lost], [60, 54, 6]);
});

test("the next slip of a seat is found in both directions, and from the end again", () => {
  const turns = ["", "mistake", "", "blunder"].map((label, at) => ({ seat: at % 2, judged: judged(at, at % 2, { label }) }));
  assert.equal(review.nextSlip(turns, 1, 1, 1), 3);
  assert.equal(review.nextSlip(turns, 3, 1, 1), 1);
  assert.equal(review.nextSlip(turns, 1, -1, 1), 3);
  assert.equal(review.nextSlip(turns, 1, 1, 0), null);
});

test("the parts of an account add up in whole per cents", () => {
  const account = { even: 1 / 3, deal: 0.004, luck: 0.1949, slips: -0.3351, others: 0.7836, remainder: 0.0193, result: 1 };
  const sum = review.sumOf(account);
  assert.equal(sum.even + sum.luck + sum.others + sum.slips + sum.remainder, sum.result);
  assert.equal(sum.remainder, 0); // less than three points are not shown
});

test("moves that cannot be told from the best are named, others are not", () => {
  const options = [option("WW", 0.6), option("r1", 0.59), option("r2", 0.4, { error: 0.3 }), option("r3", 0.6, { visits: 0 }), option("WUG", 0.59)];
  assert.deepEqual(review.asGoodAsTheBest(decision(0, 0, 0.01, options)).map(({ move }) => move), ["WW", "r1"]);
});

test("a loss beyond its error is told, also if it is too small for a slip", () => {
  const options = [option("WW", 0.6), option("WUG", 0.57)];
  const turn = (error) => judged(1, 0, { loss: 0.03, loss_error: error, decisions: [decision(0, 0, 0.03, options)] });
  assert.equal(review.isBehind(turn(0.01)), true);
  assert.equal(review.isBehind(turn(0.02)), false);
  assert.equal(review.isBehind(judged(1, 0, { loss: 0.003, loss_error: 0.001, decisions: [decision(0, 0, 0.003, [option("WUG", 0.6)])] })), false);
});

test("what is not judged is left out of the chart", () => {
  assert.deepEqual(review.knownParts([0.5, 0.6, null, 0.4, null]), [[0, 1], [3, 3]]);
});

test("the next card of a deck is the first that is left", () => {
  assert.deepEqual(review.nextCards([[1, 2, 3], [4, 5]], [2, 0]), [2, null]);
  assert.equal(review.codeOf({ id: 67, level: 2, bonus: "K", points: 2, cost: [0, 1, 4, 2, 0] }), "2k2-u1g4r2");
});
