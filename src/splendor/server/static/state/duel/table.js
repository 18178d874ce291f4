/** The table of Duel: its form on the wire, its tokens, the three ways to win, and how close players are to them. */

import { countOf } from '../payment.js';
import { priceOf, total } from '../price.js';

/**
 * The table on the wire (docs/wire.md), for the type checker.
 *
 * @typedef {import('../types.js').CardId} CardId
 * @typedef {import('../types.js').HandCard} HandCard
 * @typedef {{ tokens: number[], bonuses: number[], points: number, colour_points: number[],
 *   crowns: number, privileges: number, bought: CardId[], colours: (string | null)[],
 *   hand: HandCard[], royals: string[] }} DuelPlace
 * @typedef {{ game: string, round: number, turn: number, start: number, active: number, phase: string,
 *   board: string, bag: number[], pyramid: (CardId | null)[][], decks: number[], privileges: number,
 *   royals: (string | null)[], places: DuelPlace[], replenished: boolean, again: boolean,
 *   buying?: CardId | null, reserving?: CardId | null, gold_for?: number[] | null }} DuelTable
 */

/** The letters of the tokens, in the order of every list of counts. */
export const TOKENS = 'WUGRKPJ';

// Only visible cards count.

export const GOALS = { points: 20, crowns: 10, colour: 10 };

/**
 * How many privileges somebody must use to pay a card in one turn: before the purchase, each for a gem or a pearl on
 * the board, and none after a fill (rules D2.1, D2.2). Infinity where it cannot be paid.
 * @param {DuelTable} table @param {number} seat @param {import('../types.js').Card} card
 */
export function privilegesToPay({ board, places, active, replenished }, seat, card) {
  const { rows, short } = priceOf(card, places[seat]);
  const found = rows.reduce((sum, row) => sum + Math.min(row.missing, countOf(board, row.gem)), 0);
  const usable = replenished && active === seat ? 0 : places[seat].privileges;
  return short <= Math.min(found, usable) ? short : Infinity;
}

/**
 * Whether Duel can be won next turn by a purchase of what lies open: by points, crowns or one colour.
 * @param {DuelTable} table @param {number} seat
 * @param {import('../catalogue.js').Catalogue} catalogue
 */
export function canWinDuelNextTurn(table, seat, catalogue) {
  const place = table.places[seat];
  const known = place.hand.flatMap((held) => (held.card === undefined ? [] : [held.card]));
  const open = [...table.pyramid.flat().filter((card) => card !== null), ...known];
  const royal = Math.max(0, ...table.royals.flatMap((name) => (name === null ? [] : [catalogue.royal(name).points])));
  return open.some((id) => {
    const card = catalogue.card(/** @type {any} */ (id));
    return privilegesToPay(table, seat, card) < Infinity && wins(place, card, royal);
  });
}

/** @param {DuelPlace} place @param {import('../types.js').Card} card
 * @param {number} royal points of the best royal card that is left */
function wins(place, card, royal) {
  if (card.bonus === 'X' && total(place.bonuses) === 0) return false; // a wild card needs a colour (D5.1)
  const gain = duelGain(place, card);
  return wonBy({ ...gain, points: gain.points + (gain.reachesRoyal ? royal : 0) }) !== '';
}

/** Which of the three victories it would be, if any.
 * @param {{ points: number, crowns: number, colourPoints: number }} gain */
export function wonBy(gain) {
  if (gain.points >= GOALS.points) return 'points';
  if (gain.crowns >= GOALS.crowns) return 'crowns';
  return gain.colourPoints >= GOALS.colour ? 'colour' : '';
}

/**
 * What a player would have after buying a card; a wild one in this colour, or in the best one.
 * @param {DuelPlace} place @param {import('../types.js').Card} card @param {string} [wild]
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

/** The colour with a bonus that has the most points. @param {DuelPlace} place */
function bestOwned(place) {
  const owned = [...'WUGRK'].filter((_, gem) => place.bonuses[gem] > 0);
  const points = (/** @type {string} */ letter) => place.colour_points['WUGRK'.indexOf(letter)];
  return owned.reduce((best, letter) => (best && points(best) >= points(letter) ? best : letter), '');
}
