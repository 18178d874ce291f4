import assert from 'node:assert/strict';
import test from 'node:test';
import { isSameResult } from '../../../src/splendor/server/static/state/after/compare.js';

test('a result is the same only in all its parts', () => {
  const result = { winners: [1], points: [3, 15], cards: [4, 9], reason: 'points' };
  const same = (change) => isSameResult(/** @type {any} */ ({ result }), { result: { ...result, ...change } });
  assert.equal(same({}), true);
  for (const change of [{ winners: [0] }, { points: [3, 16] }, { cards: [4, 8] }, { reason: 'time' }]) {
    assert.equal(same(change), false, JSON.stringify(change));
  }
  assert.equal(isSameResult(/** @type {any} */ ({}), { result }), false, 'a game without an end');
});
