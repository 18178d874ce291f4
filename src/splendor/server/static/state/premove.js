/** What is staged while somebody else moves: whether it still means the same when their move is made. */

import { tokensAt } from './board.js';
import { cardAt, movesOf, placeName } from './moves.js';
import { priceOf } from './price.js';

/** @typedef {import('./staging.js').Draft} Draft */

const LARGEST_HAND = 3;

/** @typedef {{ table: import('./types.js').Table, hand: import('./types.js').HandCard[] }} Seen */

/** The moves that a seat could make if it were its turn now.
 * @typedef {(table: any, seat: number, hand: import('./types.js').HandCard[],
 *   catalogue: import('./catalogue.js').Catalogue) => string[]} Ahead */

/** The purchases and reservations that a seat could make with what lies open. @type {Ahead} */
export function cardMovesAhead(table, seat, hand, catalogue) {
  const place = table.places[seat];
  const rows = /** @type {(import('./types.js').CardId | null)[][]} */ (table.pyramid ?? table.market);
  const open = rows.flatMap((cards, row) => cards.flatMap((id, slot) => (id === null ? [] : [placeName(row + 1, slot)])));
  const held = hand.map((_, slot) => `h${slot + 1}`);
  const isPayable = (/** @type {string} */ name) => {
    const id = cardAt(table, hand, name);
    return id !== null && priceOf(catalogue.card(id), place).short === 0;
  };
  const decks = table.decks.flatMap((/** @type {number} */ count, /** @type {number} */ row) => (count ? [`${row + 1}`] : []));
  const reserves = place.hand.length < LARGEST_HAND ? [...open, ...decks].map((name) => `r${name}`) : [];
  return [...[...open, ...held].filter(isPayable).map((name) => `b${name}`), ...reserves];
}

/** Whether a draft still names the same things: a card and not its place, tokens and not their spaces.
 * @param {Draft} draft @param {Seen} before @param {Seen} now */
export function isStillThere(draft, before, now) {
  const bought = [...movesOf(draft.moves, 'buy'), ...movesOf(draft.moves, 'reserve')].map(({ place }) => place);
  const places = draft.chosen ? [...bought, draft.chosen] : bought;
  const spaces = [...draft.spaces, ...movesOf(draft.moves, 'line').flatMap((line) => line.spaces)];
  const tokens = (/** @type {Seen} */ { table }) => tokensAt(table.board ?? '', spaces);
  const isSame = (/** @type {string} */ place) =>
    cardAt(before.table, before.hand, place) === cardAt(now.table, now.hand, place);
  return places.every(isSame) && tokens(before) === tokens(now);
}
