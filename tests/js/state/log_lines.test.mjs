import assert from 'node:assert/strict';
import test from 'node:test';
import {
  freshPlaces, lastTurnOf, linesOf, privilegeOf, turnsOf, turnsOfOthers,
} from '../../../src/splendor/server/static/state/log_lines.js';

let seq = 0;
const moved = (seat, moves, more = {}) => ({ seq: (seq += 1), at: 0, kind: 'moved', seat, moves, ...more });
const other = (kind, more = {}) => ({ seq: (seq += 1), at: 0, kind, ...more });
const texts = (lines) => lines.map((line) => line.text ?? line.kind);

test('the last line comes first, silent events not at all', () => {
  const lines = linesOf([other('began'), moved(0, ['WUG']), other('readied'), moved(1, ['b1a'], { cards: [12] })]);
  assert.deepEqual(texts(lines), ['b1a', 'WUG', 'began']);
  assert.equal(lines[0].card, 12);
});

test('every decision of a confirm is a line, with its own card', () => {
  const [noble, bought] = linesOf([moved(0, ['b2a', 'n1'], { cards: [40, null] })]);
  assert.equal(bought.card, 40);
  assert.equal(noble.card, null);
  assert.equal(noble.move.kind, 'noble');
});

test('what was taken back stands there no more', () => {
  const undone = other('undone', { kept: 2, seat: 0 });
  const lines = linesOf([moved(0, ['WUG']), moved(1, ['UU']), moved(0, ['GG', '-W']), undone, moved(0, ['RR'])]);
  assert.deepEqual(texts(lines), ['RR', 'undone', 'UU', 'WUG']);
});

test('half of a confirm can be taken back', () => {
  const lines = linesOf([moved(0, ['WUG', '-W']), other('undone', { kept: 1 })]);
  assert.deepEqual(texts(lines), ['undone', 'WUG']);
});

test('a table that goes on from another game counts what was played there', () => {
  const began = other('began', { kept: 20 });
  const lines = linesOf([began, moved(0, ['WUG']), moved(1, ['UU']), other('undone', { kept: 21 })]);
  assert.deepEqual(texts(lines), ['undone', 'WUG', 'began']);
});

test('a turn is an action and what followed from it, in one confirm or several', () => {
  const turns = turnsOf(linesOf([
    moved(0, ['WUG', '-W']), moved(1, ['r1']), moved(1, ['-K']), moved(1, ['-J']), other('hinted', { seat: 0 }),
    moved(0, ['b1a', 'n2']),
  ]));
  assert.deepEqual(turns.map(texts), [['b1a', 'n2'], ['hinted'], ['r1', '-K', '-J'], ['WUG', '-W']]);
});

test('privileges belong to the action after them, also in an extra turn', () => {
  const turns = turnsOf(linesOf([
    moved(1, ['c3d3']), moved(0, ['pa1', 'b1a', '+c3']), moved(0, ['pa2', 'pa3', 'fill'], { drawn: ['', '', 'W'] }),
    moved(0, ['b3']),
  ]));
  assert.deepEqual(turns.map(texts), [['b3'], ['pa2', 'pa3', 'fill'], ['pa1', 'b1a', '+c3'], ['c3d3']]);
});

test('a line tells the noble that came with it, by itself or by choice', () => {
  const [chosen, bought] = linesOf([moved(0, ['b1a']), moved(1, ['b2a', 'n1'], { nobles: [null, 0] })]);
  assert.deepEqual([chosen.noble, bought.noble], [0, null]);
  assert.equal(linesOf([moved(0, ['b1a', 'pay'], { nobles: [null, 7] })])[0].noble, 7);
});

test('a privilege names who got it, and where it came from', () => {
  const kinds = (seat, privileges) => privilegeOf(linesOf([moved(seat, ['fill'], { privileges: [privileges] })])[0]);
  assert.deepEqual([kinds(0, [0, 1]), kinds(1, [0, 1])], ['gave', 'got']);
  assert.deepEqual([kinds(0, [-1, 1]), kinds(1, [-1, 1])], ['gaveOwn', 'gotTheirs']);
  assert.equal(kinds(0, []), null);
  assert.equal(privilegeOf(linesOf([moved(0, ['fill'])])[0]), null);
});

test('a line tells the tokens that were taken from the board', () => {
  const [line, privilege] = linesOf([moved(0, ['pa1', 'c3d3e3'], { taken: ['P', 'WUG'] })]);
  assert.deepEqual([privilege.taken, line.taken], ['P', 'WUG']);
  assert.equal(linesOf([moved(0, ['c3'])])[0].taken, '');
});

test('a noble that is sought is a turn, too', () => {
  const turns = turnsOf(linesOf([moved(0, ['WUG']), moved(1, ['n1']), moved(0, ['n2'])]));
  assert.deepEqual(turns.map(texts), [['n2'], ['n1'], ['WUG']]);
});

test('the last turn of a seat', () => {
  const lines = linesOf([moved(0, ['WUG', '-W']), moved(1, ['UU'])]);
  assert.deepEqual(texts(lastTurnOf(lines, 0)), ['WUG', '-W']);
  assert.deepEqual(lastTurnOf(lines, 2), []);
});

test('what the others did since the own turn is listed in order', () => {
  const turns = [['WUG', 1], ['b1a', 0], ['r2c', 1], ['r1', 2], ['WUG', 3]];
  const lines = linesOf(turns.map(([text, seat]) => moved(seat, [text])));
  const othersSince = (own) => turnsOfOthers(lines, own).map((turn) => texts(turn).join(' '));
  assert.deepEqual(othersSince([0]), ['r2c', 'r1', 'WUG']);
  assert.deepEqual(othersSince([3]), []);
  assert.deepEqual(othersSince([4]), ['WUG', 'b1a', 'r2c', 'r1', 'WUG']);
  assert.deepEqual(othersSince([]), ['WUG']);
});

test('places are new since the own last action, that one included', () => {
  const turns = [['b3a', 1], ['b1a', 0], ['r2c', 1], ['r1', 2], ['bh1', 3], ['WUG', 4]];
  const lines = linesOf(turns.map(([text, seat]) => moved(seat, [text])));
  assert.deepEqual([...freshPlaces(lines, 0)].sort(), ['1a', '2c']);
});

test('who has done nothing yet finds everything new', () => {
  const lines = linesOf([moved(1, ['b3a']), moved(2, ['r2c'])]);
  assert.deepEqual([...freshPlaces(lines, 0)].sort(), ['2c', '3a']);
});

test('who watches sees what the last action brought', () => {
  const lines = linesOf([moved(1, ['b3a']), moved(2, ['r2c'])]);
  assert.deepEqual([...freshPlaces(lines, null)], ['2c']);
});
