/** The first-game guide: a small box that points at real things and goes on when they are done. */

import { html, signal, useEffect, useLayoutEffect, useRef } from '../vendor/preact.js';
import { factsOf, stepAfter, stepsOf } from '../state/guiding.js';
import { t } from '../texts/index.js';
import { choose, prefs } from './prefs.js';

/** @typedef {import('./live.js').LiveTable} LiveTable */

/** Where somebody is: the step, and the last event before it. */
const place = signal({ step: 0, since: 0 });
const GAP = 8; // pixels between the box and what it must not cover
const NARROW = 900; // pixels below which the log is not always there

/** @param {LiveTable} live */
const gameOf = (live) => live.news.value?.table?.game ?? 'base';

/** Show the guide again. @param {LiveTable} live */
export function startGuide(live) {
  choose({ guided: prefs.value.guided.filter((game) => game !== gameOf(live)) });
  goTo(live, 0);
}

/** @param {LiveTable} live @param {number} step */
function goTo(live, step) {
  if (step >= stepsOf(gameOf(live)).length) end(live);
  else place.value = { step, since: live.news.value?.seq ?? 0 };
}

/** Never again, unless asked. @param {LiveTable} live */
function end(live) {
  choose({ guided: [...prefs.value.guided.filter((game) => game !== gameOf(live)), gameOf(live)] });
  place.value = { step: 0, since: 0 };
}

/** @param {{ live: LiveTable }} props */
export function Guide({ live }) {
  const game = gameOf(live);
  const shown = live.news.value?.room.status === 'playing' && live.seats.value.length > 0 && !prefs.value.guided.includes(game);
  useEffect(() => {
    if (shown) goTo(live, 0);
  }, [shown, game]);
  return shown ? html`<${Step} live=${live} game=${game} />` : null;
}

/** @param {{ live: LiveTable, game: string }} props */
function Step({ live, game }) {
  const { step, since } = place.value;
  const steps = stepsOf(game);
  const { name, at, until } = steps[step] ?? steps[0];
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const ring = useRef(/** @type {HTMLElement | null} */ (null));
  const facts = factsOf(live.draft.value, live.events.value, live.seats.value, since);
  const next = since ? stepAfter(game, step, facts) : step;
  useEffect(() => {
    if (next !== step) goTo(live, next);
  }, [next, step]);
  usePlaces(box, ring, at, [step, live.news.value, live.draft.value]);
  const last = step === steps.length - 1;
  return html`<div class="guide-ring" ref=${ring} aria-hidden="true"></div>
    <aside class="guide" ref=${box} aria-label=${t('guide')}><div aria-live="polite">
        <h2>${t(`guide.${game}.${name}`)} <small>${step + 1}/${steps.length}</small></h2><p>${t(`guide.${game}.${name}.text`)}</p></div>
      <div class="acts">${last ? null : html`<button type="button" class="textlink" onClick=${() => end(live)}>${t('guide.skip')}</button>`}
        <button type="button" class="quiet" onClick=${() => goTo(live, step + 1)}>${last ? t('guide.done') : until.length ? t('guide.later') : t('guide.next')}</button></div></aside>`;
}

/** Put box and ring where they belong, whenever something has changed.
 * @param {{ current: HTMLElement | null }} box @param {{ current: HTMLElement | null }} ring @param {string[]} at @param {any[]} changes */
function usePlaces(box, ring, at, changes) {
  const put = () => {
    if (box.current && ring.current) arrange(box.current, ring.current, at);
  };
  useLayoutEffect(put, changes);
  useEffect(() => {
    const timer = setTimeout(put, 500); // when what moves has come to rest
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
    Object.assign(ring.style, { left: `${left - 5}px`, top: `${top - 5}px`, width: `${width + 10}px`, height: `${height + 10}px` });
  }
  const { left, top } = spot(box.getBoundingClientRect(), target);
  Object.assign(box.style, { left: `${left}px`, top: `${top}px` });
}

/** The rectangle of the first of these things that can be seen. @param {string[]} selectors */
function find(selectors) {
  const all = selectors.flatMap((selector) => [...document.querySelectorAll(selector)]);
  return all.map((element) => element.getBoundingClientRect()).find((rect) => rect.width && rect.height) ?? null;
}

/** Where the box covers nothing that is needed: over the log, else below the title bar or where there is room.
 * @param {DOMRect} box @param {DOMRect | null} target */
function spot(box, target) {
  const log = find(['.logbox']);
  if (innerWidth >= NARROW && log && log.width >= box.width * 0.8) {
    return { left: Math.min(log.left + GAP, innerWidth - box.width - GAP), top: Math.max(log.top + GAP, log.bottom - box.height - GAP) };
  }
  const left = Math.max(GAP, innerWidth - box.width - GAP);
  const busy = [target, find(['.confirm'])].filter((rect) => rect !== null);
  const tops = [target ? target.bottom + GAP : GAP, target ? target.top - box.height - GAP : GAP, 48, innerHeight - box.height - GAP];
  const fits = (/** @type {number} */ top) => top >= GAP && top + box.height <= innerHeight - GAP
    && busy.every((rect) => top >= rect.bottom || top + box.height <= rect.top);
  return { left, top: tops.find(fits) ?? 48 };
}
