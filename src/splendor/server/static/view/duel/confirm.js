/** The draft of Duel: a preview in words, the next decision, and the confirm button. */

import { html } from '../../vendor/preact.js';
import { tokensAt } from '../../state/board.js';
import {
  MOST_PRIVILEGES, bought, goldFor, isActing, lineSpaces, nextDecisions, nextKind, openOptions, owed, previewOf,
} from '../../state/duel/turn.js';
import { cardAt, movesOf, parseMove } from '../../state/moves.js';
import { spent } from '../../state/payment.js';
import { priceOf } from '../../state/price.js';
import { TOKENS, duelGain } from '../../state/duel/table.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import {
  Bill, Clear, Foot, Gold, ReserveButton, Said, Short, TakeSeatBack, Waiting as Waits, watchingWords,
} from '../shared/confirm.js';
import { wordsFor } from '../shared/input.js';
import { royalWords, wordsWithPlace } from '../shared/move_words.js';
import { Disc, Gem, Mini, MiniBack, Name, NamedGems, Picture, abilityPicture } from '../shared/parts.js';
import { prefs } from '../shared/prefs.js';
import { act, decide, reservation } from './duel_view_model.js';

/** @typedef {import('./duel_view_model.js').DuelViewModel} DuelViewModel */
/** @typedef {import('../../state/duel/turn.js').Note} Note */

const MOST_MINIS = 3;
/** The question that follows an ability. @type {Object<string, string>} */
const ASKED_FOR = { take: 'match', steal: 'steal' };

/** @param {DuelViewModel} seen */
export function DuelConfirm(seen) {
  const { live, shown, mode } = seen;
  const idle = staging.isIdle(shown) && mode?.kind !== 'gold';
  const asks = staging.isEmpty(shown) || mode;
  const about = aboutOf(seen);
  return html`<section class="confirm ${idle ? 'idle' : ''} ${shown.chosen ? 'has-card' : ''} ${isSheet(seen) ? 'sheet' : ''}"
      aria-label=${t('decision')}>
    <${Said} live=${live} /><${Waits} live=${live} />
    <div class="ghost" aria-live="polite">
      ${about ? html`<p class="prompt about">${about}</p>` : asks ? html`<p class="prompt">${promptOf(seen)}</p>` : null}
      ${asks ? null : html`<${Ghost} ...${seen} />`}
      ${shown.chosen && !isAsking(shown) ? html`<${Bill} price=${priceOfChosen(seen)} />` : null}<${Choices} ...${seen} /></div>
    ${idle ? html`<${Pass} ...${seen} /><${TakeSeatBack} live=${live} />` : html`<div class="do"><div class="btns">
      <${Main} seen=${seen} /><${Second} seen=${seen} />
      <${Clear} live=${live} clear=${() => { seen.setMode(null); live.clear(); }} /></div>
      <${Foot} what=${footOf(seen)} /></div>`}</section>`;
}

/** Whether the area may take the place of the own panel on a phone: not while own things are to be clicked.
 * @param {DuelViewModel} seen */
const isSheet = ({ shown, sight }) => shown.chosen !== '' && !(shown.after && !staging.isComplete(shown))
  && !(sight && [...TOKENS].some((gem) => goldFor(sight, shown, gem)));

/** The golden button, or the words that stand in its place. @param {{ seen: DuelViewModel }} props */
function Main({ seen }) {
  const { live, shown, mode, own } = seen;
  if (mode?.kind === 'gold') return html`<span class="lackbox">${wordsFor('reserve.waits')}</span>`;
  const price = isActing(shown) ? null : priceOfChosen(seen);
  if (price?.short) return html`<${Short} price=${price} held=${own?.tokens.at(-1) ?? 0} />`;
  if (price) return html`<span class="lackbox">${t('wild.none')}</span>`;
  const moves = staging.movesToSend(shown);
  const [first] = moves.map(parseMove).filter(({ kind }) => kind !== 'privilege');
  const kind = ['line', 'buy', 'reserve'].includes(first?.kind ?? '') ? first.kind : 'other';
  return html`<${Gold} live=${live} words=${wordsOfMoves(moves, seen)} kind=${kind} foot=${footOf(seen)}>
    <span aria-hidden="true"><${What} ...${seen} /></span><small aria-hidden="true">${moves.join(' ') || '…'}</small><//>`;
}

/** @param {string[]} moves @param {DuelViewModel} seen */
const wordsOfMoves = (moves, seen) =>
  `${moves.map((move) => wordsWithPlace(parseMove(move), seen)).join(', ')} ${moves.join(' ')}`.trim();


/** Whether something is to be chosen before the move can be sent. @param {DuelViewModel['shown']} shown */
const isAsking = (shown) => Boolean(shown.after) && !staging.isComplete(shown);

/** Beside Buy, or in place of it: Reserve. @param {{ seen: DuelViewModel }} props */
function Second({ seen }) {
  const { shown, live, table, me } = seen;
  const { chosen } = shown;
  const isCard = /^[123][a-e]$/.test(chosen) && !shown.moves.includes(`r${chosen}`);
  if (!isCard || me === null || live.queued.value || staging.mustReturn(shown) || isAsking(shown)) return null;
  return html`<${ReserveButton} may=${openOptions(shown).includes(`r${chosen}`)} gold=${true}
    full=${table.places[me].hand.length >= 3} disabled=${live.busy.value}
    act=${() => live.play(reservation(live, chosen))} />`;
}

