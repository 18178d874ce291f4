/** Positions that come back: what somebody did not find is asked again after some days, and later again and again, until
 * it is known. Kept in this browser. */

const KEY = 'splendor.comebacks';
const INTERVALS = [3, 9, 27]; // days: the next one each time that it is found again
const DAY = 24 * 3600 * 1000; // milliseconds
const MOST = 200;

/** A decision of a finished game, when it comes back (milliseconds since 1970), and how often it was found since.
 * @typedef {{ table: string, seat: number, ply: number, due: number, times?: number }} Comeback */
/** @typedef {Pick<Comeback, 'table' | 'seat' | 'ply'>} Position */

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

/** @param {Position} one @param {Position} other */
export const isSame = (one, other) => one.table === other.table && one.seat === other.seat && one.ply === other.ply;

/** Ask again after an interval. @param {Position} what @param {number} [times] that it was found since it was shown */
export const comeBack = ({ table, seat, ply }, times = 0) =>
  keep([...without({ table, seat, ply }), { table, seat, ply, times, due: Date.now() + INTERVALS[times] * DAY }]);

/** Not again. @param {Position} what */
export const forget = (what) => keep(without(what));

/** It was found. If it had come back, it does so once more after a longer interval, and not after the last one.
 * @param {Position} what */
export function found(what) {
  const known = comebacks().find((each) => isSame(what, each));
  if (!known || known.due > Date.now()) return;
  const times = (known.times ?? 0) + 1;
  if (times < INTERVALS.length) comeBack(what, times);
  else forget(what);
}

/** @param {Position} what */
const without = (what) => comebacks().filter((each) => !isSame(what, each));
