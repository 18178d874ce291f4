/** What a card costs a player: covered by bonuses, paid with tokens, missing. Also the kinds of token. */

/** @typedef {import('./types.js').Card} Card */
/**
 * @typedef {{ gem: string, need: number, bonus: number, token: number, missing: number }} Row
 * @typedef {{ rows: Row[], gold: number, short: number }} Price `gold` stands in for what is
 *   missing, `short` is still missing then
 */

const COSTS = 'WUGRKP';
const DIFFERENT = 3; // gems of different colours that one action takes
const FOR_A_PAIR = 4; // gems of a colour that must be in the supply to take two

/**
 * @param {Card} card
 * @param {{ tokens: number[], bonuses: number[] }} place who would buy it
 * @returns {Price}
 */
export function priceOf(card, place) {
  const gold = place.tokens[place.tokens.length - 1];
  const rows = card.cost
    .map((need, index) => rowOf(COSTS[index], need, place.bonuses[index] ?? 0, place.tokens[index]))
    .filter((row) => row.need > 0);
  const missing = rows.reduce((sum, row) => sum + row.missing, 0);
  return { rows, gold: Math.min(missing, gold), short: Math.max(0, missing - gold) };
}

/** @param {string} gem @param {number} need @param {number} bonuses @param {number} tokens */
function rowOf(gem, need, bonuses, tokens) {
  const bonus = Math.min(need, bonuses);
  const token = Math.min(need - bonus, tokens);
  return { gem, need, bonus, token, missing: need - bonus - token };
}

/** Whether a card that cannot be paid now can be paid after this change of tokens.
 * @param {Card} card @param {{ tokens: number[], bonuses: number[] }} place @param {number[]} change */
export function becomesPayable(card, place, change) {
  const after = { ...place, tokens: place.tokens.map((count, kind) => count + change[kind]) };
  return priceOf(card, place).short > 0 && priceOf(card, after).short === 0;
}

/**
 * Whether a player who cannot pay now can pay in their next turn, after taking what helps most: gems of different
 * colours, a pair, or a gold with a reserved card.
 * @param {Price} price @param {number[]} supply what can be taken
 * @param {{ room?: number, reserves?: boolean }} [limits] how many tokens may come, whether a card may be reserved
 */
export function canPayNextTurn(price, supply, { room = DIFFERENT, reserves = true } = {}) {
  if (!price.short) return false;
  const left = (/** @type {Row} */ row) => supply[COSTS.indexOf(row.gem)];
  const missing = price.rows.filter((row) => row.missing);
  const different = missing.filter((row) => left(row) > 0).length;
  const pair = missing.some((row) => row.missing >= 2 && left(row) >= FOR_A_PAIR) && room >= 2 ? 2 : 0;
  const gold = reserves && room >= 1 && supply[supply.length - 1] > 0 ? 1 : 0;
  return price.short <= Math.max(Math.min(different, DIFFERENT, room), pair, gold);
}

// Tokens: their letters in the order of every vector, and their words on the wire

export const GEMS = 'WUGRK';
export const LIMIT = 10; // tokens that a player may hold at the end of a turn

/** @type {Object<string, string>} */
const LETTERS = {
  white: 'W', blue: 'U', green: 'G', red: 'R', black: 'K', pearl: 'P', gold: 'J', wild: 'X',
};

/** The letter of a colour's word; N for a card without a bonus. @param {string | null} word */
export const letterOf = (word) => LETTERS[word ?? ''] ?? 'N';

/** @param {number[]} counts */
export const total = (counts) => counts.reduce((sum, count) => sum + count, 0);
