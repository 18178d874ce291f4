import assert from "node:assert/strict";
import { test } from "node:test";
import { withMore } from "../../../src/splendor/server/static/state/log_lines.js";

test("when the host starts without the open seats, earlier events have the new numbers of their seats", () => {
  const before = [
    { seq: 1, at: 0, kind: "created" },
    { seq: 2, at: 0, kind: "sat", seat: 3, name: "Ben" },
    { seq: 3, at: 0, kind: "left", seat: 1 },
  ];
  const more = [
    { seq: 4, at: 0, kind: "started", seats: [0, 2, 3] },
    { seq: 5, at: 0, kind: "moved", seat: 2, moves: ["WUG"] },
  ];
  const seats = withMore(before, more).map(({ seat }) => seat);
  assert.deepEqual(seats, [undefined, 2, undefined, undefined, 2]);
  assert.deepEqual(withMore(withMore([], before), more).map(({ seat }) => seat), seats); // also in parts
  assert.equal(before[1].seat, 3); // unchanged
});
