/**
 * The provably fair deal in a browser: the same checks as `splendor verify`, with the same words.
 * docs/fair.md is the recipe. Pure functions: nothing here knows the page.
 * @module
 */

import {
  Bag,
  deal,
  Generator,
  isObject,
  RANDOM,
  RECIPES,
  spaceAt,
  spaceName,
  TOKENS,
  Unclear,
} from "./redeal.js";
import { bytesOf, hexadecimal, hmacSha256, sha256 } from "./sha256.js";

/** @typedef {{name: string, passed: boolean, text: string}} Check */
/** @typedef {{fair: boolean, checks: Check[], note: string}} Verdict */
/** @typedef {import("./redeal.js").Recipe} Recipe */
/** @typedef {{recipe: Recipe, players: number, start: number | "random"}} Shape */

const FORMAT = "splendor-fair/1";
const HEXADECIMAL = /^[0-9a-f]{64}$/;
const NONCE = /^[0-9a-zA-Z_-]{1,64}$/;
const TOO_LARGE = 2 ** 53; // from here on, whole numbers are not exact in every language

/** What was given is no proof at all; the message says why, in one line. */
export class NotAProof extends Error {}

// Before the game

/**
 * @param {string} secret 64 hexadecimal digits
 * @returns {string}
 */
export function commitmentOf(secret) {
  return hexadecimal(sha256(bytesOf(secret)));
}

/**
 * The seed of the game.
 * @param {string} secret 64 hexadecimal digits
 * @param {string[]} nonces in the order of seats; empty for a seat without one
 * @returns {string}
 */
export function seedOf(secret, nonces) {
  const lines = nonces.map((nonce, seat) => `${seat}:${nonce}\n`);
  const message = new TextEncoder().encode(`${FORMAT}\n${lines.join("")}`);
  return hexadecimal(hmacSha256(bytesOf(secret), message));
}

// After the game

/**
 * Derive the whole deal and every draw again. Whether the moves follow the rules is not asked.
 * @param {unknown} proof
 * @returns {Verdict}
 * @throws {NotAProof}
 */
export function verify(proof) {
  const { recipe, players, start } = checkShape(proof);
  const generator = new Generator(seedOf(proof.secret, proof.nonces));
  const derived = deal(recipe, players, start, generator);
  const told = proof.transcript.deal;
  const checks = [
    checkCommitment(proof.commitment, proof.secret),
    checkDecks(told.decks, derived.decks),
    checkDrawn(recipe.drawn, told[recipe.drawn], derived.drawn),
    checkStart(told.start, derived.start, start === RANDOM),
  ];
  if (recipe.drawn === "board") {
    checks.push(checkDraws(proof.transcript.turns, generator));
  }
  return { fair: checks.every((check) => check.passed), checks, note: noteOf(proof) };
}

function noteOf(proof) {
  const named = proof.nonces.map((nonce) => (nonce ? `"${nonce}"` : "none"));
  const nonces = named.map((name, seat) => `seat ${seat} ${name}`);
  return (
    "Compare with what you were shown before the game: " +
    `commitment ${proof.commitment}; nonces: ${nonces.join(", ")}.`
  );
}

// What a proof must look like

function require(condition, reason) {
  if (!condition) {
    throw new NotAProof(`not a proof: ${reason}`);
  }
}

/** @returns {Shape} */
function checkShape(proof) {
  require(isObject(proof), "it must be a JSON object");
  require(proof.format === FORMAT, `"format" must be "${FORMAT}"`);
  for (const key of ["commitment", "secret"]) {
    const right = typeof proof[key] === "string" && HEXADECIMAL.test(proof[key]);
    require(right, `"${key}" must be 64 hexadecimal digits, in small letters`);
  }
  const transcript = proof.transcript;
  require(isObject(transcript), '"transcript" must be an object');
  const shape = checkRules(transcript.rules);
  checkNonces(proof.nonces, shape.players);
  checkDeal(transcript.deal, shape.recipe.drawn);
  checkTurns(transcript.turns);
  return shape;
}

/** @returns {Shape} */
function checkRules(rules) {
  require(isObject(rules), '"rules" of the transcript must be an object');
  const names = [...RECIPES.keys()].join(", ");
  const recipe = RECIPES.get(rules.name);
  require(recipe !== undefined, `"name" of the rules must be one of ${names}`);
  const players = withDefault(rules.players, 2);
  const count = recipe.players.join(" or ");
  require(recipe.players.includes(players), `"players" of the rules must be ${count}`);
  const start = withDefault(rules.start, recipe.start);
  const seat = Number.isInteger(start) && start >= 0 && start < players;
  require(seat || start === RANDOM, `"start" of the rules must be a seat or "${RANDOM}"`);
  return { recipe, players, start };
}

function withDefault(value, otherwise) {
  return value === undefined ? otherwise : value;
}

function checkNonces(nonces, players) {
  const isNonce = (nonce) => nonce === "" || (typeof nonce === "string" && NONCE.test(nonce));
  const right = Array.isArray(nonces) && nonces.length === players && nonces.every(isNonce);
  const letters = "1 to 64 of 0-9 a-z A-Z _ -, or empty";
  require(right, `"nonces" must be ${players} texts, each ${letters}`);
}

