/** Which page is shown: the address, without loading anything anew. */

import { batch, signal } from '../../vendor/preact.js';

/** The pages that this program shows; everything else is the server's. */
const OWN = /^\/(|new|play|fair|t\/[\w-]+|replay\/[\w-]+|rules(\/\w+)?)$/;

export const path = signal(location.pathname);
export const fragment = signal(location.hash);

/** Look at the address again. */
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

/** Go there in place of the page that is shown: a step back does not lead to it. @param {string} to */
export function goInstead(to) {
  history.replaceState(null, '', to);
  follow();
}

/** Take the fragment away, without a step in the history: what it said is done. */
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
  return OWN.test(link.pathname) && !(here && link.hash); // the browser itself goes to a place of the same page
}
