/**
 * Deals and draws from a seed: the generator, the decks, nobles and board, and the bag of
 * Splendor Duel. docs/fair.md and docs/decisions/0002-chance.md describe all of it.
 * @module
 */

import { sha256 } from "./sha256.js";

/** @typedef {number | string} Thing a card, a noble or a token, as a transcript names it */
/** @typedef {{token: string, space: number}} Placed a token and its space */
/**
 * @typedef {object} Recipe what a rule set deals
 * @property {Thing[][]} decks
 * @property {Thing[]} box what is drawn from after the decks were shuffled
 * @property {"nobles" | "board"} drawn one noble more than players, or all tokens
 * @property {number[]} players
 * @property {number | "random"} start if no option says otherwise
 */

export const RANDOM = "random";
export const TOKENS = ["white", "blue", "green", "red", "black", "pearl", "gold"];
const COUNTS = [4, 4, 4, 4, 4, 2, 3];
const SIDE = 5;
const SPACES = SIDE * SIDE;
// From the centre, down first, then clockwise; a space is five times its row and its column.
const SPIRAL = [
  12, 17, 16, 11, 6, 7, 8, 13, 18, 23, 22, 21, 20, 15, 10, 5, 0, 1, 2, 3, 4, 9, 14, 19, 24,
];

/** xoshiro256++, seeded with the SHA-256 of a text. */
export class Generator {
  /** @param {string} seed */
  constructor(seed) {
    const digest = new DataView(sha256(new TextEncoder().encode(seed)).buffer);
    this.words = [0, 8, 16, 24].map((place) => digest.getBigUint64(place, true));
  }

  /** @returns {bigint} 64 random bits */
  nextWord() {
    const s = this.words;
    const word = low64(rotated(low64(s[0] + s[3]), 23n) + s[0]);
    const shifted = low64(s[1] << 17n);
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotated(s[3], 45n);
    return word;
  }

  /**
   * A number from 0 to limit - 1, each equally likely (Lemire's method).
   * @param {number} limit
   * @returns {number}
   */
  below(limit) {
    const wide = BigInt(limit);
    const unfair = (2n ** 32n - wide) % wide;
    let product = (this.nextWord() >> 32n) * wide;
    while (BigInt.asUintN(32, product) < unfair) {
      product = (this.nextWord() >> 32n) * wide;
    }
    return Number(product >> 32n);
  }

  /**
   * @template T
   * @param {T[]} cards
   * @returns {T[]}
   */
  shuffled(cards) {
    const deck = [...cards];
    for (let last = deck.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [deck[last], deck[other]] = [deck[other], deck[last]];
    }
    return deck;
  }

  /**
   * Take so many things out of the box, one after the other, each equally likely.
   * @template T
   * @param {T[]} box
   * @param {number} count
   * @returns {T[]}
   */
  draw(box, count) {
    return Array.from({ length: count }, () => box.splice(this.below(box.length), 1)[0]);
  }
}

function low64(number) {
  return BigInt.asUintN(64, number);
}

function rotated(word, bits) {
  return low64(word << bits) | (word >> (64n - bits));
}

// The deal

function numbered(size, name) {
  return Array.from({ length: size }, (_, index) => name(index));
}

const BASE_DECKS = [
  numbered(40, (card) => card),
  numbered(30, (card) => 40 + card),
  numbered(20, (card) => 70 + card),
];
const NOBLES = numbered(10, (noble) => noble);
const DUEL_DECKS = [30, 24, 13].map((size, level) =>
  numbered(size, (card) => `L${level + 1}-${String(card + 1).padStart(2, "0")}`),
);
const ALL_TOKENS = TOKENS.flatMap((token, kind) => Array(COUNTS[kind]).fill(token));

/** @type {Map<string, Recipe>} */
export const RECIPES = new Map([
  ["official", recipe(BASE_DECKS, NOBLES, "nobles", [2, 3, 4], RANDOM)],
  ["landolt", recipe(BASE_DECKS, NOBLES, "nobles", [2, 3, 4], 0)],
  ["duel", recipe(DUEL_DECKS, ALL_TOKENS, "board", [2], RANDOM)],
]);

function recipe(decks, box, drawn, players, start) {
  return { decks, box, drawn, players, start };
}

