/** How near everybody is: to nobles, to the end of the game. Only what lies open counts. */

import { total } from './gems.js';
import { priceOf } from './price.js';

/** Bonuses that a player still lacks for a noble. @param {number[]} requires @param {number[]} bonuses */
export const lacking = (requires, bonuses) =>
  requires.reduce((sum, need, gem) => sum + Math.max(0, need - bonuses[gem]), 0);

/**
 * Whether a player can reach the target with one purchase of a card that lies open (or in the hand, where known).
 * @param {import('./types.js').BaseTable} table @param {number} seat
 * @param {import('./catalogue.js').Catalogue} catalogue
 */
export function canWinNextTurn(table, seat, catalogue) {
  const place = table.places[seat];
  const known = place.hand.flatMap((held) => (held.card === undefined ? [] : [held.card]));
  const open = [...table.market.flat().filter((card) => card !== null), ...known];
  return open.some((id) => {
    const card = catalogue.card(/** @type {any} */ (id));
    return priceOf(card, place).short === 0 && place.points + gain(table, place, card, catalogue) >= table.target;
  });
}

/** Points of a purchase, with the noble that would come. @param {import('./types.js').BaseTable} table
 * @param {import('./types.js').BasePlace} place @param {import('./types.js').Card} card
 * @param {import('./catalogue.js').Catalogue} catalogue */
function gain(table, place, card, catalogue) {
  const bonuses = place.bonuses.map((count, gem) => count + Number('WUGRK'[gem] === card.bonus));
  const nobles = table.nobles.flatMap((id) => (id === null ? [] : [catalogue.noble(id)]));
  const calling = nobles.filter((noble) => lacking(noble.requires, bonuses) === 0);
  return card.points + (calling.length ? Math.max(...calling.map((noble) => noble.points)) : 0);
}

/**
 * How Duel can be won next turn by a purchase that lies open: by points, crowns or one colour.
 * @param {import('./types.js').DuelTable} table @param {number} seat
 * @param {import('./catalogue.js').Catalogue} catalogue
 */
export function canWinDuelNextTurn(table, seat, catalogue) {
  const place = table.places[seat];
  const known = place.hand.flatMap((held) => (held.card === undefined ? [] : [held.card]));
  const open = [...table.pyramid.flat().filter((card) => card !== null), ...known];
  return open.some((id) => {
    const card = catalogue.card(/** @type {any} */ (id));
    return priceOf(card, place).short === 0 && wins(place, card);
  });
}

/** @param {import('./types.js').DuelPlace} place @param {import('./types.js').Card} card */
function wins(place, card) {
  const crowns = place.crowns + card.crowns;
  const royal = place.crowns < 6 && crowns >= 6 ? 3 : place.crowns < 3 && crowns >= 3 ? 3 : 0;
  const points = place.points + card.points + royal;
  const colour = card.bonus === 'X'
    ? Math.max(...place.colour_points.filter((_, gem) => place.bonuses[gem] > 0), 0)
    : place.colour_points['WUGRK'.indexOf(card.bonus)] ?? 0;
  return points >= 20 || crowns >= 10 || colour + card.points >= 10;
}

/** @param {{ tokens: number[] }} place */
export const tokensHeld = (place) => total(place.tokens);
