import assert from 'node:assert/strict';
import test from 'node:test';
import { becomesPayable, canPayNextTurn, priceOf } from '../../../src/splendor/server/static/state/price.js';

const card = (cost) => ({ id: 1, level: 1, bonus: 'W', count: 1, points: 0, crowns: 0, ability: '', cost });
const place = (tokens, bonuses = [0, 0, 0, 0, 0]) => ({ tokens, bonuses });
const FULL = [4, 4, 4, 4, 4, 5];

test('a price tells what bonuses cover, what tokens pay and what is missing', () => {
  const price = priceOf(card([3, 2, 0, 0, 1]), place([1, 5, 0, 0, 0, 1], [1, 0, 0, 0, 2]));
  assert.deepEqual(price.rows, [
    { gem: 'W', need: 3, bonus: 1, token: 1, missing: 1 },
    { gem: 'U', need: 2, bonus: 0, token: 2, missing: 0 },
    { gem: 'K', need: 1, bonus: 1, token: 0, missing: 0 },
  ]);
  assert.equal(price.gold, 1);
  assert.equal(price.short, 0);
});

test('gold stands in for what is missing, as far as it reaches', () => {
  const price = priceOf(card([5, 0, 0, 0, 0]), place([1, 0, 0, 0, 0, 2]));
  assert.equal(price.gold, 2);
  assert.equal(price.short, 2);
});

test('in Duel gold is the last kind, and pearls are no bonus', () => {
  const price = priceOf(card([0, 0, 0, 0, 0, 2]), place([0, 0, 0, 0, 0, 1, 1], [3, 3, 3, 3, 3]));
  assert.deepEqual(price.rows, [{ gem: 'P', need: 2, bonus: 0, token: 1, missing: 1 }]);
  assert.equal(price.short, 0);
});

test('what bonuses cover needs no token', () => {
  const price = priceOf(card([1, 1, 0, 0, 0]), place([3, 3, 0, 0, 0, 3], [1, 1, 0, 0, 0]));
  assert.deepEqual([price.short, price.gold, ...price.rows.map((row) => row.token)], [0, 0, 0, 0]);
});

test('a card becomes payable with the tokens that come, if it is not yet', () => {
  const white = [1, 0, 0, 0, 0, 0];
  const becomes = (cost, tokens, change = white) => becomesPayable(card(cost), place(tokens), change);
  assert.equal(becomes([2, 0, 0, 0, 0], white), true);
  assert.equal(becomes([3, 0, 0, 0, 0], white), false, 'still too dear');
  assert.equal(becomes([1, 0, 0, 0, 0], white), false, 'it can be bought now');
  assert.equal(becomes([2, 1, 0, 0, 0], [1, 1, 0, 0, 0, 0], [1, -1, 0, 0, 0, 0]), false, 'what is returned is gone');
  assert.equal(becomes([2, 0, 0, 0, 0], white, [0, 0, 0, 0, 0, 1]), true, 'gold stands in');
});

const next = (cost, tokens, supply = FULL, limits = {}) =>
  canPayNextTurn(priceOf(card(cost), place(tokens)), supply, limits);

test('what can be paid now is not for the next turn', () => {
  assert.equal(next([1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]), false);
});

test('three different gems, a pair or a gold can close the gap', () => {
  assert.equal(next([1, 1, 1, 0, 0], [0, 0, 0, 0, 0, 0]), true);
  assert.equal(next([1, 1, 1, 1, 0], [0, 0, 0, 0, 0, 0]), false);
  assert.equal(next([2, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]), true);
  assert.equal(next([2, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [3, 4, 4, 4, 4, 5]), false, 'a pair needs four');
  assert.equal(next([2, 1, 0, 0, 0], [0, 0, 0, 0, 0, 1]), true, 'own gold stands for the rest');
  assert.equal(next([1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 4, 4, 4, 4, 5]), true, 'a gold stands for what is gone');
});

test('gold comes only with a card that may be reserved', () => {
  const gone = [0, 4, 4, 4, 4, 5];
  assert.equal(next([1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], gone, { reserves: false }), false);
  assert.equal(next([1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 4, 4, 4, 4, 0]), false);
});

test('where nobody may hold more than ten the room counts', () => {
  assert.equal(next([1, 1, 1, 0, 0], [0, 0, 0, 0, 0, 0], FULL, { room: 2 }), false);
  assert.equal(next([2, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], FULL, { room: 1 }), false);
  assert.equal(next([1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], FULL, { room: 0 }), false);
});
