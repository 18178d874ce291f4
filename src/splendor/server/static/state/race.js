/** How near everybody is: to nobles, to the end of the game. Only what lies open counts. */

import { GEMS, total } from './gems.js';
import { habitsOf } from './habits.js';
import { priceOf } from './price.js';

/** Bonuses that a player still lacks for a noble. @param {number[]} requires @param {number[]} bonuses */
export const lacking = (requires, bonuses) =>
  requires.reduce((sum, need, gem) => sum + Math.max(0, need - bonuses[gem]), 0);

/**
 * Whether a player can reach the target in one turn with what lies open (or in the hand, where known).
 * @param {import('./types.js').BaseTable} table @param {number} seat
 * @param {import('./catalogue.js').Catalogue} catalogue
 * @param {import('./habits.js').Habits} [habits]
 */
export function canWinNextTurn(table, seat, catalogue, habits = habitsOf({ rules: 'official' })) {
  const place = table.places[seat];
  const nobles = table.nobles.flatMap((id) => (id === null ? [] : [catalogue.noble(id)]));
  const callable = place.nobles.length < habits.nobles_each ? nobles : [];
  const noble = (/** @type {number[]} */ bonuses) => bestNoble(callable, bonuses);
  const free = habits.nobles !== 'sought'; // to seek a noble is no action beside the purchase
  const bought = affordable(table, place, catalogue).map((card) =>
    card.points + (free ? noble(withBonus(place.bonuses, card)) : 0));
  return place.points + Math.max(noble(place.bonuses), ...bought) >= table.target;
}

/** The cards that somebody can pay now. @param {import('./types.js').BaseTable} table
 * @param {import('./types.js').BasePlace} place @param {import('./catalogue.js').Catalogue} catalogue */
function affordable(table, place, catalogue) {
  const known = place.hand.map((held) => held.card ?? null);
  const open = [...table.market.flat(), ...known].flatMap((id) => (id === null ? [] : [catalogue.card(id)]));
  return open.filter((card) => priceOf(card, place).short === 0);
}

/** @param {number[]} bonuses @param {import('./types.js').Card} card */
const withBonus = (bonuses, card) => bonuses.map((count, gem) => count + Number(GEMS[gem] === card.bonus));

/** Points of the best noble that these bonuses call. @param {import('./types.js').Noble[]} nobles
 * @param {number[]} bonuses */
const bestNoble = (nobles, bonuses) =>
  Math.max(0, ...nobles.filter((noble) => lacking(noble.requires, bonuses) === 0).map((noble) => noble.points));

/**
 * Whether Duel can be won next turn by a purchase of what lies open: by points, crowns or one colour.
 * @param {import('./types.js').DuelTable} table @param {number} seat
 * @param {import('./catalogue.js').Catalogue} catalogue
 */
export function canWinDuelNextTurn(table, seat, catalogue) {
  const place = table.places[seat];
  const known = place.hand.flatMap((held) => (held.card === undefined ? [] : [held.card]));
  const open = [...table.pyramid.flat().filter((card) => card !== null), ...known];
  const royal = Math.max(0, ...table.royals.flatMap((name) => (name === null ? [] : [catalogue.royal(name).points])));
  return open.some((id) => {
    const card = catalogue.card(/** @type {any} */ (id));
    return priceOf(card, place).short === 0 && wins(place, card, royal);
  });
}

/** @param {import('./types.js').DuelPlace} place @param {import('./types.js').Card} card
 * @param {number} royal points of the best royal card that is left */
function wins(place, card, royal) {
  if (card.bonus === 'X' && total(place.bonuses) === 0) return false; // a wild card needs a colour (D5.1)
  const gain = duelGain(place, card);
  const points = gain.points + (gain.reachesRoyal ? royal : 0);
  return points >= 20 || gain.crowns >= 10 || gain.colourPoints >= 10;
}

/**
 * What a player would have after buying a card; a wild one in this colour, or in the best one.
 * @param {import('./types.js').DuelPlace} place @param {import('./types.js').Card} card @param {string} [wild]
 */
export function duelGain(place, card, wild) {
  const colour = card.bonus === 'X' ? wild ?? bestOwned(place) : card.bonus;
  const known = place.colour_points['WUGRK'.indexOf(colour)];
  const crowns = place.crowns + card.crowns;
  return {
    points: place.points + card.points,
    crowns,
    colour: known === undefined ? '' : colour,
    colourPoints: known === undefined ? 0 : known + card.points,
    reachesRoyal: [3, 6].some((mark) => place.crowns < mark && crowns >= mark),
  };
}

/** The colour with a bonus that has the most points. @param {import('./types.js').DuelPlace} place */
function bestOwned(place) {
  const owned = [...'WUGRK'].filter((_, gem) => place.bonuses[gem] > 0);
  const points = (/** @type {string} */ letter) => place.colour_points['WUGRK'.indexOf(letter)];
  return owned.reduce((best, letter) => (best && points(best) >= points(letter) ? best : letter), '');
}

/** @param {{ tokens: number[] }} place */
export const tokensHeld = (place) => total(place.tokens);
