import assert from 'node:assert/strict';
import test from 'node:test';
import { countOf, extraGold, moreGold, spent } from '../../../src/splendor/server/static/state/payment.js';
import { priceOf } from '../../../src/splendor/server/static/state/price.js';

const card = (cost) => ({ id: 1, level: 1, bonus: 'W', count: 1, points: 0, crowns: 0, ability: '', cost });
const price = (cost, tokens, bonuses = [0, 0, 0, 0, 0]) => priceOf(card(cost), { tokens, bonuses });

test('letters are counted in texts and lists', () => {
  assert.equal(countOf('WWU', 'W'), 2);
  assert.equal(countOf(['W', 'U'], 'U'), 1);
  assert.equal(countOf('', 'K'), 0);
});

test('exactly the price in colours needs no more gold', () => {
  assert.deepEqual(extraGold(price([2, 1, 0, 0, 0], [3, 1, 0, 0, 0, 2]), 'WWU'), []);
});

test('gold in place of a colour that is held is named', () => {
  assert.deepEqual(extraGold(price([2, 1, 0, 0, 0], [3, 1, 0, 0, 0, 2]), 'WUJ'), ['W']);
  assert.deepEqual(extraGold(price([2, 1, 0, 0, 0], [3, 1, 0, 0, 0, 2]), 'WJJ'), ['W', 'U']);
});

test('gold for what is missing is not named', () => {
  assert.deepEqual(extraGold(price([2, 1, 0, 0, 0], [1, 1, 0, 0, 0, 2]), 'WUJ'), []);
});

test('too few, too many or other tokens are not the price', () => {
  const two = price([2, 0, 0, 0, 0], [3, 1, 0, 0, 0, 2]);
  assert.equal(extraGold(two, 'W'), null);
  assert.equal(extraGold(two, 'WWW'), null);
  assert.equal(extraGold(two, 'WWJ'), null);
  assert.equal(extraGold(two, 'WWU'), null);
});

test('what bonuses cover is not paid', () => {
  assert.deepEqual(extraGold(price([2, 1, 0, 0, 0], [1, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0]), 'W'), []);
});

test('what a purchase takes, with gold in place of gems', () => {
  const paid = price([2, 1, 0, 0, 0], [2, 0, 0, 0, 0, 3]);
  assert.deepEqual(spent(paid, []), { J: 1, W: 2, U: 0 });
  assert.deepEqual(spent(paid, ['W', 'W']), { J: 3, W: 0, U: 0 });
});

test('one more gold at each click, behind the last one none', () => {
  const two = price([2, 1, 0, 0, 0], [2, 1, 0, 0, 0, 2]);
  assert.deepEqual(moreGold(two, [], 'W', 2), ['W']);
  assert.deepEqual(moreGold(two, ['W'], 'W', 2), ['W', 'W']);
  assert.deepEqual(moreGold(two, ['W', 'W'], 'W', 2), []);
  assert.deepEqual(moreGold(two, ['W', 'U'], 'W', 2), ['U'], 'no gold is left for a second one');
  assert.equal(moreGold(two, ['W', 'W'], 'U', 2), null, 'no gold is left');
  assert.equal(moreGold(two, [], 'G', 2), null, 'not in the price');
  assert.equal(moreGold(two, [], 'W', 0), null);
});
