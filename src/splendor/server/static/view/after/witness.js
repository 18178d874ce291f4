/**
 * What this browser saw of deals before they were played: commitments, and the nonces that it sent itself. A proof is
 * consistent with itself; whether it matches what was promised, only a browser that remembers can tell.
 */

/** `begun`: the game had begun already.
 * @typedef {{ commitment: string, nonces: string[], begun: boolean, at: number }} Seen */

const KEY = 'splendor.witness';
const MOST = 200; // tables; the oldest are forgotten

/** @returns {Object<string, Seen>} */
function kept() {
  try {
    const found = Object.entries(JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {});
    return Object.fromEntries(found.filter(([, seen]) => isSeen(seen)));
  } catch {
    return {}; // no storage, or its content is not ours
  }
}

/** @param {any} seen */
const isSeen = (seen) => typeof seen?.commitment === 'string' && Array.isArray(seen.nonces);

/** @param {string} table @param {Partial<Seen>} changes */
function keep(table, changes) {
  const all = kept();
  const before = all[table] ?? { commitment: '', nonces: [], begun: false, at: Date.now() };
  all[table] = { ...before, ...changes };
  const newest = Object.entries(all).sort(([, one], [, other]) => other.at - one.at).slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // without storage nothing can be compared later
  }
}

/** Remember the first commitment that a table showed, unless its game was over by then.
 * @param {string} table @param {import('../../state/types.js').Room} room */
export function saw(table, room) {
  if (room.status === 'over' || kept()[table]?.commitment) return;
  keep(table, { commitment: room.fairness.commitment, begun: room.status !== 'open' });
}

/** Remember every nonce that was sent: of those of two tabs one goes into the deal, and nobody knows which.
 * @param {string} table @param {string} type @param {any} [fields] */
export function sent(table, type, fields) {
  if (type === 'ready' && fields?.nonce) keep(table, { nonces: [...(kept()[table]?.nonces ?? []), fields.nonce] });
}

/** What was seen of a table, if anything. @param {string} table @returns {Seen | null} */
export const witnessOf = (table) => (kept()[table]?.commitment ? kept()[table] : null);
