/** What the page cannot do without is asked for until it comes. */

const PAUSE = 2000; // milliseconds
export const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE));

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
