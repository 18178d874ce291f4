/**
 * The provably fair deal in a browser: the same checks as `splendor verify`, with the same findings.
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

/** @typedef {{name: string, passed: boolean, code: string, values: Object<string, any>}} Check */
/** @typedef {{fair: boolean, checks: Check[]}} Verdict */
/** @typedef {import("./redeal.js").Recipe} Recipe */
/** @typedef {{recipe: Recipe, players: number, start: number | "random"}} Shape */

const FORMAT = "splendor-fair/1";
const HEXADECIMAL = /^[0-9a-f]{64}$/;
const NONCE = /^[0-9a-zA-Z_-]{1,64}$/;
const TOO_LARGE = 2 ** 53; // from here on, whole numbers are not exact in every language

/** In a finding: what is no card, noble, seat or token at all. Nothing is null. */
const UNREADABLE = { unreadable: true };

/** What was given is no proof at all; `values` say which part of it must be what. */
export class NotAProof extends Error {
  constructor(values, message = `not a proof: ${JSON.stringify(values)}`) {
    super(message);
    this.values = values;
  }
}

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
  const stated = proof.transcript.deal;
  const checks = [
    checkCommitment(proof.commitment, proof.secret),
    checkDecks(stated.decks, derived.decks),
    checkDrawn(recipe.drawn, stated[recipe.drawn], derived.drawn),
    checkStart(stated.start, derived.start, start === RANDOM),
  ];
  if (recipe.drawn === "board") {
    checks.push(checkDraws(proof.transcript.turns, generator));
  }
  return { fair: checks.every((check) => check.passed), checks };
}

// What a proof must look like

function require(condition, expected, part, values = {}) {
  if (!condition) {
    throw new NotAProof({ expected, part, ...values });
  }
}

/** @returns {Shape} */
function checkShape(proof) {
  require(isObject(proof), "json", "");
  require(proof.format === FORMAT, "text", "format", { allowed: [FORMAT] });
  for (const key of ["commitment", "secret"]) {
    const right = typeof proof[key] === "string" && HEXADECIMAL.test(proof[key]);
    require(right, "digits", key);
  }
  const transcript = proof.transcript;
  require(isObject(transcript), "object", "transcript");
  const shape = checkRules(transcript.rules);
  checkNonces(proof.nonces, shape.players);
  checkDeal(transcript.deal, shape.recipe.drawn);
  checkTurns(transcript.turns);
  return shape;
}

/** @returns {Shape} */
function checkRules(rules) {
  require(isObject(rules), "object", "rules", { of: "transcript" });
  const allowed = [...RECIPES.keys()];
  const recipe = RECIPES.get(rules.name);
  require(recipe !== undefined, "name", "name", { of: "rules", allowed });
  const players = withDefault(rules.players, 2);
  const counts = { of: "rules", allowed: recipe.players };
  require(recipe.players.includes(players), "count", "players", counts);
  const start = withDefault(rules.start, recipe.start);
  const seat = Number.isInteger(start) && start >= 0 && start < players;
  require(seat || start === RANDOM, "seat", "start", { of: "rules" });
  return { recipe, players, start };
}

function withDefault(value, otherwise) {
  return value === undefined ? otherwise : value;
}

function checkNonces(nonces, players) {
  const isNonce = (nonce) => nonce === "" || (typeof nonce === "string" && NONCE.test(nonce));
  const right = Array.isArray(nonces) && nonces.length === players && nonces.every(isNonce);
  require(right, "nonces", "nonces", { count: players });
}

function checkDeal(stated, drawn) {
  require(isObject(stated), "object", "deal", { of: "transcript" });
  const decks = stated.decks;
  const right = Array.isArray(decks) && decks.length === 3 && decks.every(Array.isArray);
  require(right, "lists", "decks", { of: "deal" });
  require(Array.isArray(stated[drawn]), "list", drawn, { of: "deal" });
}

