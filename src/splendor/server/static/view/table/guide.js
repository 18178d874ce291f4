/** The first-game guide: a box that points at things on the table and advances when they are done. */

import { html, signal, useEffect, useLayoutEffect, useRef } from '../../vendor/preact.js';
import { optionsOf } from '../../state/games.js';
import { factsOf, stepAfter, textKeys } from '../../state/guide.js';
import { isText, t } from '../../texts/index.js';
import { faceOf, games } from '../faces.js';
import { Quiet } from '../shared/fields.js';
import { wordsFor } from '../shared/input.js';
import { choose, prefs } from '../shared/prefs.js';
import { viewModel } from '../shared/view_model.js';

/** @typedef {import('./live.js').LiveTable} LiveTable */

/** The current step, the last event before it, and whether somebody turned to it by hand. */
const where = signal({ step: 0, since: 0, turned: false });
const RIM = 5; // pixels between the target and the ring around it
const BELOW_TITLE = 48; // pixels
const GAP = 8; // pixels between the box and what it must not cover
const NARROW = 900; // window width in pixels below which the log may be hidden
const SLIM = 170; // the smallest width of the box in pixels

/** @param {LiveTable} live */
const gameOf = (live) => live.news.value?.table?.game ?? '';

/** The values in the texts: the points that end the game, the points of a noble. @param {LiveTable} live */
function valuesOf(live) {
  const table = live.news.value?.table;
  return { target: table && 'target' in table ? table.target : 0, noble: live.catalogue.value?.nobles[0]?.points ?? 0 };
}

/** Show the guide again. @param {LiveTable} live */
export function startGuide(live) {
  choose({ guided: prefs.value.guided.filter((game) => game !== gameOf(live)) });
  goTo(live, 0);
}

/** @param {LiveTable} live @param {number} step @param {boolean} [turned] */
function goTo(live, step, turned = false) {
  if (step >= faceOf(gameOf(live)).guide.length) end(live);
  else where.value = { step, since: live.news.value?.seq ?? 0, turned };
}

/** End the guide; it is not shown again unless asked for. @param {LiveTable} live */
function end(live) {
  choose({ guided: [...prefs.value.guided.filter((game) => game !== gameOf(live)), gameOf(live)] });
  where.value = { step: 0, since: 0, turned: false };
}

/** @param {{ live: LiveTable }} props */
export function Guide({ live }) {
  const game = gameOf(live);
  const plays = live.news.value?.room.status === 'playing' && live.seats.value.length > 0;
  const shown = plays && faceOf(game).guide.length > 0 && !prefs.value.guided.includes(game);
  useEffect(() => {
    if (shown) goTo(live, 0);
  }, [shown, game]);
  return shown ? html`<${Step} live=${live} game=${game} />` : null;
}

/** @param {{ live: LiveTable, game: string }} props */
function Step({ live, game }) {
  const { step, since, turned } = where.value;
  const steps = faceOf(game).guide;
  const current = steps[step] ?? steps[0];
  const { name, at } = current;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const ring = useRef(/** @type {HTMLElement | null} */ (null));
  const facts = factsOf(live.draft.value, live.events.value, live.seats.value, since);
  const next = since ? stepAfter(steps, step, facts, turned) : step;
  useEffect(() => {
    if (next !== step) goTo(live, next);
  }, [next, step]);
  usePlaces(box, ring, at, [step, live.news.value, live.draft.value]);
  const last = step === steps.length - 1;
  const room = /** @type {import('../../state/types.js').Room} */ (live.news.value?.room);
  const key = textKeys(game, current, optionsOf(games.value, room)).find(isText) ?? '';
  const direct = !viewModel(live).offers && isText(`${key}.direct`);
  const text = direct ? t(`${key}.direct`) : wordsFor(key, valuesOf(live));
  const skip = () => goTo(live, step + 1, true);
  return html`<div class="guide-ring" ref=${ring} aria-hidden="true"></div>
    <aside class="guide of-${name}" ref=${box} aria-label=${t('guide')}><div aria-live="polite">
        <h2>${t(`guide.${game}.${name}`)} <small>${step + 1}/${steps.length}</small></h2><p>${text}</p></div>
      <div class="acts"><button type="button" class="textlink" hidden=${last} onClick=${() => end(live)}>
          ${t('guide.skip')}</button>
        <${Quiet} name=${t(last ? 'guide.done' : 'guide.next')} act=${skip} /></div></aside>`;
}

/** Position box and ring after every change.
 * @param {{ current: HTMLElement | null }} box @param {{ current: HTMLElement | null }} ring @param {string[]} at
 * @param {any[]} changes */
function usePlaces(box, ring, at, changes) {
  const put = () => {
    if (box.current && ring.current) arrange(box.current, ring.current, at);
  };
  useLayoutEffect(put, changes);
  useEffect(() => {
    const timer = setTimeout(put, 500); // after animations
    addEventListener('resize', put);
    addEventListener('scroll', put, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('resize', put);
      removeEventListener('scroll', put, { capture: true });
    };
  }, changes);
}

/** @param {HTMLElement} box @param {HTMLElement} ring @param {string[]} at */
function arrange(box, ring, at) {
  const target = find(at);
  ring.hidden = !target;
  if (target) {
    const { left, top, width, height } = target;
    place(ring, left - RIM, top - RIM);
    Object.assign(ring.style, { width: `${width + 2 * RIM}px`, height: `${height + 2 * RIM}px` });
  }
  const log = find(['.logbox']);
  box.style.width = '';
  box.classList.remove('slim');
  const slim = innerWidth >= NARROW && log && log.width < box.offsetWidth && log.width >= SLIM;
  box.style.width = slim ? `${log.width}px` : '';
  box.classList.toggle('slim', Boolean(slim));
  const { left, top } = spot(box.getBoundingClientRect(), target, log);
  place(box, left, top);
}

/** @param {HTMLElement} element @param {number} left @param {number} top */
function place(element, left, top) {
  Object.assign(element.style, { left: `${left}px`, top: `${top}px` });
}

/** The rectangle of the first visible match. @param {string[]} selectors */
function find(selectors) {
  const all = selectors.flatMap((selector) => [...document.querySelectorAll(selector)]);
  return all.map((element) => element.getBoundingClientRect()).find((rect) => rect.width && rect.height) ?? null;
}

/** A place where the box covers nothing important: over the log, else below the title bar or where there is room.
 * @param {DOMRect} box @param {DOMRect | null} target @param {DOMRect | null} log */
function spot(box, target, log) {
  if (innerWidth >= NARROW && log && log.width >= box.width) {
    const inside = log.width > box.width ? GAP : 0;
    return { left: log.left + inside, top: Math.max(GAP, log.bottom - box.height - inside) };
  }
  const left = Math.max(GAP, innerWidth - box.width - GAP);
  const busy = [target, find(['.confirm'])].filter((rect) => rect !== null);
  const around = target ? [target.bottom + GAP, target.top - box.height - GAP] : [];
  const tops = [...around, BELOW_TITLE, innerHeight - box.height - GAP];
  const fits = (/** @type {number} */ top) => top >= GAP && top + box.height <= innerHeight - GAP
    && busy.every((rect) => top >= rect.bottom || top + box.height <= rect.top);
  return { left, top: tops.find(fits) ?? BELOW_TITLE };
}