function checkDeal(told, drawn) {
  require(isObject(told), '"deal" of the transcript must be an object');
  const decks = told.decks;
  const right = Array.isArray(decks) && decks.length === 3 && decks.every(Array.isArray);
  require(right, '"decks" of the deal must be three lists');
  require(Array.isArray(told[drawn]), `"${drawn}" of the deal must be a list`);
}

function checkTurns(turns) {
  require(Array.isArray(turns), '"turns" of the transcript must be a list');
  turns.forEach((turn, index) => {
    const steps = isObject(turn) ? turn.steps : undefined;
    const right = Array.isArray(steps) && steps.every(isObject);
    require(right, `turn ${index + 1} must have "steps", a list of objects`);
  });
}

// The checks

/** @returns {Check} */
function passed(name, text) {
  return { name, passed: true, text };
}

/** @returns {Check} */
function failed(name, text) {
  return { name, passed: false, text };
}

function checkCommitment(commitment, secret) {
  const made = commitmentOf(secret);
  return made === commitment
    ? passed("commitment", "The secret is the one that was committed to.")
    : failed(
        "commitment",
        `The secret is another one: its SHA-256 is ${made}, not the commitment ${commitment}.`,
      );
}

function checkDecks(told, derived) {
  for (const [index, deck] of told.entries()) {
    const wrong = difference(deck.map(shown), derived[index].map(shown));
    if (wrong) {
      return failed("decks", `The deck of level ${index + 1} differs at card ${wrong}.`);
    }
  }
  return passed("decks", "The three decks lie in the order that follows from the seed.");
}

/** The nobles in the order of their slots, or the board along its spiral. */
function checkDrawn(name, told, derived) {
  const wrong = difference(told.map(shown), derived.map(shown));
  if (wrong) {
    const where = name === "nobles" ? "nobles differ at noble" : "board differs at token";
    return failed(name, `The ${where} ${wrong}.`);
  }
  const what = name === "nobles" ? "nobles" : "tokens of the board";
  return passed(name, `The ${derived.length} ${what} follow from the seed.`);
}

function checkStart(told, derived, drawn) {
  const source = drawn ? "the seed" : "the option";
  return shown(told) === shown(derived)
    ? passed("start", `Seat ${derived} starts, as follows from ${source}.`)
    : failed("start", `Who starts differs: told is ${shown(told)}, ${source} gives ${derived}.`);
}

/** Every time that the board was filled from the bag. */
function checkDraws(turns, generator) {
  const bag = new Bag();
  let draws = 0;
  let tokens = 0;
  const steps = turns.flatMap((turn, index) => turn.steps.map((step) => [index + 1, step]));
  for (const [number, step] of steps) {
    if (!canFollow(bag, step)) {
      const why = "a step does not tell how tokens moved";
      return failed("draws", `Turn ${number} cannot be followed: ${why}.`);
    }
    if (step.do === "replenish") {
      const placed = bag.fillBoard(generator);
      draws += 1;
      tokens += placed.length;
      const wrong = difference(toldPlaced(step.placed), placed.map(shownPlaced));
      if (wrong) {
        const where = `Draw ${draws} from the bag, in turn ${number}`;
        return failed("draws", `${where}, differs at token ${wrong}.`);
      }
    }
  }
  const count = `draws ${draws}, tokens ${tokens}`;
  return passed("draws", `All that was drawn from the bag follows from the seed: ${count}.`);
}

function canFollow(bag, step) {
  try {
    bag.follow(step);
    return true;
  } catch (error) {
    if (error instanceof Unclear) {
      return false;
    }
    throw error;
  }
}

// What was told, beside what was derived

/** Where two lists differ first, counted from 1, and how; empty if they are the same. */
function difference(told, derived) {
  for (let place = 0; place < Math.max(told.length, derived.length); place += 1) {
    const left = place < told.length ? told[place] : "nothing";
    const right = place < derived.length ? derived[place] : "nothing";
    if (left !== right) {
      return `${place + 1}: told is ${left}, the seed gives ${right}`;
    }
  }
  return "";
}

/** A value of somebody's file as it may stand in a sentence. Others look different. */
function shown(value) {
  if (Number.isInteger(value) && Math.abs(value) < TOO_LARGE) {
    return String(value);
  }
  return typeof value === "string" && NONCE.test(value) ? `"${value}"` : "something else";
}

/** Tokens with their cells, as a transcript tells them. */
function toldPlaced(placed) {
  if (!Array.isArray(placed)) {
    return ["something else"];
  }
  const pairs = placed.map((each) => (Array.isArray(each) && each.length === 2 ? each : []));
  return pairs.map(([token, cell]) => shownPlaced({ token, space: spaceAt(cell) }));
}

function shownPlaced({ token, space }) {
  const right = TOKENS.includes(token) && space !== null;
  return right ? `${token} on ${spaceName(space)}` : "something else";
}
