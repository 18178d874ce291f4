/** Statistics of a finished game, from its replay: per player, and points over the rounds. Pure functions. */

import { cardOf, newCards } from './replay.js';
import { parseMove } from '../moves.js';
import { total } from '../price.js';

/** @typedef {import('./replay.js').Replay} Replay */
/** @typedef {import('./replay.js').Step} Step */
/** @typedef {import('../types.js').Table} Table */
/**
 * `bought` is counted by level, the first for level 1. `given` are privileges that the opponent got, by reason: the
 * board was filled, three alike were taken, or two pearls.
 * @typedef {{ turns: number, takes: number, tokens: number, reserves: number, unseen: number, bought: number[],
 *   fromHand: number, gold: number, returned: number, nobles: number, royals: number, crowns: number, filled: number,
 *   privileges: number, given: { fill: number, three: number, pearls: number }, points: number }} Statistics
 * @typedef {(mine: Statistics, before: Table, step: Step) => void} CountMore
 */

/** @returns {Statistics} */
const nothing = () => ({
  turns: 0, takes: 0, tokens: 0, reserves: 0, unseen: 0, bought: [0, 0, 0], fromHand: 0, gold: 0, returned: 0,
  nobles: 0, royals: 0, crowns: 0, filled: 0, privileges: 0, given: { fill: 0, three: 0, pearls: 0 }, points: 0,
});

/**
 * @param {Replay} replay with every hand open
 * @param {(card: import('../types.js').CardId) => number} levelOf
 * @param {CountMore} [countMore] counts what only this game has
 * @returns {Statistics[]} one for each seat
 */
export function statisticsOf({ steps }, levelOf, countMore) {
  const found = steps[0].table.places.map(nothing);
  const turns = found.map(() => new Set());
  steps.forEach((step, ply) => {
    if (!ply || step.seat === undefined) return;
    const before = steps[ply - 1];
    turns[step.seat].add(before.table.turn);
    count(found[step.seat], before.table, step);
    countMore?.(found[step.seat], before.table, step);
    for (const card of boughtAt(steps, ply)) countLevel(found[step.seat], levelOf(card));
  });
  const end = steps[steps.length - 1].table;
  found.forEach((each, seat) => finish(each, end.places[seat], turns[seat].size));
  return found;
}

/** The cards that a step added to those bought; by the move where the game does not list them.
 * @param {Step[]} steps @param {number} ply @returns {import('../types.js').CardId[]} */
function boughtAt(steps, ply) {
  const { seat = 0, move = '', table } = steps[ply];
  const after = table.places[seat];
  if (after.bought) return newCards(steps[ply - 1].table.places[seat], after);
  const card = parseMove(move).kind === 'buy' ? cardOf(steps, ply) : null;
  return card === null ? [] : [card];
}

/** @param {Statistics} mine @param {number} level */
function countLevel({ bought }, level) {
  bought[level - 1] = (bought[level - 1] ?? 0) + 1;
}

/** Add one decision. @param {Statistics} mine @param {Table} before @param {Step} step */
function count(mine, before, step) {
  const move = parseMove(step.move ?? '');
  const seat = step.seat ?? 0;
  countMove(mine, move);
  countGoods(mine, before.places[seat], step.table.places[seat], move.kind);
}

/** @param {Statistics} mine @param {import('../moves.js').Move} move */
function countMove(mine, move) {
  switch (move.kind) {
    case 'take':
    case 'line': mine.takes += 1; break;
    case 'reserve': mine.reserves += 1; mine.unseen += Number(move.place.length === 1); break;
    case 'return': mine.returned += 1; break;
    case 'privilege': mine.privileges += 1; break;
    case 'fill': mine.filled += 1; break;
    case 'buy': mine.fromHand += Number(move.place[0] === 'h'); break;
    default: break;
  }
}

/** Gains and payments, from the difference of two positions.
 * @param {Statistics} mine @param {any} before @param {any} after @param {string} kind */
