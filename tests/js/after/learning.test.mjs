/** Learning from mistakes: slips, verdicts and marks. */

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  knownTrial, markOf, nextOpen, slipsOf, sumOf, verdictOf,
} from '../../../src/splendor/server/static/state/after/learning.js';

const option = (move, chance) => ({ move, chance, error: 0.01, visits: 900, proven: false, line: [move] });
const turn = (ply, loss, label, seat = 0) => /** @type {any} */ ({
  number: ply, round: ply + 1, seat, moves: ['r1'], before: [0.6, 0.4], after: [0.5, 0.5], loss, label,
  decisions: [{ ply, move: 'r1', options: [option('WUG', 0.7), option('r1', 0.7 - loss)], loss }],
});
const slips = () => slipsOf([turn(0, 0.15, 'mistake'), turn(1, 0.3, 'blunder', 1), turn(2, 0, ''), turn(4, 0.25, 'blunder')], 0);
const trial = (after, error = 0.01) => /** @type {any} */ ({ chance: 0.7, after, error });

test('the slips of a seat are its turns with a label, in the order of the game', () => {
  assert.deepEqual(slips().map(({ ply, label }) => [ply, label]), [[0, 'mistake'], [4, 'blunder']]);
  assert.equal(slips()[0].was.toFixed(2), '0.55');
});

test('the review itself knows its best move and the one that was played', () => {
  const [slip] = slips();
  assert.equal(verdictOf(/** @type {any} */ (knownTrial(slip, ['WUG'])), slip), 'good');
  assert.equal(verdictOf(/** @type {any} */ (knownTrial(slip, ['r1'])), slip), 'notquite');
  assert.equal(knownTrial(slip, ['WUR']), null);
  assert.equal(knownTrial(slip, ['WUG', '-W']), null);
});

test('a verdict says how much a try gives away', () => {
  const [slip] = slips();
  assert.equal(verdictOf(trial(0.69), slip), 'good'); // within two standard errors
  assert.equal(verdictOf(trial(0.66), slip), 'also');
  assert.equal(verdictOf(trial(0.62), slip), 'notyet');
  assert.equal(verdictOf(trial(0.56), slip), 'notquite');
});

test('what is found at the first try has a mark of its own', () => {
  assert.equal(markOf('good', 0), 'found');
  assert.equal(markOf('good', 1), 'near');
  assert.equal(markOf('also', 0), 'near');
});

test('the next slip is an open one, from the first again after the last', () => {
  assert.equal(nextOpen(slips(), {}, 0), 1);
  assert.equal(nextOpen(slips(), { 4: 'shown' }, 1), 0);
  assert.equal(nextOpen(slips(), { 0: 'found', 4: 'near' }, 0), -1);
});

test('what was found would have saved its part', () => {
  assert.deepEqual(sumOf(slips(), { 0: 'found', 4: 'shown' }), { lost: 40, saved: 15, found: 1 });
});
