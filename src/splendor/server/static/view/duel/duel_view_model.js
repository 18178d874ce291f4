/** The view model of Duel, and what clicks do, by the server's legal moves. */

import { tokenAt } from '../../state/board.js';
import * as duel from '../../state/duel/turn.js';
import { openOptions, placeBefore, reopened, spacesFor } from '../../state/duel/turn.js';
import { cardAt, movesOf } from '../../state/moves.js';
import { extraGold } from '../../state/payment.js';
import { priceOf } from '../../state/price.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { viewModel } from '../shared/view_model.js';
import { shortWords } from '../shared/why.js';

/** @typedef {import('../shared/view_model.js').AnyTable} AnyTable */
/** @typedef {import('../../state/duel/table.js').DuelTable} Table */

/**
 * A mode that changes the next click: a privilege takes a gem, or a gold was chosen and the card to reserve follows.
 * @typedef {{ kind: 'privilege' } | { kind: 'gold', space: string } | null} Mode
 */

/** The view model without its mode. @param {AnyTable} live */
function partsOfDuel(live) {
  const seen = viewModel(live);
  const table = /** @type {Table} */ (/** @type {any} */ (seen.table));
  const { me, hand, catalogue, draft, lens } = seen;
  const sight = me === null ? null : { table, seat: me, hand, catalogue };
  const own = sight ? placeBefore(sight, draft) : null;
  return {
    ...seen, table, sight, buyer: lens === null || lens === me ? own : table.places[lens], own, shown: draft,
  };
}

/** @typedef {ReturnType<typeof partsOfDuel> & { mode: Mode, setMode: (mode: Mode) => void }} DuelViewModel `shown` is the
 *   draft with the line that is being dragged */

/** @param {AnyTable} live @param {Mode} mode @param {(mode: Mode) => void} setMode @returns {DuelViewModel} */
export const duelViewModel = (live, mode, setMode) => ({ ...partsOfDuel(live), mode, setMode });

// What a click does

/** Stage a draft, or clear where it is empty. @param {AnyTable} live @param {staging.Draft} draft */
const restage = (live, draft) => (staging.isEmpty(draft) ? live.clear() : live.stage(draft));

/** Stage an action, or withdraw it if it is staged already. @param {DuelViewModel} seen @param {string} move */
export function act({ live, draft, setMode }, move) {
  setMode(null);
  if (draft.moves.includes(move)) return restage(live, reopened(draft));
  if (openOptions(draft).includes(move)) return live.stage(duel.withAction(draft, move));
  return live.why(move);
}

/** A click on a card: choose it, and stage its purchase where it can be bought; again: put it back. The second click of
 * a double click plays what the golden button says. @param {DuelViewModel} seen @param {string} place
 * @param {boolean} [twice] the second click */
export function clickCard(seen, place, twice) {
  const { live, draft, mode } = seen;
  if (mode?.kind === 'gold' && place[0] !== 'h') return reserveCard(seen, place, twice);
  if (twice) {
    if (live.draft.value.chosen !== place) choose(seen, place);
    return confirmOrSay(seen);
  }
  seen.setMode(null);
  if (draft.chosen === place || draft.moves.includes(`b${place}`)) return restage(live, reopened(draft));
  return choose(seen, place);
}

/** What Enter does with a chosen card. @param {DuelViewModel} seen */
export function confirmOrSay({ live, own, sight, catalogue }) {
  const draft = live.draft.value;
  const id = sight && draft.chosen ? cardAt(sight.table, sight.hand, draft.chosen) : null;
  if (duel.isActing(draft) || id === null || !own) return live.confirm();
  const { short } = priceOf(catalogue.card(id), own);
  return live.explain(short ? shortWords(short, false) : t('wild.none'));
}

/** @param {DuelViewModel} seen @param {string} place */
function choose(seen, place) {
  const { live, draft, sight, own } = seen;
  const move = `b${place}`;
  const id = sight ? cardAt(sight.table, sight.hand, place) : null;
  if (id === null || !own || !seen.stages) return live.why(move);
  if (!openOptions(draft).includes(move)) {
    return duel.isOpen(draft) ? live.stage({ ...reopened(draft), selected: '', chosen: place }) : live.why(move);
  }
  const gold = draft.selected ? extraGold(priceOf(seen.catalogue.card(id), own), draft.selected) : [];
  if (!gold) return live.explain(t('why.payment'));
  return live.stage({ ...duel.withAction(draft, move), gold, chosen: place });
}

/** A right click or a long press on a card, or a click on a deck. @param {DuelViewModel} seen @param {string} place
 * @param {boolean} [twice] the second click of a double click */
