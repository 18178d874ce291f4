/** What clicks, keys and long presses do at the table of Splendor, by the server's legal moves. */

import { cardAt, movesOf, parseMove } from '../../state/moves.js';
import { countOf, extraGold, moreGold, spent } from '../../state/payment.js';
import { LIMIT, becomesPayable, priceOf, total } from '../../state/price.js';
import { TOKENS } from '../../state/base/table.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { shortWords } from '../shared/why.js';

/** @typedef {import('../shared/view_model.js').ViewModel<import('../../state/base/table.js').BaseTable>} ViewModel */
/** @typedef {import('../shared/view_model.js').AnyTable} AnyTable */

/** The draft to which a decision can be added, or an empty one to start over. @param {AnyTable} live
 * @param {string} move */
function draftFor(live, move) {
  const draft = live.draft.value;
  return staging.options(draft).includes(move) ? draft : staging.nothing(draft.state, draft.legal);
}

/** Withdraw a decision and what followed from it. @param {AnyTable} live @param {string} move */
const unstage = (live, move) => (live.draft.value.moves.slice(-1)[0] === move ? live.back() : live.clear());

/**
 * A click on a card: choose it, and stage its purchase where it can be bought. Again: put it back. The second click of a
 * double click plays what the golden button says. @param {ViewModel} seen @param {string} place
 * @param {boolean} [twice] the second click
 */
export function clickCard(seen, place, twice) {
  const { live, draft } = seen;
  if (!seen.offers) return buy(seen, place);
  if (draft.reserving && place[0] !== 'h') return reserve(seen, place, twice);
  if (twice) return confirmCard(seen, place);
  if (draft.chosen === place || draft.moves.includes(`b${place}`)) return unstage(live, `b${place}`);
  return choose(seen, place);
}

/** Play the chosen card, or say what is missing. @param {ViewModel} seen @param {string} place */
function confirmCard(seen, place) {
  const { live } = seen;
  if (live.draft.value.chosen !== place) choose(seen, place);
  return confirmOrSay(seen);
}

/** What Enter does with a chosen card. @param {ViewModel} seen */
export function confirmOrSay(seen) {
  const { live } = seen;
  const { chosen } = live.draft.value;
  if (!staging.isEmpty(live.draft.value) || !chosen) return live.confirm();
  return tooDear(seen, chosen);
}

/** @param {ViewModel} seen @param {string} place */
function choose(seen, place) {
  const { live } = seen;
  const move = `b${place}`;
  const draft = draftFor(live, move);
  if (staging.options(draft).includes(move)) return buy(seen, place);
  const acting = draft.legal.some((each) => ['take', 'buy', 'reserve'].includes(parseMove(each).kind));
  const known = seen.me !== null && cardAt(seen.table, seen.hand, place) !== null;
  if (!known || !acting || !seen.stages) return live.why(move);
  return live.stage(staging.choosing(draft, place));
}

/**
 * Buy a card with the own tokens that are selected; with none selected colours pay first, then gold.
 * @param {ViewModel} seen @param {string} place
 */
function buy(seen, place) {
  const { live } = seen;
  const { selected, moves } = live.draft.value;
  const move = `b${place}`;
  if (moves.includes(move)) return unstage(live, move);
  const draft = draftFor(live, move);
  const price = priceAt(seen, place);
  if (!price) return live.why(move);
  if (!staging.options(draft).includes(move)) return tooDear(seen, place);
  const gold = selected ? extraGold(price, selected) : [];
  if (!gold) return live.explain(t('why.payment'));
  return live.stage({ ...staging.withMove(cleared(draft), move), gold, chosen: seen.offers ? place : '' });
}

/** A draft without partial selections. @param {staging.Draft} draft */
const cleared = (draft) => ({ ...draft, letters: '', selected: '', chosen: '', reserving: false });

/** Why a card is not bought. @param {ViewModel} seen @param {string} place */
function tooDear(seen, place) {
  const { live } = seen;
  const { legal } = live.draft.value;
  const acting = legal.some((move) => ['take', 'buy', 'reserve'].includes(parseMove(move).kind));
  const price = priceAt(seen, place);
  if (!price?.short || !acting) return live.why(`b${place}`);
  return live.explain(shortWords(price.short, !seen.offers && legal.includes(`r${place}`)));
}

