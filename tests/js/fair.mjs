/**
 * The checks of the browser, asked by tests/server/test_fair_js.py: `node fair.mjs FOLDER` reads a
 * question in each line and answers it in one.
 */

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`);
const load = (name) => import(new URL(name, folder));
const { commitmentOf, NotAProof, seedOf, verify } = await load("fair.js");
const { newNonce } = await load("nonce.js");
const { Bag, deal, Generator, RECIPES } = await load("redeal.js");
const { bytesOf, hexadecimal, hmacSha256, sha256 } = await load("sha256.js");
const { judge, show, start } = await load("page.js");

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
        return { refused: error.message };
      }
      throw error;
    }
  },
  show: ({ text }) => {
    const page = new FakePage();
    show(page, judge(text));
    return page.text();
  },
  choose: async ({ text, size }) => {
    const page = new FakePage();
    start(page);
    const input = page.getElementById("file");
    input.files = [{ size, text: async () => text }];
    input.listeners.change();
    await new Promise((done) => setTimeout(done));
    return page.text();
  },
};

function derive({ rules, secret, nonces, turns }) {
  const recipe = RECIPES.get(rules.name);
  const seed = seedOf(secret, nonces);
  const generator = new Generator(seed);
  const words = hexWords(generator);
  const first = rules.start ?? recipe.start;
  const dealt = deal(recipe, rules.players ?? 2, first, generator);
  const told = { decks: dealt.decks, [recipe.drawn]: dealt.drawn, start: dealt.start };
  const found = { commitment: commitmentOf(secret), seed, words, deal: told };
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

/** As much of a page as page.js touches. Whatever else it asked for would fail. */
class FakeElement {
  constructor() {
    this.textContent = "";
    this.children = [];
    this.hidden = true;
    this.listeners = {};
  }

  append(...children) {
    this.children.push(...children);
  }

  replaceChildren(...children) {
    this.children = children;
  }

  addEventListener(what, listener) {
    this.listeners[what] = listener;
  }

  text() {
    const inner = this.children.map((child) => (child.text ? child.text() : child));
    return [this.textContent, ...inner].join("");
  }
}

class FakePage extends FakeElement {
  constructor() {
    super();
    this.named = {};
  }

  getElementById(id) {
    this.named[id] ??= new FakeElement();
    return this.named[id];
  }

  createElement() {
    return new FakeElement();
  }

  text() {
    const { result, verdict, checks, note, limits } = this.named;
    const lines = checks.children.map((line) => line.text());
    const shown = { hidden: result.hidden, verdict: verdict.text(), checks: lines };
    return { ...shown, note: note.text(), limits: !limits.hidden };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(await ANSWERS[question.what](question))}\n`);
}
