import assert from 'node:assert/strict';
import test from 'node:test';
import { arrowTarget } from '../../../src/splendor/server/static/view/shared/arrows.js';

const LEFT = [-1, 0];
const RIGHT = [1, 0];
const UP = [0, -1];
const DOWN = [0, 1];

/** Cards of 100 by 120 with 10 between them, in rows around one middle. */
const row = (count, y) =>
  Array.from({ length: count }, (_, at) => ({ x: 110 * (at - (count - 1) / 2), y, wide: 50, high: 60 }));
const PYRAMID = [...row(3, 0), ...row(4, 130), ...row(5, 260)];

const walk = (from, way, boxes = PYRAMID) => {
  const others = boxes.filter((_, index) => index !== from);
  const next = arrowTarget(boxes[from], others, way);
  return next < 0 ? null : boxes.indexOf(others[next]);
};

test('arrows walk along a row and end at its edge', () => {
  assert.equal(walk(0, RIGHT), 1);
  assert.equal(walk(1, LEFT), 0);
  assert.equal(walk(11, RIGHT), null);
  assert.equal(walk(0, UP), null);
});

test('down from a row leads to the next one, although what lies straight ahead is a row further', () => {
  assert.ok([3, 4].includes(walk(0, DOWN)));
  assert.ok([5, 6].includes(walk(2, DOWN)));
  assert.ok([0, 1].includes(walk(4, UP)));
});

test('what lies straight ahead comes before what lies beside the way', () => {
  const wide = { x: 0, y: 400, wide: 300, high: 20 };
  const small = { x: 400, y: 330, wide: 20, high: 20 };
  assert.equal(walk(7, DOWN, [...PYRAMID, wide, small]), 12);
});

test('what is rather beside than ahead is not in that direction', () => {
  const boxes = [{ x: 0, y: 0, wide: 10, high: 10 }, { x: 20, y: 100, wide: 10, high: 10 }];
  assert.equal(walk(0, RIGHT, boxes), null);
  assert.equal(walk(0, DOWN, boxes), 1);
});

test('every thing is reached by arrows that point to it', () => {
  const arrow = (here, there) => {
    const [right, down] = [there.x - here.x, there.y - here.y];
    if (Math.abs(right) > Math.abs(down)) return right > 0 ? RIGHT : LEFT;
    return down > 0 ? DOWN : UP;
  };
  for (const start of PYRAMID.keys()) {
    for (const end of PYRAMID.keys()) {
      let here = start;
      for (let keys = 0; here !== end; keys += 1) {
        assert.ok(keys < 12, `${start} to ${end}`);
        here = walk(here, arrow(PYRAMID[here], PYRAMID[end])) ?? assert.fail(`${start} to ${end}`);
      }
    }
  }
});
