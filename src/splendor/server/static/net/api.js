/** HTTP: everything outside a table's socket. */

/** A refusal: its code with values is put into words by the page, its message is the server's English. */
export class Refused extends Error {
  /** @param {{ code?: string, kind?: string, values?: Object<string, any>, why?: string }} answer
   * @param {number} status of HTTP; 0 in a socket */
  constructor({ code = 'failed', kind = 'refused', values = {}, why = code }, status = 0) {
    super(why);
    this.code = code;
    this.kind = kind;
    this.values = values;
    this.status = status;
  }
}

/**
 * @param {string} method @param {string} path @param {any} [body] @param {AbortSignal} [signal] that the answer is not needed
 * @returns {Promise<any>}
 */
export async function ask(method, path, body, signal) {
  const response = await reach(method, path, body, signal);
  const answer = await response.json().catch(() => ({ code: 'failed', why: response.statusText }));
  if (!response.ok) throw new Refused(answer, response.status);
  return answer;
}

/** @param {string} method @param {string} path @param {any} [body] @param {AbortSignal} [signal] */
async function reach(method, path, body, signal) {
  /** @type {Record<string, string>} */
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  try {
    return await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal });
  } catch {
    throw new Refused({ code: 'offline' });
  }
}

/** `can`: this page may open and close it, at one of `addresses`; `address` and `url` are where it is open.
 * @typedef {{ can?: boolean, addresses?: string[], address?: string, url?: string }} Network */

export const api = {
  /** @returns {Promise<string | null>} my name, if I have said it */
  async whoAmI() {
    try {
      return (await ask('GET', '/api/guest')).name;
    } catch (error) {
      if (error instanceof Refused && error.status === 401) return null;
      throw error;
    }
  },
  /** @param {string} name */
  sayName: (name) => ask('POST', '/api/guest', { name }),
  /** The cards as the options of a table make them. @param {string} id */
  cards: (id) => ask('GET', `/api/tables/${id}/cards`),
  /** @returns {Promise<import('../state/games.js').Games>} */
  games: () => ask('GET', '/api/games'),
  /** @param {any} setup */
  makeTable: (setup) => ask('POST', '/api/tables', setup),
  /** @param {string} status @param {string} [before] */
  tables: (status, before = '') => ask('GET', `/api/tables?status=${status}&before=${before}`),
  /** @param {string} id @param {number} seat @param {number} seconds that the link is valid
   * @returns {Promise<{ link: string, expires: number }>} */
  seatLink: (id, seat, seconds) => ask('POST', `/api/tables/${id}/seat-links`, { seat, seconds, own: true }),
  /** Whether my network reaches the table. @returns {Promise<Network>} */
  network: () => ask('GET', '/api/network'),
  /** Open it to my network, or close it. @param {boolean} open @param {string} address @returns {Promise<Network>} */
  changeNetwork: (open, address) => ask('POST', '/api/network', { open, address }),
  /** @param {string} token */
  claim: (token) => ask('POST', '/api/claims', { token }),
  /** @param {string} id @param {string} seenBy */
  replay: (id, seenBy) => ask('GET', `/api/tables/${id}/replay?as=${seenBy}`),
  /** How far the review of a game is. @param {string} id
   * @returns {Promise<{ status: string, turning_points?: number, slips?: number }>} */
  reviewInBrief: (id) => ask('GET', `/api/tables/${id}/review?brief=yes`),
  /** My finished games. @param {string} query with its question mark, or empty @param {string} before */
  myGames: (query, before) => ask('GET', `/api/me/games${query}${query ? '&' : '?'}before=${before}`),
  /** @param {string} query @returns {Promise<import('../state/my_games.js').Statistics>} */
  statistics: (query) => ask('GET', `/api/me/statistics${query}`),
  /** The levels that suit me. @returns {Promise<import('../state/my_games.js').Next[]>} */
  next: () => ask('GET', '/api/me/next'),
  /** @param {string} id @param {{ hidden?: boolean, felt?: string }} changes */
  changeGame: (id, changes) => ask('POST', `/api/me/games/${id}`, changes),
  /** @param {string} id */
  deleteGame: (id) => ask('DELETE', `/api/me/games/${id}`),
  /** A part of all my games as lines of JSON. @param {string} before */
  async exported(before) {
    const response = await reach('GET', `/api/me/export?before=${before}`);
    if (!response.ok) throw new Refused(await response.json().catch(() => ({})), response.status);
    return { lines: await response.text(), more: response.headers.get('splendor-more') ?? '' };
  },
  /** @param {string} id */
  proof: (id) => ask('GET', `/api/tables/${id}/proof`),
};

// Retrying

const PAUSE = 2000; // milliseconds
export const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE));

/**
 * Repeat an attempt until it succeeds. `tell` is called with every failure; after an abort the result is null.
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
