/** A long press acts like a right click; not every browser sends one by itself. */

import { useMemo } from '../../vendor/preact.js';

const LONG = 450; // milliseconds
const STILL = 12; // pixels that a finger may move
const AFTER = 100; // milliseconds in which the click at the end of a press arrives

/** Properties for an element around cards and decks. */
export const useLongPress = () => useMemo(() => listenersOf(new Press()), []);

/** @param {Press} press */
const listenersOf = (press) => ({
  onPointerDown: (/** @type {PointerEvent} */ event) => press.begin(event),
  onPointerMove: (/** @type {PointerEvent} */ event) => press.wander(event),
  onPointerUp: () => press.end(),
  onPointerCancel: () => press.end(),
  onContextMenuCapture: (/** @type {PointerEvent} */ event) => press.menu(event),
  onClickCapture: (/** @type {Event} */ event) => press.click(event),
});

class Press {
  timer = 0;
  start = { x: 0, y: 0 };
  handled = false; // this press was handled: ignore the browser's own menu and click

  /** @param {PointerEvent} event */
  begin({ target, pointerType, clientX, clientY }) {
    this.handled = false; // a new press, however soon
    const button = target instanceof Element ? target.closest('button') : null;
    if (pointerType === 'mouse' || !button) return;
    this.start = { x: clientX, y: clientY };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      button.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
      this.handled = true;
    }, LONG);
  }

  /** @param {PointerEvent} event */
  wander({ clientX, clientY }) {
    if (Math.hypot(clientX - this.start.x, clientY - this.start.y) > STILL) clearTimeout(this.timer);
  }

  end() {
    clearTimeout(this.timer);
    setTimeout(() => {
      this.handled = false;
    }, AFTER);
  }

  /** @param {PointerEvent} event */
  menu(event) {
    clearTimeout(this.timer);
    if (this.handled) swallow(event);
    else this.handled = event.pointerType === 'touch';
  }

  /** @param {Event} event */
  click(event) {
    if (this.handled) swallow(event);
  }
}

/** @param {Event} event */
function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}
