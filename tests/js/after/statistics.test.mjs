/** What a finished game was like, and its positions one by one. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstDifference, isSameResult } from '../../../src/splendor/server/static/state/after/compare.js';
import {
  canPlayOn, cardOf, eventsUpTo, viewerOf, newsAt, onlookers, plyOf, within,
} from '../../../src/splendor/server/static/state/after/replay.js';
import {
  chartOf, givenInAll, pointsByRound, spread, statisticsOf, ticks, tieBreak,
} from '../../../src/splendor/server/static/state/after/statistics.js';
import { countGiven } from '../../../src/splendor/server/static/state/duel/lines.js';
import { linesOf } from '../../../src/splendor/server/static/state/log_lines.js';


const place = (changes = {}) => ({
  tokens: [0, 0, 0, 0, 0, 0], bonuses: [0, 0, 0, 0, 0], points: 0, bought: [], hand: [], nobles: [], ...changes,
});
const base = (places, changes = {}) => ({
  game: 'base', round: 1, turn: 1, start: 0, active: 0, phase: 'play', target: 15, supply: [4, 4, 4, 4, 4, 5],
  market: [[1, 2, 3, 4], [41, 42, 43, 44], [71, 72, 73, 74]], decks: [36, 26, 16], nobles: [], places, ...changes,
});
const duelPlace = (changes = {}) => ({
  ...place(), tokens: [0, 0, 0, 0, 0, 0, 0], colour_points: [0, 0, 0, 0, 0], crowns: 0, privileges: 0, colours: [],
  royals: [], ...changes,
});
const BOARD = 'WWWUP' + 'JGGRP' + 'UUKKW' + 'RRGGJ' + 'JKKWU';
const duel = (places, changes = {}) => ({
  game: 'duel', round: 1, turn: 1, start: 0, active: 0, phase: 'play', board: BOARD, bag: [],
  pyramid: [['L1-01'], ['L2-01'], ['L3-01']], decks: [1, 1, 1], privileges: 3, royals: [],
  replenished: false, again: false, places, ...changes,
});
const replay = (steps, changes = {}) => ({ rules: 'official', options: {}, seats: [{}, {}], steps, ...changes });
const levelOf = (card) => (typeof card === 'string' ? Number(card[1]) : card < 40 ? 1 : card < 70 ? 2 : 3);

/** Takes, reserves and returns; a card of level 2 for gold; one from the hand, paid in steps. */
const TOOK = place({ tokens: [1, 1, 1, 0, 0, 0] });
const UNSEEN = [{ level: 3, card: 80, unseen: true }];
const HOLDS = place({ tokens: [1, 1, 1, 0, 0, 1], hand: UNSEEN });
const GAVE_BACK = place({ tokens: [0, 1, 1, 0, 0, 1], hand: UNSEEN });
const WON = place({ points: 5, bought: [43], nobles: [7], hand: UNSEEN });
const RESERVED = place({ tokens: [0, 0, 0, 0, 0, 1], hand: [{ level: 1, card: 2 }] });
const BOUGHT = place({ points: 1, bought: [2] });
const PAYING = { turn: 4, round: 2, active: 1, buying: 2, phase: 'pay' };
const GAME = replay([
  { table: base([place(), place()]) },
  { seat: 0, move: 'WUG', table: base([TOOK, place()], { turn: 2, active: 1 }) },
  { seat: 1, move: 'r1b', table: base([TOOK, RESERVED], { turn: 3, round: 2 }) },
  { seat: 0, move: 'r3', table: base([HOLDS, RESERVED], { turn: 3, round: 2, phase: 'return' }) },
  { seat: 0, move: '-W', table: base([GAVE_BACK, RESERVED], { turn: 4, round: 2, active: 1 }) },
  { seat: 1, move: 'bh1+', table: base([GAVE_BACK, RESERVED], PAYING) },
  { seat: 1, move: 'pay', table: base([GAVE_BACK, BOUGHT], { turn: 5, round: 3 }) },
  { seat: 0, move: 'b2c', table: base([WON, BOUGHT], { turn: 6, round: 3, active: 1 }) },
], { result: { winners: [0], reason: 'resignation', points: [5, 1], cards: [1, 1] } });

