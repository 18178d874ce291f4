import assert from "node:assert/strict";
import test from "node:test";

import * as edit from "../../../src/splendor/server/static/state/analysis/setup.js";

const BASE = "view=0 rules=official,players=2,start=0 round=3 start=0 turn=1 phase=return lowest=U supply=W3U4G4R4K4J4 "
  + "market=0,1,2,3/40,41,42,43/70,71,72,73 nobles=3,8@0,6 decks=4,5,6/?25/?16 seat0=W1:7,8:9* seat1=J1::44";
const DUEL = "rules=duel round=2 turns=9 start=0 turn=1 phase=play board=KPRGU/KJKKP/UWGUJ/UWRRW/GRW.. bag=G1J1 privileges=2 "
  + "pyramid=L1-08,L1-19,L1-06,L1-02,L1-05/L2-16,L2-17,L2-14,L2-21/L3-04,L3-02,L3-11 royals=R1,R2,R3,R4 decks=?25/?20/?10 "
  + "seat0=::::0 seat1=:L1-01,L1-27=R:::1";
const level = (id) => (id < 40 ? 1 : id < 70 ? 2 : 3);
const LEVELS = { sizes: [40, 30, 20], of: (name) => (name[0] === "?" ? Number(name[1]) : level(Number(name))) };
const DUEL_LEVELS = { sizes: [30, 24, 13], of: (name) => Number(name[1]) };
const base = () => edit.begun(BASE, LEVELS);
const duel = () => edit.begun(DUEL, DUEL_LEVELS);

test("a position begins a turn, with unknown decks as large as they must be", () => {
  const fields = base();
  assert.equal(fields.phase, "play");
  assert.equal(fields.view, "1"); // whoever moves
  assert.equal(fields.decks, "?33/?25/?16");
  assert.ok(!("lowest" in fields));
  assert.equal(edit.textOf(edit.fieldsOf(edit.textOf(fields))), edit.textOf(fields));
  assert.equal(duel().turns, "4");
});

test("tokens go from the supply to a player and back", () => {
  const more = edit.held(base(), 0, "U", 1);
  assert.equal(more.supply, "W3U3G4R4K4J4");
  assert.equal(edit.part(more, 0, 0), "W1U1");
  assert.deepEqual(edit.held(base(), 0, "U", -1), base()); // there is none
  assert.equal(edit.stocked(base(), "U", 1).supply, "W3U5G4R4K4J4"); // which is one too many
});

test("a card that lies elsewhere changes places", () => {
  assert.equal(edit.laid(base(), "card 1b", "39").market, "0,39,2,3/40,41,42,43/70,71,72,73");
  assert.equal(edit.laid(base(), "card 1b", "3").market, "0,3,2,1/40,41,42,43/70,71,72,73");
  const fromHand = edit.laid(base(), "card 2a", "44");
  assert.equal(fromHand.market.split("/")[1], "44,41,42,43");
  assert.deepEqual(edit.handOf(fromHand, 1), ["40"]);
  const fromBought = edit.laid(base(), "hand 1 1", "7");
  assert.deepEqual(edit.handOf(fromBought, 1), ["44", "7"]);
  assert.deepEqual(edit.boughtOf(fromBought, 0), ["8"]);
  assert.equal(edit.cardIn(edit.laid(base(), "card 1a", edit.EMPTY), "card 1a"), edit.EMPTY);
});

test("a player buys a card and gives it back", () => {
  const richer = edit.bought(base(), 1, "0", "");
  assert.deepEqual(edit.boughtOf(richer, 1), ["0"]);
  assert.equal(edit.cardIn(richer, "card 1a"), edit.EMPTY);
  assert.deepEqual(edit.boughtOf(edit.bought(richer, 1, "0", ""), 1), []);
  assert.deepEqual(edit.boughtOf(edit.bought(duel(), 0, "L1-27", "W"), 0), ["L1-27=W"]); // a wild card leaves its owner
  assert.deepEqual(edit.boughtOf(edit.bought(duel(), 0, "L1-27", "W"), 1), ["L1-01"]);
});

test("nobles change places and owners", () => {
  assert.deepEqual(edit.nobleIn(base(), 1), { noble: 8, owner: 0 });
  assert.equal(edit.withNoble(base(), 0, 6, 1).nobles, "6@1,8@0,3");
  assert.equal(edit.withNoble(base(), 1, 8, null).nobles, "3,8,6");
});

test("a token of the board comes from the bag", () => {
  const fields = edit.placed(duel(), "d5", "G");
  assert.equal(fields.board.split("/")[4], "GRWG.");
  assert.equal(fields.bag, "J1");
  assert.equal(edit.tokenOn(edit.placed(fields, "d5", "."), "d5"), ".");
  assert.equal(edit.placed(fields, "d5", ".").bag, "G1J1");
});

test("royal cards and privileges have one owner", () => {
  const crowned = edit.crowned(duel(), "R2", 1);
  assert.equal(crowned.royals, "R1,R3,R4");
  assert.equal(edit.crownOf(crowned, "R2"), 1);
  assert.equal(edit.crowned(crowned, "R2", null).royals, "R1,R2,R3,R4");
  const fewer = edit.privileged(duel(), 1, -1);
  assert.equal(`${fewer.privileges} ${edit.part(fewer, 1, 4)}`, "3 0");
  assert.deepEqual(edit.privileged(duel(), 0, -1), duel());
});

test("who begins can be chosen whatever the rules say", () => {
  const fields = edit.settled(edit.timed(base(), { start: "1" }), LEVELS);
  assert.equal(fields.rules, "official,players=2,start=random");
  assert.equal(edit.settled(edit.timed(duel(), { turn: "0", round: "5" }), DUEL_LEVELS).turns, "9");
});

test("an empty table has nothing open, and nobody has anything", () => {
  const empty = edit.settled(edit.emptied(base()), LEVELS);
  assert.equal(empty.market, "-,-,-,-/-,-,-,-/-,-,-,-");
  assert.equal(empty.supply, "W4U4G4R4K4J5");
  assert.equal(empty.decks, "?40/?30/?20");
  assert.equal(empty.seat0, "::");
  assert.equal(empty.nobles, "3,8,6");
});
