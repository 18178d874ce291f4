import assert from 'node:assert/strict';
import test from 'node:test';
import { Catalogue } from '../../../src/splendor/server/static/state/catalogue.js';
import { canWinDuelNextTurn, privilegesToPay } from '../../../src/splendor/server/static/state/duel/table.js';
import { optionsOf } from '../../../src/splendor/server/static/state/games.js';
import { initialsOf } from '../../../src/splendor/server/static/state/names.js';
import { canWinNextTurn, lacking } from '../../../src/splendor/server/static/state/base/table.js';
import { GAMES } from '../games.mjs';

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
const OFFICIAL = optionsOf(GAMES, { rules: 'official' });
const LANDOLT = optionsOf(GAMES, { rules: 'landolt', options: {} });

test('bonuses that are lacking', () => {
  assert.equal(lacking([3, 3, 3, 0, 0], [1, 5, 0, 0, 0]), 5);
  assert.equal(lacking([4, 0, 0, 0, 4], [4, 0, 0, 0, 4]), 0);
});

test('nobody wins who is too far away or cannot pay', () => {
  assert.equal(canWinNextTurn(table({}, { points: 10 }), 0, CARDS, OFFICIAL), false);
  assert.equal(canWinNextTurn(table({}, { points: 11 }), 0, CARDS, OFFICIAL), false, 'the card is too dear');
});

test('an open card that can be paid wins, with gold as well', () => {
  assert.equal(canWinNextTurn(table({}, { points: 11, tokens: [0, 0, 0, 0, 5, 2] }), 0, CARDS, OFFICIAL), true);
  assert.equal(canWinNextTurn(table({}, { points: 10, tokens: [0, 0, 0, 0, 5, 2] }), 0, CARDS, OFFICIAL), false);
});

test('a reserved card counts where it is known', () => {
  const rich = { points: 13, tokens: [0, 5, 0, 0, 0, 0] };
  assert.equal(canWinNextTurn(table({}, { ...rich, hand: [{ level: 2, card: 2 }] }), 0, CARDS, OFFICIAL), true);
  assert.equal(canWinNextTurn(table({}, { ...rich, hand: [{ level: 2, unseen: true }] }), 0, CARDS, OFFICIAL), false);
});

test('a purchase can call a noble', () => {
  const near = { points: 12, bonuses: [4, 0, 0, 0, 3], tokens: [1, 0, 0, 0, 0, 0] };
  assert.equal(canWinNextTurn(table({}, near), 0, CARDS, OFFICIAL), true, 'a bonus takes one off, and the noble comes');
  assert.equal(canWinNextTurn(table({ nobles: [null, null] }, near), 0, CARDS, OFFICIAL), false);
});

test('a noble that waits comes with any action', () => {
  assert.equal(canWinNextTurn(table({}, { points: 12, bonuses: [4, 0, 0, 0, 4] }), 0, CARDS, OFFICIAL), true);
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
  assert.equal(optionsOf(GAMES, { rules: 'landolt', options: { nobles: 'sought_free' } }).nobles, 'sought_free');
  assert.equal(optionsOf(GAMES, { rules: 'official' }).tokens, 'return');
});

test('everybody has a letter of their own', () => {
  assert.deepEqual(initialsOf(['You', 'Ottavia', 'Lin']), ['Y', 'O', 'L']);
  assert.deepEqual(initialsOf(['Anna', 'Anton', 'A', 'ann']), ['A', 'N', '1', '2']);
  assert.deepEqual(initialsOf(['Żółw', '!!', 'élan']), ['Ż', '1', 'É']);
});

// Duel

const DUEL = new Catalogue({
  cards: [
    { name: 'five', level: 3, bonus: 'white', points: 5, cost: [0, 0, 2, 0, 0, 1] },
    { name: 'crowned', level: 2, bonus: 'blue', points: 0, crowns: 2, cost: [0, 0, 1, 0, 0, 0] },
    { name: 'wild', level: 2, bonus: 'wild', points: 3, cost: [0, 0, 1, 0, 0, 0] },
    { name: 'bare', level: 2, bonus: null, bonus_count: 0, points: 4, cost: [0, 0, 1, 0, 0, 0] },
  ],
  nobles: [],
  royals: [{ name: 'R1', points: 2, ability: 'again' }, { name: 'R4', points: 3, ability: 'none' }],
});
const ALONE = {
  tokens: [0, 0, 0, 0, 0, 0, 0], bonuses: [0, 0, 0, 0, 0], points: 0, colour_points: [0, 0, 0, 0, 0], crowns: 0,
  privileges: 0, bought: [], colours: [], hand: [], royals: [],
};
const RICH = [0, 0, 2, 0, 0, 1, 0];
const BARE = '.'.repeat(25);
const duel = (card, own, change) => /** @type {any} */ ({
  game: 'duel', active: 1, replenished: false, board: BARE, pyramid: [[], [], [card, null]],
  royals: [null, null, null, null], places: [{ ...ALONE, ...own }, ALONE], ...change,
});
const wins = (card, own, change) => canWinDuelNextTurn(duel(card, own, change), 0, DUEL);

