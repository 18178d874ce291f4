/**
 * What moves and sounds when news come: things fly from where they lay to where they lie now, step by step. Who
 * touches the page or a key skips the rest. It finds things by their data attributes and knows nothing of the game.
 */

import { hush, play } from './sound.js';
import { APART, FLIGHT, startsOf } from '../state/flights.js';

/** @typedef {import('../state/flights.js').Spot} Spot */
/** @typedef {import('../state/flights.js').Step} Step */
/** @typedef {import('../state/flights.js').Sound} Sound */
/** Something that is going to fly: `look` is a copy of it, `box` where that belongs.
 * @typedef {{ from: DOMRect, to: Spot, delay: number, look?: Element, box?: DOMRect }} Departure
 * @typedef {{ look: HTMLElement, box: DOMRect, from: DOMRect, to: DOMRect, delay: number }} Journey */

const EASE = 'cubic-bezier(.2, .8, .2, 1)';
const MOST = 40; // flights: who comes back after long sees the table at once
const RISE = 24; // pixels by which a flight is bent
const SMALLEST = 0.25;

/** The things that fly now. @type {Set<Animation>} */
const flying = new Set();

/**
 * Look at the screen as it is before the news are drawn; the answer, called afterwards, lets things fly and sound.
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

/** Everything is where it belongs, at once. */
function skip() {
  for (const animation of flying) animation.finish();
  hush();
}

// Where things are

/** Before a seat, or on the table; the first that is shown. @type {Record<Spot['kind'], string[]>} */
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

/** Where it goes: if the place is not shown, to the panel of its owner. @param {Departure} departure
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

/** How something with this box gets over another one. @param {DOMRect} box @param {DOMRect} over */
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