test('the statistics count what each player did', () => {
  const [one, other] = statisticsOf(GAME, levelOf);
  assert.deepEqual({ ...one, given: undefined }, {
    turns: 3, takes: 1, tokens: 4, reserves: 1, unseen: 1, bought: [0, 1, 0], fromHand: 0, gold: 1, returned: 1,
    nobles: 1, royals: 0, crowns: 0, filled: 0, privileges: 0, given: undefined, points: 5,
  });
  assert.equal(other.turns, 2);
  assert.deepEqual(other.bought, [1, 0, 0]);
  assert.equal(other.gold, 1);
  assert.equal(other.fromHand, 1);
});

test('where a game does not list bought cards, they are counted by the moves', () => {
  const bare = (changes) => place({ bought: undefined, tokens: [0, 0, 0], ...changes });
  const held = [{ level: 3, card: 80, unseen: true }];
  const [one, other] = statisticsOf(replay([
    { table: base([bare(), bare({ hand: held })]) },
    { seat: 0, move: 'b1c', table: base([bare({ points: 1 }), bare({ hand: held })], { turn: 2 }) },
    { seat: 1, move: 'bh1', table: base([bare({ points: 1 }), bare()], { turn: 3 }) },
  ]), levelOf);
  assert.deepEqual([one.bought, other.bought], [[1, 0, 0], [0, 0, 1]]);
});

test('a chart without points and target has a scale', () => {
  const frame = { width: 100, height: 100, left: 0, right: 0, top: 0, bottom: 0 };
  const { lines, target } = chartOf([[0, 0], [0, 0]], 0, frame);
  assert.ok([target, ...lines.flat().flatMap(({ x, y }) => [x, y])].every(Number.isFinite));
});

test('a card counts by what is new, wherever it lies among the others', () => {
  const before = base([place({ bought: [50, 60] }), place()]);
  const after = base([place({ bought: [3, 50, 60] }), place()]);
  const [one] = statisticsOf(replay([{ table: before }, { seat: 0, move: 'b1c', table: after }]), levelOf);
  assert.deepEqual(one.bought, [1, 0, 0]);
});

for (const [why, move, given] of [
  ['the board was filled', 'fill', { fill: 1, three: 0, pearls: 0 }],
  ['three alike were taken', 'a1b1c1', { fill: 0, three: 1, pearls: 0 }],
  ['two pearls were taken', 'e1e2', { fill: 0, three: 0, pearls: 1 }],
]) {
  test(`a privilege is given because ${why}`, () => {
    const steps = [
      { table: duel([duelPlace(), duelPlace({ privileges: 1 })]) },
      { seat: 0, move, table: duel([duelPlace(), duelPlace({ privileges: 2 })]) },
    ];
    const [one, other] = statisticsOf(replay(steps), levelOf, countGiven);
    assert.deepEqual(one.given, given);
    assert.equal(givenInAll(one), 1);
    assert.equal(givenInAll(other), 0);
  });
}

test('no privilege is given where the opponent has them all', () => {
  const places = [duelPlace(), duelPlace({ privileges: 3 })];
  const steps = [{ table: duel(places) }, { seat: 0, move: 'fill', table: duel(places) }];
  const [one] = statisticsOf(replay(steps), levelOf, countGiven);
  assert.equal(givenInAll(one), 0);
  assert.equal(one.filled, 1);
});

test('points are listed by round, from the start', () => {
  assert.deepEqual(pointsByRound(GAME), [[0, 0], [0, 0], [0, 1], [5, 1]]);
});

test('fewer cards decide between as many points', () => {
  const result = { winners: [1], reason: 'points', points: [15, 15, 3], cards: [12, 10, 4] };
  assert.equal(tieBreak(result), 'cards');
  assert.equal(tieBreak({ ...result, winners: [0, 1], cards: [10, 10, 4] }), '');
  assert.equal(tieBreak({ ...result, points: [14, 15, 3] }), '');
  assert.equal(tieBreak({ ...result, reason: 'resignation' }), '');
});

// Two accounts of one game

