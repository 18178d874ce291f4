import assert from 'node:assert/strict';
import test from 'node:test';
import {
  movesOf, parseMove, placeName, spaceIndex, spaceName,
} from '../../../src/splendor/server/static/state/moves.js';

const MOVES = {
  WUG: { kind: 'take', letters: 'WUG' }, WW: { kind: 'take', letters: 'WW' }, K: { kind: 'take', letters: 'K' },
  a1b2c3: { kind: 'line', spaces: ['a1', 'b2', 'c3'] }, e5: { kind: 'line', spaces: ['e5'] },
  b2c: { kind: 'buy', place: '2c', gold: false }, 'bh1+': { kind: 'buy', place: 'h1', gold: true },
  r3: { kind: 'reserve', place: '3' }, r1a: { kind: 'reserve', place: '1a' },
  '-J': { kind: 'return', letter: 'J' }, n3: { kind: 'noble', slot: 2 }, 'n-': { kind: 'decline' },
  'J=W': { kind: 'gold-for', letter: 'W' }, pay: { kind: 'pay' }, pass: { kind: 'pass' },
  pc3: { kind: 'privilege', space: 'c3' }, fill: { kind: 'fill' }, Jc3: { kind: 'gold-at', space: 'c3' },
  '=R': { kind: 'colour', letter: 'R' }, '+c3': { kind: 'match', space: 'c3' }, xP: { kind: 'steal', letter: 'P' },
  royal2: { kind: 'royal', number: 2 },
};

for (const [text, meaning] of Object.entries(MOVES)) {
  test(`${text} is understood`, () => assert.deepEqual(parseMove(text), meaning));
}

test('moves of games that are not drawn here are kept as they are', () => {
  for (const text of ['', 'WUGR', 'b4a', 'r', 'h1', '-X', 'n', 'J=J', 'f1', 'PAY']) {
    assert.deepEqual(parseMove(text), { kind: 'other', notation: text });
  }
});

test('the moves of one kind keep their text', () => {
  assert.deepEqual(movesOf(['WUG', 'b1a', 'b1a+', 'r1'], 'buy'), [
    { text: 'b1a', kind: 'buy', place: '1a', gold: false }, { text: 'b1a+', kind: 'buy', place: '1a', gold: true },
  ]);
});

test('places and spaces have names', () => {
  assert.equal(placeName(2, 2), '2c');
  assert.equal(spaceName(0), 'a1');
  assert.equal(spaceName(12), 'c3');
  for (let index = 0; index < 25; index += 1) assert.equal(spaceIndex(spaceName(index)), index);
});
