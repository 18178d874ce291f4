/** My games as data: filters, sums, charts. */

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  averageChart, byOpponent, filterIn, nextFor, pointsIn, queryOf, ratingChart, shareWon, ticksOf, totalOf,
} from '../../../src/splendor/server/static/state/my_games.js';

const FRAME = { width: 200, height: 100, left: 20, right: 20, top: 10, bottom: 10 };
const tally = (level, won, lost, more = {}) => ({
  game: 'base', players: 2, against: 'bots', level, games: won + lost, won, shared: 0, lost, ...more,
});

test('filters stand in the address and come back from it', () => {
  const filter = { game: 'base', result: 'lost', hidden: 'yes' };
  assert.equal(queryOf(filter), '?game=base&result=lost&hidden=yes');
  assert.deepEqual(filterIn(queryOf(filter)), filter);
  assert.equal(queryOf(filter, ['hidden']), '?game=base&result=lost');
  assert.equal(queryOf({ game: '' }), '');
  assert.deepEqual(filterIn('?other=1&game='), {});
});

test('all games are summed up, and a shared victory is half of one', () => {
  const total = totalOf([tally('regular', 2, 1), tally('casual', 0, 1, { games: 2, shared: 1 })]);
  assert.deepEqual(total, { games: 5, won: 2, shared: 1, lost: 2 });
  assert.equal(shareWon(total), 50);
  assert.equal(shareWon({ won: 0, shared: 0, lost: 0 }), 0);
});

test('opponents are listed by game, players and strength, without games that have no result', () => {
  const rows = byOpponent([
    tally('', 1, 0, { against: 'people' }), tally('skilled', 1, 0), tally('casual', 1, 0), tally('greedy', 1, 0),
    tally('regular', 0, 0, { games: 3 }), tally('casual', 1, 1, { players: 3 }),
  ], ['casual', 'regular', 'skilled']);
  assert.deepEqual(rows.map(({ players, level }) => `${players} ${level}`),
    ['2 casual', '2 skilled', '2 greedy', '2 ', '3 casual']);
});

test('the chart of a rating has its band around its line, and the levels that it passes', () => {
  const history = [{ place: 1, at: 0, rating: 500, interval: 300 }, { place: 9, at: 1, rating: 700, interval: 100 }];
  const levels = [{ name: 'random', elo: 0 }, { name: 'casual', elo: 451 }, { name: 'regular', elo: 455 }, { name: 'greedy' }];
  const chart = ratingChart(history, levels, FRAME);
  assert.deepEqual(chart.levels.map(({ name }) => name), ['casual', 'regular']);
  assert.ok(chart.levels[0].label - chart.levels[1].label >= 14, 'labels do not cover each other');
  assert.equal(chart.band.length, 4);
  assert.deepEqual(chart.line.map(({ x }) => x), [20, 180]);
  assert.ok(chart.line[1].y < chart.line[0].y);
  assert.ok(chart.band.every(({ y }) => y >= 10 && y <= 90));
});

test('one rated game and equal averages make charts without holes', () => {
  const chart = ratingChart([{ place: 5, at: 0, rating: 500, interval: 0 }], [], FRAME);
  assert.ok(chart.line.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)));
  assert.ok(averageChart([15, 15], FRAME).line.every(({ y }) => y === 50));
});

test('a grid has few lines at whole numbers', () => {
  assert.deepEqual(ticksOf(190, 810), [200, 400, 600, 800]);
  assert.deepEqual(ticksOf(5, 5), []);
});

test('my points come first', () => {
  assert.deepEqual(pointsIn({ seat: 2, result: { points: [9, 12, 15] } }), [15, 9, 12]);
  assert.deepEqual(pointsIn({ seat: 0 }), []);
});

test('a suggestion holds only for a level that can be chosen', () => {
  const next = [{ game: 'base', players: 2, level: 'skilled', why: 'won' }];
  assert.equal(nextFor(next, 'base', 2, [{ name: 'skilled' }]), next[0]);
  assert.equal(nextFor(next, 'base', 2, [{ name: 'regular' }]), undefined);
  assert.equal(nextFor(next, 'base', 3, [{ name: 'skilled' }]), undefined);
});
