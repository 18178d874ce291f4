/** The focus is never lost: where what had it has gone, such as a question that was answered, the table has it. */

import { useEffect } from '../../vendor/preact.js';

const HOME = ':is(.board, .market) button:not([tabindex="-1"])';
const GRACE = 100; // milliseconds in which what lies beside it takes it, if anything does

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
