/** The coach at a table: help with a decision in three steps, and the question before a move that gives much away. */

import { html, useEffect, useLayoutEffect, useRef } from '../../vendor/preact.js';
import { parseMove } from '../../state/moves.js';
import * as staging from '../../state/staging.js';
import { hintsUsed } from '../../state/training.js';
import { t } from '../../texts/index.js';
import { Key } from '../shared/parts.js';
import { prefs } from '../shared/prefs.js';
import { pointing, thingsOf } from '../shared/pointing.js';
import { useTraining } from '../shared/training.js';
import { viewModel } from '../shared/view_model.js';
import { Bar, Bubble, Chance, MoveShown, percent, selectorsOf, useLit } from './parts.js';
import { Reasons } from '../review/reasons.js';

/** @typedef {import('../table/live.js').LiveTable} LiveTable */
/** @typedef {import('../table/live.js').Told} Told */
/** @typedef {import('../shared/view_model.js').ViewModel} ViewModel */

const STEPS = [1, 2, 3];
const LAST = 3;

/** @param {{ live: LiveTable }} props */
export function Coach({ live }) {
  const told = live.advice.value;
  const seen = viewModel(live);
  const ready = useTraining();
  const best = told?.step === LAST && !told.even ? told.candidates?.[0] : null;
  useLit(litBy(told, seen), told?.clue ? 'look' : best ? 'best' : '', best ? `${percent(best.value)} %` : '');
  useEffect(() => {
    if (best) showMove(live, best.move);
  }, [best]);
  if (!told || !ready) return null;
  return html`<section class="advice coach step${told.step} ${best ? 'clear' : ''}" aria-label=${t('advice')}>
    <h2>${t('advice')} <small>${t('coach.seen')}</small>
      <button type="button" class="close" aria-hidden="true" tabindex="-1" onClick=${() => live.closeAdvice()}>×</button></h2>
    <${StepLine} step=${told.step} />
    <${Bubble}><${Said} told=${told} seen=${seen} /><//>
    ${told.step === LAST && told.candidates ? html`<${Moves} told=${told} live=${live} seen=${seen} />
      <${Reasons} reasons=${told.even ? [] : told.reasons ?? []} seen=${seen} side="pro" />` : null}
    <${Acts} told=${told} live=${live} />
    <p class="used">${t('coach.used', { count: hintsUsed(live.events.value) || 1 })}</p></section>`;
}

/** What a step lights. @param {Told | null} told @param {ViewModel} seen */
function litBy(told, seen) {
  if (told?.clue) return selectorsOf(told.clue.things, seen);
  const best = told?.step === LAST && !told.even ? told.candidates?.[0] : null;
  return best ? thingsOf(parseMove(best.move), seen) : [];
}

/** How far one has gone. @param {{ step: number }} props */
const StepLine = ({ step }) => html`<ol class="steps3" aria-label=${t('coach.steps')}>${STEPS.map((each) => html`
  <li class=${each === step ? 'on' : each < step ? 'past' : ''} aria-current=${each === step ? 'step' : null}>
    <b>${each}</b><span>${t(`coach.step.${each}`)}</span></li>`)}</ol>`;

/** The sentence of a step. @param {{ told: Told, seen: ViewModel }} props */
function Said({ told, seen }) {
  if (told.thinking) return t('coach.thinking');
  if (told.failed) return html`${t(told.failed === 'no_hints' ? 'coach.off' : 'coach.failed')}`;
  if (told.step === LAST) {
    return told.even ? t('coach.even') : html`<${MoveShown} move=${told.candidates?.[0].move ?? ''} seen=${seen} />${' '}
      <small>${told.candidates?.[0].move}</small>`;
  }
  const { code = 'anywhere', why, values = {} } = told.clue ?? {};
  const who = why?.values?.seat === undefined ? '' : seen.names[why.values.seat];
  const facts = { ...why?.values, who };
  const isFirst = told.step === 1;
  const reason = why ? t(isFirst ? `look.why.${why.code}` : `kind.why.${why.code}`, facts) : '';
  return html`<b>${t(isFirst ? `look.${code}` : `kind.${code}`, values)}</b> ${reason}`;
}

/** The best moves and their chances; a click puts one on the table.
 * @param {{ told: Told, live: LiveTable, seen: ViewModel }} props */
