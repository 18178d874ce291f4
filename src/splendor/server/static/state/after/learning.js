/** Learning from mistakes: the slips of a reviewed game, and what is said of a try. Pure functions. */

/** @typedef {{ code: string, values?: Object<string, any> }} Reason */
/** As in docs/review.schema.json.
 * @typedef {{ move: string, chance: number, error: number, visits: number, proven: boolean, line: string[] }} Option
 * @typedef {{ ply: number, move: string, options: Option[], loss: number }} Decision
 * @typedef {{ number: number, round: number, seat: number, moves: string[], before: number[], after: number[], loss: number,
 *   label: string, decisions: Decision[], in_favour?: Reason[], against?: Reason[] }} Turn
 *
 * A slip to be mended: where it begins, what was played, and the chances with the best turn and after this one.
 * @typedef {{ ply: number, round: number, label: string, moves: string[], best: Option, chance: number, was: number,
 *   options: Option[], turn: Turn }} Slip
 *
 * A turn, judged (docs/wire.md): the chance with the best turn and after this one.
 * @typedef {{ best: string, chance: number, after: number, error: number, proven?: boolean, line?: string[],
 *   in_favour?: Reason[], against?: Reason[],
 *   answer?: { seat: number, moves: string[], facts?: Reason[] } | null }} Trial
 * @typedef {'good' | 'also' | 'notyet' | 'notquite'} Verdict
 * @typedef {'found' | 'near' | 'shown'} Mark
 */

const SURE = 2; // standard errors
const SLIP = 0.05; // a smaller loss is no slip

/** The slips of a seat in the order of the game. @param {Turn[]} turns @param {number} seat @returns {Slip[]} */
export function slipsOf(turns, seat) {
  return turns.filter((turn) => turn.seat === seat && turn.label).map((turn) => {
    const [first] = turn.decisions;
    const best = first.options[0];
    return {
      ply: first.ply, round: turn.round, label: turn.label, moves: turn.moves, best, chance: best.chance,
      was: Math.max(0, best.chance - turn.loss), options: first.options, turn,
    };
  });
}

/** What the review itself says of a turn: of its best move, and of the one that was played. All others were searched
 * less. @param {Slip} slip @param {string[]} moves @returns {Trial | null} */
export function knownTrial(slip, moves) {
  const { best, chance } = slip;
  const known = { best: best.move, chance, line: best.line, in_favour: slip.turn.in_favour, against: [] };
  if (moves.join() === slip.moves.join()) return { ...known, after: slip.was, error: 0, against: slip.turn.against };
  if (moves.length !== 1 || moves[0] !== best.move) return null; // it is searched: its answer and reasons are wanted
  return { ...known, after: chance, error: best.error, proven: best.proven };
}

/** @param {Trial} trial @param {Slip} slip @returns {Verdict} */
export function verdictOf({ chance, after, error }, slip) {
  const loss = chance - after;
  if (after <= slip.was + error) return 'notquite'; // no better than what was played
  if (loss <= 0 || loss < SURE * error) return 'good';
  if (loss < SLIP) return 'also';
  return after > slip.was + SURE * error ? 'notyet' : 'notquite';
}

/** Whether somebody has found it. @param {Verdict} verdict */
export const isFound = (verdict) => verdict === 'good' || verdict === 'also';

/** The mark of a slip that was found. @param {Verdict} verdict @param {number} tries that went before @returns {Mark} */
export const markOf = (verdict, tries) => (verdict === 'good' && !tries ? 'found' : 'near');

/** The next slip without a mark after this one, from the first again; -1: none is left.
 * @param {Slip[]} slips @param {Object<number, Mark>} marks @param {number} at */
export function nextOpen(slips, marks, at) {
  const order = slips.map((_, index) => (at + 1 + index) % slips.length);
  return order.find((index) => !marks[slips[index].ply]) ?? -1;
}

/** What the slips cost, and what those that were found would have saved, in whole per cents.
 * @param {Slip[]} slips @param {Object<number, Mark>} marks */
export function sumOf(slips, marks) {
  const cost = (/** @type {Slip} */ { chance, was }) => Math.round(100 * chance) - Math.round(100 * was);
  const isMine = (/** @type {Slip} */ { ply }) => marks[ply] === 'found' || marks[ply] === 'near';
  const total = (/** @type {Slip[]} */ some) => some.reduce((sum, slip) => sum + cost(slip), 0);
  return { lost: total(slips), saved: total(slips.filter(isMine)), found: slips.filter(isMine).length };
}
