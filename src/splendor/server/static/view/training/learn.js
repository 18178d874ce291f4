/** The page "Learn from your mistakes": the table as it stood before each slip, and a panel that judges what is tried. */

import { html, useEffect, useMemo, useRef, useState } from '../../vendor/preact.js';
import { plyOf } from '../../state/after/replay.js';
import { isFound, sumOf } from '../../state/after/learning.js';
import { parseMove } from '../../state/moves.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { dayOf } from '../me/words.js';
import { faceOf, tableClasses, useDrawing } from '../faces.js';
import { useKeptFocus } from '../shared/arrows.js';
import { Key } from '../shared/parts.js';
import { thingsOf } from '../shared/pointing.js';
import { Refusal } from '../shared/refusal.js';
import { useTraining } from '../shared/training.js';
import { viewModel } from '../shared/view_model.js';
import { useKeys } from '../table/keys.js';
import { Learning } from './learning.js';
import { Bar, Bubble, Chance, MoveShown, percent, selectorsOf, useLit } from './parts.js';
import { Reasons, Sentence } from '../review/reasons.js';

/** @typedef {import('../shared/view_model.js').ViewModel} ViewModel */
/** @typedef {import('../../state/after/learning.js').Slip} Slip */

/** @param {{ id: string }} props */
export function LearnPage({ id }) {
  const live = useMemo(() => new Learning(id, seatIn(location.search), plyOf(location.hash)), [id]);
  useEffect(() => {
    live.load();
    return () => live.close();
  }, [live]);
  return html`<${LearnTable} live=${live} />`;
}

/** A slip at its table, as far as it is known. @param {{ live: Learning }} props */
export function LearnTable({ live }) {
  useKeptFocus();
  useKeys(live);
  useOwnKeys(live);
  const ready = useTraining('learning');
  const { id } = live;
  const game = live.news.value?.table?.game;
  const drawing = useDrawing(game);
  if (live.wrong.value) return html`<${Plain} id=${id}><p role="alert">${live.wrong.value}</p><//>`;
  if (ready && live.review.value && !live.review.value.review) return html`<${Unreviewed} live=${live} id=${id} />`;
  if (ready && live.review.value && !live.slips.value.length) return html`<${Plain} id=${id}><p role="status">${t('learn.empty')}</p><//>`;
  if (!ready || !drawing || !live.news.value) return html`<main class="page"><p role="status">${t('loading')}</p></main>`;
  return html`<${Shown} live=${live} Game=${drawing.Table} />`;
}

/** The seat that an address names. @param {string} search */
function seatIn(search) {
  const found = new URLSearchParams(search).get('as') ?? '';
  return /^[0-3]$/.test(found) ? Number(found) : null;
}

/** @param {{ id: string, children?: any }} props */
const Plain = ({ id, children }) => html`<main class="page" tabindex="-1"><h1>${t('learn')}</h1>${children}
  <p><a href="/review/${id}">${t('learn.back')}</a> · <a href="/">${t('toLobby')}</a></p></main>`;

/** @param {{ live: Learning, id: string }} props */
function Unreviewed({ live, id }) {
  const { status, judged = 0, decisions } = live.review.value;
  const runs = status === 'running' || status === 'paused';
  return html`<${Plain} id=${id}><p role="status">${t(runs ? 'learn.running' : 'learn.none', { judged, decisions })}</p>
    ${runs ? null : html`<p><button type="button" class="cta" onClick=${() => live.make()}>${t('learn.make')}</button></p>`}<//>`;
}

/** @param {{ live: Learning, Game: any }} props */
function Shown({ live, Game }) {
  const { table } = viewModel(live);
  const room = /** @type {import('../../state/types.js').Room} */ (live.news.value?.room);
  return html`<div class="learning ${faceOf(table.game).game}"><div class=${tableClasses(table.game, room)}>
    <header class="top"><h1 class="visually-hidden">${t('learn')}</h1><a class="brand" href="/">${t('brand')}</a>
      <span class="turn"><i></i><span>${t('learn.round', { round: live.slip.round })}</span></span>
      <nav>${live.course ? html`<a class="button quiet" href="/me#me-habits">${t('practise.end')}</a>` : null}<a class="button quiet" href="/review/${live.id}?as=${live.seat}#${live.slip.ply}">${t('learn.back')}</a></nav></header>
    <${Game} live=${live} side=${null} /><${Refusal} live=${live} /><${Panel} live=${live} /></div></div>`;
}

// The panel

