/** What the page cannot do without is asked for until it comes. */

const PAUSE = 2000; // milliseconds
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE));

/**
 * Try something until it is done. `tell` hears of every failure; who does not want it any more aborts, and gets null.
 * @template T @param {() => Promise<T>} attempt @param {(error: unknown) => void} [tell] @param {AbortSignal} [signal]
 * @returns {Promise<T | null>}
 */
export async function untilDone(attempt, tell = () => {}, signal) {
  while (!signal?.aborted) {
    try {
      return await attempt();
    } catch (error) {
      if (!signal?.aborted) tell(error);
      await pause();
    }
  }
  return null;
}

/**
 * Code of the page. A browser remembers for good that a module did not come: when the server is there again, the page
 * begins anew. @template T @param {() => Promise<T>} load @param {(error: unknown) => void} [tell] @returns {Promise<T>}
 */
export async function untilLoaded(load, tell = () => {}) {
  try {
    return await load();
  } catch (error) {
    tell(error);
    await pause();
    await untilDone(isThere);
    location.reload();
    return new Promise(() => {}); // nothing happens here any more
  }
}

/** Whether the server has this page. */
async function isThere() {
  const response = await fetch(location.pathname, { cache: 'no-store' });
  await response.text();
  if (!response.ok) throw new Error(response.statusText);
}
