/** The moves of the game: for two players side by side, else one list; each with seal, luck and the chance after it. */

import { html, useEffect, useMemo, useRef } from '../../vendor/preact.js';
import { eventsUpTo, lastPly } from '../../state/after/replay.js';
import { luckOf, percent } from '../../state/after/review.js';
import { linesOf } from '../../state/log_lines.js';
import { dayOf } from '../me/words.js';
import { t } from '../../texts/index.js';
import { TurnWords } from '../shared/log.js';
import { Picture, Who } from '../shared/parts.js';
import { viewModel } from '../shared/view_model.js';
import { Luck, Seal } from './signs.js';

/** @typedef {import('./past.js').ReviewTable} ReviewTable */
/** @typedef {import('../../state/after/review.js').Turn} Turn */

const FILTERS = ['mine', 'all', 'slips'];

/** @param {{ past: ReviewTable }} props */
export function Moves({ past }) {
  const seen = viewModel(past);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const at = past.at.value;
  useEffect(() => showPresent(list.current), [at, past.judged.value]);
  const lines = useLines(past);
  const rows = rowsOf(past, seen.names.length);
  return html`<section class="moves2 panel" aria-label=${t('review.moves')}><header><h2>${t('review.moves')}</h2>
      <${Progress} past=${past} /><${Filter} past=${past} /></header>
    <ol class="ml ${seen.names.length === 2 && past.filter.value === 'all' ? 'pairs' : 'single'}" ref=${list} tabindex="0" aria-label=${t('review.moves')}>
      ${rows.map(({ round, turns }) => html`<li key=${`${round}.${turns[0]}`}><span class="rd">${round}</span>
        ${turns.map((index) => html`<${Move} index=${index} lines=${lines} past=${past} seen=${seen} />`)}</li>`)}</ol></section>`;
}

/** The lines of the log, by turn. @param {ReviewTable} past */
function useLines(past) {
  const replay = past.replay.value;
  return useMemo(() => {
    const all = replay ? linesOf(eventsUpTo(replay, lastPly(replay))).toReversed() : [];
    return past.turns.value.map(({ first, end }) => all.slice(first, end));
  }, [replay, past.turns.value.length]);
}

/** Turns by round, as the filter asks. @param {ReviewTable} past @param {number} players */
function rowsOf(past, players) {
  const filter = past.filter.value;
  const wanted = (/** @type {Turn} */ { seat, judged }) =>
    filter === 'all' || (filter === 'mine' ? seat === past.eyes.value : Boolean(judged?.label));
  /** @type {{ round: number, turns: number[] }[]} */
  const rows = [];
  past.turns.value.forEach((turn, index) => {
    if (!wanted(turn)) return;
    const last = rows[rows.length - 1];
    const pairs = players === 2 && filter === 'all' && last?.round === turn.round && last.turns.length < 2;
    if (pairs) last.turns.push(index);
    else rows.push({ round: turn.round, turns: [index] });
  });
  return rows;
}

/** @param {{ index: number, lines: import('../../state/log_lines.js').Line[][], past: ReviewTable,
 *   seen: import('../shared/view_model.js').ViewModel }} props */
function Move({ index, lines, past, seen }) {
  const turn = past.turns.value[index];
  const { judged, seat } = turn;
  const eyes = past.eyes.value ?? 0;
  const isNow = index === past.at.value;
  const luck = luckOf(judged, eyes);
  const chance = judged ? `${percent(judged.after[eyes])} %` : '…';
  return html`<button type="button" class=${isNow ? 'cur' : ''} aria-current=${isNow ? 'step' : null} onClick=${() => past.goTurn(index)}>
    <${Who} seat=${seen.shade(seat)} name=${seen.names[seat]} letter=${seen.initials[seat]} />
    <span class="visually-hidden">${seen.names[seat]} </span>
    <span class="what"><${TurnWords} lines=${lines[index] ?? []} catalogue=${seen.catalogue} name=${seen.names[seat]} /></span>
    ${turn.hinted ? html`<span class="bulb" title=${t('review.hinted')}><${Picture} id="eye" /></span>` : null}
    ${judged?.label ? html`<${Seal} label=${judged.label} />` : null}
    ${luck ? html`<${Luck} points=${luck} />` : null}<span class="pc2">${chance}</span></button>`;
}

/** Scroll the list, not the page. @param {HTMLElement | null} list */
function showPresent(list) {
  const present = list?.querySelector('.cur');
  if (!list || !(present instanceof HTMLElement)) return;
  const from = present.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (from < 0 || from > list.clientHeight - present.offsetHeight) list.scrollTop += from - list.clientHeight / 2;
}

/** @param {{ past: ReviewTable }} props */
const Filter = ({ past }) => html`<span class="seg" role="group" aria-label=${t('review.filter')}>
  ${FILTERS.map((each) => html`<button type="button" aria-pressed=${past.filter.value === each ? 'true' : 'false'}
    onClick=${() => { past.filter.value = each; }}>${t(`review.filter.${each}`)}</button>`)}</span>`;

// How far it is

/** @param {{ past: ReviewTable }} props */
export function Progress({ past }) {
  const state = past.state.value;
  if (past.problem.value) return html`<span class="progress err" role="alert"><span class="bang" aria-hidden="true">!</span>${past.problem.value}</span>`;
  if (!state || past.tooShort.value) return null;
  const { status, judged = 0, decisions, seconds, simulations = 0 } = state;
  if (status === 'running') {
    const left = seconds ? `, ${t('review.about', { seconds })}` : '';
    return html`<span class="progress"><progress max=${decisions} value=${judged} aria-label=${t('review.progress')}></progress>
      <span class="note">${t('review.done', { judged, decisions })}${left}</span>
      <button type="button" class="btn sm" onClick=${() => past.stop()}>${t('review.stop')}</button></span>`;
  }
  if (status === 'finished') {
    return html`<span class="pill" title=${past.review.value?.evaluator ?? ''}>${t('review.all', { decisions, simulations: simulations.toLocaleString() })}</span>
      ${state.outdated ? html`<span class="note outdated">${t('review.outdated', { day: dayOf(state.made ?? 0) })}</span>
        <button type="button" class="btn sm" onClick=${() => past.goOn(true)}>${t('review.again')}</button>` : null}`;
  }
  return html`<span class="progress err"><span class="bang" aria-hidden="true">!</span>
    <span class="note">${t('review.stopped', { judged, decisions })}</span>
    <button type="button" class="btn sm" onClick=${() => past.goOn()}>${t('review.goOn')}</button></span>`;
}
