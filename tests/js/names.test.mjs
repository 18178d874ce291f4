/** Letters for people. */

import assert from "node:assert/strict";
import test from "node:test";

import { initialsOf } from "../../src/splendor/server/static/state/names.js";

test("everybody has a letter of their own name, and no two the same", () => {
  assert.deepEqual(initialsOf(["Anna", "Ben"]), ["A", "B"]);
  assert.deepEqual(initialsOf(["Anna", "Adam", "Ada"]), ["A", "D", "1"]);
});

test("a seat has its number", () => {
  assert.deepEqual(initialsOf(["Seat 1", "Seat 2", "Sara"]), ["1", "2", "S"]);
});