/**
 * The deal as a transcript tells it. The generator stands where the first draw begins.
 * @param {Recipe} recipe
 * @param {number} players
 * @param {number | "random"} start
 * @param {Generator} generator
 * @returns {{decks: Thing[][], drawn: Thing[], start: number}} `drawn`: the nobles or the board
 */
export function deal(recipe, players, start, generator) {
  const decks = recipe.decks.map((deck) => generator.shuffled(deck).reverse()); // drawing order
  const count = recipe.drawn === "nobles" ? players + 1 : recipe.box.length;
  const drawn = generator.draw([...recipe.box], count);
  return { decks, drawn, start: start === RANDOM ? generator.below(players) : start };
}

// The bag of Splendor Duel

/** A step that does not tell how tokens moved. */
export class Unclear extends Error {}

/**
 * What lies in the bag and which spaces are empty, as the steps of a transcript tell it. This
 * needs no rules: whatever is paid or discarded lies in the bag until the board is filled, and
 * every step names the spaces from which tokens are taken.
 */
export class Bag {
  constructor() {
    /** @type {string[]} */
    this.tokens = [];
    /** @type {Set<number>} */
    this.empty = new Set();
  }

  /**
   * Let a step happen.
   * @param {object} step
   * @throws {Unclear}
   */
  follow(step) {
    switch (step.do) {
      case "take":
        listOf(step.cells).forEach((cell) => this.take(cell));
        break;
      case "privilege":
      case "take_matching":
        this.take(step.cell);
        break;
      case "reserve":
        this.take(step.gold);
        break;
      case "buy":
        this.add(paid(step.pay));
        break;
      case "discard":
        this.add(listOf(step.tokens));
        break;
      default: // moves no token between board, bag and players, or is a replenish
    }
  }

  /** @param {unknown} cell */
  take(cell) {
    const space = spaceAt(cell);
    if (space === null || this.empty.has(space)) {
      throw new Unclear("no token can be taken from there");
    }
    this.empty.add(space);
  }

  /** @param {unknown[]} tokens */
  add(tokens) {
    const room = SPACES - this.tokens.length;
    if (tokens.length > room || !tokens.every((token) => TOKENS.includes(token))) {
      throw new Unclear("no such tokens can go into the bag");
    }
    this.tokens.push(...tokens);
  }

  /**
   * Draw tokens onto the empty spaces along the spiral, until one of them runs out.
   * @param {Generator} generator
   * @returns {Placed[]}
   */
  fillBoard(generator) {
    const empty = SPIRAL.filter((space) => this.empty.has(space));
    const spaces = empty.slice(0, this.tokens.length);
    const kind = (token) => TOKENS.indexOf(token);
    this.tokens.sort((left, right) => kind(left) - kind(right));
    const drawn = generator.draw(this.tokens, spaces.length);
    spaces.forEach((space) => this.empty.delete(space));
    return drawn.map((token, index) => ({ token, space: spaces[index] }));
  }
}

/** The tokens of a payment, one by one. */
function paid(pay) {
  if (!isObject(pay)) {
    throw new Unclear("a payment is an object");
  }
  const counts = Object.entries(pay);
  if (!counts.every(([, count]) => Number.isInteger(count) && count >= 0 && count <= SPACES)) {
    throw new Unclear("a payment counts tokens");
  }
  return counts.flatMap(([token, count]) => Array(count).fill(token));
}

// Values out of JSON

/**
 * @param {unknown} value
 * @returns {boolean} whether it is an object and no list
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf(value) {
  if (!Array.isArray(value)) {
    throw new Unclear("a list is missing");
  }
  return value;
}

/**
 * @param {unknown} cell `[row, column]`
 * @returns {number | null} its space, or null if it is no cell
 */
export function spaceAt(cell) {
  const right = (part) => Number.isInteger(part) && part >= 0 && part < SIDE;
  if (!Array.isArray(cell) || cell.length !== 2 || !cell.every(right)) {
    return null;
  }
  return SIDE * cell[0] + cell[1];
}

/** @param {number} space */
export function spaceName(space) {
  return `${"abcde"[space % SIDE]}${Math.floor(space / SIDE) + 1}`;
}
