/** Every language has all texts, with the same placeholders; each key is in one file only, and is used. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { readdir } from "node:fs/promises";
import test from "node:test";

import { LANGUAGES } from "../../src/splendor/server/static/texts/index.js";

const PAGES = new URL("../../src/splendor/server/static/", import.meta.url);
const FOLDER = new URL("texts/", PAGES);
const load = async (path) => (await import(new URL(path, FOLDER))).default;
const languages = (await readdir(FOLDER)).filter((name) => !name.endsWith(".js"));
/** All texts of a language, including those of pages that load their own. */
const wordsOf = async (language) => {
  const { load, rules, review, training, puzzles, analysis } = LANGUAGES[language];
  const parts = await Promise.all([load(), ...[rules, review, training, puzzles, analysis].map(async (part) => (await part()).default)]);
  return Object.assign({}, ...parts);
};
const english = await wordsOf("en");

/** The sorted names of a text's placeholders; those of a function are its destructured parameter. */
function placeholders(text) {
  const found =
    typeof text === "function" ? text.toString().match(/^\(\{([^}]*)\}\)/)[1].split(",") : text.match(/\{\w+\}/g);
  const names = new Set((found ?? []).map((name) => name.replace(/[{}\s]/g, "")));
  names.delete("you"); // the verb form for the reader, which English does not need
  return [...names].sort();
}

for (const language of languages) {
  const texts = await wordsOf(language);

  test(`${language} has the texts that English has, and no others`, () => {
    const missing = Object.keys(english).filter((key) => !(key in texts));
    const unknown = Object.keys(texts).filter((key) => !(key in english));
    assert.deepEqual({ missing, unknown }, { missing: [], unknown: [] });
  });

  test(`${language} has the same placeholders as English`, () => {
    for (const key of Object.keys(english)) {
      if (key in texts) assert.deepEqual(placeholders(texts[key]), placeholders(english[key]), key);
    }
  });

  test(`${language} has no empty text`, () => {
    for (const [key, text] of Object.entries(texts)) {
      assert.ok(typeof text === "function" || text.trim(), key);
    }
  });

  test(`no key of ${language} is in two files`, async () => {
    const files = (await readdir(new URL(`${language}/`, FOLDER))).filter((file) => file !== "index.js"); // all of them
    const keys = (await Promise.all(files.map((file) => load(`${language}/${file}`)))).flatMap(Object.keys);
    assert.equal(new Set(keys).size, keys.length, keys.filter((key, at) => keys.indexOf(key) !== at).join(", "));
  });
}

test("the German log addresses the reader with the right verb form", async () => {
  const german = await wordsOf("de");
  const verbs = Object.entries(german).filter(([, text]) => typeof text === "function" && /\byou\b/.test(text.toString().slice(0, 20)));
  assert.ok(verbs.length > 25);
  for (const [key, text] of verbs) {
    const mine = text({ you: true, what: "" });
    assert.match(mine, /^(bist|\w+st)\b|^verließest|^fülltest/, key); // "du nahmst", not "du nahm"
    assert.notEqual(mine, text({ what: "" }), key);
  }
  const unbent = ["took", "bought", "reserved", "returned", "royal", "filled", "stole"].filter((each) => typeof german[`log.${each}`] !== "function");
  assert.deepEqual(unbent, []);
});

/** The first parts of keys that the code composes: `t(`download.${file}`)`. */
const PREFIXES = [
  "analysis.check", "analysis.colour", "analysis.key", "analysis.place", "analysis.seat", "analysis.setup", "analysis.state", "analysis.tab", "analysis.thing",
  "coach.next", "coach.step", "kind", "kind.why", "learn.dot", "look", "look.why", // of the coach
  "ability", "about", "asked", "asked.own", "because", "bot", "cell", "cta", "do", "download", "duel.do",
  "duel.note", "duel.note.ability", "duel.prompt", "event", "fair", "fair.check", "finding", "finding.source", "foot", "gem",
  "guide", "habit", "habits.luck", "log", "me.against", "me.average", "me.help", "me.promise", "me.result", "me.streak", "mood", "next", "next.why", "noble", "option", "over.tie", "plain.fact", "play", "profile", "preparing", "preparing.short", "prompt", "reason", "refused", "replay.as", "review.account", "review.do", "review.filter", "review.flag", "review.key", "review.sum", "review.tab", "resigned", "resigned.title",
  "royal", "rules", "rules.anatomy", "rules.mouse", "rules.notation", "sending", "sign", "pace", "puzzle.day", "puzzle.kind", "puzzle.task", "puzzles.mode", "stats", "stats.given", "tables", "theme",
  "why", "setup", "slip",
];
/** Keys that the code names in a list, not in a call of `t`. */
const LISTED = ["sound", "motion", "warnings", "sound.about", "motion.about", "warnings.about", "noPage"];

/** The code of all pages, without its comments and without the texts themselves. */
function codeOfPages() {
  const isCode = (file) => /^(main\.js|(view|state)\/[\w/]+\.js)$/.test(file);
  const files = readdirSync(PAGES, { recursive: true }).filter(isCode);
  const code = files.map((file) => readFileSync(new URL(file, PAGES), "utf8")).join("\n");
  return code.replace(/\/\*\*[^]*?\*\//g, "");
}

/** Whether the code uses a key: one with a dot counts anywhere, a single word only in a call of `t`. */
function isIn(code, key) {
  if (key.includes(".")) return code.includes(`'${key}'`) || code.includes(`"${key}"`);
  return new RegExp(`\\bt\\([^()]*'${key}'`).test(code);
}

test("every folder of texts is a language of the pages", () => {
  assert.deepEqual(languages.sort(), Object.keys(LANGUAGES).sort());
});

test("every text is used", () => {
  const code = codeOfPages();
  const plain = (key) => key.replace(/\.(touch|keys)$/, ""); // a variant for fingers or the keyboard
  const isComposed = (key) => PREFIXES.some((prefix) => key.startsWith(`${prefix}.`));
  const unused = Object.keys(english).filter((key) => !LISTED.includes(key) && !isComposed(key) && !isIn(code, key)
    && !(plain(key) in english && isIn(code, plain(key))));
  assert.deepEqual(unused, []);
});

test("every prefix of composed keys is in use", () => {
  const code = codeOfPages();
  assert.deepEqual(PREFIXES.filter((prefix) => !code.includes(`\`${prefix}.\${`)), []);
});
