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
 * Buy a card with the own tokens that are selected; with none selected colours pay first, then gold.
 * @param {ViewModel} seen @param {string} place
 */
export function buy({ live, table, me, hand, catalogue }, place) {
  const { selected, moves } = live.draft.value;
  const move = `b${place}`;
  if (moves.includes(move)) return unstage(live, move);
  const draft = draftFor(live, move);
  const id = cardAt(table, hand, place);
  if (me === null || id === null) return live.why(move);
  const price = priceOf(catalogue.card(id), table.places[me]);
  if (!staging.options(draft).includes(move)) return tooDear(live, place, price);
  const gold = selected ? extraGold(price, selected) : [];
  if (!gold) return live.explain(t('why.payment'));
  return live.stage({ ...staging.withMove({ ...draft, letters: '', selected: '' }, move), gold });
}

/** Why a card is not bought. @param {AnyTable} live @param {string} place
 * @param {import('../../state/price.js').Price} price */
function tooDear(live, place, price) {
  const { legal } = live.draft.value;
  const acting = legal.some((move) => ['take', 'buy', 'reserve'].includes(parseMove(move).kind));
  if (!price.short || !acting) return live.why(`b${place}`);
  return live.explain(shortWords(price.short, legal.includes(`r${place}`)));
}

/** @param {AnyTable} live @param {string} place */
export function reserve(live, place) {
  const move = `r${place}`;
  if (live.draft.value.moves.includes(move)) return unstage(live, move);
  const draft = draftFor(live, move);
  if (!staging.options(draft).includes(move)) return live.why(move);
  return live.stage(staging.withMove({ ...draft, letters: '', selected: '' }, move));
}

/** Pick a token of the supply, or put it back. @param {AnyTable} live @param {string} letter */
export function pick(live, letter) {
  const { state, legal, moves } = live.draft.value;
  if (letter === 'J') return live.isMyTurn.value ? live.explain(t('why.noGold')) : live.why(letter);
  const open = !moves.length || staging.addable(live.draft.value).size > 0;
  const draft = open ? live.draft.value : staging.nothing(state, legal);
  const next = { ...staging.pickToken(draft, letter), selected: '' };
  if (next.letters === draft.letters) return live.why(staging.sorted(draft.letters + letter));
  if (staging.isEmpty(next)) return live.clear();
  return live.stage(next);
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

/** The gold that comes with a card that is reserved. @param {ViewModel} seen */
export function comingGold({ draft, table, me, options }) {
  const reserved = movesOf(draft.moves, 'reserve').length > 0 && me !== null;
  const room = options.tokens !== 'cap' || (reserved && total(table.places[me].tokens) < LIMIT);
  return reserved && room && table.supply[TOKENS.indexOf('J')] > 0 ? 1 : 0;
}

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
function paying(seen) {
  const price = stagedPrice(seen);
  return price ? spent(price, seen.draft.gold) : {};
}

/** What a click on an own token does now, if anything. @param {ViewModel} seen @param {string} gem
 * @returns {(() => void) | null} */
export function ownTokenAct(seen, gem) {
  const { live, draft, table, me } = seen;
  if (me === null || !seen.mine) return null;
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
