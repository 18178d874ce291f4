/** The registry of faces: every game says all that the pages ask, and nothing else asks which game it is. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

import { optionsOf } from "../../../src/splendor/server/static/state/games.js";
import { LANGUAGES } from "../../../src/splendor/server/static/texts/index.js";
import { GAMES } from "../games.mjs";
import "../pages.mjs";

const { faceAt, faceOf, facesWithRules, keysOf } = await import("../../../src/splendor/server/static/view/faces.js");
const texts = { ...(await LANGUAGES.en.load()), ...(await LANGUAGES.en.rules()).default };
const missing = (keys) => keys.filter((key) => !(key in texts));
const STATIC = new URL("../../../src/splendor/server/static/", import.meta.url);

for (const face of facesWithRules) {
  test(`all texts of ${face.game} exist`, () => {
    const { rules, guide, statistics, limitReason } = face;
    const keys = keysOf(face.game);
    assert.deepEqual(missing(keys.map(([, text]) => text)), []);
    assert.deepEqual(missing(keys.flatMap(([names]) => names).filter((name) => name.startsWith("key."))), []);
    assert.deepEqual(missing(guide.flatMap(({ name }) => [`guide.${face.game}.${name}`])), []);
    assert.deepEqual(missing(statistics.map((row) => `stats.${row}`)), []);
    assert.deepEqual(missing([`reason.${limitReason}`, rules.title]), []);
    assert.deepEqual(missing(rules.mouse.map((name) => `rules.mouse.${name}.how`)), []);
    assert.deepEqual(missing(rules.notation.map(([, name]) => `rules.notation.${name}`)), []);
    assert.deepEqual(missing(rules.sections.map(({ id }) => `rules.${face.game}.${id}.text`)), []);
  });

  test(`all pictures of ${face.game} are drawn`, async () => {
    const pictures = await face.rules.pictures();
    const named = face.rules.sections.flatMap(({ picture }) => picture ?? []);
    assert.deepEqual(named.filter((name) => typeof pictures[name] !== "function"), []);
  });
}

test("each game lists its own keys", () => {
  const namesOf = (game) => keysOf(game).map(([, text]) => text);
  assert.ok(namesOf("base").includes("keys.nobles") && !namesOf("base").includes("keys.ends"));
  assert.ok(namesOf("duel").includes("keys.ends") && !namesOf("duel").includes("keys.nobles"));
  for (const key of ["keys.reserve", "keys.lens"]) {
    assert.ok(namesOf("base").includes(key) && !namesOf("tomorrow").includes(key));
  }
});

test("a drawing adds what the table does not say, for the statistics", async () => {
  const { target, countMore } = await faceOf("duel").load();
  assert.deepEqual([target, typeof countMore], [20, "function"]);
});

test("a game that nobody has drawn is shown as text", () => {
  const face = faceOf("tomorrow");
  assert.equal(face.game, "plain");
  assert.deepEqual([face.rules, face.Scene, face.guide], [null, null, []]);
  assert.equal(faceOf(undefined), face);
});

test("a page of rules is found by its address", () => {
  assert.equal(faceAt("/rules/duel").game, "duel");
  assert.equal(faceAt("/rules").game, "base");
  assert.equal(faceAt("/rules/chess").game, "base");
});

test("the options of a table are the chosen ones and the rule set's own", () => {
  const { nobles, nobles_each: each, tokens } = optionsOf(GAMES, { rules: "landolt", options: { tokens: "return" } });
  assert.deepEqual([nobles, each, tokens], ["sought", 1, "return"]);
  assert.deepEqual(optionsOf(GAMES, { rules: "tomorrow", options: { pace: 3 } }), { pace: 3 });
  assert.deepEqual(optionsOf(null, { rules: "official" }), {});
});

/** Registries may name games; `fair/` deals again by itself, from recipes of its own. */
const REGISTRIES = /^(vendor|fair)\/|^view\/(faces|(base|duel)\/face)\.js$/;
const NAMED = /(['"`])(base|duel|official|landolt)\1|\b(base|duel|official|landolt):/;

test("nothing outside the registries names a game or a rule set", () => {
  const files = readdirSync(STATIC, { recursive: true }).filter((file) => file.endsWith(".js") && !REGISTRIES.test(file));
  assert.ok(files.length > 50);
  const guilty = files.flatMap((file) => {
    const lines = readFileSync(new URL(file, STATIC), "utf8").replace(/\/\*\*[^]*?\*\//g, "").split("\n");
    return lines.filter((line) => NAMED.test(line)).map((line) => `${file}: ${line.trim()}`);
  });
  assert.deepEqual(guilty, []);
});

/** Scripts that serve every game: all but the registries, the folders of games, and the texts. */
const OF_A_GAME = /^(vendor|fair|texts)\/|^view\/faces\.js$|\/(base|duel)\//;
const WORDS = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;
const GAME_WORDS = new Set(["base", "duel", "official", "landolt"]);

test("no shared script has a game in a name or a comment", () => {
  const files = readdirSync(STATIC, { recursive: true }).filter((file) => file.endsWith(".js") && !OF_A_GAME.test(file));
  assert.ok(["state/types.js", "state/after/statistics.js", "view/shared/view_model.js"].every((file) => files.includes(file)));
  const guilty = files.flatMap((file) => {
    const lines = readFileSync(new URL(file, STATIC), "utf8").split("\n");
    const names = (line) => (line.match(WORDS) ?? []).some((word) => GAME_WORDS.has(word.toLowerCase()));
    return lines.filter(names).map((line) => `${file}: ${line.trim()}`);
  });
  assert.deepEqual(guilty, []);
});
