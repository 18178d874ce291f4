/** What is practised, and in which order: one's own slips of a theme. Pure functions. */

/** A slip in a reviewed game (docs/wire.md).
 * @typedef {{ table: string, seat: number, ply: number, round: number, theme: string, label: string, cost: number,
 *   ended: number }} MySlip */
/** @typedef {import('../../view/shared/comebacks.js').Comeback} Comeback */

/** What comes back today, the longest due first; then what was never tried, in the order of the list. What was found,
 * and what comes back on another day, is left out: `next` is the first of those days.
 * @param {MySlip[]} slips @param {Comeback[]} comebacks @param {(slip: MySlip) => boolean} isTried @param {number} now
 * @returns {{ stream: MySlip[], next: number | null }} */
export function streamOf(slips, comebacks, isTried, now) {
  const dueOf = new Map(comebacks.map((each) => [nameOf(each), each.due]));
  const due = (/** @type {MySlip} */ slip) => dueOf.get(nameOf(slip)) ?? 0;
  const back = slips.filter((slip) => due(slip) && due(slip) <= now).sort((one, other) => due(one) - due(other));
  const fresh = slips.filter((slip) => !due(slip) && !isTried(slip));
  const later = slips.map(due).filter((day) => day > now);
  return { stream: [...back, ...fresh], next: later.length ? Math.min(...later) : null };
}

/** @param {{ table: string, seat: number, ply: number }} position */
const nameOf = ({ table, seat, ply }) => `${table} ${seat} ${ply}`;
