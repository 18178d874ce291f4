/**
 * Animations: when news arrive, things fly from their old place to their new one, step by step. A click or a key skips
 * the rest. Things are found by their data attributes; nothing here knows the game.
 */

import { hush, play } from './sound.js';
import { APART, FLIGHT, startsOf } from '../state/flights.js';

/** @typedef {import('../state/flights.js').Spot} Spot */
/** @typedef {import('../state/flights.js').Step} Step */
/** @typedef {import('../state/flights.js').Sound} Sound */
/** Something that is about to fly: `look` is a copy of it, `box` its place.
 * @typedef {{ from: DOMRect, to: Spot, delay: number, look?: Element, box?: DOMRect }} Departure
 * @typedef {{ look: HTMLElement, box: DOMRect, from: DOMRect, to: DOMRect, delay: number }} Journey */

const EASE = 'cubic-bezier(.2, .8, .2, 1)';
const MOST = 40; // flights: after a long absence the table is shown at once
const RISE = 24; // pixels by which a flight path is curved
const SMALLEST = 0.25;

/** The running animations. @type {Set<Animation>} */
const flying = new Set();

/**
 * Measure the screen before the news are drawn. The returned function, called afterwards, starts flights and sounds.
 * @param {Step[]} steps @param {{ move: boolean, sound: boolean }} may
 * @returns {(closing: Sound | '') => void}
 */
export function depart(steps, may) {
  const many = steps.flatMap((step) => step.flights).length > MOST;
  const starts = startsOf(steps);
  const found = may.move && !many ? steps.flatMap((step, index) => departures(step, starts[index])) : [];
  return (closing) => {
    addEventListener('pointerdown', skip, { capture: true, once: true });
    addEventListener('keydown', skip, { capture: true, once: true });
    for (const journey of found.flatMap(arrival)) fly(journey); // all are measured before anything is drawn
    if (!may.sound) return;
    if (!many) steps.forEach((step, index) => play(step.sound, starts[index], step.count));
    if (closing) play(closing, (starts.at(-1) ?? 0) + FLIGHT);
  };
}

/** End all animations at once. */
function skip() {
  for (const animation of flying) animation.finish();
  hush();
}

// Where things are

/** Selectors for a place; the first visible one counts. @type {Record<Spot['kind'], string[]>} */
const SELECTORS = {
  pile: ['[data-pile="*"] .disc', '[data-pile="*"]'],
  space: ['[data-space="*"] .disc', '[data-space="*"]'],
  bag: ['.bagbox'],
  card: ['[data-card="*"]'],
  deck: ['[data-deck="*"]'],
  noble: ['[data-noble="*"]'],
  royal: ['[data-royal="*"]'],
  scrolls: ['.priv:not(.gone)', '.privs .i', '.privs'],
  token: ['[data-gem="*"] .disc', '[data-gem="*"]'],
  bought: ['.cols'],
  hand: [':is(.hand, .hand-button)'],
  won: ['.won > :last-child', '.won'],
};

/** @param {Spot} spot @returns {Element | null} */
function thingAt({ kind, of, seat }) {
  const before = seat === undefined ? '' : `[data-seat="${seat}"] `;
  const selectors = SELECTORS[kind].map((selector) => before + selector.replace('*', String(of)));
  const found = selectors.flatMap((selector) => [...document.querySelectorAll(selector)]);
  return found.find((thing) => thing.getClientRects().length) ?? null;
}

/** @param {Step} step @param {number} start @returns {Departure[]} */
function departures({ flights }, start) {
  return flights.flatMap(({ from, to, look }, index) => {
    const thing = thingAt(from);
    if (!thing) return [];
    const box = thing.getBoundingClientRect();
    const departure = { from: box, to, delay: start + index * APART };
    return [look === 'from' ? { ...departure, box, look: copyOf(thing) } : departure];
  });
}

/** The destination, or the owner's panel where that is not visible. @param {Departure} departure
 * @returns {Journey[]} */
function arrival({ from, to, delay, look, box }) {
  const thing = thingAt(to) ?? (to.seat === undefined ? null : document.querySelector(`[data-seat="${to.seat}"]`));
  if (!thing) return [];
  const target = thing.getBoundingClientRect();
  const copy = /** @type {HTMLElement} */ (look ?? copyOf(thing));
  return target.height && from.height ? [{ look: copy, box: box ?? target, from, to: target, delay }] : [];
}

/** @param {Element} thing */
function copyOf(thing) {
  const copy = /** @type {HTMLElement} */ (thing.cloneNode(true));
  copy.removeAttribute('aria-label');
  copy.setAttribute('aria-hidden', 'true');
  copy.setAttribute('inert', '');
  copy.classList.add('flying');
  return copy;
}

// Flying

/** @param {Journey} journey */
function fly({ look, box, from, to, delay }) {
  document.body.append(look);
  const { left, top, width, height } = box;
  Object.assign(look.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  const animation = look.animate(stepsBetween(offset(box, from), offset(box, to)), {
    duration: FLIGHT, delay, easing: EASE, fill: 'backwards',
  });
  flying.add(animation);
  animation.finished.finally(() => {
    flying.delete(animation);
    look.remove();
  });
}

/** The transform that moves one box over another. @param {DOMRect} box @param {DOMRect} over */
const offset = (box, over) => ({
  x: over.left + over.width / 2 - (box.left + box.width / 2),
  y: over.top + over.height / 2 - (box.top + box.height / 2),
  size: Math.min(1, Math.max(SMALLEST, over.height / box.height)),
});

/** @typedef {{ x: number, y: number, size: number }} Offset */
/** @param {Offset} from @param {Offset} to @returns {Keyframe[]} */
function stepsBetween(from, to) {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - RISE, size: (from.size + to.size) / 2 };
  const [begin, bend, end] = [from, middle, to].map(({ x, y, size }) => `translate(${x}px, ${y}px) scale(${size})`);
  return [
    { transform: begin, opacity: 1 }, { transform: bend, opacity: 1, offset: 0.5 }, { transform: end, opacity: 0.4 },
  ];
}
