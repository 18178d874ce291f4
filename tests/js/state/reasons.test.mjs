/** Why a move is not legal: the sentences of the rules are known, and every language has words for them. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { KNOWN, reasonOf } from "../../../src/splendor/server/static/state/reasons.js";
import { LANGUAGES } from "../../../src/splendor/server/static/texts/index.js";

const en = await LANGUAGES.en.load();


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

/** What a sentence is filled with where a single word would not do. */
const FILLED = { 'COLOURS[gem]': 'red', 'gone[0]': 'red', left: 'there are 3 red' };
const filled = (sentence) => sentence.replace(/\{([^}]*)\}/g, (_, what) => FILLED[what] ?? '3');

/** Whatever a player can be told about a move that is refused, in a file of the rules or of the server. */
async function sentencesOf(path, pattern) {
  const source = await readFile(new URL(`../../../src/splendor/${path}`, import.meta.url), 'utf8');
  return [...source.matchAll(pattern)].map(([, sentence]) => filled(sentence));
}

for (const game of ['base', 'duel']) {
  test(`every reason of ${game} is known`, async () => {
    const due = await sentencesOf(`${game}/refusals.py`, /^ {4}"\w+": "(first .*)",$/gm);
    const told = await sentencesOf(`${game}/refusals.py`, /return \(?\s*f?"(?!\{DUE)([^"]*)"/g);
    assert.ok(due.length >= 3);
    assert.ok(told.length >= 20);
    for (const sentence of [...due, ...told]) assert.ok(reasonOf(sentence).rule, sentence);
  });
}

test('what the server refuses as not legal is known', async () => {
  const told = await sentencesOf('server/tables/commands.py', /"illegal",\s*f?"(.*?)"/g);
  assert.ok(told.length >= 3);
  for (const sentence of told) assert.ok(reasonOf(sentence).rule, sentence);
});

test('no reason is taken for another one', () => {
  assert.equal(reasonOf('you hold 11 tokens and return none').rule, 'noReturn');
  assert.equal(reasonOf('you hold 10 tokens').rule, 'full');
});
