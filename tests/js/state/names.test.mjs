/** Letters for people. */

import assert from "node:assert/strict";
import test from "node:test";
import { calledApart, initialsOf, toldApart } from "../../../src/splendor/server/static/state/names.js";


test("everybody has a letter of their own name, and no two the same", () => {
  assert.deepEqual(initialsOf(["Anna", "Ben"]), ["A", "B"]);
  assert.deepEqual(initialsOf(["Anna", "Adam", "Ada"]), ["A", "D", "1"]);
});

test("a seat has its number", () => {
  assert.deepEqual(initialsOf(["Seat 1", "Seat 2", "Sara"]), ["1", "2", "S"]);
});

test("a letter is a whole one, whatever the name is made of", () => {
  assert.deepEqual(initialsOf(["🎲", "🦊 Fox", "Ångström"]), ["🎲", "F", "Å"]);
});

test("people with the same name are distinguished by their seats, the others keep their names", () => {
  assert.deepEqual(toldApart(["Guest", "Anna", "Guest"]), ["Guest (1)", "Anna", "Guest (3)"]);
  assert.deepEqual(initialsOf(["Guest (1)", "Anna", "Guest (3)"]), ["1", "A", "3"]);
});

test("events use the same names, as long as people have them", () => {
  const seats = [{ name: "Guest" }, { name: "Guest" }];
  const events = [
    { seq: 1, kind: "sat", seat: 1, name: "Guest" },
    { seq: 2, kind: "chatted", seat: 0, name: "Gast" },
    { seq: 3, kind: "began" },
  ];
  const named = calledApart(events, seats, ["Guest (1)", "Guest (2)"]);
  assert.deepEqual(named.map(({ name }) => name), ["Guest (2)", "Gast", undefined]);
  assert.equal(calledApart(events, seats, ["Guest (1)", "Guest (2)"]), named); // so that nothing is drawn anew
});
