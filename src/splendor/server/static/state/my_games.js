/** My games as data: filters in the address, sums, and the geometry of the charts. */

/** @typedef {{ game: string, players: number, against: string, level: string, games: number, won: number,
 *   shared: number, lost: number }} Tally */
/** @typedef {{ place: number, at: number, rating: number, interval: number }} Step */
/** @typedef {{ game: string, players: number, games: number, missing?: number, rating?: number, interval?: number,
 *   like?: string, history?: Step[] }} Rating */
/** @typedef {{ since: number, until: number, games: number, won: number, points: number, rounds: number }} Period */
/** @typedef {{ recorded: boolean, games: Tally[], streaks: { result: string, length: number, longest: number },
 *   periods: Period[], ratings: Rating[], habits: Habits }} Statistics */
/** @typedef {{ table: string, ended: number, outcome: string, accuracy: number | null, luck: number }} ReviewedGame */
/** @typedef {{ theme: string, count: number, cost: number, table: string }} SlipTheme */
/** @typedef {{ games: ReviewedGame[], themes: SlipTheme[] }} Habits */
/** @typedef {{ accuracy: number | null, luck: number, given: number, slips: number[], turning_points: number }} GameReview */
/** @typedef {{ table: string, rules: string, game: string, ended: number, seat: number,
 *   seats: import('./types.js').Seat[], against: string, outcome: string, rounds: number,
 *   result?: import('./types.js').Result, level?: string, help?: string[], rating?: number, interval?: number,
 *   felt?: string, hidden?: boolean, review?: GameReview }} MyGame */
/** @typedef {{ game: string, players: number, level: string, why: string, of?: string, count?: number,
 *   asks?: boolean }} Next */
/** @typedef {{ width: number, height: number, left: number, right: number, top: number, bottom: number }} Frame */

// Filters

const FILTERS = ['game', 'players', 'against', 'level', 'result', 'hidden'];
/** @typedef {Object<string, string>} Filter */

/** The filter of an address. @param {string} search @returns {Filter} */
export function filterIn(search) {
  const asked = new URLSearchParams(search);
  return Object.fromEntries(FILTERS.flatMap((name) => (asked.get(name) ? [[name, asked.get(name) ?? '']] : [])));
}

/** A filter as the query of an address, without the names that are left out. @param {Filter} filter
 * @param {string[]} [without] */
export function queryOf(filter, without = []) {
  const kept = FILTERS.filter((name) => filter[name] && !without.includes(name));
  const query = new URLSearchParams(kept.map((name) => [name, filter[name]])).toString();
  return query ? `?${query}` : '';
}

// Sums

/** All games together. @param {Tally[]} tallies */
export function totalOf(tallies) {
  const sum = (/** @type {'games' | 'won' | 'shared' | 'lost'} */ name) =>
    tallies.reduce((total, each) => total + each[name], 0);
  return { games: sum('games'), won: sum('won'), shared: sum('shared'), lost: sum('lost') };
}

/** The share of games that were won, in whole per cents; a shared victory is half of one.
 * @param {{ won: number, shared: number, lost: number }} tally */
export function shareWon({ won, shared, lost }) {
  const all = won + shared + lost;
  return all ? Math.round((100 * (won + shared / 2)) / all) : 0;
}

/** Results by opponent and number of players, in the order of the ladder; those without a result are left out.
 * @param {Tally[]} tallies @param {string[]} ladder the levels, weakest first */
export function byOpponent(tallies, ladder) {
  const place = (/** @type {Tally} */ { against, level }) =>
    (against === 'bots' ? (ladder.indexOf(level) + 1 || ladder.length + 1) : ladder.length + 2);
  return tallies.filter(({ won, shared, lost }) => won + shared + lost)
    .sort((one, other) => one.game.localeCompare(other.game) || one.players - other.players || place(one) - place(other));
}

/** Whether a rating is that of a game and number of players. @param {{ game: string, players: number }} one
 * @param {{ game: string, players: number }} other */
export const isSameKind = (one, other) => one.game === other.game && one.players === other.players;

// Charts

const STEPS = [10, 25, 50, 100, 200, 250, 500, 1000]; // between two lines of a grid
const MOST_LINES = 5;

/** Whole numbers for the lines of a grid between two values. @param {number} low @param {number} high */
export function ticksOf(low, high) {
  const step = STEPS.find((each) => (high - low) / each <= MOST_LINES) ?? STEPS[STEPS.length - 1];
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((high - first) / step) + 1) }, (_, index) => first + index * step);
}

