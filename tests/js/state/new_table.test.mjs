/** The setup of a new table. */

import assert from "node:assert/strict";
import test from "node:test";

import { usualLevel, stylesOf } from "../../../src/splendor/server/static/state/games.js";import * as setups from "../../../src/splendor/server/static/state/new_table.js";
import { GAMES, game, option } from "../games.mjs";


const LEVELS = game("official").levels[2];
const usual = () => setups.newSetup("official", 2, "bot:regular");
const withOption = (setup, name, value) => setups.withOption(setup, option(setup.rules, name), value);
const wrongWith = (setup) => setups.wrongWith(setup, game(setup.rules));

test("the usual level is in the middle of the ladder, and styles are not on it", () => {
  assert.equal(usualLevel(LEVELS), "regular");
  assert.deepEqual(stylesOf(LEVELS).map((level) => level.name), ["hunter"]);
});

test("what is the rule set's own is not sent", () => {
  const changed = withOption(usual(), "target", 21);
  assert.deepEqual(setups.bodyOf(changed).options, { target: 21 });
  assert.deepEqual(setups.bodyOf(withOption(changed, "target", 15)).options, {});
});

test("what is chosen from a menu has the type of the declared value", () => {
  const size = { name: "size", kind: "choice", values: [0, 3, 5], default: 3 };
  assert.equal(setups.chosenValue(size, "0"), 0);
  assert.equal(setups.wrongOption(setups.withOption(usual(), size, setups.chosenValue(size, "5")), size), null);
  assert.deepEqual(setups.withOption(usual(), size, setups.chosenValue(size, "3")).options, {});
  assert.equal(setups.chosenValue(option("official", "tokens"), "cap"), "cap");
  assert.equal(setups.chosenValue(option("official", "start"), "1"), 1);
  assert.equal(setups.chosenValue(option("official", "start"), "random"), "random");
});

test("seats are sent as the wire wants them", () => {
  const setup = setups.withPlayers(usual(), 4, setups.ME);
  const { seats } = setups.bodyOf(setups.withSeat(setup, 3, setups.OPEN));
  assert.deepEqual(seats, [{ who: "me" }, { who: "bot", level: "regular" }, { who: "me" }, { who: "open" }]);
});

test("a clock is two numbers, and no clock is none", () => {
  assert.deepEqual(setups.bodyOf({ ...usual(), clock: "600+5" }).clock, { seconds: 600, increment: 5 });
  assert.equal("clock" in setups.bodyOf(usual()), false);
});

test("another game has its own options and number of players", () => {
  const four = withOption(setups.withPlayers(usual(), 4, setups.OPEN), "target", 21);
  const duel = setups.withRules(four, game("duel"));
  assert.equal(duel.seats.length, 2);
  assert.deepEqual(duel.options, {});
});

test("who begins must have a seat", () => {
  const three = withOption(setups.withPlayers(usual(), 3, setups.OPEN), "start", 2);
  assert.deepEqual(setups.withPlayers(three, 2, setups.OPEN).options, {});
  assert.deepEqual(setups.withPlayers(three, 4, setups.OPEN).options, { start: 2 });
});

test("a bot that a ladder does not know is replaced by the usual one", () => {
  const known = setups.withKnownBots(setups.newSetup("duel", 2, "bot:veteran"), LEVELS);
  assert.deepEqual(known.seats, ["me", "bot:regular"]);
  assert.deepEqual(setups.withKnownBots(setups.newSetup("duel", 2, "bot:hunter"), LEVELS).seats, ["me", "bot:hunter"]);
});

test("all bots get the same level", () => {
  const setup = setups.withSeat(setups.withPlayers(usual(), 4, "bot:random"), 2, setups.OPEN);
  assert.deepEqual(setups.withLevel(setup, "master").seats, ["me", "bot:master", "open", "bot:master"]);
});

test("bots can be watched", () => {
  const setup = setups.withBotsOnly(setups.withPlayers(usual(), 3, setups.OPEN), "master");
  assert.deepEqual(setup.seats, ["bot:master", "bot:master", "bot:master"]);
  assert.equal(wrongWith(setup), null);
});

