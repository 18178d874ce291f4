/** What a card costs somebody: covered by bonuses, paid with tokens, missing. */

/** @typedef {import('./types.js').Card} Card */
/**
 * @typedef {{ gem: string, need: number, bonus: number, token: number, missing: number }} Row
 * @typedef {{ rows: Row[], gold: number, short: number }} Price `gold` stands in for what is
 *   missing, `short` is still missing then
 */

const COSTS = 'WUGRKP';

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

/** The tokens that a purchase takes: colours first, gold for what is missing. @param {Price} price */
export function paymentOf(price) {
  const tokens = price.rows.filter((row) => row.token).map((row) => ({ gem: row.gem, count: row.token }));
  return price.gold ? [...tokens, { gem: 'J', count: price.gold }] : tokens;
}

/**
 * What somebody could buy next turn, after taking the best three tokens of different colours or a pair.
 * @param {Price} price
 */
export const isNearlyPaid = (price) => price.short > 0 && price.short <= 3;