/** @param {{ live: Learning }} props */
function Panel({ live }) {
  const seen = viewModel(live);
  useMarks(live, seen);
  const { course } = live;
  const isDone = live.saying.value === 'done';
  const place = course ? { number: course.at.value + 1, count: course.slips.value?.length } : { number: live.at.value + 1, count: live.slips.value.length };
  const title = course ? course.title : t('learn');
  const stages = live.saying.value === 'ask' && !staging.isIdle(live.draft.value) ? 'staging' : '';
  const [folded, fold] = useState(false);
  useEffect(() => fold(false), [live.saying.value, place.number]);
  return html`<section class="advice coach learn ${live.saying.value} ${stages} ${folded ? 'folded' : ''}" aria-label=${title}>
    <button type="button" class="fold quiet" aria-expanded=${String(!folded)} aria-label=${t('learn.panel')} onClick=${() => fold(!folded)}>${folded ? '▸' : '◂'}</button>
    <h2>${title} <small>${t('learn.of', place)}</small></h2>
    <${Dots} live=${live} />
    <${Bubble}><${Said} live=${live} seen=${seen} /><//>
    ${isDone ? course ? html`<${CourseSum} course=${course} />` : html`<${Sum} live=${live} />` : html`<${Scale} live=${live} seen=${seen} /><${Why} live=${live} seen=${seen} />
      <${Chart} live=${live} />`}
    <${Acts} live=${live} /></section>`;
}

/** What is lit: a nudge, the try, its answer, or the best move. @param {Learning} live @param {ViewModel} seen */
function useMarks(live, seen) {
  const saying = live.saying.value;
  const clue = live.clue.value;
  const answer = saying === 'notquite' || saying === 'notyet' ? live.trial.value?.answer : null;
  const best = saying === 'shown' ? live.slip.best.move : '';
  const tried = live.tried.value[0] ?? '';
  const things = (/** @type {string} */ move) => (move ? thingsOf(parseMove(move), seen) : []);
  useLit(clue ? selectorsOf(clue.things, seen) : things(best), clue ? 'look' : 'best', best ? t('learn.best') : '');
  useLit(things(tried), 'try', t('learn.try'));
  useLit(answer ? things(answer.moves[0]) : [], 'answer', answer ? t('learn.buys', { name: seen.names[answer.seat] }) : '');
}

/** @type {Object<string, string>} */
const SIGNS = { found: '✓', near: '≈', shown: '–' };

/** @param {{ live: Learning }} props */
function Dots({ live }) {
  const { course } = live;
  const marks = course ? (course.slips.value ?? []).map((_, index) => course.marks.value[index])
    : live.slips.value.map(({ ply }) => live.marks.value[ply]);
  const at = course ? course.at.value : live.at.value;
  const go = (/** @type {number} */ index) => (course ?? live).go(index);
  const row = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => row.current?.querySelector('.now')?.scrollIntoView({ block: 'nearest', inline: 'center' }), [at, marks.length]);
  return html`<ol class="dots" ref=${row} aria-label=${t('learn.dots')}>${marks.map((mark, index) => {
    const now = index === at && live.saying.value !== 'done';
    const name = t(`learn.dot.${mark ?? 'open'}`, { number: index + 1 });
    return html`<li key=${index}><button type="button" class="${mark ?? 'open'} ${now ? 'now' : ''}" aria-label=${name} title=${name}
      aria-current=${now ? 'step' : null} onClick=${() => go(index)}>${mark ? SIGNS[mark] : index + 1}</button></li>`;
  })}</ol>`;
}

/** @type {Object<string, string>} */
const SEALS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** The sentence of the house. @param {{ live: Learning, seen: ViewModel }} props */
function Said({ live, seen }) {
  const { slip } = live;
  const values = numbersOf(live);
  switch (live.saying.value) {
    case 'thinking': return t('learn.thinking');
    case 'failed': return t('learn.failed');
    case 'good': return html`<p class="h">✓ ${t(live.trial.value?.proven ? 'learn.good.proven' : 'learn.good')}</p>`;
    case 'also': return html`<p class="h">≈ ${t('learn.also')}</p>${t(values.loss ? 'learn.also.less' : 'learn.also.about', values)}`;
    case 'notyet': return html`<p class="h">${t('learn.notyet')}</p>${t('learn.notyet.about', values)}`;
    case 'notquite': return html`<p class="h">${t('learn.notquite', values)}</p><${Next} live=${live} seen=${seen} />`;
    case 'shown': return html`<p class="h">${t('learn.answer')} <${MoveShown} move=${slip.best.move} seen=${seen} /></p>
      <small>${t('learn.comesBack')} <button type="button" class="textlink" onClick=${() => live.notAgain()}>${t('learn.notAgain')}</button></small>`;
    case 'done': return html`<${Done} live=${live} />`;
    default: return html`<${Asked} live=${live} slip=${slip} seen=${seen} />`;
  }
}

/** @param {Learning} live */
function numbersOf(live) {
  const { chance = 0, after = 0 } = live.trial.value ?? {};
  return { best: percent(chance), after: percent(after), was: percent(live.slip.was), loss: percent(chance) - percent(after) };
}