/** The price of a card for me. @param {ViewModel} seen @param {string} place */
function priceAt({ table, me, hand, catalogue }, place) {
  const id = cardAt(table, hand, place);
  return id === null || me === null ? null : priceOf(catalogue.card(id), table.places[me]);
}

/** The price of the chosen card for me. @param {ViewModel} seen */
export const chosenPrice = (seen) => (seen.draft.chosen.length > 1 ? priceAt(seen, seen.draft.chosen) : null);

// Reserving

/** A right click or a long press on a card, or a click on a deck: stage the reservation; again: put it back.
 * @param {ViewModel} seen @param {string} place @param {boolean} [twice] the second click of a double click */
export function reserve({ live, offers }, place, twice) {
  const move = `r${place}`;
  const isStaged = live.draft.value.moves.includes(move);
  if (isStaged && !twice) return unstage(live, move);
  if (!isStaged) {
    if (!staging.options(draftFor(live, move)).includes(move)) return live.why(move);
    live.stage({ ...reservation(live, place), chosen: offers ? place : '' });
  }
  return twice ? live.confirm() : undefined;
}

/** The draft that reserves a card. @param {AnyTable} live @param {string} place */
export const reservation = (live, place) =>
  ({ ...staging.withMove(cleared(draftFor(live, `r${place}`)), `r${place}`), chosen: place });

/** Whether the chosen card can be reserved in place of what is staged. @param {ViewModel} seen @param {string} place */
export const mayReserve = ({ live }, place) => staging.options(draftFor(live, `r${place}`)).includes(`r${place}`);

/** The keyboard's way to the button Reserve: the reservation is staged, and Enter plays it. @param {ViewModel} seen
 * @returns {boolean} whether there was a card to reserve */
export function reserveChosen(seen) {
  const { chosen, moves } = seen.draft;
  const isCard = /^[123][a-e]$/.test(chosen) && !moves.includes(`r${chosen}`);
  if (!isCard || !seen.offers || !mayReserve(seen, chosen)) return false;
  reserve(seen, chosen);
  return true;
}

/** Pick a token of the supply, or put it back; gold begins a reservation. @param {ViewModel} seen
 * @param {string} letter */
export function pick(seen, letter) {
  const { live } = seen;
  const { state, legal, moves } = live.draft.value;
  if (letter === 'J') return clickGold(seen);
  const open = !moves.length || staging.addable(live.draft.value).size > 0;
  const draft = open ? live.draft.value : staging.nothing(state, legal);
  const next = { ...staging.pickToken(draft, letter), selected: '' };
  if (next.letters === draft.letters) return live.why(staging.sorted(draft.letters + letter));
  if (staging.isEmpty(next)) return live.clear();
  return live.stage(next);
}

/** @param {ViewModel} seen */
function clickGold({ live, offers, stages, me, table }) {
  const draft = live.draft.value;
  if (!stages) return live.why('J');
  if (draft.reserving) return live.clear();
  if (offers && movesOf(draft.legal, 'reserve').length) return live.stage(staging.beginReservation(draft));
  const full = me !== null && table.places[me].hand.length >= 3;
  return live.explain(t(full && offers ? 'why.handFull' : 'why.noGold'));
}

/** A click on a noble: choose it, or withdraw the choice. @param {ViewModel} seen @param {number} slot */
export function callNoble({ live, draft, options }, slot) {
  const move = `n${slot + 1}`;
  if (draft.moves.includes(move)) return unstage(live, move);
  if (staging.following(draft).includes(move)) return live.choose(move);
  if (draft.legal.includes(move)) {
    live.clear();
    return live.choose(move);
  }
  if (options.nobles === 'come') return live.explain(t('why.noble'));
  return live.why(move);
}

// Own tokens

