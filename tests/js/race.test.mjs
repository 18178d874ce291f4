import assert from 'node:assert/strict';
import test from 'node:test';
import { Catalogue } from '../../src/splendor/server/static/state/catalogue.js';
import { habitsOf } from '../../src/splendor/server/static/state/habits.js';
import { initialsOf } from '../../src/splendor/server/static/state/names.js';
import { canWinNextTurn, lacking } from '../../src/splendor/server/static/state/race.js';

const CARDS = new Catalogue({
  cards: [
    { id: 0, level: 3, bonus: 'white', points: 4, cost: [0, 0, 0, 0, 7] },
    { id: 1, level: 1, bonus: 'black', points: 0, cost: [1, 0, 0, 0, 0] },
    { id: 2, level: 2, bonus: 'green', points: 2, cost: [0, 5, 0, 0, 0] },
  ],
  nobles: [{ id: 0, name: 'Noble', points: 3, requires: [4, 0, 0, 0, 4] }],
  royals: [],
});
const EMPTY = { tokens: [0, 0, 0, 0, 0, 0], bonuses: [0, 0, 0, 0, 0], points: 0, bought: [], hand: [], nobles: [] };
const table = (change, own) => /** @type {any} */ ({
  target: 15, market: [[1, null], [null], [0]], nobles: [0, null], places: [{ ...EMPTY, ...own }], ...change,
});
const LANDOLT = habitsOf({ rules: 'landolt', options: {} });

test('bonuses that are lacking', () => {
  assert.equal(lacking([3, 3, 3, 0, 0], [1, 5, 0, 0, 0]), 5);
  assert.equal(lacking([4, 0, 0, 0, 4], [4, 0, 0, 0, 4]), 0);
});

test('nobody wins who is too far away or cannot pay', () => {
  assert.equal(canWinNextTurn(table({}, { points: 10 }), 0, CARDS), false);
  assert.equal(canWinNextTurn(table({}, { points: 11 }), 0, CARDS), false, 'the card is too dear');
});

test('an open card that can be paid wins, with gold as well', () => {
  assert.equal(canWinNextTurn(table({}, { points: 11, tokens: [0, 0, 0, 0, 5, 2] }), 0, CARDS), true);
  assert.equal(canWinNextTurn(table({}, { points: 10, tokens: [0, 0, 0, 0, 5, 2] }), 0, CARDS), false);
});

test('a reserved card counts where it is known', () => {
  const rich = { points: 13, tokens: [0, 5, 0, 0, 0, 0] };
  assert.equal(canWinNextTurn(table({}, { ...rich, hand: [{ level: 2, card: 2 }] }), 0, CARDS), true);
  assert.equal(canWinNextTurn(table({}, { ...rich, hand: [{ level: 2, unseen: true }] }), 0, CARDS), false);
});

test('a purchase can call a noble', () => {
  const near = { points: 12, bonuses: [4, 0, 0, 0, 3], tokens: [1, 0, 0, 0, 0, 0] };
  assert.equal(canWinNextTurn(table({}, near), 0, CARDS), true, 'a bonus takes one off, and the noble comes');
  assert.equal(canWinNextTurn(table({ nobles: [null, null] }, near), 0, CARDS), false);
});

test('a noble that waits comes with any action', () => {
  assert.equal(canWinNextTurn(table({}, { points: 12, bonuses: [4, 0, 0, 0, 4] }), 0, CARDS), true);
});

test('where nobles are sought, it is an action of its own, once in a game', () => {
  const near = { points: 12, bonuses: [4, 0, 0, 0, 3] };
  assert.equal(canWinNextTurn(table({}, near), 0, CARDS, LANDOLT), false);
  const ready = { points: 12, bonuses: [4, 0, 0, 0, 4] };
  assert.equal(canWinNextTurn(table({}, ready), 0, CARDS, LANDOLT), true);
  assert.equal(canWinNextTurn(table({}, { ...ready, nobles: [1] }), 0, CARDS, LANDOLT), false);
});

test('options stand above the rule set', () => {
  assert.equal(LANDOLT.nobles, 'sought');
  assert.equal(habitsOf({ rules: 'landolt', options: { nobles: 'sought_free' } }).nobles, 'sought_free');
  assert.equal(habitsOf({ rules: 'official' }).tokens, 'return');
});

test('everybody has a letter of their own', () => {
  assert.deepEqual(initialsOf(['You', 'Ottavia', 'Lin']), ['Y', 'O', 'L']);
  assert.deepEqual(initialsOf(['Anna', 'Anton', 'A', 'ann']), ['A', 'N', '1', '2']);
  assert.deepEqual(initialsOf(['Żółw', '!!', 'élan']), ['Ż', '1', 'É']);
});
