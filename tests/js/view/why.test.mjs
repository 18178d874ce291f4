/** Refusals are put into words from their codes and values, in each language. */

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

globalThis.document = { documentElement: {} };
const { Refused } = await import("../../../src/splendor/server/static/net/api.js");
const { speak } = await import("../../../src/splendor/server/static/texts/index.js");
const { whyOf } = await import("../../../src/splendor/server/static/view/shared/why.js");

const words = (code, values = {}, why = "") => whyOf(new Refused({ code, values, why }));

beforeEach(() => speak("en"));

test("a rule is explained with its values, and gems by name", async () => {
  const values = { need: 4, left: 3, gem: "red" };
  assert.equal(words("pair_needs", values), "You can take two alike only if 4 are in the supply (red: 3)");
  await speak("de");
  assert.equal(words("pair_needs", values), "Zwei gleiche gibt es nur, wenn 4 im Vorrat liegen (Rot: 3)");
});

test("several gems are counted", async () => {
  assert.equal(words("lacks_bonuses", { gems: { black: 2, white: 1 } }), "You lack these bonuses: 2× black, 1× white");
  await speak("de");
  assert.equal(words("lacks_bonuses", { gems: { black: 2, white: 1 } }), "Dir fehlen diese Boni: 2× Schwarz, 1× Weiß");
});

test("one is not many", async () => {
  assert.equal(words("short", { missing: 1, gems: { black: 1 } }), "You are 1 token short of this card");
  assert.equal(words("short", { missing: 2, gems: { black: 2 } }), "You are 2 tokens short of this card");
  await speak("de");
  assert.equal(words("short", { missing: 1, gems: { black: 1 } }), "Für diese Karte fehlt dir ein Stein");
});

test("an option is named as the form names it", () => {
  const values = { name: "target", low: 5, high: 30, nullable: false, value: 99 };
  assert.match(words("option_range", values), /: choose a number from 5 to 30\.$/);
  assert.doesNotMatch(words("option_range", values), /^target/);
});

test("an unknown code of a newer server is shown in the server's words", () => {
  assert.equal(words("later", { seat: 2 }, "that comes later"), "That comes later");
});

test("what the page finds out itself has a text as well", () => {
  assert.equal(words("offline"), "The server cannot be reached.");
});
