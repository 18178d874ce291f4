/** The confirm area of Splendor: the next decision, the staged draft, and the button that plays it. */

import { html } from '../../vendor/preact.js';
import { lastTurnOf } from '../../state/log_lines.js';
import { cardAt, movesOf, parseMove } from '../../state/moves.js';
import { TOKENS } from '../../state/base/table.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { useRefuge } from '../shared/arrows.js';
import { TurnWords } from '../shared/log.js';
import { wordsOf } from '../shared/move_words.js';
import { Crest, Gem, Gems, KeysToConfirm, Mini, MiniBack, Name } from '../shared/parts.js';
import { ownTokenAct, stillOwed } from './actions.js';

/** @typedef {import('../shared/view_model.js').ViewModel<import('../../state/base/table.js').BaseTable>} ViewModel */
/** @typedef {import('../../state/moves.js').Move} Move */

/** @param {{ seen: ViewModel }} props */
export function Confirm({ seen }) {
  const { draft, live } = seen;
  const empty = staging.isEmpty(draft);
  const ready = staging.isComplete(draft);
  const moves = staging.movesToSend(draft);
  const words = moves.map((move) => briefWordsOf(parseMove(move), seen)).join(', ');
  return html`<section class="confirm ${empty ? 'idle' : ''}" aria-label=${t('decision')}
      ...${useRefuge()}>
    <${Prompt} seen=${seen} />
    ${empty ? null : html`<button type="button" class="cta" disabled=${!ready || live.busy.value}
        onClick=${() => live.confirm()}>
      <${Name} is=${words ? `${t('confirm')}: ${words}` : t('confirm')} />
      <${Doing} moves=${moves.map(parseMove)} seen=${seen} />
      <small aria-hidden="true">${moves.join(' ') || draft.letters}</small></button>`}
    <${Others} seen=${seen} />${empty ? null : html`
      <${KeysToConfirm} sign=${t('clear')} clear=${() => live.clear()} />`}</section>`;
}

/** The next decision; where the draft is complete, an alternative payment. @param {{ seen: ViewModel }} props */
function Prompt({ seen }) {
  const { draft } = seen;
  const ready = staging.isComplete(draft);
  if (ready && !canPayOtherwise(seen)) return null;
  const said = ready ? t('prompt.otherwise') : promptOf(seen);
  return html`<p class="prompt ${ready ? 'aside' : ''}"><span role="status">${said}</span>
    ${staging.isEmpty(draft) ? html`<${Lately} seen=${seen} />` : null}</p>`;
}

/** Whether gold could pay more of the card than it does. @param {ViewModel} seen */
const canPayOtherwise = (seen) =>
  movesOf(seen.draft.moves, 'buy').length > 0 && [...TOKENS].some((gem) => ownTokenAct(seen, gem) !== null);

/** The last turn, where the title bar has no room for it. @param {{ seen: ViewModel }} props */
function Lately({ seen: { lines, names, catalogue } }) {
  const seat = lines.find((line) => line.kind === 'moved')?.seat ?? null;
  if (seat === null) return null;
  return html`<span class="lately">${names[seat]}${' '}
    <${TurnWords} lines=${lastTurnOf(lines, seat)} catalogue=${catalogue} /></span>`;
}

/** Moves without a thing on the table to click. @param {{ seen: ViewModel }} props */
function Others({ seen }) {
  const found = staging.following(seen.draft).filter((move) => move === 'pass' || move === 'n-');
  const text = (/** @type {string} */ move) => t(move === 'pass' ? 'do.pass' : 'do.decline');
  return found.map((move) => html`
    <button type="button" class="other" key=${move} onClick=${() => seen.live.choose(move)}>${text(move)}</button>`);
}

/** The next decision in words. @param {ViewModel} seen */
function promptOf(seen) {
  const { draft, playing, mine } = seen;
  if (!playing) return t('gameOver');
  if (!mine) return seen.me === null ? t('watching') : t('prompt.wait');
  const owed = stillOwed(seen);
  if (owed) return t('prompt.return', { count: owed });
  const next = staging.following(draft);
  if (movesOf(next, 'noble').length && !movesOf(next, 'take').length) return t('prompt.noble');
  if (draft.legal.includes('pass') && staging.isEmpty(draft)) return t('prompt.pass');
  if (draft.selected) return t('prompt.selected');
  return t(staging.isEmpty(draft) ? 'prompt.choose' : 'prompt.more');
}

/** A decision in words; a card is named by its place only.
 * @param {Move} move @param {ViewModel} seen */
function briefWordsOf(move, seen) {
  if (move.kind === 'buy' || move.kind === 'reserve') return t(`do.${move.kind}`, { what: move.place });
  return wordsOf(move, seen);
}

/** The draft in pictures. @param {{ moves: Move[], seen: ViewModel }} props */
function Doing({ moves, seen }) {
  const { draft } = seen;
  const returned = moves.flatMap((move) => (move.kind === 'return' ? [move.letter] : []));
  const given = returned.length ? returned : draft.returns;
  const main = moves.filter((move) => !['return', 'gold-for', 'pay'].includes(move.kind));
  const shown = main.length || !draft.letters ? main : [/** @type {Move} */ ({ kind: 'take', letters: draft.letters })];
  return html`${shown.map((move) => html`<span aria-hidden="true"><${Deed} move=${move} seen=${seen} /></span>`)}
    ${given.length ? html`<span class="back" aria-hidden="true">${t('do.back')}${' '}
      <${Gems} letters=${given.join('')} /></span>` : null}`;
}

/** @param {{ move: Move, seen: ViewModel }} props */
function Deed({ move, seen: { table, hand, catalogue } }) {
  switch (move.kind) {
    case 'take': return html`${t('cta.take')} <${Gems} letters=${move.letters} />`;
    case 'buy': return html`${t('cta.buy')} <${MiniAt} id=${cardAt(table, hand, move.place)} catalogue=${catalogue} />`;
    case 'reserve': return html`${t('cta.reserve')}${' '}
      <${MiniAt} id=${cardAt(table, hand, move.place)} level=${Number(move.place[0])} catalogue=${catalogue} />
      ${table.supply[5] ? html`<${Gem} of="J" />` : null}`;
    case 'noble': return html`${t('cta.noble')} <${Crest} id=${table.nobles[move.slot] ?? 0} />`;
    case 'decline': return t('do.decline');
    default: return t('do.pass');
  }
}

/** A card, or the back of one. @param {{ id: import('../../state/types.js').CardId | null, level?: number,
 *   catalogue: import('../../state/catalogue.js').Catalogue }} props */
function MiniAt({ id, level, catalogue }) {
  if (id !== null) return html`<${Mini} card=${catalogue.card(id)} />`;
  return level ? html`<${MiniBack} level=${level} />` : null;
}
