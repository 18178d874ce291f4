/** How close players are to nobles and to the end of the game. Only visible cards count. */

import { GEMS, priceOf } from '../price.js';

/** Bonuses that a player still lacks for a noble. @param {number[]} requires @param {number[]} bonuses */
export const lacking = (requires, bonuses) =>
  requires.reduce((sum, need, gem) => sum + Math.max(0, need - bonuses[gem]), 0);

/**
 * Whether a player can reach the target in one turn with what lies open (or in the hand, where known).
 * @param {import('./types.js').BaseTable} table @param {number} seat
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

/** The cards that somebody can pay now. @param {import('./types.js').BaseTable} table
 * @param {import('./types.js').BasePlace} place @param {import('../catalogue.js').Catalogue} catalogue */
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