test('Duel is won by twenty points', () => {
  assert.equal(wins('five', { points: 15, tokens: RICH }), true);
  assert.equal(wins('five', { points: 14, tokens: RICH }), false);
  assert.equal(wins('five', { points: 15 }), false, 'too dear');
});

test('Duel is won by ten crowns', () => {
  assert.equal(wins('crowned', { crowns: 8, tokens: RICH }), true);
  assert.equal(wins('crowned', { crowns: 7, tokens: RICH }), false);
});

test('Duel is won by ten points on cards of one colour, and a card without a bonus has none', () => {
  assert.equal(wins('five', { colour_points: [5, 0, 0, 0, 0], tokens: RICH }), true);
  assert.equal(wins('five', { colour_points: [4, 9, 9, 9, 9], tokens: RICH }), false);
  assert.equal(wins('bare', { colour_points: [9, 9, 9, 9, 9], tokens: RICH }), false);
});

test('a wild card counts in the best colour that somebody owns, and needs one', () => {
  const points = [7, 6, 0, 0, 0];
  assert.equal(wins('wild', { colour_points: points, bonuses: [1, 1, 0, 0, 0], tokens: RICH }), true);
  assert.equal(wins('wild', { colour_points: points, bonuses: [0, 1, 0, 0, 0], tokens: RICH }), false);
  assert.equal(wins('wild', { points: 19, tokens: RICH }), false, 'no colour, no purchase');
  assert.equal(wins('wild', { points: 19, bonuses: [0, 1, 0, 0, 0], tokens: RICH }), true);
});

test('the third and the sixth crown bring the best royal card that is left', () => {
  const royals = ['R1', null, null, 'R4'];
  assert.equal(wins('crowned', { crowns: 1, points: 17, tokens: RICH }, { royals }), true);
  assert.equal(wins('crowned', { crowns: 5, points: 17, tokens: RICH }, { royals }), true);
  assert.equal(wins('crowned', { crowns: 3, points: 17, tokens: RICH }, { royals }), false, 'no mark is passed');
  assert.equal(wins('crowned', { crowns: 1, points: 17, tokens: RICH }, { royals: ['R1', null] }), false);
  assert.equal(wins('crowned', { crowns: 1, points: 17, tokens: RICH }), false, 'all royal cards are gone');
});

test('a reserved card wins where it is known', () => {
  const own = { points: 15, tokens: RICH };
  assert.equal(wins(null, { ...own, hand: [{ level: 3, card: 'five' }] }), true);
  assert.equal(wins(null, { ...own, hand: [{ level: 3, unseen: true }] }), false);
});

test('privileges bring what is missing before the purchase, where it lies on the board', () => {
  const own = { points: 15, tokens: [0, 0, 1, 0, 0, 0, 0] }; // a green gem and a pearl are missing
  const on = (letters) => ({ board: letters.padEnd(25, '.') });
  assert.equal(wins('five', { ...own, privileges: 2 }, on('GP')), true);
  assert.equal(wins('five', { ...own, privileges: 1 }, on('GP')), false, 'one brings one');
  assert.equal(wins('five', { ...own, privileges: 2 }, on('GGG')), false, 'no pearl lies there');
  assert.equal(wins('five', { ...own, privileges: 2 }, on('GJ')), false, 'a privilege takes no gold');
  const gold = { ...own, tokens: [0, 0, 1, 0, 0, 0, 1], privileges: 1 };
  assert.equal(wins('five', gold, on('G')), true, 'gold stands for the pearl');
  assert.equal(wins('five', gold, on('W')), false);
});

test('two gems of one colour need two of it on the board', () => {
  const own = { tokens: [0, 0, 0, 0, 0, 1, 0], privileges: 2 };
  const needed = (board) => privilegesToPay(duel('five', own, { board }), 0, DUEL.card('five'));
  assert.equal(needed('GG'.padEnd(25, '.')), 2);
  assert.equal(needed('GP'.padEnd(25, '.')), Infinity);
});

test('no privilege is used after the board was filled in this turn', () => {
  const own = { points: 15, tokens: [0, 0, 1, 0, 0, 1, 0], privileges: 1 };
  const board = 'G'.padEnd(25, '.');
  assert.equal(wins('five', own, { board, replenished: true, active: 0 }), false);
  assert.equal(wins('five', own, { board, replenished: true, active: 1 }), true, 'it was in the turn of the other');
});
