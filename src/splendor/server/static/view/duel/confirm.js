/** The draft of Duel: a preview in words, the next decision, and the confirm button. */

import { html } from '../../vendor/preact.js';
import { tokensAt } from '../../state/board.js';
import {
  MOST_PRIVILEGES, bought, lineSpaces, nextDecisions, nextKind, openOptions, owed, previewOf,
} from '../../state/duel/turn.js';
import { cardAt, movesOf } from '../../state/moves.js';
import { duelGain } from '../../state/duel/table.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { Disc, Gem, KeysToConfirm, Mini, MiniBack, Name, NamedGems, Picture } from '../shared/parts.js';
import { prefs } from '../shared/prefs.js';
import { act, decide } from './duel_view_model.js';

/** @typedef {import('./duel_view_model.js').DuelViewModel} DuelViewModel */
/** @typedef {import('../../state/duel/turn.js').Note} Note */

const MOST_MINIS = 3;

/** @param {DuelViewModel} seen */
export function DuelConfirm(seen) {
  const { live, shown, mode } = seen;
  const idle = staging.isEmpty(shown);
  const ready = staging.isComplete(shown) && !live.busy.value;
  return html`<section class="confirm ${idle ? 'idle' : ''}" aria-label=${t('decision')}>
    <div class="ghost" aria-live="polite">
      ${idle || mode ? html`<p class="prompt">${promptOf(seen)}</p>` : html`<${Ghost} ...${seen} />`}
      <${Choices} ...${seen} /></div>
    ${idle ? html`<${Pass} ...${seen} />` : html`<div class="do">
      <button type="button" class="cta" disabled=${!ready} onClick=${() => live.confirm()}>
        ${ready ? html`<${Name} is="${t('confirm')}: " />` : null}<${What} ...${seen} />
        <small>${staging.movesToSend(shown).join(' ') || '…'}</small></button>
      <${KeysToConfirm} sign="✕" clear=${() => live.clear()} /></div>`}</section>`;
}

/** A button to pass, where nothing else is possible. @param {DuelViewModel} seen */
const Pass = (seen) => (openOptions(seen.draft).includes('pass') ? html`
  <button type="button" class="cta" onClick=${() => act(seen, 'pass')}>${t('duel.pass')}</button>` : null);

/** The prompt. @param {DuelViewModel} seen */
function promptOf({ playing, mine, mode, draft, table, me, names, sight }) {
  if (!playing) return '';
  if (!mine) return me === null ? t('watching') : t('moveOf', { name: names[table.active] });
  if (mode) return t(`duel.prompt.${mode.kind}`);
  const kind = nextKind(draft);
  if (kind) return t(`prompt.${kind}`, { count: owed(sight, draft) });
  if (draft.selected) return t('prompt.selected');
  const legal = openOptions(draft);
  if (legal.includes('pass')) return t('prompt.pass');
  if (legal.every((move) => move === 'fill' || move[0] === 'p')) return t('duel.prompt.mustFill');
  if (table.replenished) return t('duel.prompt.filled');
  return t(legal.includes('fill') ? 'duel.prompt.orFill' : 'duel.prompt.choose');
}

// The text of the button

/** @param {DuelViewModel} seen */
function What(seen) {
  const { shown, sight, catalogue, table } = seen;
  const kind = nextKind(shown);
  if (!staging.isComplete(shown) && shown.after && kind) return html`<span>${t(`duel.do.${kind}`)}</span>`;
  const taken = tokensAt(table.board, lineSpaces(shown));
  if (taken) return html`<span>${t('duel.do.take')} <${NamedGems} letters=${taken} /></span>`;
  const purchase = sight ? bought(sight, shown) : null;
  if (purchase) return html`<span>${t('duel.do.buy')} <${Mini} card=${purchase.card} /></span>`;
  const [reserved] = movesOf(shown.moves, 'reserve');
  if (!reserved || !sight) return html`<span>${t(whatElse(shown.moves))}</span>`;
  const id = cardAt(sight.table, sight.hand, reserved.place);
  return html`<span>${t('duel.do.reserve')} ${id === null
    ? html`<${MiniBack} level=${Number(reserved.place[0])} />` : html`<${Mini} card=${catalogue.card(id)} />`}</span>`;
}

/** @param {string[]} moves */
function whatElse(moves) {
  if (moves.includes('fill')) return 'duel.do.fill';
  return moves.includes('pass') ? 'duel.pass' : 'duel.do.action';
}

// The preview

