import assert from 'node:assert/strict';
import test from 'node:test';
import { Catalogue } from '../../../src/splendor/server/static/state/catalogue.js';

const DUEL = new Catalogue({
  cards: [
    {
      id: 0, name: 'L1-01', level: 1, bonus: 'white', bonus_count: 2, points: 1, crowns: 1, ability: 'again', cost: [1],
    },
    { id: 1, name: 'L1-02', level: 1, bonus: 'white', bonus_count: 0, points: 3, ability: 'none', cost: [2] },
    { id: 2, name: 'L1-03', level: 1, bonus: 'wild', points: 0, cost: [3] },
  ],
  nobles: [],
  royals: [{ name: 'R1', points: 3, ability: 'steal' }],
});

test('a card is found by its name where it has one, else by its number', () => {
  assert.equal(DUEL.card('L1-01').cost[0], 1);
  const card = { id: 7, level: 2, bonus: 'red', points: 2, cost: [] };
  const base = new Catalogue({ cards: [card], nobles: [], royals: [] });
  assert.deepEqual([base.card(7).id, base.card(7).bonus, base.card(7).count], [7, 'R', 1]);
});

test('what a card lacks is said in one way', () => {
  const { bonus, count, crowns, ability } = DUEL.card('L1-02');
  assert.deepEqual({ bonus, count, crowns, ability }, { bonus: 'N', count: 0, crowns: 0, ability: '' });
  assert.equal(DUEL.card('L1-01').ability, 'again');
  assert.equal(DUEL.card('L1-03').bonus, 'X');
});

test('what is not there is named', () => {
  assert.throws(() => DUEL.card('L9-99'), /L9-99/);
  assert.throws(() => DUEL.royal('R9'), /R9/);
  assert.equal(DUEL.royal('R1').points, 3);
});
