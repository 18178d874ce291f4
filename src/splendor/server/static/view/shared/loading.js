/** Code of the pages that comes when it is needed. */

import { signal } from '../../vendor/preact.js';
import { pause, untilDone } from '../../net/api.js';

const ANEW = 'splendor.anew'; // when the page last began anew
const TOO_SOON = 60_000; // milliseconds

/** Whether code does not come though the server is there: only the reader can decide to try again. */
export const stuck = signal(false);

/**
 * Code of the page. A browser remembers for good that a module did not come: when the server is there again, the page
 * begins anew, but not over and over.
 * @template T @param {() => Promise<T>} load @param {(error: unknown) => void} [tell] @returns {Promise<T>}
 */
export async function untilLoaded(load, tell = () => {}) {
  try {
    return await load();
  } catch (error) {
    tell(error);
    await pause();
    await untilDone(isThere);
    if (mayBeginAnew()) location.reload();
    else stuck.value = true;
    return new Promise(() => {}); // nothing happens here any more
  }
}

/** Not where it has just done so, and not where that cannot be remembered. */
function mayBeginAnew() {
  try {
    const last = Number(sessionStorage.getItem(ANEW));
    sessionStorage.setItem(ANEW, String(Date.now()));
    return Date.now() - last > TOO_SOON;
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
