/** Emotes: which are shown, and where. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { placeOf, withSign } from '../../../src/splendor/server/static/state/signs.js';

const sign = (number, seat, what = 'bravo') => ({ number, seat, what });
const numbers = (signs) => signs.map(({ number }) => number);

test('a new sign takes the place of the one before of the same seat', () => {
  const shown = [sign(1, 0), sign(2, 1)];
  assert.deepEqual(numbers(withSign(shown, sign(3, 0))), [2, 3]);
});

test('a sign that this version does not know is not shown', () => {
  assert.deepEqual(withSign([], sign(1, 0, 'cartwheel')), []);
});

test('a bubble is over its panel, and inside the window where that is at an edge', () => {
  const bubble = { width: 100, height: 30 };
  const page = { width: 400, height: 300 };
  assert.deepEqual(placeOf(bubble, { left: 100, top: 100, width: 200, height: 50 }, page), { left: 150, top: 110 });
  assert.deepEqual(placeOf(bubble, { left: 380, top: -40, width: 20, height: 20 }, page), { left: 292, top: 8 });
  assert.deepEqual(placeOf(bubble, undefined, page), { left: 150, top: 8 });
});