export async function reserveCard(seen, place, twice) {
  const { live } = seen;
  const gold = seen.mode?.kind === 'gold' ? seen.mode.space : '';
  const move = `r${place}`;
  const isStaged = live.draft.value.moves.includes(move);
  seen.setMode(null);
  if (isStaged && !twice) return restage(live, reopened(live.draft.value));
  if (!isStaged && !openOptions(live.draft.value).includes(move)) return live.why(move);
  if (!isStaged) await live.stage(reservation(live, place));
  if (gold && duel.nextDecisions(live.draft.value).includes(`J${gold}`)) live.choose(`J${gold}`);
  return twice ? live.confirm() : undefined;
}

/** The draft that reserves a card. @param {AnyTable} live @param {string} place */
export const reservation = (live, place) => ({ ...duel.withAction(live.draft.value, `r${place}`), chosen: place });

/** Stage the reservation of the chosen card by a key: Enter plays it. @param {AnyTable} live
 * @returns {boolean} whether there was one */
export function reserveChosen(live) {
  const draft = live.draft.value;
  const { chosen } = draft;
  const isCard = /^[123][a-e]$/.test(chosen) && !draft.moves.includes(`r${chosen}`);
  if (!isCard || !openOptions(draft).includes(`r${chosen}`)) return false;
  live.stage(reservation(live, chosen));
  return true;
}

/** A click on a space of the board. @param {DuelViewModel} seen @param {string} space */
export function clickSpace(seen, space) {
  const { live, draft, table, mode } = seen;
  if (!seen.stages) return live.explain(t('prompt.wait'));
  const next = duel.nextDecisions(draft).find((move) => move === `J${space}` || move === `+${space}`);
  if (next) return live.choose(next);
  if (draft.moves.includes(`p${space}`)) return restage(live, duel.withoutPrivilege(draft, space));
  if (mode?.kind === 'privilege') return takeByPrivilege(seen, space);
  const token = tokenAt(table.board, space);
  if (!token) return live.explain(t('duel.why.hole', { space }));
  return token === 'J' ? clickGold(seen, space) : clickGem(seen, space);
}

/** @param {DuelViewModel} seen @param {string} space */
function takeByPrivilege({ live, draft, setMode }, space) {
  if (!openOptions(draft).includes(`p${space}`)) return live.explain(t('duel.why.privilege'));
  setMode(null);
  return live.stage(duel.withPrivilege(draft, space));
}

/** A click on a gold; the card to reserve with it follows. @param {DuelViewModel} seen @param {string} space */
function clickGold({ live, draft, mode, setMode }, space) {
  if (movesOf(draft.moves, 'gold-at').length) return live.stage(duel.withGoldAt(draft, space));
  if (!movesOf(openOptions(draft), 'reserve').length) return live.explain(t('duel.why.gold'));
  if (!staging.isIdle(draft)) restage(live, reopened(draft));
  return setMode(mode?.kind === 'gold' && mode.space === space ? null : { kind: 'gold', space });
}

/** @param {DuelViewModel} seen @param {string} space */
function clickGem({ live, draft, setMode }, space) {
  const kind = duel.nextKind(draft);
  if (kind && kind !== 'return') return live.explain(t(`prompt.${kind}`));
  setMode(null);
  const next = duel.withSpace(draft, space);
  if (!next.spaces.length && !draft.spaces.includes(space)) return live.explain(t('duel.why.line'));
  return restage(live, next);
}

/** A click on an own privilege: the next click takes a gem with it. @param {DuelViewModel} seen */
export function clickPrivilege({ live, draft, table, mode, setMode, mine }) {
  if (mode?.kind === 'privilege') return setMode(null);
  if (!mine) return live.explain(t('prompt.wait'));
  if (!spacesFor(openOptions(draft), 'privilege').length) {
    return live.explain(t(table.replenished ? 'duel.why.afterFill' : 'duel.why.noGem'));
  }
  restage(live, reopened(draft));
  return setMode({ kind: 'privilege' });
}

/** A following decision, such as `xR`, `=R` or `royal2`.
 * @param {DuelViewModel} seen @param {string} move @param {string} [why] shown where it is not possible now */
export function decide({ live, draft }, move, why) {
  if (duel.nextDecisions(draft).includes(move)) return live.choose(move);
  return why ? live.explain(why) : undefined;
}

/** What a click on own tokens does now, if anything. @param {DuelViewModel} seen @param {string} gem @param {number} held
 * @returns {(() => void) | null} */
export function ownToken(seen, gem, held) {
  const { live, draft, sight, mine } = seen;
  if (!sight || !mine) return null;
  const returned = duel.withReturn(sight, draft, gem);
  if (returned) return () => live.stage(returned);
  if (draft.returns.includes(gem)) return () => live.stage(staging.keepToken(draft, gem));
  const gold = duel.goldFor(sight, draft, gem);
  if (gold) return () => live.stage({ ...draft, gold, returns: [], after: null });
  if (!staging.isEmpty(draft) || !held || duel.nextKind(draft)) return null;
  return () => {
    live.draft.value = staging.selectToken(draft, gem, held);
  };
}