const TRANSCRIPT = {
  turns: [
    { seat: 0, steps: [{ do: 'take', tokens: ['green', 'white', 'blue'] }] },
    { seat: 1, steps: [{ do: 'reserve', level: 1, slot: 1, card: 2, gold: true }] },
    { seat: 0, steps: [{ do: 'reserve', level: 3, slot: null, card: 80 }, { do: 'return', tokens: ['white'] }] },
    { seat: 1, steps: [{ do: 'buy', hand: true, card: 2, pay: { gold: 1 } }] },
    { seat: 0, steps: [{ do: 'buy', level: 2, slot: 2, card: 43, pay: {} }, { do: 'noble', noble: 7 }] },
  ],
  result: { winners: [0], reason: 'resignation', points: [5, 1], cards: [1, 1] },
};
const changed = (change) => {
  const transcript = structuredClone(TRANSCRIPT);
  change(transcript.turns);
  return transcript;
};

test('a transcript tells the game that was played', () => {
  assert.equal(firstDifference(GAME, TRANSCRIPT), 0);
  assert.ok(isSameResult(GAME, TRANSCRIPT));
});

test('a transcript that was tampered with is noticed, and where', () => {
  assert.equal(firstDifference(GAME, changed((turns) => { turns[0].steps[0].tokens[0] = 'red'; })), 1);
  assert.equal(firstDifference(GAME, changed((turns) => { turns[1].steps[0].card = 3; })), 2);
  assert.equal(firstDifference(GAME, changed((turns) => { turns[2].seat = 1; })), 3);
  assert.equal(firstDifference(GAME, changed((turns) => { turns[4].steps[0].card = 44; })), 5);
  assert.equal(firstDifference(GAME, changed((turns) => { turns.pop(); })), 5);
  assert.equal(firstDifference(GAME, changed((turns) => { turns.push(turns[0]); })), 6);
  assert.ok(!isSameResult(GAME, { ...TRANSCRIPT, result: { ...TRANSCRIPT.result, points: [9, 1] } }));
  assert.ok(!isSameResult(GAME, { ...TRANSCRIPT, result: null }));
});

test('a last turn that was never finished may be listed or not', () => {
  const shorter = changed((turns) => { turns.pop(); turns[3].unfinished = true; });
  assert.equal(firstDifference(GAME, shorter), 0);
  assert.equal(firstDifference(GAME, changed((turns) => { turns.length = 2; turns[1].unfinished = true; })), 3);
});

test('lines of Duel’s board are the same in any order', () => {
  const steps = [
    { table: duel([duelPlace(), duelPlace()]) },
    { seat: 0, move: 'e3e4e5', table: duel([duelPlace(), duelPlace()]) },
    { seat: 1, move: 'pb5', table: duel([duelPlace(), duelPlace()]) },
  ];
  const turns = [
    { seat: 0, steps: [{ do: 'take', cells: [[4, 4], [2, 4], [3, 4]] }] },
    { seat: 1, steps: [{ do: 'privilege', cell: [4, 1] }] },
  ];
  assert.equal(firstDifference(replay(steps), { turns }), 0);
});

// The chart

const FRAME = { width: 200, height: 100, left: 20, right: 30, top: 10, bottom: 20 };

test('the chart’s lines go from the deal to the end, and more points are higher', () => {
  const { lines, target } = chartOf([[0, 0], [3, 0], [15, 4]], 15, FRAME);
  assert.deepEqual(lines[0].map(({ x }) => x), [20, 95, 170]);
  assert.equal(lines[0][0].y, 80);
  assert.equal(lines[0][2].y, 10);
  assert.equal(target, 10);
  assert.ok(lines[1][2].y > lines[0][2].y);
});

test('who goes beyond the target stays in the picture', () => {
  const { lines } = chartOf([[0, 0], [21, 3]], 15, FRAME);
  assert.equal(lines[0][1].y, 10);
});

test('a game that ended at once can be drawn', () => {
  const { lines } = chartOf([[0, 0]], 15, FRAME);
  assert.ok(lines.flat().every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)));
});

test('ticks are round numbers', () => {
  assert.deepEqual(ticks(15, 5), [0, 5, 10, 15]);
  assert.deepEqual(ticks(4, 5), [0, 1, 2, 3, 4]);
  assert.deepEqual(ticks(0, 5), [0]);
});