test("a table needs numbers in their range", () => {
  assert.equal(wrongWith(usual()), null);
  for (const target of [4, 31, 7.5, NaN, null, "8"]) {
    const wrong = wrongWith(withOption(usual(), "target", target));
    assert.deepEqual(wrong, { key: "range", name: "target", least: 5, most: 30 });
  }
});

test("options are those of the game, with values that they can have", () => {
  const wrong = (name, value) => wrongWith(withOption(usual(), name, value));
  assert.deepEqual(wrongWith({ ...usual(), options: { refill: "at_once" } }), { key: "unknown", name: "refill" });
  assert.deepEqual(wrong("hands", "open"), { key: "choice", name: "hands", values: ["seen", "hidden"] });
  assert.deepEqual(wrong("start", 2), { key: "seat", name: "start", most: 2 });
  assert.deepEqual(wrong("rounds", 10001), { key: "range", name: "rounds", least: 1, most: 10000 });
  const good = [["hands", "hidden"], ["start", 1], ["start", "random"], ["rounds", null], ["rounds", 10000]];
  for (const [name, value] of good) {
    assert.equal(wrong(name, value), null);
  }
});

test("a kind of option that the pages do not know is left to the server", () => {
  assert.equal(setups.wrongOption(usual(), { name: "pace", kind: "speed", default: "slow" }), null);
});

test("links to tables are found in what was pasted", () => {
  const id = "Abc-_0123456789abcdefg";
  assert.equal(setups.pageOf(`http://192.168.1.5:8000/t/${id}`), `/t/${id}`);
  assert.equal(setups.pageOf(`  https://x.org/t/${id}#seat=to-ken_1 `), `/t/${id}#seat=to-ken_1`);
  assert.equal(setups.pageOf(id), `/t/${id}`);
  for (const text of ["", "hello", "http://x.org/t/short", `http://x.org/u/${id}x`]) {
    assert.equal(setups.pageOf(text), "");
  }
});

test("an address says which table is wished for, and what it leaves out is as usual", () => {
  assert.deepEqual(setups.typedSetup(GAMES, ""), setups.newSetup("official", 2, "bot:"));
  const typed = setups.typedSetup(GAMES, "#rules=landolt&players=3&level=master&option.target=8&option.hands=%22hidden%22");
  assert.deepEqual(typed.seats, ["me", "bot:master", "bot:master"]);
  assert.deepEqual([typed.rules, typed.options], ["landolt", { target: 8, hands: "hidden" }]);
});

test("an unknown game, number of players or level in an address is reported", () => {
  const wrong = (fragment) => setups.wrongAddress(GAMES, fragment);
  assert.equal(wrong(""), null);
  assert.equal(wrong("#rules=landolt&players=4&level=master"), null);
  assert.deepEqual(wrong("#rules=chess&players=2"), { key: "rules", value: "chess" });
  for (const value of ["9", "0", "", "two"]) {
    const players = { key: "players", rules: "official", values: [2, 3, 4], value };
    assert.deepEqual(wrong(`#players=${value}`), players);
  }
  assert.deepEqual(wrong("#rules=duel&players=3"), { key: "players", rules: "duel", values: [2], value: "3" });
  assert.deepEqual(wrong("#level=nobody"), { key: "level", value: "nobody" });
  assert.equal(wrong(`#rules=${"x".repeat(1000)}`).value.length, 40);
});

test("the form begins with those options of an address that fit", () => {
  const typed = setups.typedSetup(GAMES, "#rules=landolt&option.target=99&option.hands=%22hidden%22&option.x=1");
  const game = GAMES.games.find(({ rules }) => rules === "landolt");
  assert.deepEqual(setups.withFitOptions(typed, game).options, { hands: "hidden" });
});

test("an address that nobody could have typed asks for a table that the server can judge", () => {
  const typed = setups.typedSetup(GAMES, "#rules=chess&players=9&option.target=%7B");
  assert.deepEqual([typed.rules, typed.seats.length, typed.options], ["official", 2, { target: "{" }]);
});