/** What is chosen, and for what; null where the preview or a question says more. @param {DuelViewModel} seen */
function aboutOf(seen) {
  const { shown, sight, mode, catalogue, own } = seen;
  if (mode?.kind === 'gold') return html`<b>${t('cta.reserve')}:</b> ${wordsFor('reserve.choose')}`;
  const asks = shown.after && !staging.isComplete(shown) && nextKind(shown);
  const id = sight && shown.chosen ? cardAt(sight.table, sight.hand, shown.chosen) : null;
  if (id === null || asks || !own) return null;
  const card = catalogue.card(id);
  const price = priceOf(card, own);
  if (shown.moves.some((move) => move[0] === 'r')) return html`<${Mini} card=${card} /> ${t('intoHand')}`;
  if (!isActing(shown)) {
    return html`<${Mini} card=${card} /> ${t('costsWord')} ${price.rows.map((row) => html`
      <span class="cost"><${Gem} of=${row.gem} />${row.need}</span> `)}`;
  }
  const paid = Object.entries(spent(price, shown.gold)).map(([gem, count]) => gem.repeat(count)).join('');
  return html`<${Mini} card=${card} /> ${paid ? html`${t('for')} <${NamedGems} letters=${paid} />` : t('forNothing')}`;
}

/** @param {DuelViewModel} seen */
function priceOfChosen({ shown, sight, own, catalogue }) {
  const id = sight && shown.chosen ? cardAt(sight.table, sight.hand, shown.chosen) : null;
  return id === null || !own ? null : priceOf(catalogue.card(id), own);
}

/** The key of the text that says what keys do now. @param {DuelViewModel} seen */
function footOf({ shown, mode, ahead }) {
  if (mode?.kind === 'gold') return 'reserving';
  if (ahead) return 'ahead';
  if (!shown.chosen) return 'any';
  if (shown.moves.some((move) => move[0] === 'r')) return 'reserve';
  return `${isActing(shown) ? 'buy' : 'short'}${shown.chosen[0] === 'h' ? '.hand' : ''}`;
}

/** A button to pass, where nothing else is possible. @param {DuelViewModel} seen */
const Pass = (seen) => (openOptions(seen.draft).includes('pass') ? html`
  <button type="button" class="cta" onClick=${() => act(seen, 'pass')}>${t('duel.pass')}</button>` : null);

/** The prompt. @param {DuelViewModel} seen */
function promptOf({ live, playing, mine, mode, draft, table, me, names, sight, ahead }) {
  if (!playing) return '';
  if (ahead) return t('prompt.ahead');
  if (!mine) return me === null ? watchingWords(live) : t('moveOf', { name: names[table.active] });
  if (mode) return t(`duel.prompt.${mode.kind}`);
  const kind = nextKind(draft);
  if (kind) return wordsFor(`prompt.${kind}`, { count: owed(sight, draft) });
  if (draft.selected) return wordsFor('prompt.selected');
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
  if (purchase && shown.chosen) return html`<span>${t('duel.do.buy')} <${GoldPaid} seen=${seen} /></span>`;
  if (purchase) return html`<span>${t('duel.do.buy')} <${Mini} card=${purchase.card} /></span>`;
  const [reserved] = movesOf(shown.moves, 'reserve');
  if (!reserved || !sight) return html`<span>${t(whatElse(shown.moves))}</span>`;
  const id = cardAt(sight.table, sight.hand, reserved.place);
  return html`<span>${t('duel.do.reserve')} ${id === null
    ? html`<${MiniBack} level=${Number(reserved.place[0])} />` : html`<${Mini} card=${catalogue.card(id)} />`}</span>`;
}

/** The gold that the staged purchase takes. @param {{ seen: DuelViewModel }} props */
function GoldPaid({ seen }) {
  const price = priceOfChosen(seen);
  const count = price ? price.gold + seen.shown.gold.length : 0;
  return count ? html`<${Gem} of="J" />${count}` : null;
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
  const kind = staging.isComplete(shown) ? null : nextKind(shown);
  const isNews = (/** @type {Note} */ note) => (note.kind === 'privilege' ? prefs.value.warnings
    : note.kind !== 'ability' || ASKED_FOR[note.ability] !== kind); // the question says it already
  const notes = previewOf(sight, shown).filter(isNews);
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
    ${royals.map(({ text, number }) => html`<${RoyalChoice} seen=${seen} move=${text} number=${number} />`)}</span>`;
}

/** A royal card by what it gives. @param {{ seen: DuelViewModel, move: string, number: number }} props */
function RoyalChoice({ seen, move, number }) {
  const { points, ability } = seen.catalogue.royal(`R${number}`);
  const isNone = !ability || ability === 'none';
  return html`<${Choice} seen=${seen} move=${move} label=${t('wonRoyal', { what: royalWords(seen.catalogue, number) })}>
    <span class="royal-pick" aria-hidden="true"><b>${points}</b>
      ${isNone ? null : html`<${Picture} id=${abilityPicture(ability)} />`}
      <small>${t(`royal.${isNone ? 'none' : ability}`)}</small></span><//>`;
}

/** @param {{ seen: DuelViewModel, move: string, label: string, children?: any }} props */
const Choice = ({ seen, move, label, children }) => html`<button type="button" class="pick"
  onClick=${() => decide(seen, move)}><${Name} is=${label} />${children}</button>`;
