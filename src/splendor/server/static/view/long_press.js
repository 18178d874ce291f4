/** A long press with a finger does what a right click does; not every browser says so by itself. */

import { useMemo } from '../vendor/preact.js';

const LONG = 450; // milliseconds
const STILL = 12; // pixels that a finger may wander
const AFTER = 100; // milliseconds in which the click at the end of a press comes

/** The listeners for an element around cards and decks: give them as its properties. */
export const useLongPress = () => useMemo(() => listeners(), []);

function listeners() {
  let timer = 0;
  let start = { x: 0, y: 0 };
  let told = false; // this press was told already: neither the browser's own menu nor a click says it again
  const lifted = () => {
    clearTimeout(timer);
    setTimeout(() => {
      told = false;
    }, AFTER);
  };
  return {
    /** @param {PointerEvent} event */
    onPointerDown(event) {
      told = false; // a new press, however soon
      const target = event.target instanceof Element ? event.target.closest('button') : null;
      if (event.pointerType === 'mouse' || !target) return;
      start = { x: event.clientX, y: event.clientY };
      clearTimeout(timer);
      timer = setTimeout(() => {
        target.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
        told = true;
      }, LONG);
    },
    /** @param {PointerEvent} event */
    onPointerMove(event) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > STILL) clearTimeout(timer);
    },
    onPointerUp: lifted,
    onPointerCancel: lifted,
    /** @param {PointerEvent} event */
    onContextMenuCapture(event) {
      clearTimeout(timer);
      if (told) swallow(event);
      else told = event.pointerType === 'touch';
    },
    /** @param {Event} event */
    onClickCapture(event) {
      if (told) swallow(event);
    },
  };
}

/** @param {Event} event */
function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}
