/** Navigation within the page: the address decides what is shown. */

import { batch, signal } from '../../vendor/preact.js';

/** The addresses that this program shows; all others are loaded from the server. */
const OWN = /^\/(|new|play|fair|me|devices|privacy|t\/[\w-]+|replay\/[\w-]+|review\/[\w-]+|analysis(\/[\w-]+)?|puzzles(\/\w+)?|rules(\/\w+)?)$/;

export const path = signal(location.pathname);
export const fragment = signal(location.hash);

/** Read the address. */
export function follow() {
  batch(() => {
    path.value = location.pathname;
    fragment.value = location.hash;
  });
}

/** @param {string} to */
export function go(to) {
  history.pushState(null, '', to);
  follow();
  if (!location.hash) scrollTo(0, 0);
}

/** Go there and replace the current history entry. @param {string} to */
export function goInstead(to) {
  history.replaceState(null, '', to);
  follow();
}

/** Remove the fragment without a history entry. */
export function dropFragment() {
  history.replaceState(history.state, '', location.pathname + location.search);
  fragment.value = '';
}

addEventListener('popstate', follow);
addEventListener('hashchange', follow);

addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const plain = !event.defaultPrevented && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!link || !plain || !isOwn(link)) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});

/** @param {HTMLAnchorElement} link */
function isOwn(link) {
  if (link.origin !== location.origin || link.hasAttribute('download') || link.target) return false;
  const here = link.pathname === location.pathname && link.search === location.search;
  return OWN.test(link.pathname) && !(here && link.hash); // the browser itself scrolls within the page
}