test('names that would cover each other are moved apart, within the picture', () => {
  for (const heights of [[50, 50], [50, 52, 54, 56], [98, 99, 100, 100], [0, 0, 0, 0], [90, 10, 91, 11]]) {
    const moved = spread(heights, 18, 0, 100);
    const sorted = [...moved].sort((a, b) => a - b);
    sorted.slice(1).forEach((height, index) => assert.ok(height - sorted[index] >= 18, `${heights} ${moved}`));
    assert.ok(sorted[0] >= 0 && sorted[sorted.length - 1] <= 100, `${heights} ${moved}`);
    heights.forEach((height, one) => heights.forEach((other, two) => {
      if (height < other) assert.ok(moved[one] < moved[two]);
    }));
  }
  assert.deepEqual(spread([10, 60], 18, 0, 100), [10, 60]);
});

// Positions

test('an address names a position', () => {
  assert.equal(plyOf('#12'), 12);
  for (const other of ['', '#', '#x', '#-3', '#1e9', '#seat=1']) assert.equal(plyOf(other), 0);
  assert.equal(within(99, GAME), 7);
  assert.equal(within(-1, GAME), 0);
  assert.equal(within(Number.NaN, GAME), 0);
});

test('the log knows the cards, where the reader may', () => {
  const cards = eventsUpTo(GAME, 7).map((event) => event.cards?.[0]);
  assert.deepEqual(cards, [null, 2, 80, null, 2, null, 43]);
  const lines = linesOf(eventsUpTo(GAME, 3));
  assert.deepEqual(lines.map((line) => line.text), ['r3', 'r1b', 'WUG']);
});

test('a card from the deck stays unknown where the hand is closed', () => {
  const closed = { ...GAME.steps[3], table: base([place({ hand: [{ level: 3 }] }), place()]) };
  assert.equal(cardOf([...GAME.steps.slice(0, 3), closed], 3), null);
});

test('in Duel a card from the deck comes with its gold, and is nobody else’s', () => {
  const held = [{ level: 2, card: 'L2-09', unseen: true }];
  const steps = [
    { table: duel([duelPlace(), duelPlace()]) },
    { seat: 0, move: 'r2', table: duel([duelPlace(), duelPlace()], { phase: 'gold' }) },
    { seat: 0, move: 'Ja2', table: duel([duelPlace({ hand: held }), duelPlace()]) },
  ];
  assert.equal(cardOf(steps, 1), 'L2-09');
  const other = { seat: 1, move: 'r1', table: duel([duelPlace(), duelPlace({ hand: held })]) };
  const closed = [...steps.slice(0, 2), other];
  assert.equal(cardOf(closed, 1), null);
});

test('a position has the form of news', () => {
  const room = { status: 'over', seats: [{}, {}], clock: {}, result: GAME.result };
  const news = newsAt(GAME, 3, 0, room);
  assert.equal(news.state, 3);
  assert.equal(news.room.status, 'playing');
  assert.equal(news.room.clock, undefined);
  assert.deepEqual(news.you, [{ seat: 0, hand: [{ level: 3, card: 80, unseen: true }] }]);
  assert.deepEqual(news.events?.map((event) => event.moves), [['r3']]);
  assert.equal(newsAt(GAME, 7, null, room).room.status, 'over');
  assert.deepEqual(newsAt(GAME, 0, null, room).you, []);
});

test('a replay is seen through somebody’s eyes', () => {
  assert.equal(viewerOf('everybody', [2]), 2);
  assert.equal(viewerOf('everybody', []), 0);
  assert.equal(viewerOf('spectator', [2]), null);
  assert.equal(viewerOf('1', [2]), 1);
  assert.deepEqual(onlookers(2), ['everybody', 'spectator', '0', '1']);
});

test('one can play on from everywhere but a played-out end', () => {
  assert.ok(canPlayOn(GAME, 0));
  assert.ok(canPlayOn(GAME, 7)); // it was resigned
  const played = { ...GAME, result: { ...GAME.result, reason: 'points' } };
  assert.ok(canPlayOn(played, 6));
  assert.ok(!canPlayOn(played, 7));
});

test('what is taken back in a table that goes on from another game is counted from there', () => {
  const event = (seq, changes) => ({ seq, at: 0, ...changes });
  const lines = linesOf([
    event(1, { kind: 'began', kept: 6 }),
    event(2, { kind: 'moved', seat: 0, moves: ['WUG'] }),
    event(3, { kind: 'moved', seat: 1, moves: ['WUR'] }),
    event(4, { kind: 'undone', kept: 7 }),
  ]);
  assert.deepEqual(lines.map((line) => line.text ?? line.kind), ['undone', 'WUG', 'began']);
});
