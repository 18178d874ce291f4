/** Puzzles: what is asked, the kinds of a stream, and progress. Pure functions. */

/** @typedef {import('./after/learning.js').Reason} Reason */
/** @typedef {import('./types.js').Table} Table */
/** As in docs/wire.md.
 * @typedef {{ day: string, mark?: string }} Day
 * @typedef {{ game: string, kind: string, solved: number, count: number }} Kind
 * @typedef {{ rating?: number, interval?: number, days?: number, week: Day[], solved?: number, count?: number,
 *   kinds?: Kind[], due?: number }} Progress
 * @typedef {{ seat: number, move: string, table?: Table }} Step
 * @typedef {{ answer: string, line: Step[], chance: number, other: string, next: number, error: number, proven?: boolean,
 *   in_favour?: Reason[], against?: Reason[], found?: { level: string, share: number }[], rating?: number, position?: string }} Solution
 * @typedef {{ id: string, game: string, kind: string, rules: string, options: Object<string, any>, players: number,
 *   table: Table, you: import('./types.js').Yours, progress: Progress, day?: string, counted?: boolean, solved?: boolean,
 *   nudged?: boolean, back?: boolean }} Puzzle
 * @typedef {{ right: boolean, progress: Progress, counted?: boolean, change?: number, solution?: Solution, chance?: number,
 *   after?: number, error?: number, proven?: boolean, against?: Reason[],
 *   answer?: { seat: number, moves: string[], facts?: Reason[] } }} Tried
 */

/** Points of the one who decides and of the others, and whether everybody else has had this round's turn.
 * @param {Table} table @param {number} seat */
export function standing({ places, start }, seat) {
  const count = places.length;
  const others = places.flatMap((place, other) => (other === seat ? [] : [place.points]));
  return { mine: places[seat].points, others, isLast: (seat - start + count) % count === count - 1 };
}

/** The kinds of one game, or of all: those of several games are added up. @param {Kind[]} kinds @param {string} game */
export function kindsOf(kinds, game) {
  /** @type {Map<string, { kind: string, solved: number, count: number }>} */
  const found = new Map();
  for (const each of kinds.filter((kind) => !game || kind.game === game)) {
    const sum = found.get(each.kind) ?? { kind: each.kind, solved: 0, count: 0 };
    found.set(each.kind, { ...sum, solved: sum.solved + each.solved, count: sum.count + each.count });
  }
  return [...found.values()];
}

/** What a stream has. No kinds: all of them, mixed. @typedef {{ game: string, kinds: string[] }} Stream */

/** The stream with one kind switched; without any, and with all, it is mixed. @param {Stream} stream @param {string} kind
 * @param {string[]} all @returns {Stream} */
export function switched({ game, kinds }, kind, all) {
  const now = kinds.length ? kinds : all;
  const next = now.includes(kind) ? now.filter((each) => each !== kind) : [...now, kind];
  const known = all.filter((each) => next.includes(each));
  return { game, kinds: known.length === all.length ? [] : known };
}

/** The query of a stream's next puzzle. @param {Stream} stream @param {string} skip */
export const queryOf = ({ game, kinds }, skip) =>
  `?${new URLSearchParams({ game, kind: kinds.join(' '), skip }).toString()}`;

/** A stream from what was kept. @param {string | null} text @returns {Stream} */
export function streamOf(text) {
  try {
    const { game, kinds } = JSON.parse(text ?? '{}');
    return { game: typeof game === 'string' ? game : '', kinds: Array.isArray(kinds) ? kinds.filter((each) => typeof each === 'string') : [] };
  } catch {
    return { game: '', kinds: [] };
  }
}

/** How today's puzzle went: `found`, `near`, `shown`, or empty. @param {Progress | undefined} progress */
export const todayOf = (progress) => progress?.week?.at(-1)?.mark ?? '';
