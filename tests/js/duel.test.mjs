import assert from 'node:assert/strict';
import test from 'node:test';
import { comesNext } from '../../src/splendor/server/static/state/duel.js';

const PLACE = {
  tokens: [0, 0, 0, 0, 0, 0, 0], bonuses: [0, 0, 0, 0, 0], points: 0, colour_points: [0, 0, 0, 0, 0], crowns: 0,
  privileges: 0, bought: [], colours: [], hand: [], royals: [],
};
const card = (cost) => /** @type {any} */ ({ id: 'a', bonus: 'W', points: 1, crowns: 0, ability: '', cost });
const rows = (...given) => given.join('').padEnd(25, '.');

// What comes next

const table = (board, own, change) => /** @type {any} */ ({
  game: 'duel', active: 1, replenished: false, board, privileges: 0, royals: [], pyramid: [[], [], []],
  places: [{ ...PLACE, ...own }, PLACE], ...change,
});

test('a card comes next turn when one line brings what is missing', () => {
  const three = card([1, 1, 1, 0, 0, 0]);
  assert.equal(comesNext(table(rows('WUG..'), {}), 0, three), true);
  assert.equal(comesNext(table(rows('WU.G.'), {}), 0, three), false, 'there is a gap');
  assert.equal(comesNext(table(rows('WUJG.'), {}), 0, three), false, 'there is gold between');
  assert.equal(comesNext(table(rows('WUG..'), { tokens: [1, 1, 1, 0, 0, 0, 0] }), 0, three), false, 'that is now');
});

test('a gold with a reserved card brings one token, where there is room in the hand', () => {
  const pearl = card([0, 0, 0, 0, 0, 1]);
  assert.equal(comesNext(table(rows('J'), {}), 0, pearl), true);
  assert.equal(comesNext(table(rows('J'), { hand: [{}, {}, {}] }), 0, pearl), false);
  assert.equal(comesNext(table(rows('J'), {}), 0, card([0, 0, 0, 0, 0, 2])), false);
});

test('privileges add to a line or a gold, but what they bring now does not come next', () => {
  const dear = card([1, 1, 1, 1, 0, 0]);
  const board = rows('WUG..', '.....', '....R');
  assert.equal(comesNext(table(board, {}), 0, dear), false);
  assert.equal(comesNext(table(board, { privileges: 1 }), 0, dear), true);
  assert.equal(comesNext(table(rows('WUG..'), { privileges: 1 }), 0, dear), false, 'no red gem lies there');
  assert.equal(comesNext(table(rows('WUG'), { privileges: 1 }), 0, card([1, 0, 0, 0, 0, 0])), false, 'that is now');
  assert.equal(comesNext(table(rows('J.W'), { privileges: 1 }), 0, card([1, 0, 0, 0, 0, 1])), true);
});

test('a token that the line takes is not taken by a privilege as well', () => {
  assert.equal(comesNext(table(rows('W.W'), { privileges: 1 }), 0, card([2, 0, 0, 0, 0, 1])), false);
  assert.equal(comesNext(table(rows('WUG'), { privileges: 1 }), 0, card([2, 1, 1, 0, 0, 0])), false);
  assert.equal(comesNext(table(rows('WUGW'), { privileges: 1 }), 0, card([2, 1, 1, 0, 0, 0])), true);
});
