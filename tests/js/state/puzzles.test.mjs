/** Puzzles: what is asked, and the kinds of a stream. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { kindsOf, queryOf, standing, streamOf, switched } from "../../../src/splendor/server/static/state/puzzles.js";

const places = [{ points: 9 }, { points: 11 }, { points: 3 }];

test("the last in a round is who sits before the starter", () => {
  assert.deepEqual(standing({ places, start: 1 }, 0), { mine: 9, others: [11, 3], isLast: true });
  assert.equal(standing({ places, start: 0 }, 0).isLast, false);
});

test("kinds of both games are added up", () => {
  const kinds = [
    { game: "base", kind: "win", solved: 1, count: 2 },
    { game: "duel", kind: "win", solved: 2, count: 5 },
    { game: "duel", kind: "royal", solved: 0, count: 1 },
  ];
  assert.deepEqual(kindsOf(kinds, ""), [{ kind: "win", solved: 3, count: 7 }, { kind: "royal", solved: 0, count: 1 }]);
  assert.deepEqual(kindsOf(kinds, "base"), [{ kind: "win", solved: 1, count: 2 }]);
});

test("a stream with all kinds is mixed, and so is one without any", () => {
  const all = ["win", "force"];
  const one = switched({ game: "", kinds: [] }, "win", all);
  assert.deepEqual(one.kinds, ["force"]);
  assert.deepEqual(switched(one, "win", all).kinds, []);
  assert.deepEqual(switched(one, "force", all).kinds, []);
});

test("what was kept of a stream is read, and anything else is a mixed one", () => {
  assert.deepEqual(streamOf('{"game":"duel","kinds":["win"]}'), { game: "duel", kinds: ["win"] });
  for (const text of [null, "", "{", '{"game":1,"kinds":2}']) assert.deepEqual(streamOf(text), { game: "", kinds: [] });
  assert.equal(queryOf({ game: "duel", kinds: ["win", "royal"] }, "ab"), "?game=duel&kind=win+royal&skip=ab");
});
