/** Positions that come back: what somebody did not find is asked again after some days. Kept in this browser. */

const KEY = 'splendor.comebacks';
const DAYS = 3;
const DAY = 24 * 3600 * 1000; // milliseconds
const MOST = 200;

/** A decision of a finished game, and when it comes back, in milliseconds since 1970.
 * @typedef {{ table: string, seat: number, ply: number, due: number }} Comeback */

/** @returns {Comeback[]} */
export function comebacks() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((each) => typeof each?.table === 'string' && each.due > 0) : [];
  } catch {
    return []; // no storage, or its content is not ours
  }
}

/** @param {Comeback[]} kept */
function keep(kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept.slice(-MOST)));
  } catch {
    // without storage nothing comes back
  }
}

/** @param {Omit<Comeback, 'due'>} one @param {Comeback} other */
const isSame = (one, other) => one.table === other.table && one.seat === other.seat && one.ply === other.ply;

/** Ask again in three days. @param {Omit<Comeback, 'due'>} what */
export const comeBack = (what) =>
  keep([...comebacks().filter((each) => !isSame(what, each)), { ...what, due: Date.now() + DAYS * DAY }]);

/** Not again. @param {Omit<Comeback, 'due'>} what */
export const forget = (what) => keep(comebacks().filter((each) => !isSame(what, each)));

/** Whether it will come back. @param {Omit<Comeback, 'due'>} what */
export const willComeBack = (what) => comebacks().some((each) => isSame(what, each));
