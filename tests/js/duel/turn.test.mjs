import assert from 'node:assert/strict';
import test from 'node:test';
import { Catalogue } from '../../../src/splendor/server/static/state/catalogue.js';
import * as duel from '../../../src/splendor/server/static/state/duel/turn.js';
import { nothing } from '../../../src/splendor/server/static/state/staging.js';

const { comesNext } = duel;

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

test('who has filled the board uses privileges again in the next turn', () => {
  const filled = table(rows('WUG..', '.....', '....R'), { privileges: 1 }, { active: 0, replenished: true });
  assert.equal(comesNext(filled, 0, card([1, 1, 1, 1, 0, 0])), true);
});

// The preview of a purchase

const CARDS = new Catalogue({
  cards: [
    { name: 'scroll', level: 1, bonus: 'red', points: 0, ability: 'privilege', cost: [0, 0, 0, 0, 0, 0] },
    { name: 'thief', level: 1, bonus: 'red', points: 0, ability: 'steal', cost: [0, 0, 0, 0, 0, 0] },
    { name: 'crowned', level: 1, bonus: 'red', points: 3, crowns: 3, cost: [2, 0, 0, 0, 0, 0] },
    { name: 'plain', level: 1, bonus: 'red', points: 1, cost: [1, 0, 0, 0, 0, 0] },
  ],
  nobles: [],
  royals: [{ name: 'R1', points: 2, ability: 'again' }],
});
const preview = (name, on, moves = ['b1a']) => {
  const seen = { table: { ...on, pyramid: [[name], [], []] }, seat: 0, hand: [], catalogue: CARDS };
  return duel.previewOf(seen, { ...nothing(1, ['b1a']), moves });
};
const note = (notes, kind) => notes.find((each) => each.kind === kind);

test('a privilege is lost only on who has all three', () => {
  assert.equal(note(preview('scroll', table(rows(), {}, { privileges: 1 })), 'ability').lost, false);
  assert.equal(note(preview('scroll', table(rows(), { privileges: 2 })), 'ability').lost, false, 'the other has one');
  assert.equal(note(preview('scroll', table(rows(), { privileges: 3 })), 'ability').lost, true);
});

test('nothing is stolen from who has only gold', () => {
  const against = (tokens) => preview('thief', table(rows(), {}, { places: [PLACE, { ...PLACE, tokens }] }));
  assert.equal(note(against([0, 0, 0, 0, 0, 0, 3]), 'ability').lost, true);
  assert.equal(note(against([0, 0, 0, 0, 0, 1, 0]), 'ability').lost, false, 'a pearl');
});

test('the points of the chosen royal card count, and may win', () => {
  const on = table(rows(), { points: 15 }, { royals: ['R1'] });
  assert.equal(note(preview('crowned', on), 'wins'), undefined);
  assert.equal(note(preview('crowned', on, ['b1a', 'royal1']), 'wins').how, 'points');
  assert.equal(note(preview('crowned', on, ['b1a', 'royal1']), 'gain').points, 20);
});

test('a royal card is announced where crowns reach one and one is left', () => {
  assert.equal(note(preview('crowned', table(rows(), {}, { royals: ['R1'] })), 'royal').crowns, 3);
  assert.equal(note(preview('crowned', table(rows(), {}, { royals: [null] })), 'royal'), undefined);
  assert.equal(note(preview('plain', table(rows(), {}, { royals: ['R1'] })), 'royal'), undefined);
});

test('a line tells what can be bought with it, and not what could be before', () => {
  const buyable = (own) => {
    const on = { ...table(rows('WW'), own), pyramid: [['plain', 'crowned'], [], []] };
    const draft = { ...nothing(1, ['a1', 'b1', 'a1b1']), spaces: ['a1', 'b1'] };
    return note(duel.previewOf({ table: on, seat: 0, hand: [], catalogue: CARDS }, draft), 'buyable')?.cards;
  };
  assert.deepEqual(buyable({}), ['plain', 'crowned']);
  assert.deepEqual(buyable({ tokens: [1, 0, 0, 0, 0, 0, 0] }), ['crowned']);
  assert.deepEqual(buyable({ tokens: [2, 0, 0, 0, 0, 0, 0] }), undefined);
});

// Paying

test('gold stands for a gem only where the server offers that, and a purchase is staged', () => {
  const own = { tokens: [2, 0, 0, 0, 0, 0, 1] };
  const crowned = { ...table(rows(), own), pyramid: [['crowned'], [], []] };
  const sight = { table: crowned, seat: 0, hand: [], catalogue: CARDS };
  const staged = (legal) => duel.withAction(nothing(1, legal), 'b1a');
  assert.deepEqual(duel.goldFor(sight, staged(['b1a', 'b1a+']), 'W'), ['W']);
  assert.equal(duel.goldFor(sight, staged(['b1a']), 'W'), null);
  assert.equal(duel.goldFor(sight, nothing(1, ['b1a', 'b1a+']), 'W'), null);
});

test('without privileges the own place is the very one of the table, so that nothing is drawn anew for it', () => {
  const sight = { table: table(rows('W'), {}), seat: 0, hand: [], catalogue: CARDS };
  assert.equal(duel.placeBefore(sight, nothing(1, [])), sight.table.places[0]);
  assert.deepEqual(duel.placeBefore(sight, { ...nothing(1, []), moves: ['pa1'] }).tokens, [1, 0, 0, 0, 0, 0, 0]);
});

// What lies open

test('tokens that a privilege, an ability or a gold took are marked like those of a line', () => {
  const line = (seat, kind, space) => /** @type {any} */ ({ seat, move: { kind, space } });
  const turn = [line(0, 'match', 'c3'), line(0, 'gold-at', 'b2'), line(0, 'privilege', 'a1'), line(0, 'fill')];
  assert.deepEqual([...duel.lastSpaces(turn)], ['c3', 'b2', 'a1'], 'of a game with one turn');
  assert.deepEqual([...duel.lastSpaces([...turn, line(1, 'match', 'e5')])], ['c3', 'b2', 'a1']);
});

test('the spaces that were filled are those that were empty', () => {
  assert.deepEqual([...duel.filledSpaces('W.U', 'WG.', ['a1', 'b1', 'c1'])], ['b1']);
  assert.deepEqual([...duel.filledSpaces(undefined, 'WG.', ['a1', 'b1'])], [], 'nothing is known of before');
});

test('the best colour is the one with the most points', () => {
  assert.deepEqual(duel.bestColour([1, 0, 7, 2, 0]), { gem: 'G', points: 7 });
});
