/** What the end of a game tells a player: how it ended for them, their best stretch, where they were last level. */

import { pointsByRound } from './statistics.js';

/** @typedef {import('./replay.js').Replay} Replay */
/** @typedef {import('../types.js').Result} Result */
/** @typedef {{ from: number, to: number, points: number, cards: number }} Stretch rounds, counted from 1 */

const LONGEST = 6; // rounds of a stretch
const LATE = 3; // rounds before the end: sooner, a lead is not worth going back to

/** How a game ended for a reader; people at one screen and spectators have no side.
 * @param {Result} result @param {number | null} you
 * @returns {'won' | 'shared' | 'lost' | 'seen' | 'nobody'} */
export function endingFor({ winners }, you) {
  if (!winners.length) return 'nobody';
  if (you === null) return 'seen';
  if (!winners.includes(you)) return 'lost';
  return winners.length > 1 ? 'shared' : 'won';
}

/** The points in the order of a sentence: the reader's or the winner's first, then the others', most first.
 * @param {Result} result @param {number | null} you */
export function scoresFor({ winners, points }, you) {
  const first = you ?? winners[0] ?? points.indexOf(Math.max(...points));
  const others = points.filter((_, seat) => seat !== first).sort((one, other) => other - one);
  return { mine: points[first], others };
}

/** The few rounds in which a seat gained most, the shortest of them; null without any point.
 * @param {Replay} replay @param {number} seat @returns {Stretch | null} */
export function bestStretch(replay, seat) {
  const points = pointsByRound(replay).map((row) => row[seat]);
  const cards = cardsByRound(replay, seat);
  /** @type {Stretch | null} */
  let best = null;
  for (let from = 1; from < points.length; from += 1) {
    for (let to = from; to < Math.min(points.length, from + LONGEST); to += 1) {
      const gained = points[to] - points[from - 1];
      const isBetter = gained > (best?.points ?? 0)
        || (best !== null && gained === best.points && to - from < best.to - best.from);
      if (isBetter) best = { from, to, points: gained, cards: cards[to] - cards[from - 1] };
    }
  }
  return best;
}

/** How many cards a seat had bought before the first round and after each. @param {Replay} replay @param {number} seat */
function cardsByRound({ steps }, seat) {
  const count = (/** @type {import('../types.js').Table} */ table) => table.places[seat].bought?.length ?? 0;
  const rounds = [count(steps[0].table)];
  const first = steps[0].table.round;
  steps.forEach((step, ply) => {
    if (ply) rounds[steps[ply - 1].table.round - first + 1] = count(step.table);
  });
  return rounds;
}

/** The last round after which a seat was not behind, and the position after it; null if that was early or at the end.
 * @param {Replay} replay @param {number} seat @returns {{ round: number, ply: number } | null} */
export function lastLevel(replay, seat) {
  const rounds = pointsByRound(replay);
  const isLevel = (/** @type {number[]} */ row) => row[seat] >= Math.max(...row) && row[seat] > 0;
  const round = rounds.findLastIndex(isLevel);
  if (round < LATE || round >= rounds.length - 1) return null;
  const first = replay.steps[0].table.round;
  const ply = replay.steps.findIndex(({ table }) => table.round - first >= round);
  return ply > 0 ? { round, ply } : null;
}

/** A number on its way from one to another: `share` of the way, from 0 to 1. @param {number} from @param {number} to
 * @param {number} share */
export const counted = (from, to, share) => Math.round(from + (to - from) * Math.min(1, Math.max(0, share)));
