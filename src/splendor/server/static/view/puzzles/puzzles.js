/** The page of puzzles: the table as one seat sees it, and a panel with the task, verdicts and progress. */

import { html, useEffect, useMemo, useRef, useState } from '../../vendor/preact.js';
import { parseMove } from '../../state/moves.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { drawnGames, faceOf, tableClasses, useDrawing } from '../faces.js';
import { useKeptFocus } from '../shared/arrows.js';
import { thingsOf } from '../shared/pointing.js';
import { Refusal } from '../shared/refusal.js';
import { useTraining } from '../shared/training.js';
import { viewModel } from '../shared/view_model.js';
import { useKeys } from '../table/keys.js';
import { Bubble, selectorsOf, useLit } from '../training/parts.js';
import { Kinds, Numbers, Week } from './progress.js';
import { Solving } from './solving.js';
import { Acts, About, Said } from './verdicts.js';
import { useWords } from './words.js';

/** @typedef {import('../shared/view_model.js').ViewModel} ViewModel */

const SHEETS = ['learning', 'puzzles', ...drawnGames.map((game) => `${game}/puzzles`)];

/** @param {{ id: string }} props one puzzle, or empty: that of today */
export function PuzzlesPage({ id }) {
  const live = useMemo(() => new Solving(id), [id]);
  useKeptFocus();
  useKeys(live);
  useOwnKeys(live);
  const styled = useTraining(...SHEETS);
  const ready = useWords() && styled;
  useEffect(() => {
    if (ready) live.start();
  }, [live, ready]);
  const game = live.news.value?.table?.game;
  const drawing = useDrawing(game);
  if (live.wrong.value) return html`<${Plain}><p role="alert">${live.wrong.value}</p><//>`;
  if (!ready || !drawing || !live.puzzle.value) return html`<main class="page"><p role="status">${t('loading')}</p></main>`;
  return html`<${Shown} live=${live} Game=${drawing.Table} />`;
}

/** @param {{ children?: any }} props */
const Plain = ({ children }) => html`<main class="page" tabindex="-1"><h1>${t('puzzles')}</h1>${children}
  <p><a href="/puzzles">${t('puzzles.daily')}</a> · <a href="/">${t('toLobby')}</a></p></main>`;

/** @param {{ live: Solving, Game: any }} props */
function Shown({ live, Game }) {
  const { table } = viewModel(live);
  const room = /** @type {import('../../state/types.js').Room} */ (live.news.value?.room);
  return html`<div class="learning puzzles ${faceOf(table.game).game}"><div class=${tableClasses(table.game, room)}>
    <header class="top"><h1 class="visually-hidden">${t('puzzles')}</h1><a class="brand" href="/">${t('brand')}</a>
      <span class="turn"><i></i><span>${t('puzzle.turn')}</span></span>
      <nav><a class="button quiet" href="/">${t('toLobby')}</a></nav></header>
    <${Game} live=${live} side=${null} /><${Refusal} live=${live} /><${Panel} live=${live} /></div></div>`;
}

/** @param {{ live: Solving }} props */
function Panel({ live }) {
  const seen = viewModel(live);
  useMarks(live, seen);
  const saying = live.saying.value;
  const stages = saying === 'ask' && !staging.isIdle(live.draft.value) ? 'staging' : '';
  const swipe = useSwipe(live);
  const [folded, setFolded] = useState(false);
  return html`<section class="advice coach learn puzzle ${saying} ${stages} by-${live.mode.value} ${folded ? 'folded' : ''}" aria-label=${t('puzzle')} ...${swipe}>
    <div class="puzzle-head"><h2>${title(live)}</h2><${Modes} live=${live} />
      <button type="button" class="fold" aria-expanded=${String(!folded)} aria-label=${t('puzzle.fold')} onClick=${() => setFolded(!folded)}>${folded ? '▴' : '▾'}</button></div>
    <${Numbers} live=${live} /><${Week} live=${live} />
    <${Bubble}><${Said} live=${live} seen=${seen} /><//>
    <${About} live=${live} seen=${seen} /><${Acts} live=${live} /><${Kinds} live=${live} /></section>`;
}

/** @param {Solving} live */
const title = (live) => (live.puzzle.value?.day ? t('puzzles.daily') : t(live.mode.value === 'stream' ? 'puzzles.stream' : 'puzzle'));

/** The daily puzzle or the stream. @param {{ live: Solving }} props */
const Modes = ({ live }) => html`<div class="modes" role="group" aria-label=${t('puzzles')}>
  ${/** @type {const} */ (['daily', 'stream']).map((mode) => html`<button key=${mode} type="button" aria-pressed=${String(live.mode.value === mode)}
    onClick=${() => live.open(mode)}>${t(`puzzles.mode.${mode}`)}</button>`)}</div>`;

/** What is lit: a nudge, the try and its answer, or the solution. @param {Solving} live @param {ViewModel} seen */
function useMarks(live, seen) {
  const isBefore = live.step.value < 0;
  const clue = live.clue.value;
  const { answer = null } = live.saying.value === 'wrong' ? live.trial.value ?? {} : {};
  const best = isBefore ? live.solution.value?.answer ?? '' : '';
  const tried = live.saying.value === 'solved' ? '' : live.tried.value[0] ?? '';
  const things = (/** @type {string} */ move) => (move ? thingsOf(parseMove(move), seen) : []);
  useLit(clue ? selectorsOf(clue.things, seen) : things(best), clue ? 'look' : 'best', best ? t('puzzle.best') : '');
  useLit(things(tried), 'try', t('learn.try'));
  useLit(answer ? things(answer.moves[0]) : [], 'answer', answer ? t('learn.buys', { name: seen.names[answer.seat] }) : '');
}

/** H is a key of the table. S shows the solution, Enter goes on, Esc takes a try back. @param {Solving} live */
function useOwnKeys(live) {
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      const act = actOf(live, event);
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  }, [live]);
}

/** @param {Solving} live @param {KeyboardEvent} event */
function actOf(live, { key, target, repeat }) {
  const inPanel = target instanceof Element && target.closest('.puzzle button, .puzzle a, .top a, input, dialog, summary') !== null;
  if (repeat) return null;
  if (key === 'Enter' && live.isOver && !inPanel) return () => live.next();
  if (key === 'Escape' && ['wrong', 'failed'].includes(live.saying.value)) return () => live.again();
  return key.toLowerCase() === 's' && ['ask', 'wrong'].includes(live.saying.value) && !inPanel ? () => live.show() : null;
}

const FAR = 70; // pixels

/** Swipe the panel to the left: the next puzzle. @param {Solving} live */
function useSwipe(live) {
  const from = useRef(/** @type {[number, number] | null} */ (null));
  return {
    onTouchStart: (/** @type {TouchEvent} */ { touches: [{ clientX, clientY }] }) => {
      from.current = [clientX, clientY];
    },
    onTouchEnd: (/** @type {TouchEvent} */ { changedTouches: [{ clientX, clientY }] }) => {
      const [x, y] = from.current ?? [clientX, clientY];
      if (live.isOver && x - clientX > FAR && Math.abs(y - clientY) < FAR) live.next();
    },
  };
}