/** A scale from values to places. @param {number} low @param {number} high @param {number} from @param {number} to */
const scale = (low, high, from, to) => (/** @type {number} */ value) =>
  from + ((value - low) / (high - low || 1)) * (to - from);

/** The rating over time: its line, the band of its interval, and the levels between its ends.
 * @param {Step[]} history @param {{ name: string, elo?: number | null }[]} levels @param {Frame} frame */
export function ratingChart(history, levels, { width, height, left, right, top, bottom }) {
  const low = Math.min(...history.map(({ rating, interval }) => rating - interval));
  const high = Math.max(...history.map(({ rating, interval }) => rating + interval));
  const x = scale(history[0].place, history[history.length - 1].place, left, width - right);
  const y = scale(low, high, height - bottom, top);
  const at = (/** @type {Step} */ step, /** @type {number} */ value) => ({ x: x(step.place), y: y(value) });
  const upper = history.map((step) => at(step, step.rating + step.interval));
  const lower = history.map((step) => at(step, step.rating - step.interval)).reverse();
  const known = levels.filter(({ elo }) => (elo ?? null) !== null && Number(elo) >= low && Number(elo) <= high);
  return {
    line: history.map((step) => at(step, step.rating)), band: [...upper, ...lower],
    up: ticksOf(low, high).map((value) => ({ text: value, y: y(value) })),
    levels: apart(known.map(({ name, elo }) => ({ name, elo: Number(elo), y: y(Number(elo)), label: y(Number(elo)) }))),
  };
}

const LINE = 14; // the least distance between two labels

/** Labels that would cover each other move apart, upwards. @template {{ label: number }} T @param {T[]} labels
 * @returns {T[]} the lowest first */
function apart(labels) {
  let last = Infinity;
  return labels.map((each) => {
    last = Math.min(each.label, last - LINE);
    return { ...each, label: last };
  });
}

/** Averages over time as a line. @param {number[]} values @param {Frame} frame */
export function averageChart(values, { width, height, left, right, top, bottom }) {
  const low = Math.floor(Math.min(...values)) - 1;
  const high = Math.ceil(Math.max(...values)) + 1;
  const x = scale(0, Math.max(1, values.length - 1), left, width - right);
  const y = scale(low, high, height - bottom, top);
  return {
    line: values.map((value, index) => ({ x: x(index), y: y(value) })),
    up: [low + 1, high - 1].map((value) => ({ text: value, y: y(value) })),
  };
}

/** The points of a line or a polygon. @param {{ x: number, y: number }[]} points */
export const pointsOf = (points) => points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

// The list

/** What was scored, my own first. @param {MyGame} game @returns {number[]} */
export function pointsIn({ result, seat }) {
  const points = result?.points ?? [];
  return points.length ? [points[seat], ...points.filter((_, each) => each !== seat)] : [];
}

/** What is suggested for a game, if it is a bot that can be chosen there. @param {Next[]} next @param {string} game
 * @param {number} players @param {{ name: string }[]} levels */
export const nextFor = (next, game, players, levels) => next.find((each) =>
  isSameKind(each, { game, players }) && levels.some(({ name }) => name === each.level));

// Reviews

/** The average of each value and those before it, at most so many. @param {number[]} values @param {number} most */
export const averageOf = (values, most) => values.map((_, at) => {
  const some = values.slice(Math.max(0, at + 1 - most), at + 1);
  return some.reduce((sum, value) => sum + value, 0) / some.length;
});

const BAR = 20; // points of luck in a bar
const FURTHEST = 3; // bars on each side

/** How often there was how much luck, its mean, and the standard error of that. @param {number[]} lucks */
export function luckBars(lucks) {
  const place = (/** @type {number} */ luck) => Math.max(-FURTHEST, Math.min(FURTHEST, Math.round(luck / BAR)));
  const bars = Array.from({ length: 2 * FURTHEST + 1 }, (_, at) => ({
    from: (at - FURTHEST) * BAR, count: lucks.filter((luck) => place(luck) === at - FURTHEST).length,
  }));
  const mean = lucks.reduce((sum, luck) => sum + luck, 0) / Math.max(1, lucks.length);
  const spread = lucks.reduce((sum, luck) => sum + (luck - mean) ** 2, 0) / Math.max(1, lucks.length - 1);
  return { bars, mean, error: Math.sqrt(spread / Math.max(1, lucks.length)) };
}
