/** Which page is shown: the address, without loading anything anew. */

import { signal } from '../vendor/preact.js';

export const path = signal(location.pathname);

/** @param {string} to */
export function go(to) {
  history.pushState(null, '', to);
  path.value = location.pathname;
}

addEventListener('popstate', () => {
  path.value = location.pathname;
});

addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const plain = !event.defaultPrevented && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const own = link && link.origin === location.origin && !link.hasAttribute('download') && /^\/(t\/|$)/.test(link.pathname);
  if (!link || !plain || !own) return;
  event.preventDefault();
  go(link.pathname);
});
