/** Whether there is a move to take back. */

import assert from "node:assert/strict";
import test from "node:test";
import { canTakeBack } from "../../../src/splendor/server/static/state/log_lines.js";


const began = { kind: "began" };
const moved = (seat, ...moves) => ({ kind: "moved", seat, moves });
const undone = (kept) => ({ kind: "undone", kept });

test("nobody takes back what others played", () => {
  assert.equal(canTakeBack([began], [0]), false);
  assert.equal(canTakeBack([began, moved(1, "WUG")], [0]), false);
});

test("who has moved can take it back, whatever was played since", () => {
  assert.equal(canTakeBack([began, moved(0, "WUG"), moved(1, "RK")], [0]), true);
});

test("what was taken back is gone, and what stood before it is not", () => {
  const first = [began, moved(0, "WUG", "-W"), moved(1, "WUG"), undone(0)];
  assert.equal(canTakeBack(first, [0]), false);
  const second = [began, moved(0, "WUG", "-W"), moved(1, "WUG"), moved(0, "RK"), undone(3)];
  assert.equal(canTakeBack(second, [0]), true);
});

test("what was played before a fork stands for good", () => {
  const fork = { kind: "began", table: "another", kept: 12 };
  assert.equal(canTakeBack([fork], [0]), false);
  assert.equal(canTakeBack([fork, moved(1, "WUG")], [0]), false);
  assert.equal(canTakeBack([fork, moved(0, "WUG"), moved(1, "RK")], [0]), true);
});
