/** Every language says everything, with the same things filled in, and no key stands in two files. */

import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import test from "node:test";

const FOLDER = new URL("../../src/splendor/server/static/texts/", import.meta.url);
const load = async (path) => (await import(new URL(path, FOLDER))).default;
const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".js") && name !== "index.js");
const languages = names.map((name) => name.replace(".js", ""));
/** All words of a language: those of the rules come with their page. */
const wordsOf = async (language) => ({ ...(await load(`${language}.js`)), ...(await load(`${language}/rules.js`)) });
const english = await wordsOf("en");

/** What a text wants filled in: a set of names. Functions take theirs apart in their head. */
function wanted(text) {
  const found =
    typeof text === "function" ? text.toString().match(/^\(\{([^}]*)\}\)/)[1].split(",") : text.match(/\{\w+\}/g);
  return [...new Set((found ?? []).map((name) => name.replace(/[{}\s]/g, "")))].sort();
}

for (const language of languages) {
  const texts = await wordsOf(language);

  test(`${language} has the texts that English has, and no others`, () => {
    const missing = Object.keys(english).filter((key) => !(key in texts));
    const unknown = Object.keys(texts).filter((key) => !(key in english));
    assert.deepEqual({ missing, unknown }, { missing: [], unknown: [] });
  });

  test(`${language} fills in what English does`, () => {
    for (const key of Object.keys(english)) {
      if (key in texts) assert.deepEqual(wanted(texts[key]), wanted(english[key]), key);
    }
  });

  test(`${language} says something everywhere`, () => {
    for (const [key, text] of Object.entries(texts)) {
      assert.ok(typeof text === "function" || text.trim(), key);
    }
  });

  test(`no text of ${language} stands in two files`, async () => {
    const files = await readdir(new URL(`${language}/`, FOLDER));
    const keys = (await Promise.all(files.map((file) => load(`${language}/${file}`)))).flatMap(Object.keys);
    assert.equal(new Set(keys).size, keys.length, keys.filter((key, at) => keys.indexOf(key) !== at).join(", "));
  });
}
