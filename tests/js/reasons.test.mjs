/** Why a move is not legal: the sentences of the rules are known, and every language has words for them. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

import { KNOWN, reasonOf } from "../../src/splendor/server/static/state/reasons.js";
import en from "../../src/splendor/server/static/texts/en.js";

test("a sentence of the rules is known with what it is about", () => {
  const sentence = "a pair needs 4 of its colour in the supply, and there are 3 red";
  assert.deepEqual(reasonOf(sentence), { rule: "pair", values: { need: "4", left: "3", gem: "R" } });
  assert.deepEqual(reasonOf("you have 3 cards in hand already"), { rule: "hand", values: { limit: "3" } });
  assert.deepEqual(reasonOf("first return tokens: -W -U"), { rule: "first.return", values: {} });
});

test("any other sentence is not", () => {
  assert.deepEqual(reasonOf("something that nobody has said before"), { rule: "", values: {} });
});

test("there are words for every rule that is known", () => {
  for (const rule of KNOWN) assert.ok(`rule.${rule}` in en, rule);
});

/** What the rules say first of all in every phase in which something else is to be decided. */
for (const game of ["base", "duel"]) {
  test(`what is due before a move of ${game} is known`, async () => {
    const source = await readFile(new URL(`../../src/splendor/${game}/reasons.py`, import.meta.url), "utf8");
    const due = [...source.matchAll(/^ {4}"\w+": "(first .*)",$/gm)].map(([, sentence]) => sentence);
    assert.ok(due.length >= 3);
    for (const sentence of due) assert.ok(reasonOf(sentence).rule, sentence);
  });
}
