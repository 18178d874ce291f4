/**
 * Focus and arrow keys: Tab reaches one thing of a group, arrows reach the others and, at the group's edge, the nearest
 * thing on the table in that direction.
 */

import { useEffect, useLayoutEffect, useRef } from '../../vendor/preact.js';

const THINGS = 'button:not(:disabled):not(.peek)';
/** Things of a table: Enter on them confirms what is staged; all other buttons are pressed by it. */
export const ON_TABLE = '.card, .deck, .pile, .tok, .noble, .cell, .bagbox, .bon, .royal, .priv';
/** @type {Object<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Properties for the element of the group. */
export function useArrows() {
  const group = useRef(/** @type {HTMLElement | null} */ (null));
  const last = useRef(/** @type {{ thing: Element | null, index: number }} */ ({ thing: null, index: 0 }));
  useLayoutEffect(() => { if (isLost(last.current)) rove(group.current, last.current); }); // before the next key
  useEffect(() => rove(group.current, last.current)); // after every render: things come and go
  return {
    ref: group,
    /** @param {FocusEvent} event */
    onFocusIn(event) {
      const thing = event.target instanceof Element ? event.target.closest(THINGS) : null;
      if (thing) last.current = { thing, index: thingsIn(group.current).indexOf(/** @type {HTMLElement} */ (thing)) };
      rove(group.current, last.current);
    },
  };
}

/** @param {ParentNode | null} group @returns {HTMLElement[]} those that can be seen */
const thingsIn = (group) => [.../** @type {NodeListOf<HTMLElement>} */ (group?.querySelectorAll(THINGS) ?? [])]
  .filter((thing) => thing.getClientRects().length);

/** A roving tabindex: Tab reaches the thing that had the focus last, or the one now in its place.
 * @param {HTMLElement | null} group @param {{ thing: Element | null, index: number }} last */
function rove(group, last) {
  const things = thingsIn(group);
  const kept = things.find((thing) => thing === last.thing);
  const chosen = kept ?? things[Math.min(Math.max(last.index, 0), things.length - 1)];
  for (const thing of things) {
    const index = thing === chosen ? 0 : -1;
    if (thing.tabIndex !== index) thing.tabIndex = index; // each write costs a style recalculation
  }
  rescue(group, last, chosen);
}

/** Properties for an element whose children come and go: when the focused one is removed, the nearest thing gets the
 * focus. */
export function useRefuge() {
  const around = useRef(/** @type {HTMLElement | null} */ (null));
  const last = useRef(/** @type {{ thing: Element | null }} */ ({ thing: null }));
  useLayoutEffect(() => rescue(around.current, last.current)); // before the next key
  return {
    ref: around,
    /** @param {FocusEvent} event */
    onFocusIn({ target }) {
      last.current.thing = target instanceof Element ? target : null;
    },
  };
}

/** When the focused thing was removed, focus another one. @param {HTMLElement | null} group
 * @param {{ thing: Element | null }} last @param {HTMLElement} [heir] */
function rescue(group, last, heir) {
  const next = group && isLost(last) ? heir ?? beside(group) : null;
  if (!next) return;
  last.thing = null;
  next.focus({ preventScroll: true });
}

/** @param {{ thing: Element | null }} last */
const isLost = ({ thing }) => thing !== null && !thing.isConnected && document.activeElement === document.body;

/** The thing nearest to an empty group: never a button such as Clear, which the next Enter would press.
 * @param {HTMLElement} group @returns {HTMLElement | undefined} */
function beside(group) {
  const { x, y } = boxOf(group);
  const far = (/** @type {HTMLElement} */ thing) => Math.hypot(boxOf(thing).x - x, boxOf(thing).y - y);
  const [first, ...others] = thingsIn(group.closest('.table')).filter((thing) => thing.matches(`.cta, ${ON_TABLE}`));
  return others.reduce((a, b) => (far(b) < far(a) ? b : a), first);
}

/** Move the focus on the table by an arrow key. @param {KeyboardEvent} event @param {ParentNode} table
 * @returns {boolean} whether it was moved */
export function moveByArrow(event, table) {
  const way = WAYS[event.key];
  const from = document.activeElement;
  if (!way || !from) return false;
  const things = thingsIn(table);
  const next = from instanceof HTMLElement && things.includes(from) ? nearest(from, things, way) : things[0];
  next?.focus();
  return Boolean(next);
}

/** The next thing in a direction. @param {HTMLElement} from @param {HTMLElement[]} things
 * @param {import('./arrows.js').Way} way */
function nearest(from, things, way) {
  const others = things.filter((thing) => thing !== from);
  return others[arrowTarget(boxOf(from), others.map(boxOf), way)];
}

/** @param {HTMLElement} thing */
function boxOf(thing) {
  const { left, top, width, height } = thing.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, wide: width / 2, high: height / 2 };
}

// The target of an arrow key

/** The centre of a thing, and half its width and height.
 * @typedef {{ x: number, y: number, wide: number, high: number }} Box */
/** @typedef {[number, number]} Way to the right, and down */

const NEAR = 4; // pixels
const BESIDE = 5; // weight of a sideways offset against distance
const ASLANT = 1.5; // the largest sideways offset per distance along the direction

/** The index of the next box in a direction, or -1. @param {Box} from @param {Box[]} boxes @param {Way} way */
export function arrowTarget(from, boxes, way) {
  const far = boxes.map((box) => farness(from, box, way));
  const least = Math.min(...far);
  return least < Infinity ? far.indexOf(least) : -1;
}

/** The distance from edge to edge; of boxes that overlap the direction, the one most straight ahead counts as nearest.
 * @param {Box} from @param {Box} to @param {Way} way */
function farness(from, to, [right, down]) {
  const along = (to.x - from.x) * right + (to.y - from.y) * down;
  const aside = Math.abs(right ? to.y - from.y : to.x - from.x);
  const wide = from.wide + to.wide;
  const high = from.high + to.high;
  const beside = Math.max(0, aside - (right ? high : wide));
  if (along <= NEAR || (beside && aside >= ASLANT * along)) return Infinity;
  return Math.max(0, along - (right ? wide : high)) + aside + BESIDE * beside;
}

// Keeping the focus on the table

const HOME = ':is(.board, .market) button:not([tabindex="-1"])';
const GRACE = 100; // milliseconds in which a neighbour may take it

export function useKeptFocus() {
  useEffect(() => {
    let last = /** @type {EventTarget | null} */ (null);
    let timer = 0;
    const isLost = () => last instanceof Element && !last.isConnected && document.activeElement === document.body;
    const rescue = () => {
      const home = isLost() ? document.querySelector(HOME) : null;
      if (home instanceof HTMLElement) home.focus({ preventScroll: true });
    };
    const watcher = new MutationObserver(() => {
      clearTimeout(timer);
      if (isLost()) timer = setTimeout(rescue, GRACE);
    });
    const focused = (/** @type {FocusEvent} */ event) => {
      last = event.target;
    };
    addEventListener('focusin', focused);
    watcher.observe(document.body, { childList: true, subtree: true });
    return () => {
      removeEventListener('focusin', focused);
      watcher.disconnect();
      clearTimeout(timer);
    };
  }, []);
}
