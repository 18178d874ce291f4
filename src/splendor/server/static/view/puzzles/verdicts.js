/** What the panel says of a puzzle: the task, what is wrong with a try, the solution and who finds it; and its buttons. */

import { html, useState } from '../../vendor/preact.js';
import { standing } from '../../state/puzzles.js';
import { botName, t } from '../../texts/index.js';
import { Key } from '../shared/parts.js';
import { Reasons, Sentence } from '../review/reasons.js';
import { Bar, Chance, MoveShown, percent } from '../training/parts.js';
import { signed } from './progress.js';

/** @typedef {import('./solving.js').Solving} Solving */
/** @typedef {import('../shared/view_model.js').ViewModel} ViewModel */
/** @typedef {import('../../state/puzzles.js').Step} Step */

/** The sentence of the house. @param {{ live: Solving, seen: ViewModel }} props */
export function Said({ live, seen }) {
  switch (live.saying.value) {
    case 'thinking': return t('learn.thinking');
    case 'failed': return t('learn.failed');
    case 'wrong': return html`<${Wrong} live=${live} seen=${seen} />`;
    case 'solved': return html`<p class="h">✓ ${t('puzzle.right')} ${gained(live)}</p>${praise(live)}`;
    case 'shown': return html`<p class="h">${t('learn.answer')} <${MoveShown} move=${live.solution.value?.answer} seen=${atFirst(live, seen)} /></p>
      <small>${t('learn.comesBack')}</small>`;
    case 'today': return html`<p class="h">✓ ${t('puzzle.today')}</p>${t('puzzle.today.about')}`;
    case 'none': return html`<p class="h">${t('puzzle.none', { count: live.progress.value?.count })}</p>${t('puzzle.none.about')}`;
    default: return html`<${Task} live=${live} seen=${seen} />`;
  }
}

/** The rating's change. @param {Solving} live */
const gained = (live) => (live.change.value ? html`<em>${signed(live.change.value)}</em>` : null);

/** @param {Solving} live */
function praise(live) {
  const { proven, chance = 0, next = 0 } = live.solution.value ?? {};
  const first = proven ? t('puzzle.right.proven') : t('puzzle.right.chance', { chance: percent(chance), next: percent(next) });
  return live.puzzle.value?.day ? html`${first} <b>${t('puzzle.right.daily')}</b>` : first;
}

/** What is to be found: the kind is told unless kinds are mixed. @param {{ live: Solving, seen: ViewModel }} props */
function Task({ live, seen }) {
  const puzzle = live.puzzle.value;
  const clue = live.clue.value;
  const isMixed = live.mode.value === 'stream' && !live.stream.value.kinds.length;
  const { mine, others, isLast } = standing(seen.table, seen.me ?? 0);
  return html`<p class="h">${t(`puzzle.task.${isMixed ? 'mixed' : puzzle?.kind}`)}</p>
    ${clue ? html`<b>${t(`look.${clue.code}`, clue.values)}</b> ${clue.why ? t(`look.why.${clue.why.code}`, clue.why.values) : ''}`
      : html`${t('puzzle.points', { mine, others })} ${isLast ? html`<small>${t('puzzle.last')}</small>` : null}
        ${puzzle?.back ? html`<small>${t('puzzle.back')}</small>` : null}`}`;
}

/** @param {{ live: Solving, seen: ViewModel }} props */
function Wrong({ live, seen }) {
  const { after, chance, answer } = live.trial.value ?? {};
  return html`<p class="h">${t('puzzle.wrong')} ${gained(live)}</p>
    ${after === undefined ? t('puzzle.wrong.plain') : t('puzzle.wrong.chances', { after: percent(after), chance: percent(chance ?? 0) })}
    ${answer ? html` ${t('learn.then', { name: seen.names[answer.seat] })} <${Moves} moves=${answer.moves} seen=${seen} seat=${answer.seat} />${answer.facts?.map((fact) => html`, <${Sentence} reason=${fact} seen=${seen} />`)}.` : null}`;
}

/** @param {{ moves: string[], seen: ViewModel, seat: number }} props */
const Moves = ({ moves, seen, seat }) => moves.map((move, index) => html`${index ? ', ' : ''}<${MoveShown} move=${move} seen=${asSeat(seen, seen.table, seat)} />`);

/** The view model with another table and the hand of a seat. @param {ViewModel} seen @param {ViewModel['table']} table
 * @param {number} seat @returns {ViewModel} */
const asSeat = (seen, table, seat) => ({ ...seen, table, hand: table.places[seat]?.hand ?? [] });

/** The same for the position of the puzzle. @param {Solving} live @param {ViewModel} seen */
const atFirst = (live, seen) => asSeat(seen, live.puzzle.value?.table ?? seen.table, seen.me ?? 0);

/** Below the bubble: how to try, reasons, the line, who finds it. @param {{ live: Solving, seen: ViewModel }} props */
export function About({ live, seen }) {
  const solution = live.solution.value;
  const saying = live.saying.value;
  if (saying === 'wrong') return html`<${Reasons} reasons=${live.trial.value?.against ?? []} seen=${seen} side="con" />`;
  if (!solution) return saying === 'ask' ? html`<p class="used">${t(live.puzzle.value?.counted ? 'puzzle.how.again' : 'puzzle.how')}</p>` : null;
  return html`<div class="because"><${Reasons} reasons=${solution.in_favour ?? []} seen=${seen} side="pro" />
    <${Against} live=${live} seen=${seen} /><${Line} live=${live} seen=${seen} /><${Finders} found=${solution.found ?? []} rating=${solution.rating} /></div>`;
}