function checkTurns(turns) {
  require(Array.isArray(turns), "list", "turns", { of: "transcript" });
  turns.forEach((turn, index) => {
    const steps = isObject(turn) ? turn.steps : undefined;
    const right = Array.isArray(steps) && steps.every(isObject);
    require(right, "objects", "steps", { count: index + 1 });
  });
}

// The checks: what they find is put into words by the page

/** @returns {Check} */
function passed(name, code, values = {}) {
  return { name, passed: true, code, values };
}

/** @returns {Check} */
function failed(name, code, values) {
  return { name, passed: false, code, values };
}

function checkCommitment(commitment, secret) {
  const made = commitmentOf(secret);
  return made === commitment
    ? passed("commitment", "secret_matches")
    : failed("commitment", "secret_differs", { made, promised: commitment });
}

function checkDecks(stated, derived) {
  for (const [index, deck] of stated.entries()) {
    const wrong = difference(deck.map(readable), derived[index].map(readable));
    if (wrong) {
      return failed("decks", "deck_differs", { level: index + 1, ...wrong });
    }
  }
  return passed("decks", "decks_match");
}

const DRAWN = {
  nobles: { right: "nobles_match", differs: "nobles_differ" },
  board: { right: "board_matches", differs: "board_differs" },
};

/** The nobles in the order of their slots, or the board along its spiral. */
function checkDrawn(name, stated, derived) {
  const wrong = difference(stated.map(readable), derived.map(readable));
  const { right, differs } = DRAWN[name];
  return wrong ? failed(name, differs, wrong) : passed(name, right, { count: derived.length });
}

function checkStart(stated, derived, drawn) {
  const source = drawn ? "seed" : "option";
  return readable(stated) === derived
    ? passed("start", "start_matches", { seat: derived, source })
    : failed("start", "start_differs", { source, told: readable(stated), given: derived });
}

/** Every time that the board was filled from the bag. */
function checkDraws(turns, generator) {
  const bag = new Bag();
  let draws = 0;
  let tokens = 0;
  const steps = turns.flatMap((turn, index) => turn.steps.map((step) => [index + 1, step]));
  for (const [number, step] of steps) {
    if (!canFollow(bag, step)) {
      return failed("draws", "turn_unclear", { turn: number });
    }
    if (step.do === "replenish") {
      const placed = bag.fillBoard(generator);
      draws += 1;
      tokens += placed.length;
      const wrong = difference(toldPlaced(step.placed), placed.map(placedOn));
      if (wrong) {
        return failed("draws", "draw_differs", { draw: draws, turn: number, ...wrong });
      }
    }
  }
  return passed("draws", "draws_match", { draws, tokens });
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

// Comparing the transcript with what was derived

/** Where two lists differ first, counted from 1, and how; null if they are the same. */
function difference(stated, derived) {
  for (let place = 0; place < Math.max(stated.length, derived.length); place += 1) {
    const left = place < stated.length ? stated[place] : null;
    const right = place < derived.length ? derived[place] : null;
    if (!isSame(left, right)) {
      return { place: place + 1, told: left, given: right };
    }
  }
  return null;
}

/** Whether two readable values are the same: numbers, texts, or tokens on spaces. */
function isSame(left, right) {
  if (!isObject(left) || !isObject(right)) {
    return left === right;
  }
  return left.token === right.token && left.space === right.space;
}

/** A value of somebody's file as it may stand in a finding. Others are unreadable. */
function readable(value) {
  if (Number.isInteger(value) && Math.abs(value) < TOO_LARGE) {
    return value;
  }
  return typeof value === "string" && NONCE.test(value) ? value : UNREADABLE;
}

/** Tokens with their cells, as a transcript tells them. */
function toldPlaced(placed) {
  if (!Array.isArray(placed)) {
    return [UNREADABLE];
  }
  const pairs = placed.map((each) => (Array.isArray(each) && each.length === 2 ? each : []));
  return pairs.map(([token, cell]) => placedOn({ token, space: spaceAt(cell) }));
}

function placedOn({ token, space }) {
  const right = TOKENS.includes(token) && space !== null;
  return right ? { token, space: spaceName(space) } : UNREADABLE;
}
