/** The table of Splendor: its form on the wire, its tokens, and how close players are to nobles and to the end. */

import { GEMS, priceOf } from '../price.js';

/**
 * The table on the wire (docs/wire.md), for the type checker.
 *
 * @typedef {import('../types.js').CardId} CardId
 * @typedef {import('../types.js').HandCard} HandCard
 * @typedef {{ tokens: number[], bonuses: number[], points: number, bought: CardId[], hand: HandCard[],
 *   nobles: number[] }} BasePlace
 * @typedef {{ game: string, round: number, turn: number, start: number, active: number, phase: string,
 *   target: number, supply: number[], market: (CardId | null)[][], decks: number[],
 *   nobles: (number | null)[], places: BasePlace[], buying?: CardId | null,
 *   gold_for?: number[] | null }} BaseTable
 */

/** The letters of the tokens, in the order of every list of counts. */
export const TOKENS = 'WUGRKJ';

// Only visible cards count.

/** Bonuses that a player still lacks for a noble. @param {number[]} requires @param {number[]} bonuses */
export const lacking = (requires, bonuses) =>
  requires.reduce((sum, need, gem) => sum + Math.max(0, need - bonuses[gem]), 0);

/**
 * Whether a player can reach the target in one turn with what lies open (or in the hand, where known).
 * @param {BaseTable} table @param {number} seat
 * @param {import('../catalogue.js').Catalogue} catalogue
 * @param {import('../games.js').Options} options the table's rules
 */
export function canWinNextTurn(table, seat, catalogue, options) {
  const place = table.places[seat];
  const nobles = table.nobles.flatMap((id) => (id === null ? [] : [catalogue.noble(id)]));
  const callable = place.nobles.length < options.nobles_each ? nobles : [];
  const noble = (/** @type {number[]} */ bonuses) => bestNoble(callable, bonuses);
  const free = options.nobles !== 'sought'; // to seek a noble is no action beside the purchase
  const bought = affordable(table, place, catalogue).map((card) =>
    card.points + (free ? noble(withBonus(place.bonuses, card)) : 0));
  return place.points + Math.max(noble(place.bonuses), ...bought) >= table.target;
}

/** The cards that somebody can pay now. @param {BaseTable} table
 * @param {BasePlace} place @param {import('../catalogue.js').Catalogue} catalogue */
function affordable(table, place, catalogue) {
  const known = place.hand.map((held) => held.card ?? null);
  const open = [...table.market.flat(), ...known].flatMap((id) => (id === null ? [] : [catalogue.card(id)]));
  return open.filter((card) => priceOf(card, place).short === 0);
}

/** @param {number[]} bonuses @param {import('../types.js').Card} card */
const withBonus = (bonuses, card) => bonuses.map((count, gem) => count + Number(GEMS[gem] === card.bonus));

/** Points of the best noble that these bonuses call. @param {import('../types.js').Noble[]} nobles
 * @param {number[]} bonuses */
const bestNoble = (nobles, bonuses) =>
  Math.max(0, ...nobles.filter((noble) => lacking(noble.requires, bonuses) === 0).map((noble) => noble.points));
