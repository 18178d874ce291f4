import assert from 'node:assert/strict';
import test from 'node:test';
import * as staging from '../../../src/splendor/server/static/state/staging.js';

const TAKES = ['WUG', 'WUR', 'WUK', 'WGR', 'WGK', 'WRK', 'UGR', 'UGK', 'URK', 'GRK', 'WW', 'UU'];
const begin = (legal = TAKES) => staging.nothing(7, legal);
const picked = (letters, legal = TAKES) =>
  [...letters].reduce((draft, letter) => staging.pickToken(draft, letter), begin(legal));
const after = (draft, legal, ends = false, shows = false) => ({ ...draft, after: { legal, ends, shows } });

test('nothing is staged at first', () => {
  assert.equal(staging.isEmpty(begin()), true);
  assert.equal(staging.isComplete(begin()), false);
  assert.deepEqual(staging.movesToSend(begin()), []);
});

test('letters within others count as often as they stand there', () => {
  assert.equal(staging.isWithin('WW', 'WUG'), false);
  assert.equal(staging.isWithin('GW', 'WUG'), true);
  assert.equal(staging.isWithin('', 'W'), true);
});

// Tokens

test('only what can still be added stays live', () => {
  assert.deepEqual([...staging.addable(begin())].sort(), [...'GKRUW']);
  assert.deepEqual([...staging.addable(picked('W'))].sort(), [...'GKRUW'], 'a pair of white is legal');
  assert.deepEqual([...staging.addable(picked('G'))].sort(), [...'KRUW'], 'a pair of green is not');
  assert.deepEqual([...staging.addable(picked('WW'))], []);
  assert.deepEqual([...staging.addable(picked('WUG'))], []);
});

test('tokens are sorted, whatever the order of the clicks', () => {
  assert.equal(picked('GWU').letters, 'WUG');
  assert.deepEqual(staging.movesToSend(picked('GWU')), ['WUG']);
});

test('another click puts a token back', () => {
  assert.equal(picked('WUGW').letters, 'UG');
  assert.equal(picked('WWW').letters, '');
});

test('what cannot be added changes nothing', () => {
  assert.equal(picked('WUGR').letters, 'WUG');
});

test('half a take is no move', () => {
  assert.equal(staging.takeOf(picked('WU')), '');
  assert.deepEqual(staging.movesToSend(picked('WU')), []);
});

test('a take of two where the supply has no more', () => {
  assert.deepEqual(staging.movesToSend(picked('WU', ['WU'])), ['WU']);
});

// Returning

const over = () => after(picked('WUG'), ['-W', '-U', '-G', '-R']);

test('tokens must be returned when the server says so', () => {
  assert.equal(staging.mustReturn(picked('WUG')), false);
  assert.equal(staging.mustReturn(over()), true);
  assert.equal(staging.mustReturn(begin(['-W', '-U'])), true);
});

test('tokens are sent by their kinds, when all that are owed are chosen', () => {
  const one = staging.returnToken(over(), 'J', 2);
  assert.deepEqual(staging.movesToSend(one), ['WUG'], 'one of two: the server is not asked about it yet');
  const two = staging.returnToken(one, 'W', 2);
  assert.deepEqual(staging.movesToSend(two), ['WUG', '-W', '-J']);
});

test('without a number everything is sent at once', () => {
  assert.deepEqual(staging.movesToSend(staging.returnToken(over(), 'R')), ['WUG', '-R']);
});

test('a returned token can be kept after all', () => {
  const two = staging.returnToken(staging.returnToken(over(), 'W', 2), 'W', 2);
  assert.deepEqual(staging.keepToken(two, 'W').returns, ['W']);
});

test('picking another token begins to return anew', () => {
  const draft = staging.pickToken(staging.returnToken(over(), 'R', 1), 'G');
  assert.equal(draft.letters, 'WU');
  assert.deepEqual(draft.returns, []);
});

// Whole decisions

