/** Practising: the order of positions, and when they come back. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { streamOf } from '../../../src/splendor/server/static/state/after/practice.js';
import { hintsUsed, spokenUp } from '../../../src/splendor/server/static/state/training.js';
import { comeBack, comebacks, found } from '../../../src/splendor/server/static/view/shared/comebacks.js';

const DAY = 24 * 3600 * 1000;
const slip = (ply, table = 'a') => /** @type {any} */ ({ table, seat: 0, ply, round: 1, theme: 'plan', label: 'mistake', cost: 12, ended: 0 });

test('what comes back today is asked first, then what was never tried; what comes back later waits', () => {
  const slips = [slip(1), slip(2), slip(3), slip(4), slip(5)];
  const back = [{ ...slip(4), due: 900 }, { ...slip(2), due: 500 }, { ...slip(5), due: 2000 }];
  const { stream, next } = streamOf(slips, back, ({ ply }) => ply === 3, 1000);
  assert.deepEqual(stream.map(({ ply }) => ply), [2, 4, 1]);
  assert.equal(next, 2000);
  assert.equal(streamOf([slip(1)], [], () => true, 1000).next, null);
});

test('a position that was found again comes back after longer and longer intervals, then no more', () => {
  const kept = new Map();
  const former = globalThis.localStorage;
  const now = Date.now;
  let today = 10 * DAY;
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true, value: { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) },
  });
  Date.now = () => today;
  try {
    const waits = [];
    comeBack(slip(7));
    found(slip(7)); // before its day: it stays as it is
    for (let rounds = 0; comebacks().length && rounds < 9; rounds += 1) {
      const [{ due }] = comebacks();
      waits.push((due - today) / DAY);
      today = due;
      found(slip(7));
    }
    assert.deepEqual(waits, [3, 9, 27]);
    found(slip(8)); // was never shown
    assert.deepEqual(comebacks(), []);
  } finally {
    Date.now = now;
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: former });
  }
});

test('how often the coach spoke up is read from the log, and whether another move was played', () => {
  const asked = (seq, text) => ({ seq, at: 0, kind: 'hinted', seat: 0, why: 'asked', kept: seq, text });
  const moved = (seq, seat, ...moves) => ({ seq, at: 0, kind: 'moved', seat, moves });
  const events = /** @type {any[]} */ ([
    asked(1, 'r1'), moved(2, 0, 'WUG'), moved(3, 1, 'r1'), asked(4, 'WW -R'), moved(5, 0, 'WW', '-R'), moved(6, 1, 'r1'),
    { seq: 7, at: 0, kind: 'hinted', seat: 0, why: 'look', kept: 4 }, { seq: 8, at: 0, kind: 'hinted', seat: 0, kept: 4 }, asked(9, 'r2'),
  ]);
  assert.deepEqual(spokenUp(events, 0), { spoke: 3, back: 1 });
  assert.deepEqual(spokenUp(events, 1), { spoke: 0, back: 0 });
  assert.equal(hintsUsed(events), 1);
});
