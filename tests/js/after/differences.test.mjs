/** What differs in a proof: the sentences of the checks are known, and every language has words for them. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { KNOWN, differenceOf, partOf } from "../../../src/splendor/server/static/state/differences.js";
import { LANGUAGES } from "../../../src/splendor/server/static/texts/index.js";

const en = await LANGUAGES.en.load();


test("a sentence of the checks is known with what it is about", () => {
  const said = "Draw 2 from the bag, in turn 7, differs at token 1: told is K on a1, the seed gives nothing.";
  const values = { draw: "2", turn: "7", place: "1", told: "K on a1", given: "nothing" };
  assert.deepEqual(differenceOf(said), { key: "draw", values });
  assert.deepEqual(differenceOf("something else"), { key: "", values: {} });
});

/** Whatever a check that failed can say, with 1 filled in everywhere. */
async function sentences() {
  const source = await readFile(new URL("../../../src/splendor/server/static/fair/fair.js", import.meta.url), "utf8");
  const difference = source.match(/return `(\$\{place \+ 1\}[^`]*)`/)[1];
  const found = [...source.matchAll(/failed\(\s*"?\w+"?,\s*`([^`]*)`/g)].map(([, text]) => text);
  const filled = { wrong: difference, source: "the seed", why: "why", where: "Draw 1 from the bag, in turn 1" };
  const fill = (text) => text.replace(/\$\{([^}]*)\}/g, (_, what) => (filled[what] ? fill(filled[what]) : "1"));
  const places = ["nobles differ at noble", "board differs at token"];
  const drawn = places.map((where) => `The ${where} ${fill(difference)}.`);
  return [...found.filter((text) => !text.startsWith("The ${where}")).map(fill), ...drawn];
}

test("whatever differs is known", async () => {
  const all = await sentences();
  assert.equal(all.length, KNOWN.length, all.join("\n"));
  assert.deepEqual(all.filter((sentence) => !differenceOf(sentence).key), []);
  assert.equal(new Set(all.map((sentence) => differenceOf(sentence).key)).size, KNOWN.length);
});

test("there are words for whatever differs", () => {
  for (const key of KNOWN) assert.ok(`differs.${key}` in en, key);
});

test("of what is no proof it is known which part is wrong", () => {
  assert.equal(partOf('not a proof: "format" must be "splendor-fair/1"'), "format");
  assert.equal(partOf('not a proof: turn 3 must have "steps", a list of objects'), "steps");
  assert.equal(partOf("not a proof: it must be a JSON object"), "");
});
