import assert from 'node:assert/strict';
import test from 'node:test';
import { newCards, eventAt, within } from '../../../src/splendor/server/static/state/after/replay.js';

const base = (nobles) => ({ game: 'base', market: [[1], [2], [3]], nobles, places: [{ hand: [] }, { hand: [] }] });
const duel = (...privileges) =>
  ({ game: 'duel', board: '.'.repeat(25), places: privileges.map((count) => ({ privileges: count, hand: [] })) });
const replay = (before, after, move) => ({ steps: [{ table: before }, { table: after, seat: 0, move }] });

test('a replay tells the noble that came with a decision', () => {
  assert.deepEqual(eventAt(replay(base([4, 0, 9]), base([4, null, 9]), 'b1a'), 1).nobles, [0]);
  assert.deepEqual(eventAt(replay(base([4, null]), base([4, null]), 'b1a'), 1).nobles, [null]);
});

test('a replay tells the privileges that a decision brought, not the one that it used', () => {
  assert.deepEqual(eventAt(replay(duel(0, 1), duel(0, 2), 'fill'), 1).privileges, [[0, 1]]);
  assert.deepEqual(eventAt(replay(duel(1, 2), duel(0, 3), 'fill'), 1).privileges, [[-1, 1]]);
  assert.deepEqual(eventAt(replay(duel(1, 1), duel(0, 1), 'pa1'), 1).privileges, [[]]);
});

test('a replay tells what a decision took from the board; in the base game there is none, and no privilege', () => {
  const full = { ...duel(0, 0), board: 'WUG'.padEnd(25, '.') };
  assert.deepEqual(eventAt(replay(full, duel(0, 0), 'a1b1'), 1).taken, ['WU']);
  assert.deepEqual(eventAt(replay(full, duel(0, 0), 'a1b1'), 1).nobles, [null]);
  const event = eventAt(replay(base([]), base([]), 'WUG'), 1);
  assert.deepEqual([event.taken, event.privileges], [[''], [[]]]);
});

test('a position stays within the game', () => {
  const three = /** @type {any} */ ({ steps: [{}, {}, {}] });
  assert.deepEqual([-1, 1.7, 9, NaN].map((ply) => within(ply, three)), [0, 1, 2, 0]);
});

test('what is new is what was not there, wherever it lies', () => {
  assert.deepEqual(newCards({ bought: [3, 9] }, { bought: [1, 3, 9] }), [1]);
});
