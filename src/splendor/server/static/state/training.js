/** What the coach has said during a game: pure functions of the log. */

/** @typedef {import('./types.js').LogEvent} LogEvent */

/** How often the coach spoke up about a move of a seat, and how often another one was played then. A question that is
 * not answered yet counts as spoken only. @param {LogEvent[]} events @param {number | null} seat */
export function spokenUp(events, seat) {
  const asked = events.filter(({ kind, why, seat: whose }) => kind === 'hinted' && why === 'asked' && whose === seat);
  const back = asked.filter((event) => isTakenBack(event, events));
  return { spoke: asked.length, back: back.length };
}

/** Whether the next turn of the seat was another one. @param {LogEvent} asked @param {LogEvent[]} events */
function isTakenBack(asked, events) {
  const next = events.find(({ kind, seat, seq }) => kind === 'moved' && seat === asked.seat && seq > asked.seq);
  return next !== undefined && next.moves?.join(' ') !== asked.text;
}

/** The number of decisions with a hint. @param {LogEvent[]} events */
export const hintsUsed = (events) => new Set(events.filter(isHint).map(({ kept }) => kept)).size;

/** A step of a hint, not a move that was judged. @param {LogEvent} event */
const isHint = ({ kind, why = '' }) => kind === 'hinted' && !['judged', 'asked'].includes(why);