function countGoods(mine, before, after, kind) {
  const gold = before.tokens.at(-1) - after.tokens.at(-1); // the last kind of token, where a game has gold
  if (['buy', 'gold-for', 'pay'].includes(kind)) mine.gold += Math.max(0, gold);
  mine.tokens += total(after.tokens.map((/** @type {number} */ held, /** @type {number} */ token) =>
    Math.max(0, held - before.tokens[token])));
}

/** @param {Statistics} mine @param {any} place @param {number} turns */
function finish(mine, place, turns) {
  mine.turns = turns;
  mine.points = place.points;
  mine.nobles = place.nobles?.length ?? 0;
  mine.royals = place.royals?.length ?? 0;
  mine.crowns = place.crowns ?? 0;
}

/** How many privileges somebody gave away. @param {Statistics} mine */
export const givenInAll = ({ given }) => given.fill + given.three + given.pearls;

// Points over the rounds

/** Points of every seat before the first round and after each. @param {Replay} replay @returns {number[][]} */
export function pointsByRound({ steps }) {
  const points = (/** @type {Table} */ table) => table.places.map((place) => place.points);
  const rounds = [points(steps[0].table)];
  const first = steps[0].table.round;
  steps.forEach((step, ply) => {
    if (ply) rounds[steps[ply - 1].table.round - first + 1] = points(step.table);
  });
  return rounds;
}

/** The tie-break that decided a game, if any: `cards` where fewer cards won among equal points.
 * @param {import('../types.js').Result} result */
export function tieBreak({ winners, points, cards, reason }) {
  const best = Math.max(...points);
  const level = points.flatMap((count, seat) => (count === best ? [seat] : []));
  if (reason !== 'points' || level.length < 2 || winners.length >= level.length) return '';
  const fewest = Math.min(...level.map((seat) => cards[seat]));
  return winners.every((seat) => cards[seat] === fewest) ? 'cards' : '';
}

// The chart

/**
 * @typedef {{ width: number, height: number, left: number, right: number, top: number, bottom: number }} Frame
 * @typedef {{ lines: { x: number, y: number }[][], labels: number[], across: { at: number, text: string }[],
 *   up: { at: number, text: string }[], target: number }} Chart `labels` are the heights of the names at
 *   the lines' ends
 */

/** The coordinates of the chart in a frame. @param {number[][]} rounds @param {number} target
 * @param {Frame} frame @returns {Chart} */
export function chartOf(rounds, target, frame) {
  const most = Math.max(1, target, ...rounds.flat());
  const x = (/** @type {number} */ round) =>
    frame.left + ((frame.width - frame.left - frame.right) * round) / Math.max(1, rounds.length - 1);
  const y = (/** @type {number} */ points) =>
    frame.height - frame.bottom - ((frame.height - frame.top - frame.bottom) * points) / most;
  const lines = rounds[0].map((_, seat) => rounds.map((row, round) => ({ x: x(round), y: y(row[seat]) })));
  return {
    lines,
    labels: spread(lines.map((line) => line[line.length - 1].y), LABEL, frame.top, frame.height - frame.bottom),
    across: ticks(rounds.length - 1, 6).map((round) => ({ at: x(round), text: String(round) })),
    up: ticks(most, 5).map((points) => ({ at: y(points), text: String(points) })),
    target: y(target),
  };
}

const LABEL = 18; // the height of a name at the end of a line

/** Round numbers from 0 to at most `most`, about so many. @param {number} most @param {number} count */
export function ticks(most, count) {
  const step = [1, 2, 5, 10, 20, 50, 100].find((each) => most / each <= count) ?? 200;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}

/** The same heights, moved apart where they would overlap. @param {number[]} heights @param {number} gap
 * @param {number} top @param {number} bottom @returns {number[]} */
export function spread(heights, gap, top, bottom) {
  const order = heights.map((_, index) => index).sort((a, b) => heights[a] - heights[b]);
  const moved = [...heights];
  order.forEach((seat, place) => {
    if (place) moved[seat] = Math.max(moved[seat], moved[order[place - 1]] + gap);
  });
  let limit = bottom;
  for (const seat of [...order].reverse()) {
    moved[seat] = Math.max(top, Math.min(moved[seat], limit));
    limit = moved[seat] - gap;
  }
  return moved;
}
