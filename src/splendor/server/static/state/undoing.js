/** Whether somebody has a move to take back: what the server would refuse is not offered. */

/**
 * What was played before a fork stands for good, and what was taken back is gone.
 * @param {import('./types.js').Told[]} events the log, from the first event on
 * @param {number[]} seats mine
 */
export function canTakeBack(events, seats) {
  let played = 0;
  let own = /** @type {number[]} */ ([]); // how many decisions stood before each of my confirms
  for (const { kind, seat = -1, moves = [], kept } of events) {
    if (kind === 'moved' && seats.includes(seat)) own.push(played);
    if (kind === 'moved') played += moves.length;
    if (kind === 'began' || kind === 'undone') {
      played = kept ?? 0;
      own = own.filter((before) => before < played);
    }
  }
  return own.length > 0;
}
