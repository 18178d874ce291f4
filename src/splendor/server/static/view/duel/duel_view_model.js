/** What the parts of Duel's table look at, and what a click on them does. The server's legal moves decide. */

import { tokenAt } from '../../state/duel/board.js';
import * as duel from '../../state/duel/turn.js';
import { openOptions, placeBefore, reopened, spacesFor } from '../../state/duel/turn.js';
import { cardAt, movesOf } from '../../state/moves.js';
import { extraGold } from '../../state/payment.js';
import { priceOf } from '../../state/price.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { look } from '../shared/view_model.js';
import { shortWords } from '../shared/why.js';

/** @typedef {import('../shared/view_model.js').AnyTable} AnyTable */
/** @typedef {import('../../state/types.js').DuelTable} Table */

/**
 * A click that changes what the next one means: a gem is to be taken by a privilege, or a gold was chosen and
 * the card to reserve with it comes next.
 * @typedef {{ kind: 'privilege' } | { kind: 'gold', space: string } | null} Mode
 */

/** Everything put together once. @param {AnyTable} live */
function lookOnce(live) {
  const seen = look(live);
  const table = /** @type {Table} */ (/** @type {any} */ (seen.table));
  const { me, hand, catalogue, draft, lens } = seen;
  const sight = me === null ? null : { table, seat: me, hand, catalogue };
  const own = sight ? placeBefore(sight, draft) : null;
  return {
    ...seen, table, sight, eyes: lens === null || lens === me ? own : table.places[lens], own, shown: draft,
  };
}

/** @typedef {ReturnType<typeof lookOnce> & { mode: Mode, setMode: (mode: Mode) => void }} DuelLook `shown` is the
 *   draft with the line that is being dragged */

/** @param {AnyTable} live @param {Mode} mode @param {(mode: Mode) => void} setMode @returns {DuelLook} */
export const lookDuel = (live, mode, setMode) => ({ ...lookOnce(live), mode, setMode });

// What a click does

/** Stage it, or begin anew where nothing is left. @param {AnyTable} live @param {staging.Draft} draft */
const restage = (live, draft) => (staging.isEmpty(draft) ? live.clear() : live.stage(draft));

/** Stage an action, or put it back if it is staged already. @param {DuelLook} seen @param {string} move */
export function act({ live, draft, setMode }, move) {
  setMode(null);
  if (draft.moves.includes(move)) return restage(live, reopened(draft));
  if (openOptions(draft).includes(move)) return live.stage(duel.withAction(draft, move));
  return live.why(move);
}

/** A left click on a card: buy it, with the own tokens that are selected. @param {DuelLook} seen
 * @param {string} place */
export function buyCard(seen, place) {
  const { live, draft, sight, own, mode } = seen;
  if (mode?.kind === 'gold' && place[0] !== 'h') return reserveCard(seen, place);
  const move = `b${place}`;
  const id = sight ? cardAt(sight.table, sight.hand, place) : null;
  if (id === null || !own || draft.moves.includes(move)) return act(seen, move);
  const price = priceOf(seen.catalogue.card(id), own);
  const reserves = openOptions(draft).includes(`r${place}`);
  if (price.short && duel.isOpen(draft)) return live.explain(shortWords(price.short, reserves));
  if (!draft.selected || !openOptions(draft).includes(move)) return act(seen, move);
  const gold = extraGold(price, draft.selected);
  if (!gold) return live.explain(t('why.payment'));
  return live.stage({ ...duel.withAction(draft, move), gold });
}

/** A right click or a long press on a card or deck. @param {DuelLook} seen @param {string} place */
export async function reserveCard(seen, place) {
  const gold = seen.mode?.kind === 'gold' ? seen.mode.space : '';
  await act(seen, `r${place}`);
  const draft = seen.live.draft.value;
  if (gold && duel.nextDecisions(draft).includes(`J${gold}`)) seen.live.choose(`J${gold}`);
}

/** A click on a space of the board. @param {DuelLook} seen @param {string} space */
export function clickSpace(seen, space) {
  const { live, draft, table, mode } = seen;
  if (!seen.mine) return live.explain(t('prompt.wait'));
  const next = duel.nextDecisions(draft).find((move) => move === `J${space}` || move === `+${space}`);
  if (next) return live.choose(next);
  if (draft.moves.includes(`p${space}`)) return restage(live, duel.withoutPrivilege(draft, space));
  if (mode?.kind === 'privilege') return takeByPrivilege(seen, space);
  const token = tokenAt(table.board, space);
  if (!token) return live.explain(t('duel.why.hole', { space }));
  return token === 'J' ? clickGold(seen, space) : clickGem(seen, space);
}

/** @param {DuelLook} seen @param {string} space */
function takeByPrivilege({ live, draft, setMode }, space) {
  if (!openOptions(draft).includes(`p${space}`)) return live.explain(t('duel.why.privilege'));
  setMode(null);
  return live.stage(duel.withPrivilege(draft, space));
}

/** A gold first, then the card that it comes with. @param {DuelLook} seen @param {string} space */
function clickGold({ live, draft, mode, setMode }, space) {
  if (movesOf(draft.moves, 'gold-at').length) return live.stage(duel.withGoldAt(draft, space));
  if (!movesOf(openOptions(draft), 'reserve').length) return live.explain(t('duel.why.gold'));
  if (!staging.isEmpty(draft)) restage(live, reopened(draft));
  return setMode(mode?.kind === 'gold' && mode.space === space ? null : { kind: 'gold', space });
}

/** @param {DuelLook} seen @param {string} space */
function clickGem({ live, draft, setMode }, space) {
  const kind = duel.nextKind(draft);
  if (kind && kind !== 'return') return live.explain(t(`prompt.${kind}`));
  setMode(null);
  const next = duel.withSpace(draft, space);
  if (!next.spaces.length && !draft.spaces.includes(space)) return live.explain(t('duel.why.line'));
  return restage(live, next);
}

/** A click on an own privilege: the next gem is taken by it. @param {DuelLook} seen */
export function clickPrivilege({ live, draft, table, mode, setMode, mine }) {
  if (mode?.kind === 'privilege') return setMode(null);
  if (!mine) return live.explain(t('prompt.wait'));
  if (!spacesFor(openOptions(draft), 'privilege').length) {
    return live.explain(t(table.replenished ? 'duel.why.afterFill' : 'duel.why.noGem'));
  }
  restage(live, reopened(draft));
  return setMode({ kind: 'privilege' });
}

/** A decision that follows, such as `xR`, `=R` or `royal2`; a further click on another one changes it.
 * @param {DuelLook} seen @param {string} move @param {string} [why] said where it is not the time for it */
export function decide({ live, draft }, move, why) {
  if (duel.nextDecisions(draft).includes(move)) return live.choose(move);
  return why ? live.explain(why) : undefined;
}

/** What a click on own tokens does now, if anything. @param {DuelLook} seen @param {string} gem @param {number} held
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