/** What was played, and that there is something better; or a nudge. @param {{ live: Learning, slip: Slip, seen: ViewModel }} props */
function Asked({ live, slip, seen }) {
  const { names, table, me } = seen;
  const clue = live.clue.value;
  const others = names.flatMap((name, seat) => (seat === me ? [] : [t('learn.points.of', { name, points: table.places[seat].points })]));
  return html`<p class="h"><span class="seal ${slip.label[0]}" aria-hidden="true">${SEALS[slip.label]}</span>
      <span class="visually-hidden">${t(`slip.${slip.label}`)}. </span>${t('learn.round', { round: slip.round })}</p>
    ${clue ? html`<b>${t(`look.${clue.code}`, clue.values)}</b> ${clue.why ? t(`look.why.${clue.why.code}`, clue.why.values) : ''}`
      : html`${t('learn.you')} <${MovesShown} moves=${slip.moves} seen=${seen} />. <b>${t('learn.better')}</b><br />
        <small>${t('learn.points', { mine: table.places[me ?? 0].points, theirs: others.join(', ') })}</small>`}`;
}

/** @param {{ moves: string[], seen: ViewModel }} props */
const MovesShown = ({ moves, seen }) => moves.map((move, index) => html`${index ? ', ' : ''}<${MoveShown} move=${move} seen=${seen} />`);

/** What the next player can do then. @param {{ live: Learning, seen: ViewModel }} props */
function Next({ live, seen }) {
  const answer = live.trial.value?.answer;
  if (live.tried.value.join() === live.slip.moves.join()) return t('learn.same');
  if (!answer) return null;
  return html`${t('learn.then', { name: seen.names[answer.seat] })} <${MovesShown} moves=${answer.moves} seen=${seen} />
    ${answer.facts?.map((fact) => html`, <${Sentence} reason=${fact} seen=${seen} />`)}`;
}

/** @param {{ live: Learning }} props */
function Done({ live }) {
  const { course } = live;
  if (course) {
    const marks = Object.values(course.marks.value);
    const count = course.slips.value?.length;
    return html`<p class="h">${t('learn.done', { found: marks.filter((mark) => mark !== 'shown').length, count })}</p>${t('practise.done')}`;
  }
  const { lost, saved, found } = sumOf(live.slips.value, live.marks.value);
  return html`<p class="h">${t('learn.done', { found, count: live.slips.value.length })}</p>${t('learn.done.about', { lost, saved })}`;
}

/** What was played, what is tried, and the best move where it may be shown. @param {{ live: Learning, seen: ViewModel }} props */
function Scale({ live, seen }) {
  const { slip } = live;
  const trial = live.trial.value;
  const saying = live.saying.value;
  const isKnown = saying === 'shown' || saying === 'good';
  const rows = [
    ...(trial && saying !== 'good' ? [{ kind: 'tried', move: live.tried.value[0], chance: trial.after, error: trial.error, proven: trial.proven }] : []),
    ...(isKnown ? [{ kind: 'top1', move: saying === 'good' ? live.tried.value[0] : slip.best.move,
      chance: trial?.after ?? slip.chance, error: trial?.error ?? slip.best.error, proven: trial?.proven ?? slip.best.proven }] : []),
    { kind: 'was', move: slip.moves[0], chance: slip.was, error: 0, proven: false },
  ];
  return html`<ol class="scale">${rows.map(({ kind, move, chance, error, proven }) => html`<li key=${kind} class="row ${kind}">
      <span>${kind === 'was' ? `${t('learn.was')} ` : ''}<${MoveShown} move=${move} seen=${seen} /></span>
      <${Bar} chance=${chance} error=${error} /><${Chance} chance=${chance} error=${error} proven=${proven} /></li>`)}
    ${isKnown ? null : html`<li class="row"><span>${t('learn.unknown')}</span><${Bar} chance=${0} /><b class="chance">?</b></li>`}</ol>`;
}

/** Reasons; before a try, how to make one. @param {{ live: Learning, seen: ViewModel }} props */
function Why({ live, seen }) {
  const saying = live.saying.value;
  const { trial } = live;
  if (saying === 'ask') return html`<p class="used">${t('learn.how')}</p>`;
  if (saying === 'notquite' || saying === 'notyet') {
    return html`<${Reasons} reasons=${trial.value?.against ?? []} seen=${seen} side="con" />`;
  }
  const told = saying === 'shown' || isFound(/** @type {any} */ (saying)) ? live.slip.turn.in_favour ?? [] : [];
  return html`<${Reasons} reasons=${told} seen=${seen} side="pro" />`;
}

