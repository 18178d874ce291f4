/** What the statistics of a finished game count in Duel only: privileges that the opponent got. */

import { takenBy } from '../board.js';
import { parseMove } from '../moves.js';
import { givesPrivilege } from './lines.js';

/** Add the privilege that a decision gave away, by its reason. @type {import('../after/statistics.js').CountMore} */
export function countGiven(mine, before, { seat = 0, move = '', table }) {
  const [held, holds] = [before, table].map(({ places }) => places[1 - seat].privileges ?? 0);
  if (holds <= held) return;
  const parsed = parseMove(move);
  const why = parsed.kind === 'fill' ? 'fill' : givesPrivilege(takenBy(before.board ?? '', parsed));
  mine.given[why ?? 'three'] += 1;
}
