import assert from 'node:assert/strict';
import test from 'node:test';
import { LONGEST, closingSound, startsOf, stepsOf } from '../../../src/splendor/server/static/state/flights.js';

const BASE = /** @type {any} */ ({ game: 'base' });
const BOARD = 'WUGRK'.repeat(5); // b2 is U
const DUEL = /** @type {any} */ ({ game: 'duel', board: BOARD });
const moved = (seat, moves, more = {}) => ({ seq: 1, at: 0, kind: 'moved', seat, moves, ...more });
const only = (event, table = BASE) => stepsOf([event], table)[0];
const way = ({ from, to }) =>
  [from, to].map(({ kind, of = '', seat = '' }) => `${seat}${kind}${of}`).join(' > ');
const ways = (event, table) => only(event, table).flights.map(way);

test('tokens go from their piles to the columns of who takes them', () => {
  assert.deepEqual(ways(moved(1, ['WUG'])), ['pileW > 1tokenW', 'pileU > 1tokenU', 'pileG > 1tokenG']);
  const { sound, count } = only(moved(1, ['WUG']));
  assert.deepEqual([sound, count], ['tokens', 3]);
});

test('a token that is returned goes back, and looks like the pile: opponents have no discs', () => {
  const step = only(moved(1, ['-R']));
  assert.deepEqual(step.flights.map(way), ['1tokenR > pileR']);
  assert.equal(step.flights[0].look, 'to');
  assert.deepEqual(ways(moved(0, ['-P']), DUEL), ['0tokenP > bag'], 'in Duel into the bag');
});

test('a card goes to who buys or reserves it, from where it lies', () => {
  assert.deepEqual(ways(moved(0, ['b2c'], { cards: [45] })), ['card45 > 0bought']);
  assert.deepEqual(ways(moved(0, ['r2c'], { cards: [45] })), ['card45 > 0hand']);
  assert.deepEqual(ways(moved(0, ['r2'])), ['deck2 > 0hand'], 'unseen from the deck');
  assert.deepEqual(ways(moved(0, ['r2'], { cards: [45] })), ['deck2 > 0hand'], 'from there for its owner, too');
  assert.deepEqual(ways(moved(0, ['bh1'], { cards: [null] })), [], 'nobody knows where it lay');
});

test('a noble goes to its owner, with whatever move it comes', () => {
  const step = only(moved(2, ['b2c'], { cards: [45], nobles: [7] }));
  assert.deepEqual(step.flights.map(way), ['card45 > 2bought', 'noble7 > 2won']);
  assert.equal(step.sound, 'honour');
  assert.deepEqual(ways(moved(2, ['n1'], { nobles: [7] })), ['noble7 > 2won']);
});

test('a royal card goes to its owner', () => {
  assert.deepEqual(ways(moved(1, ['royal3']), DUEL), ['royal3 > 1won']);
});

test('tokens of the board go to the columns of their colours', () => {
  assert.deepEqual(ways(moved(0, ['a1b1']), DUEL), ['spacea1 > 0tokenW', 'spaceb1 > 0tokenU']);
  assert.deepEqual(ways(moved(0, ['pb2']), DUEL), ['spaceb2 > 0tokenU']);
  assert.deepEqual(ways(moved(0, ['+c3']), DUEL), ['spacec3 > 0tokenG']);
  assert.deepEqual(ways(moved(0, ['Ja1']), { ...DUEL, board: `J${'.'.repeat(24)}` }), ['spacea1 > 0tokenJ']);
});

test('a stolen token goes from the opponent to the thief', () => {
  assert.deepEqual(ways(moved(1, ['xP']), DUEL), ['0tokenP > 1tokenP']);
});

test('a privilege comes from above the board, or from the opponent', () => {
  assert.deepEqual(ways(moved(0, ['a1'], { privileges: [[0, 1]] }), DUEL), ['spacea1 > 0tokenW', 'scrolls > 1scrolls']);
  assert.deepEqual(ways(moved(0, ['fill'], { privileges: [[-1, 1]] }), DUEL), ['0scrolls > 1scrolls']);
});

test('a fill goes from the bag to the holes along the spiral, with those of the moves before it', () => {
  const holed = { ...DUEL, board: BOARD.replace(/^W/, '.') }; // a1 is free
  assert.deepEqual(ways(moved(0, ['fill'], { drawn: ['W'] }), holed), ['bag > spacea1']);
  assert.equal(only(moved(0, ['fill'], { drawn: ['W'] }), holed).flights[0].look, 'to');
  const event = moved(0, ['pc3', 'fill'], { drawn: ['', 'WU'] });
  assert.deepEqual(stepsOf([event], holed)[1].flights.map(way), ['bag > spacec3', 'bag > spacea1'], 'the centre first');
});

test('every move is a step of its own, in the order of the events; others are none', () => {
  const chat = { seq: 2, at: 0, kind: 'said' };
  const steps = stepsOf([moved(0, ['WUG', '-W']), chat, moved(1, ['b1a'], { cards: [3] })], BASE);
  assert.deepEqual(steps.map((step) => step.sound), ['tokens', 'tap', 'purchase']);
  assert.deepEqual(stepsOf([], BASE), []);
  assert.deepEqual(stepsOf([moved(0, ['WUG'])], null), [], 'there was no table yet');
});

// When

test('steps begin one after another, each when the one before it has come', () => {
  const [first, second, third] = startsOf(stepsOf([moved(0, ['WUG']), moved(1, ['UU']), moved(2, ['RR'])], BASE));
  assert.equal(first, 0);
  assert.ok(second > 420, 'three tokens have landed');
  assert.ok(third - second < second - first, 'two take less time than three');
});

test('however much has happened, it takes no more than a few seconds', () => {
  const starts = startsOf(stepsOf(Array.from({ length: 40 }, () => moved(0, ['WUG'])), BASE));
  assert.ok(Math.max(...starts) <= LONGEST && LONGEST <= 4000);
  assert.deepEqual(starts, [...starts].sort((a, b) => a - b));
});

// How it ends

test('the end of a game sounds once, also where no move brought it about', () => {
  const news = (status) => /** @type {any} */ ({ room: { status } });
  assert.equal(closingSound(news('playing'), news('over'), false, 0), 'won');
  assert.equal(closingSound(news('over'), news('over'), false, 1), '');
});

test('whoever lost hears a low note, and those who watch hear the winner’s', () => {
  const playing = /** @type {any} */ ({ room: { status: 'playing' } });
  const over = (/** @type {number[]} */ seats) => /** @type {any} */ (
    { room: { status: 'over', result: { winners: [1] } }, you: seats.map((seat) => ({ seat })) });
  const heard = (/** @type {number[]} */ seats) => closingSound(playing, over(seats), false, 1);
  assert.deepEqual([heard([0]), heard([1]), heard([]), heard([0, 1])], ['lost', 'won', 'won', 'won']);
});

test('it knocks when moves have made it my turn', () => {
  const news = /** @type {any} */ ({ room: { status: 'playing' } });
  assert.equal(closingSound(news, news, true, 1), 'turn');
  assert.equal(closingSound(news, news, false, 1), '');
  assert.equal(closingSound(news, news, true, 0), '', 'somebody has only said something');
});
