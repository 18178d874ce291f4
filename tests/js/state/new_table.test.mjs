/** A table that somebody wishes for. */

import assert from "node:assert/strict";
import test from "node:test";
import * as wishes from "../../../src/splendor/server/static/state/new_table.js";


const LEVELS = [
  { name: "random", elo: 0 },
  { name: "regular", elo: 600 },
  { name: "master", elo: 1000 },
  { name: "hunter", elo: null },
];
const usual = () => wishes.newWish("official", 2, "bot:regular");

test("the usual level is in the middle of the ladder, and styles are not on it", () => {
  assert.equal(wishes.usualLevel(LEVELS), "regular");
  assert.deepEqual(wishes.stylesOf(LEVELS).map((level) => level.name), ["hunter"]);
});

test("what is the rule set's own is not sent", () => {
  const changed = wishes.withOption(usual(), "target", 21);
  assert.deepEqual(wishes.bodyOf(changed).options, { target: 21 });
  assert.deepEqual(wishes.bodyOf(wishes.withOption(changed, "target", 15)).options, {});
});

test("seats are sent as the wire wants them", () => {
  const wish = wishes.withPlayers(usual(), 4, wishes.ME);
  const { seats } = wishes.bodyOf(wishes.withChair(wish, 3, wishes.OPEN));
  assert.deepEqual(seats, [{ who: "me" }, { who: "bot", level: "regular" }, { who: "me" }, { who: "open" }]);
});

test("a clock is two numbers, and no clock is none", () => {
  assert.deepEqual(wishes.bodyOf({ ...usual(), clock: "600+5" }).clock, { seconds: 600, increment: 5 });
  assert.equal("clock" in wishes.bodyOf(usual()), false);
});

test("another game has its own options and number of players", () => {
  const four = wishes.withOption(wishes.withPlayers(usual(), 4, wishes.OPEN), "target", 21);
  const duel = wishes.withRules(four, "duel");
  assert.equal(duel.chairs.length, 2);
  assert.deepEqual(duel.options, {});
});

test("who begins must have a seat", () => {
  const three = wishes.withOption(wishes.withPlayers(usual(), 3, wishes.OPEN), "start", 2);
  assert.deepEqual(wishes.withPlayers(three, 2, wishes.OPEN).options, {});
  assert.deepEqual(wishes.withPlayers(three, 4, wishes.OPEN).options, { start: 2 });
});

test("a bot that a ladder does not know is replaced by the usual one", () => {
  const known = wishes.withKnownBots(wishes.newWish("duel", 2, "bot:veteran"), LEVELS);
  assert.deepEqual(known.chairs, ["me", "bot:regular"]);
  assert.deepEqual(wishes.withKnownBots(wishes.newWish("duel", 2, "bot:hunter"), LEVELS).chairs, ["me", "bot:hunter"]);
});

test("all bots get the same level", () => {
  const wish = wishes.withChair(wishes.withPlayers(usual(), 4, "bot:random"), 2, wishes.OPEN);
  assert.deepEqual(wishes.withLevel(wish, "master").chairs, ["me", "bot:master", "open", "bot:master"]);
});

test("a table needs a person and numbers in their range", () => {
  assert.equal(wishes.wrongWith(usual()), null);
  assert.deepEqual(wishes.wrongWith(wishes.withChair(usual(), 0, "bot:master")), { key: "noPerson" });
  for (const target of [4, 31, 7.5, NaN, null, "8"]) {
    const wrong = wishes.wrongWith(wishes.withOption(usual(), "target", target));
    assert.deepEqual(wrong, { key: "range", name: "target", least: 5, most: 30 });
  }
});

test("options are those of the game, with values that they can have", () => {
  const wrong = (name, value) => wishes.wrongWith(wishes.withOption(usual(), name, value));
  assert.deepEqual(wrong("refill", "at_once"), { key: "unknown", name: "refill" });
  assert.deepEqual(wrong("hands", "open"), { key: "choice", name: "hands", values: "seen, hidden" });
  assert.deepEqual(wrong("start", 2), { key: "seat", name: "start", most: 2 });
  const good = [["hands", "hidden"], ["start", 1], ["start", "random"], ["rounds", null], ["rounds", 9]];
  for (const [name, value] of good) {
    assert.equal(wrong(name, value), null);
  }
});

test("links to tables are found in what was pasted", () => {
  const id = "Abc-_0123456789abcdefg";
  assert.equal(wishes.pageOf(`http://192.168.1.5:8000/t/${id}`), `/t/${id}`);
  assert.equal(wishes.pageOf(`  https://x.org/t/${id}#seat=to-ken_1 `), `/t/${id}#seat=to-ken_1`);
  assert.equal(wishes.pageOf(id), `/t/${id}`);
  for (const text of ["", "hello", "http://x.org/t/short", `http://x.org/u/${id}x`]) {
    assert.equal(wishes.pageOf(text), "");
  }
});

test("an address says which table is wished for, and what it leaves out is as usual", () => {
  assert.deepEqual(wishes.typedWish(""), wishes.newWish("official", 2, "bot:"));
  const typed = wishes.typedWish("#rules=landolt&players=3&level=master&option.target=8&option.hands=%22hidden%22");
  assert.deepEqual(typed.chairs, ["me", "bot:master", "bot:master"]);
  assert.deepEqual([typed.rules, typed.options], ["landolt", { target: 8, hands: "hidden" }]);
});

test("an address that nobody could have typed asks for a table that the server can judge", () => {
  const typed = wishes.typedWish("#rules=chess&players=9&option.target=%7B");
  assert.deepEqual([typed.rules, typed.chairs.length, typed.options], ["official", 2, { target: "{" }]);
});
