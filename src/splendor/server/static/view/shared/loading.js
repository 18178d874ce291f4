/** Loading code when it is needed, and reloading the page where that is the only way on. */

import { signal } from '../../vendor/preact.js';
import { pause, untilDone } from '../../net/api.js';

const RELOADED = 'splendor.anew'; // when the page last reloaded
const RELOADED_FOR = 'splendor.protocol'; // the protocol for which it did
const TOO_SOON = 60_000; // milliseconds

/** Whether code fails to load though the server is there: only the reader can decide to try again. */
export const stuck = signal(false);

/**
 * Load code of the page. A browser never retries a module that failed to load: when the server can be reached again,
 * the page reloads, but not over and over.
 * @template T @param {() => Promise<T>} load @param {(error: unknown) => void} [tell] @returns {Promise<T>}
 */
export async function untilLoaded(load, tell = () => {}) {
  try {
    return await load();
  } catch (error) {
    tell(error);
    await pause();
    await untilDone(isThere);
    if (mayReload()) location.reload();
    else stuck.value = true;
    return new Promise(() => {}); // the page reloads, or shows that it is stuck
  }
}

/** Whether the page may reload: not twice within a minute, and not where that cannot be remembered. */
function mayReload() {
  const last = Number(recall(RELOADED));
  return remember(RELOADED, String(Date.now())) && Date.now() - last > TOO_SOON;
}

/** Reload because the server speaks another version, once for each version; where that did not help, say so.
 * @param {number} protocol @returns {boolean} whether the page is about to reload */
export function reloadFor(protocol) {
  const isNew = recall(RELOADED_FOR) !== String(protocol) && remember(RELOADED_FOR, String(protocol));
  if (isNew) location.reload();
  else stuck.value = true;
  return isNew;
}

// What a tab remembers while its page reloads

/** @param {string} key @returns {string | null} what was remembered */
export function recall(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Remember something, or with an empty text nothing any more. @param {string} key @param {string} text
 * @returns {boolean} whether it will be remembered */
export function remember(key, text) {
  try {
    sessionStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Whether the server has this page. */
async function isThere() {
  const response = await fetch(location.pathname, { cache: 'no-store' });
  await response.text();
  if (!response.ok) throw new Error(response.statusText);
}