const Moves = ({ told, live, seen }) => html`<ol class="scale" aria-label=${t('coach.moves')}>
  ${told.candidates?.map((each, index) => html`<li key=${each.move} class="row ${index ? '' : 'top1'}"
      ...${pointing(() => thingsOf(parseMove(each.move), seen))}>
    <button type="button" class="show" aria-pressed=${live.draft.value.moves[0] === each.move ? 'true' : 'false'}
      onClick=${() => showMove(live, each.move)}><${MoveShown} move=${each.move} seen=${seen} /></button>
    <${Bar} chance=${each.value} error=${each.error} /><${Chance} chance=${each.value} error=${each.error} proven=${each.proven} />
  </li>`)}</ol>`;

/** Put a move on the table, ready to be confirmed. @param {LiveTable} live @param {string} text */
function showMove(live, text) {
  const move = parseMove(text);
  live.clear();
  const chosen = move.kind === 'buy' || move.kind === 'reserve' ? move.place : '';
  live.stage({ ...staging.withMove(live.draft.value, text), chosen: viewModel(live).offers ? chosen : '' });
}

/** @param {{ told: Told, live: LiveTable }} props */
function Acts({ told, live }) {
  const isLast = told.step === LAST && !told.failed;
  const ready = staging.isComplete(live.draft.value);
  return html`<div class="acts"><button type="button" class="quiet" onClick=${() => live.closeAdvice()}>${t('close')}</button>
    ${isLast ? html`<button type="button" class="go" disabled=${!ready} onClick=${() => live.confirm()}>
        ${t('coach.play')} <${Key} of="Enter" /></button>`
      : html`<button type="button" class="quiet line" disabled=${told.thinking} onClick=${() => live.hint()}>
        ${t(told.failed ? 'coach.again' : `coach.next.${told.step}`)} <${Key} of="H" /></button>`}</div>`;
}

// The question before a move

/** @param {{ live: LiveTable }} props */
export function Sure({ live }) {
  const asked = live.doubt.value;
  const ready = useTraining();
  return asked && ready ? html`<${Question} live=${live} asked=${asked} />` : null;
}

/** @param {{ live: LiveTable, asked: import('../table/live.js').Doubt }} props */
function Question({ live, asked }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const seen = viewModel(live);
  const [before, after] = [percent(asked.chance), percent(asked.after)];
  const first = parseMove(asked.moves[0]);
  useLayoutEffect(() => {
    place(box.current, first, seen);
    /** @type {HTMLElement | null | undefined} */ (box.current?.querySelector('.go'))?.focus({ preventScroll: true });
  }, [asked]);
  return html`<section class="sure" role="alertdialog" aria-labelledby="sure-title" aria-describedby="sure-says" ref=${box}>
    <h2 id="sure-title"><span class="seal m" aria-hidden="true">?</span> ${t('sure')}</h2>
    <p id="sure-says"><${MoveShown} move=${asked.moves[0]} seen=${seen} />${' '}
      ${t('sure.says', { loss: before - after, before, after })}</p>
    <${Reasons} reasons=${prefs.value.why ? asked.against ?? [] : []} seen=${seen} side="con" />
    <div class="acts"><button type="button" class="go" onClick=${() => live.reconsider()}>${t('sure.back')} <${Key} of="Esc" /></button>
      <button type="button" class="quiet" onClick=${() => live.confirm(true)}>${t('sure.play')}</button></div></section>`;
}

const SHEET = 600; // pixels: in a narrower window it is a sheet
const GAP = 14; // pixels between the question and what it is about

/** Put the question beside what is staged, never over it; small windows have a sheet instead. @param {HTMLElement | null} box
 * @param {import('../../state/moves.js').Move} move @param {ViewModel} seen */
function place(box, move, seen) {
  const [found] = thingsOf(move, seen);
  const thing = found ? document.querySelector(found) : null;
  if (!box || !thing || getComputedStyle(box).position !== 'fixed' || innerWidth < SHEET) return;
  const { left, right, top, bottom } = thing.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const fits = bottom + GAP + height < innerHeight;
  const y = fits ? bottom + GAP : top - GAP - height;
  const x = Math.max(8, Math.min(innerWidth - width - 8, (left + right - width) / 2));
  box.classList.toggle('above', !fits && y >= 0);
  Object.assign(box.style, { left: `${x}px`, top: `${Math.max(8, y)}px`, right: 'auto', bottom: 'auto', translate: 'none' });
}
