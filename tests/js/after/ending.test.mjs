/** The end of a game as a player is told it. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { bestStretch, counted, endingFor, lastLevel, scoresFor } from '../../../src/splendor/server/static/state/after/ending.js';

/** A replay of two seats, from the points after each round; a card is bought with every gain. */
function replayOf(...rounds) {
  const bought = [[], []];
  const table = (round, points) => ({
    round, places: points.map((count, seat) => ({ points: count, bought: [...bought[seat]] })),
  });
  const steps = [{ table: table(1, [0, 0]) }];
  rounds.forEach((points, index) => {
    points.forEach((count, seat) => {
      if (count > (rounds[index - 1]?.[seat] ?? 0)) bought[seat].push(index);
    });
    steps.push({ seat: 0, move: 'x', table: table(index + 2, points) });
  });
  return /** @type {any} */ ({ steps });
}

test('an end is a victory, a shared one, a defeat, or only seen', () => {
  const result = (winners) => /** @type {any} */ ({ winners });
  assert.equal(endingFor(result([1]), 1), 'won');
  assert.equal(endingFor(result([0, 1]), 1), 'shared');
  assert.equal(endingFor(result([0]), 1), 'lost');
  assert.equal(endingFor(result([0]), null), 'seen');
  assert.equal(endingFor(result([]), 0), 'nobody');
});

test('the points of the reader come first, then those of the others, most first', () => {
  const result = /** @type {any} */ ({ winners: [2], points: [9, 12, 16] });
  assert.deepEqual(scoresFor(result, 0), { mine: 9, others: [16, 12] });
  assert.deepEqual(scoresFor(result, null), { mine: 16, others: [12, 9] });
});

test('the best stretch is the shortest one with the most points', () => {
  const replay = replayOf([1, 0], [1, 0], [1, 3], [4, 3], [4, 3], [8, 3], [8, 5], [8, 15]);
  assert.deepEqual(bestStretch(replay, 0), { from: 1, to: 6, points: 8, cards: 3 });
  assert.deepEqual(bestStretch(replay, 1), { from: 3, to: 8, points: 15, cards: 3 });
  assert.equal(bestStretch(replayOf([0, 1], [0, 2]), 0), null);
});

test('the last round at which somebody was not behind is where the replay begins', () => {
  const replay = replayOf([0, 1], [2, 1], [2, 2], [5, 5], [5, 9], [5, 15]);
  assert.deepEqual(lastLevel(replay, 0), { round: 4, ply: 4 });
  assert.equal(lastLevel(replay, 1), null, 'who leads at the end has nothing to go back to');
  assert.equal(lastLevel(replayOf([1, 0], [1, 4], [1, 8], [1, 15]), 0), null, 'that was at the beginning');
});

test('a score counts up, and ends at its end', () => {
  assert.deepEqual([counted(10, 16, 0), counted(10, 16, 0.5), counted(10, 16, 7)], [10, 13, 16]);
});