/** All slips in a table. @param {{ live: Learning }} props */
const Sum = ({ live }) => html`<table class="sum"><thead><tr><th>${t('learn.done.move')}</th><th>${t('learn.done.was')}</th>
  <th>${t('learn.done.best')}</th><th>${t('learn.done.you')}</th></tr></thead><tbody>${live.slips.value.map((slip) => html`
    <tr key=${slip.ply}><td>${t('learn.round', { round: slip.round })}</td><td>${percent(slip.was)} %</td><td>${percent(slip.chance)} %</td>
      <td>${SIGNS[live.marks.value[slip.ply]] ?? ''}</td></tr>`)}</tbody></table>`;

/** The positions of a row in a table. @param {{ course: import('./practise.js').Course }} props */
const CourseSum = ({ course }) => html`<table class="sum"><thead><tr><th>${t('practise.game')}</th><th>${t('learn.done.move')}</th>
  <th>${t('practise.cost')}</th><th>${t('learn.done.you')}</th></tr></thead><tbody>${(course.slips.value ?? []).map((slip, index) => html`
    <tr key=${index}><td>${dayOf(slip.ended)}</td><td>${t('learn.round', { round: slip.round })}</td><td>−${slip.cost} %</td>
      <td>${SIGNS[course.marks.value[index]] ?? ''}</td></tr>`)}</tbody></table>`;

/** My chances along the game, with this slip. @param {{ live: Learning }} props */
function Chart({ live }) {
  const turns = live.turns.value;
  const index = turns.indexOf(live.slip.turn);
  const x = (/** @type {number} */ at) => (100 * at) / Math.max(1, turns.length - 1);
  const y = (/** @type {number} */ chance) => 40 * (1 - chance);
  const line = turns.map((turn, at) => `${x(at)},${y(turn.before[live.seat])}`).join(' ');
  return html`<figure class="slipchart"><figcaption>${t('learn.slip')}</figcaption>
    <svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true"><polygon points="0,40 ${line} 100,40" /><polyline points=${line} />
      <line class="half" x1="0" x2="100" y1="20" y2="20" /><line class="now" x1=${x(index)} x2=${x(index)} y1="0" y2="40" /></svg></figure>`;
}

/** Always at the same place. @param {{ live: Learning }} props */
function Acts({ live }) {
  const saying = live.saying.value;
  const { course } = live;
  const isLast = course ? Object.keys(course.marks.value).length >= (course.slips.value?.length ?? 0)
    : Object.keys(live.marks.value).length >= live.slips.value.length;
  const back = html`<a class="button quiet" href="/review/${live.id}?as=${live.seat}">${t('learn.back')}</a>`;
  const left = live.slips.value.filter(({ ply }) => live.marks.value[ply] === 'shown').length;
  if (saying === 'done' && course) {
    return html`<div class="acts"><a class="button quiet" href="/me#me-habits">${t('practise.back')}</a>
      ${course.left ? html`<button type="button" class="go" onClick=${() => course.begin()}>${t('practise.more', { count: course.left })}</button>` : null}</div>`;
  }
  if (saying === 'done') {
    return html`<div class="acts">${back}${left ? html`<button type="button" class="go" onClick=${() => live.rest()}>
      ${t('learn.rest', { count: left })}</button>` : null}</div>`;
  }
  const isOver = saying === 'shown' || saying === 'good' || saying === 'also';
  const waits = saying === 'thinking';
  return html`<div class="acts">
    <button type="button" class="quiet" disabled=${saying !== 'ask'} onClick=${() => live.hint()}>${t('learn.nudge')} <${Key} of="H" /></button>
    <button type="button" class="quiet" disabled=${waits || isOver} onClick=${() => live.show()}>${t('learn.show')}</button>
    ${isOver ? html`<button type="button" class="go" onClick=${() => live.next()}>${t(isLast ? 'learn.finish' : 'learn.next')} <${Key} of="Enter" /></button>`
      : saying === 'ask' ? html`<button type="button" class="quiet" onClick=${() => live.skip()}>${t('learn.skip')} <${Key} of="→" /></button>`
        : html`<button type="button" class="go" disabled=${waits} onClick=${() => live.again()}>${t('learn.again')} <${Key} of="Esc" /></button>`}</div>`;
}

/** Enter goes on after a verdict, Esc takes a try back, → skips where nothing has the focus. @param {Learning} live */
function useOwnKeys(live) {
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      const saying = live.saying.value;
      const isOver = saying === 'shown' || saying === 'good' || saying === 'also';
      const onButton = event.target instanceof Element && event.target.closest('.learn button, .learn a, input, dialog') !== null;
      const act = event.key === 'Enter' && isOver && !onButton ? () => live.next()
        : event.key === 'Escape' && ['good', 'also', 'notyet', 'notquite', 'failed'].includes(saying) ? () => live.again()
          : event.key === 'ArrowRight' && saying === 'ask' && document.activeElement === document.body ? () => live.skip() : null;
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  }, [live]);
}