test('a purchase with gold in place of gems', () => {
  const draft = { ...staging.withMove(begin(['b1a', 'b1a+']), 'b1a'), gold: ['U', 'W'] };
  assert.deepEqual(staging.movesToSend(draft), ['b1a+', 'J=W', 'J=U', 'pay']);
});

test('gold stays when a noble is chosen behind a purchase, and goes with another purchase', () => {
  const bought = { ...staging.withMove(begin(['b1a', 'b1a+']), 'b1a'), gold: ['W'] };
  assert.deepEqual(staging.withMove(bought, 'n1').gold, ['W']);
  assert.deepEqual(staging.withMove(bought, 'b2a').gold, []);
});

test('what is picked and returned becomes whole when a noble follows', () => {
  const draft = staging.withMove(staging.settled(staging.returnToken(over(), 'R', 1)), 'n2');
  assert.deepEqual(staging.movesToSend(draft), ['WUG', '-R', 'n2']);
});

test('what may follow is what the server said last', () => {
  assert.deepEqual(staging.following(begin(['WUG'])), ['WUG']);
  assert.deepEqual(staging.following(after(picked('WUG'), ['n1', 'n2'])), ['n1', 'n2']);
  const claimed = { ...staging.withMove(begin(['n1', 'WUG']), 'n1'), next: ['WUG'] };
  assert.deepEqual(staging.options(claimed), ['WUG']);
});

test('the last choice is taken back first', () => {
  const draft = staging.returnToken(over(), 'R', 1);
  const kept = staging.withoutLast(draft);
  assert.deepEqual([kept.returns, kept.letters], [[], 'WUG']);
  assert.equal(staging.isEmpty(staging.withoutLast(kept)), true);
  const bought = { ...staging.withMove(begin(['b1a']), 'b1a'), gold: ['W'] };
  assert.deepEqual(staging.withoutLast(bought).gold, []);
});

test('one confirm sends what ends the turn or shows something', () => {
  assert.equal(staging.isComplete(after(picked('WUG'), [], true)), true);
  assert.equal(staging.isComplete(after(begin(), [], false, true)), true);
  assert.equal(staging.isComplete(after(picked('WUG'), ['n1', 'n2'])), false);
});

test('own tokens are selected one by one; behind the last one none', () => {
  let draft = staging.selectToken(begin(), 'U', 2);
  draft = staging.selectToken(draft, 'W', 1);
  assert.equal(draft.selected, 'WU');
  draft = staging.selectToken(draft, 'U', 2);
  assert.equal(draft.selected, 'WUU');
  assert.equal(staging.selectToken(draft, 'U', 2).selected, 'W');
});

// Lines of Duel's board

const LINES = ['a1', 'a2', 'a3', 'a4', 'a1a2', 'a2a3', 'a3a4', 'a1a2a3', 'a2a3a4'];

test('both ends of a line select its middle', () => {
  const draft = staging.pickSpace(staging.pickSpace(begin(LINES), 'a1'), 'a3');
  assert.deepEqual([...draft.spaces].sort(), ['a1', 'a2', 'a3']);
  assert.equal(staging.lineOf(draft), 'a1a2a3');
});

test('after the first space only reachable ones stay live', () => {
  assert.deepEqual(staging.reachable(staging.pickSpace(begin(LINES), 'a1')).sort(), ['a2', 'a3']);
});

test('a space off the line begins anew', () => {
  const draft = staging.pickSpace(staging.pickSpace(begin(LINES), 'a1'), 'a4');
  assert.deepEqual(draft.spaces, ['a4']);
});

test('the ends alone are no line without the middle', () => {
  const line = staging.pickSpace(staging.pickSpace(begin(LINES), 'a1'), 'a3');
  assert.deepEqual(staging.pickSpace(line, 'a2').spaces, []);
  assert.equal(staging.lineOf(staging.pickSpace(line, 'a1')), 'a2a3');
});
