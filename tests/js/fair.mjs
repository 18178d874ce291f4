/**
 * Runs the browser's checks of a fair deal for tests/server/test_fair_js.py: `node fair.mjs FOLDER` reads one
 * question per line and writes one answer per line, both as JSON.
 */

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`);
const load = (name) => import(new URL(name, folder));
const { commitmentOf, NotAProof, seedOf, verify } = await load("fair.js");
const { newNonce } = await load("sha256.js");
const { Bag, deal, Generator, RECIPES } = await load("redeal.js");
const { bytesOf, hexadecimal, hmacSha256, sha256 } = await load("sha256.js");

const hexWords = (generator) => generator.words.map((word) => word.toString(16).padStart(16, "0"));

const ANSWERS = {
  sha256: ({ bytes }) => hexadecimal(sha256(bytesOf(bytes))),
  hmac: ({ key, bytes }) => hexadecimal(hmacSha256(bytesOf(key), bytesOf(bytes))),
  below: ({ seed, limit, count }) => {
    const generator = new Generator(seed);
    return Array.from({ length: count }, () => generator.below(limit));
  },
  nonce: () => newNonce(),
  derive,
  verify: ({ proof }) => {
    try {
      return verify(proof);
    } catch (error) {
      if (error instanceof NotAProof) {
        return { refused: "not_a_proof", values: error.values };
      }
      throw error;
    }
  },
};

function derive({ rules, secret, nonces, turns }) {
  const recipe = RECIPES.get(rules.name);
  const seed = seedOf(secret, nonces);
  const generator = new Generator(seed);
  const words = hexWords(generator);
  const first = rules.start ?? recipe.start;
  const dealt = deal(recipe, rules.players ?? 2, first, generator);
  const dealtAs = { decks: dealt.decks, [recipe.drawn]: dealt.drawn, start: dealt.start };
  const found = { commitment: commitmentOf(secret), seed, words, deal: dealtAs };
  found.words_after_deal = hexWords(generator);
  return turns === undefined ? found : { ...found, ...drawsOf(turns, generator) };
}

function drawsOf(turns, generator) {
  const bag = new Bag();
  const draws = [];
  for (const step of turns.flatMap((turn) => turn.steps)) {
    bag.follow(step);
    if (step.do === "replenish") {
      draws.push(bag.fillBoard(generator).map(({ token, space }) => [token, cell(space)]));
    }
  }
  return { draws, words_after_turns: hexWords(generator) };
}

const cell = (space) => [Math.floor(space / 5), space % 5];

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(await ANSWERS[question.what](question))}\n`);
}
