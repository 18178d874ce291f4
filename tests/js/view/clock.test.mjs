/** How much time is left, in words and figures. */

import assert from "node:assert/strict";
import test from "node:test";
import { clockWords, timeText } from "../../../src/splendor/server/static/view/shared/clock.js";


test("minutes and seconds, and hours where there are some", () => {
  assert.equal(timeText(0), "0:00");
  assert.equal(timeText(299_001), "5:00");
  assert.equal(timeText(3_599_000), "59:59");
  assert.equal(timeText(3_600_000), "1:00:00");
  assert.equal(timeText(86_400_000), "24:00:00");
});

test("a day is called a day", () => {
  assert.equal(clockWords({ seconds: 86_400, increment: 0 }), "one day each");
  assert.equal(clockWords({ seconds: 300, increment: 3 }), "5 min + 3 s a turn");
});