/** The change of the own tokens by the draft, in the order of every vector. @param {ViewModel} seen */
export function changes(seen) {
  const { draft } = seen;
  const moves = staging.movesToSend(draft).map(parseMove);
  const taken = moves.flatMap((move) => (move.kind === 'take' ? [...move.letters] : []));
  const picked = taken.length ? taken : [...draft.letters];
  const given = moves.flatMap((move) => (move.kind === 'return' ? [move.letter] : []));
  const returned = given.length ? given : draft.returns;
  const paid = paying(seen);
  const gold = comingGold(seen);
  return [...TOKENS].map((letter) => countOf(picked, letter) + (letter === 'J' ? gold : 0)
    - countOf(returned, letter) - (paid[letter] ?? 0));
}

/** Whether the draft makes a card payable that is not yet. @param {ViewModel} seen
 * @param {import('../../state/types.js').Card} card */
export function comesWithin(seen, card) {
  const { table, me } = seen;
  return me !== null && becomesPayable(card, table.places[me], changes(seen));
}

/** Whether a gold would come with a card that is reserved. @param {ViewModel} seen */
export function goldComes({ table, me, options }) {
  const room = options.tokens !== 'cap' || (me !== null && total(table.places[me].tokens) < LIMIT);
  return me !== null && room && table.supply[TOKENS.indexOf('J')] > 0;
}

/** The gold that comes with the card that is staged to be reserved. @param {ViewModel} seen */
export const comingGold = (seen) => (movesOf(seen.draft.moves, 'reserve').length > 0 && goldComes(seen) ? 1 : 0);

/** The purchase that is staged: the place of the card. @param {staging.Draft} draft */
function purchase(draft) {
  const [bought] = movesOf(draft.moves, 'buy');
  return bought ? bought.place : '';
}

/** The price of the card that is to be bought. @param {ViewModel} seen */
function stagedPrice({ draft, table, me, hand, catalogue }) {
  const place = purchase(draft);
  const id = place ? cardAt(table, hand, place) : null;
  return id === null || me === null ? null : priceOf(catalogue.card(id), table.places[me]);
}

/** What the staged purchase takes, by letter. @param {ViewModel} seen @returns {Object<string, number>} */
export function paying(seen) {
  const price = stagedPrice(seen);
  return price ? spent(price, seen.draft.gold) : {};
}

/** What a click on an own token does now, if anything. @param {ViewModel} seen @param {string} gem
 * @returns {(() => void) | null} */
export function ownTokenAct(seen, gem) {
  const { live, draft, table, me } = seen;
  if (me === null || !seen.stages) return null;
  const held = table.places[me].tokens;
  const index = TOKENS.indexOf(gem);
  const change = changes(seen);
  const owed = total(held) + total(change) + draft.returns.length - LIMIT;
  if (draft.returns.length < owed && isWhole(draft)) {
    return held[index] + change[index] > 0 ? () => live.stage(staging.returnToken(draft, gem, owed)) : null;
  }
  if (draft.returns.includes(gem)) return () => live.stage(staging.keepToken(draft, gem));
  const price = stagedPrice(seen);
  if (price) return payAct(seen, price, gem);
  const selectable = staging.isEmpty(draft) && held[index] > 0 && movesOf(draft.legal, 'buy').length > 0;
  return selectable ? () => { live.draft.value = staging.selectToken(draft, gem, held[index]); } : null;
}

/** Replace one more token of a colour by gold; after the last one, none again.
 * @param {ViewModel} seen @param {import('../../state/price.js').Price} price @param {string} gem
 * @returns {(() => void) | null} */
function payAct({ live, draft, table, me }, price, gem) {
  if (me === null || !draft.legal.includes(`b${purchase(draft)}+`)) return null;
  const gold = moreGold(price, draft.gold, gem, table.places[me].tokens[TOKENS.indexOf('J')]);
  return gold ? () => live.stage({ ...draft, gold, after: null }) : null;
}

/** Whether there is no partial selection. @param {staging.Draft} draft */
const isWhole = (draft) => !draft.letters || staging.takeOf(draft) !== '';

/** How many tokens must still be returned. @param {ViewModel} seen */
export function stillOwed(seen) {
  const { table, me, draft } = seen;
  if (me === null || !seen.mine || !isWhole(draft)) return 0;
  return Math.max(0, total(table.places[me].tokens) + total(changes(seen)) - LIMIT);
}
