import assert from 'node:assert/strict';
import test from 'node:test';
import { toldOf } from '../../src/splendor/server/static/state/replaying.js';

const base = (nobles) => ({ game: 'base', market: [[1], [2], [3]], nobles, places: [{ hand: [] }, { hand: [] }] });
const duel = (...privileges) =>
  ({ game: 'duel', board: '.'.repeat(25), places: privileges.map((count) => ({ privileges: count, hand: [] })) });
const replay = (before, after, move) => ({ steps: [{ table: before }, { table: after, seat: 0, move }] });

test('a replay tells the noble that came with a decision', () => {
  assert.deepEqual(toldOf(replay(base([4, 0, 9]), base([4, null, 9]), 'b1a'), 1).nobles, [0]);
  assert.deepEqual(toldOf(replay(base([4, null]), base([4, null]), 'b1a'), 1).nobles, [null]);
});

test('a replay tells the privileges that a decision brought, not the one that it used', () => {
  assert.deepEqual(toldOf(replay(duel(0, 1), duel(0, 2), 'fill'), 1).privileges, [[0, 1]]);
  assert.deepEqual(toldOf(replay(duel(1, 2), duel(0, 3), 'fill'), 1).privileges, [[-1, 1]]);
  assert.deepEqual(toldOf(replay(duel(1, 1), duel(0, 1), 'pa1'), 1).privileges, [[]]);
});
