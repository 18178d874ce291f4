/** The first-game guide goes on when the thing is done. */

import assert from "node:assert/strict";
import test from "node:test";
import { factsOf, stepAfter as after, textKeys } from "../../../src/splendor/server/static/state/guide.js";
import { optionsOf } from "../../../src/splendor/server/static/state/games.js";
import { nothing, pickToken, withMove } from "../../../src/splendor/server/static/state/staging.js";
import { GAMES } from "../games.mjs";
import "../pages.mjs";
import { LANGUAGES } from "../../../src/splendor/server/static/texts/index.js";

const { faceOf } = await import("../../../src/splendor/server/static/view/faces.js");
const english = await LANGUAGES.en.load();

const EMPTY = nothing(1, ["WUG", "b1a", "r1a"]);
const COMPLETE = { ...withMove(EMPTY, "b1a"), after: { legal: [], ends: true, shows: false } };
const moved = (seq, seat, ...moves) => ({ seq, at: 0, kind: "moved", seat, moves });
const facts = (draft, events = []) => factsOf(draft, events, [0], 5);
const stepsOf = (name) => faceOf(name).guide;
const at = (name, step) => stepsOf(name).findIndex((each) => each.name === step);
const stepAfter = (name, ...more) => after(stepsOf(name), ...more);

test("what is staged and what was played are facts", () => {
  assert.deepEqual([...facts(EMPTY)], []);
  assert.deepEqual([...facts(pickToken(EMPTY, "W"))], ["picked"]);
  assert.deepEqual([...facts(COMPLETE)], ["picked", "ready"]);
  assert.deepEqual([...facts(EMPTY, [moved(6, 0, "r1a", "-K")])], ["moved", "reserved"]);
});

test("moves of others and from before do not count", () => {
  assert.deepEqual([...facts(EMPTY, [moved(5, 0, "b1a"), moved(6, 1, "b1a")])], []);
});

test("one step after the other", () => {
  assert.equal(stepAfter("base", at("base", "take"), facts(EMPTY)), at("base", "take"));
  assert.equal(stepAfter("base", at("base", "take"), facts(COMPLETE)), at("base", "confirm"));
  assert.equal(stepAfter("base", at("base", "confirm"), facts(EMPTY)), at("base", "take"));
  assert.equal(stepAfter("base", at("base", "confirm"), facts(EMPTY, [moved(6, 0, "WUG")])), at("base", "buy"));
});

test("no step is skipped, however quickly somebody plays", () => {
  assert.equal(stepAfter("base", 0, facts(EMPTY, [moved(6, 0, "WUG")])), 1);
  assert.equal(stepAfter("duel", 0, facts(EMPTY, [moved(6, 0, "c3")])), 1);
});

test("where nobles are sought and nobody takes beyond ten, the guide says so", () => {
  const keyOf = (name, options = {}, rules = "official") =>
    textKeys("base", stepsOf("base")[at("base", name)], optionsOf(GAMES, { rules, options })).find((key) => key in english);
  assert.equal(keyOf("nobles"), "guide.base.nobles.text");
  assert.equal(keyOf("nobles", {}, "landolt"), "guide.base.nobles.text.sought");
  assert.equal(keyOf("nobles", { nobles: "sought_free" }), "guide.base.nobles.text.sought_free");
  assert.equal(keyOf("win"), "guide.base.win.text");
  assert.equal(keyOf("win", {}, "landolt"), "guide.base.win.text.cap");
  assert.equal(keyOf("take", {}, "landolt"), "guide.base.take.text");
  for (const text of ["nobles.text.sought", "nobles.text.sought_free", "win.text.cap"]) {
    assert.ok(english[`guide.base.${text}`], text);
  }
});

test("who turns to the confirm by hand may read it with nothing staged", () => {
  assert.equal(stepAfter("base", at("base", "confirm"), facts(EMPTY), true), at("base", "confirm"));
  assert.equal(stepAfter("base", at("base", "confirm"), facts(EMPTY, [moved(6, 0, "WUG")]), true), at("base", "buy"));
});

test("buying, reserving, filling and privileges end their steps, other moves do not", () => {
  const ends = { cards: "b1a", gold: "r1a", privilege: "pc3", fill: "fill" };
  for (const [name, move] of Object.entries(ends)) {
    const step = at("duel", name);
    assert.equal(stepAfter("duel", step, facts(EMPTY, [moved(6, 0, "c3")])), step);
    assert.equal(stepAfter("duel", step, facts(EMPTY, [moved(6, 0, move)])), step + 1);
  }
});