/** @param {DuelViewModel} seen */
function Ghost(seen) {
  const { shown, sight } = seen;
  if (!sight) return null;
  const notes = previewOf(sight, shown).filter((note) => note.kind !== 'privilege' || prefs.value.warnings);
  const kind = staging.isComplete(shown) ? null : nextKind(shown);
  const goesOn = shown.after && !kind && !staging.isComplete(shown); // privileges are used, the action follows
  return html`${kind && kind !== 'return' ? html`<strong>${t(`prompt.${kind}`)}. </strong>` : null}
    ${notes.map((note) => html`<${NoteWords} note=${note} seen=${seen} /> `)}
    ${goesOn ? html`<span>${t('duel.prompt.choose')}</span>` : null}`;
}

/** @param {{ note: Note, seen: DuelViewModel }} props */
function NoteWords({ note, seen }) {
  const opponent = seen.names[1 - (seen.me ?? 0)];
  switch (note.kind) {
    case 'privilege': return html`<${PrivilegeWords} note=${note} name=${opponent} />`;
    case 'over': return html`<b>${t('duel.note.over', { count: note.count, more: note.more })}</b>`;
    case 'wins': return html`<b class="good">${t('duel.note.wins', { how: t(`reason.${note.how}`) })}</b>`;
    case 'gain': return html`<${GainWords} note=${note} />`;
    case 'royal': return html`<span><b class="good">${t('duel.note.royal')}</b></span>`;
    case 'ability': return html`<span>${t(note.lost ? 'duel.note.lost' : `duel.note.ability.${note.ability}`)}</span>`;
    case 'buyable': return html`<${BuyableWords} cards=${note.cards} seen=${seen} />`;
    default: return null;
  }
}

/** @param {{ note: Extract<Note, { kind: 'privilege' }>, name: string }} props */
function PrivilegeWords({ note, name }) {
  if (note.from === 'none') return html`<span>${t('duel.note.full', { name, count: MOST_PRIVILEGES })}</span>`;
  const taken = t(note.from === 'table' ? 'duel.note.privilege' : 'duel.note.yourPrivilege', { name });
  return html`<span>${t(`duel.note.${note.why}`)} <b>${taken}</b></span>`;
}

/** @param {{ note: Extract<Note, { kind: 'gain' }> }} props */
const GainWords = ({ note }) => html`<span>${t('duel.note.then')} <span class="gains">
  ${t('points', { count: note.points })}, ${t('crowns', { count: note.crowns })}
  ${note.colour ? html`, <${NamedGems} letters=${note.colour} />${note.colourPoints}` : null}.</span></span>`;

/** @param {{ cards: import('../../state/types.js').CardId[], seen: DuelViewModel }} props */
function BuyableWords({ cards, seen }) {
  const { catalogue, sight } = seen;
  if (!sight) return null;
  const shown = cards.slice(0, MOST_MINIS).map((id) => catalogue.card(id));
  const gain = duelGain(sight.table.places[sight.seat], shown[0]);
  const reaches = cards.length === 1 && gain.reachesRoyal;
  const royal = reaches ? `: ${t('crowns', { count: gain.crowns })}, ${t('duel.note.aRoyal')}` : '';
  return html`<span>${t('duel.note.buyable')} ${shown.map((card) => html`<${Mini} card=${card} />`)}
    ${cards.length > MOST_MINIS ? ` +${cards.length - MOST_MINIS}` : ''}${royal}</span>`;
}

// Decisions that can be made here or on the table

/** @param {DuelViewModel} seen */
function Choices(seen) {
  if (!seen.mine) return null;
  const legal = nextDecisions(seen.shown);
  const colours = movesOf(legal, 'colour');
  const stolen = movesOf(legal, 'steal');
  const royals = movesOf(legal, 'royal');
  if (!colours.length && !stolen.length && !royals.length) return null;
  const opponent = seen.names[1 - (seen.me ?? 0)];
  const gem = (/** @type {string} */ letter) => ({ gem: t(`gem.${letter}`), name: opponent });
  return html`<span class="choices">
    ${colours.map(({ text, letter }) => html`<${Choice} seen=${seen} move=${text}
      label=${t('duel.choose.colour', gem(letter))}><${Gem} of=${letter} /><//>`)}
    ${stolen.map(({ text, letter }) => html`<${Choice} seen=${seen} move=${text}
      label=${t('duel.choose.steal', gem(letter))}><${Disc} of=${letter} /><//>`)}
    ${royals.map(({ text, number }) => html`<${Choice} seen=${seen} move=${text}
      label=${t('duel.choose.royal', { number })}><${Picture} id="crown" />
      <span aria-hidden="true">R${number}</span><//>`)}</span>`;
}

/** @param {{ seen: DuelViewModel, move: string, label: string, children?: any }} props */
const Choice = ({ seen, move, label, children }) => html`<button type="button" class="pick"
  onClick=${() => decide(seen, move)}><${Name} is=${label} />${children}</button>`;