/** The answer and the best other move. @param {{ live: Solving, seen: ViewModel }} props */
function Against({ live, seen }) {
  const { answer = '', other = '', chance = 0, next = 0, error = 0, proven } = live.solution.value ?? {};
  const rows = [{ kind: 'top1', move: answer, chance, error: 0, proven }, { kind: 'was', move: other, chance: next, error, proven: false }];
  return html`<ol class="scale">${rows.map((row) => html`<li key=${row.kind} class="row ${row.kind}"><span><${MoveShown} move=${row.move} seen=${atFirst(live, seen)} /></span>
    <${Bar} chance=${row.chance} error=${row.error} /><${Chance} chance=${row.chance} error=${row.error} proven=${row.proven} /></li>`)}</ol>`;
}

/** The line, as far as it is certain: each move shows the table after it. @param {{ live: Solving, seen: ViewModel }} props */
function Line({ live, seen }) {
  const steps = live.solution.value?.line ?? [];
  const first = live.puzzle.value?.table ?? seen.table;
  const known = steps.filter((_, index) => index === 0 || steps[index - 1].table);
  if (known.length < 2 && !known[0]?.table) return null;
  return html`<ol class="line" aria-label=${t('puzzle.line')}>${known.map((step, index) => html`<li key=${index}>
    <${LineStep} live=${live} step=${step} index=${index} seen=${asSeat(seen, index ? /** @type {any} */ (steps[index - 1].table) : first, step.seat)} /></li>`)}</ol>`;
}

/** @param {{ live: Solving, step: Step, index: number, seen: ViewModel }} props */
function LineStep({ live, step, index, seen }) {
  const isNow = live.step.value === index;
  const shown = html`<b class="by s${seen.shade(step.seat)}">${seen.initials[step.seat]}</b> <${MoveShown} move=${step.move} seen=${seen} />`;
  if (!step.table) return html`<span class="chipr">${shown}</span>`;
  return html`<button type="button" class="chipr" aria-pressed=${String(isNow)} title=${t('puzzle.line.show')} onClick=${() => live.look(isNow ? -1 : index)}>${shown}</button>`;
}

/** The levels that find it at once. @param {{ found: { level: string, share: number }[], rating?: number }} props */
function Finders({ found, rating }) {
  if (!found.length) return null;
  const shown = found.filter(({ level }) => level !== 'random');
  return html`<div class="finders"><h3>${t('puzzle.finders')} <small>${t('puzzle.difficulty', { rating })}</small></h3>
    <ul>${shown.map(({ level, share }) => html`<li key=${level}><span>${botName(level)}</span><${Bar} chance=${share} /><b>${percent(share)} %</b></li>`)}</ul></div>`;
}

/** Always at the same place. @param {{ live: Solving }} props */
export function Acts({ live }) {
  const saying = live.saying.value;
  const waits = saying === 'thinking';
  const solution = html`<button type="button" class="quiet" disabled=${waits} onClick=${() => live.show()}>${t('puzzle.show')} <${Key} of="S" /></button>`;
  if (live.isOver) {
    return html`<div class="acts">${saying === 'none' ? html`<a class="button quiet" href="/">${t('toLobby')}</a>`
      : saying === 'today' ? html`<button type="button" class="quiet" onClick=${() => live.again()}>${t('learn.again')}</button>` : html`<${CopyLink} live=${live} /><${Explore} live=${live} />`}
      <button type="button" class="go" onClick=${() => live.next()}>${t('puzzle.next')} <${Key} of="Enter" /></button></div>`;
  }
  if (saying === 'wrong' || saying === 'failed') {
    return html`<div class="acts">${solution}<button type="button" class="go" onClick=${() => live.again()}>${t('learn.again')} <${Key} of="Esc" /></button></div>`;
  }
  return html`<div class="acts"><button type="button" class="quiet" disabled=${waits || live.clue.value !== null} onClick=${() => live.hint()}>${t('learn.nudge')} <${Key} of="H" /></button>${solution}
    ${live.mode.value === 'stream' ? html`<button type="button" class="quiet skip" disabled=${waits} onClick=${() => live.next()}>${t('learn.skip')}</button>` : null}</div>`;
}

/** To the analysis board, where one can also play on. @param {{ live: Solving }} props */
function Explore({ live }) {
  const { position } = live.solution.value ?? {};
  return position ? html`<a class="button quiet" href="/analysis#${encodeURIComponent(position)}">${t('puzzle.explore')}</a>` : null;
}

/** @param {{ live: Solving }} props */
function CopyLink({ live }) {
  const [said, setSaid] = useState('');
  const link = `${location.origin}/puzzles/${live.puzzle.value?.id}`;
  const copy = async () => {
    const done = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    setSaid(done ? t('copied') : link);
  };
  return html`<button type="button" class="quiet" onClick=${copy}>${said || t('puzzle.copy')}</button>`;
}
