/** Splendor Duel's board and draft: pure functions of the browser's table. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Catalogue } from '../../../src/splendor/server/static/state/catalogue.js';
import * as board from '../../../src/splendor/server/static/state/board.js';
import { canWinDuelNextTurn, duelGain } from '../../../src/splendor/server/static/state/duel/table.js';
import * as lines from '../../../src/splendor/server/static/state/duel/lines.js';
import * as duel from '../../../src/splendor/server/static/state/duel/turn.js';
import { parseMove } from '../../../src/splendor/server/static/state/moves.js';
import * as staging from '../../../src/splendor/server/static/state/staging.js';


// a b c d e
const BOARD = [
  'WUGRK', // 1
  'P.JWU', // 2
  'PGGGK', // 3
  '..J.R', // 4
  'WUGRK', // 5
].join('');

const LINES = ['a3', 'b3', 'c3', 'd3', 'b3c3', 'c3d3', 'b3c3d3', 'a2', 'a2a3', 'c3d2'];

/** @param {Partial<any>} changes */
const place = (changes = {}) => ({
  tokens: [0, 0, 0, 0, 0, 0, 0], bonuses: [0, 0, 0, 0, 0], points: 0, colour_points: [0, 0, 0, 0, 0], crowns: 0,
  privileges: 0, bought: [], colours: [], hand: [], royals: [], ...changes,
});

/** @param {Partial<any>} changes */
const table = (changes = {}) => ({
  game: 'duel', board: BOARD, bag: [1, 0, 1, 0, 0, 0, 0], privileges: 1, royals: ['R1', 'R2', 'R3', 'R4'],
  pyramid: [['cheap', null], [], []], decks: [1, 1, 1], places: [place(), place()], ...changes,
});

/** @param {string} name @param {Partial<any>} given */
const card = (name, given) => ({ name, level: 1, bonus_count: 1, points: 0, crowns: 0, ability: 'none', ...given });

const CARDS = new Catalogue({
  cards: [
    card('cheap', { bonus: 'red', points: 1, crowns: 2, cost: [0, 0, 3, 0, 0, 0] }),
    card('wild', { bonus: 'wild', points: 2, cost: [1, 0, 0, 0, 0, 0] }),
    card('dear', { bonus: 'blue', points: 4, ability: 'again', cost: [0, 6, 0, 0, 0, 1] }),
  ],
  nobles: [],
  royals: [{ name: 'R1', points: 2 }, { name: 'R2', points: 2 }, { name: 'R3', points: 2 }, { name: 'R4', points: 3 }],
});

/** The first card of the pyramid is to be bought. */
const BUYING = duel.withAction(staging.nothing(1, ['b1a']), 'b1a');

/** @param {any} [on] */
const sight = (on = table()) => ({ table: on, seat: 0, hand: [], catalogue: CARDS });

test('the spiral goes from the centre down and outward to the last corner', () => {
  assert.equal(board.SPIRAL.length, 25);
  assert.deepEqual(board.SPIRAL.slice(0, 5), ['c3', 'c4', 'b4', 'b3', 'b2']);
  assert.equal(board.spiralNumber('e5'), 25);
});

test('the bag fills the holes along the spiral, as many as it has tokens', () => {
  assert.deepEqual(board.holesToFill(BOARD, [1, 0, 1, 0, 0, 0, 0]), ['b4', 'b2']);
  assert.deepEqual(board.holesToFill(BOARD, [0, 0, 0, 0, 0, 0, 0]), []);
});

test('arrow keys walk over the board and stop at its edge', () => {
  assert.equal(board.neighbour('c3', 'ArrowUp'), 'c2');
  assert.equal(board.neighbour('a1', 'ArrowLeft'), 'a1');
  assert.equal(board.neighbour('c3', 'End'), 'e3');
  assert.equal(board.neighbour('c3', 'x'), null);
});

test('a line that is dragged goes from end to end, whichever was first', () => {
  const draft = staging.nothing(1, LINES);
  assert.deepEqual(lines.dragged(draft, 'd3', 'b3'), ['b3', 'c3', 'd3']);
  assert.deepEqual(lines.dragged(draft, 'd2', 'c3'), ['c3', 'd2']);
  assert.equal(lines.dragged(draft, 'a3', 'c3'), null);
});

test('lines on the board end before holes and gold', () => {
  const found = lines.linesOn(BOARD).map((line) => line.join(''));
  assert.ok(found.includes('a1b1c1'));
  assert.ok(found.includes('a3b3c3'));
  assert.ok(!found.some((line) => line.includes('b2') || line.includes('c2')));
});

test('three alike or two pearls give a privilege, two alike and three different do not', () => {
  assert.equal(lines.givesPrivilege('GGG'), 'three');
  assert.equal(lines.givesPrivilege('PGP'), 'pearls');
  assert.equal(lines.givesPrivilege('PP'), 'pearls');
  assert.equal(lines.givesPrivilege('GG'), null);
  assert.equal(lines.givesPrivilege('PGW'), null);
});

test('a privilege comes from above the board, else from the opponent, and nobody has four', () => {
  assert.equal(lines.privilegeFrom(table(), 1), 'table');
  assert.equal(lines.privilegeFrom(table({ privileges: 0 }), 1), 'opponent');
  assert.equal(lines.privilegeFrom(table({ privileges: 0, places: [place(), place({ privileges: 3 })] }), 1), 'none');
});

// Picking

test('both ends of a line select its middle; the middle put back takes the line away', () => {
  const ends = ['d3', 'b3'].reduce(duel.withSpace, staging.nothing(1, LINES));
  assert.deepEqual([...ends.spaces].sort(), ['b3', 'c3', 'd3']);
  assert.deepEqual(duel.withSpace(ends, 'c3').spaces, []);
  assert.deepEqual([...duel.withSpace(ends, 'd3').spaces].sort(), ['b3', 'c3']);
});

test('after the first token only those on a line with it stay', () => {
  const draft = duel.withSpace(staging.nothing(1, LINES), 'd3');
  assert.deepEqual(staging.reachable(draft).sort(), ['b3', 'c3']);
});

test('another action takes the place of the staged one, privileges stay', () => {
  const begun = { ...staging.nothing(1, ['pa1', 'b1a', 'c3']), moves: ['pa1'], next: ['b1a', 'r1a', 'c3'] };
  const buying = duel.withAction(begun, 'b1a');
  assert.deepEqual(buying.moves, ['pa1', 'b1a']);
  assert.deepEqual(duel.withAction(buying, 'r1a').moves, ['pa1', 'r1a']);
  assert.deepEqual(duel.reopened(buying).moves, ['pa1']);
  assert.deepEqual(duel.withSpace(buying, 'c3').moves, ['pa1']);
  assert.deepEqual(duel.withSpace(buying, 'c3').spaces, ['c3']);
  assert.deepEqual(duel.withoutPrivilege(buying, 'a1').moves, []);
});

test('after a privilege a line can be picked before the server has answered, but not through that space', () => {
  const draft = duel.withPrivilege(staging.nothing(1, [...LINES, 'pb3', 'pc3', 'b3a']), 'b3');
  assert.deepEqual(draft.next, ['a3', 'c3', 'd3', 'c3d3', 'a2', 'a2a3', 'c3d2', 'pc3', 'b3a']);
  assert.deepEqual(staging.movesToSend(duel.withSpace(draft, 'd3')), ['pb3', 'd3']);
});

test('gold that was chosen to pay stays when a colour is chosen after it', () => {
  const paid = { ...duel.withAction(staging.nothing(1, ['b2a', 'b2a+']), 'b2a'), gold: ['W'] };
  assert.deepEqual(staging.movesToSend(staging.withMove(paid, '=R')), ['b2a+', 'J=W', 'pay', '=R']);
});

test('an action can be chosen until it is made', () => {
  assert.equal(duel.isOpen(staging.nothing(1, ['fill', 'pa1', 'b1a'])), true);
  assert.equal(duel.isOpen(staging.nothing(1, ['royal1', 'royal2'])), false);
  assert.equal(duel.isOpen(BUYING), true, 'another one in its place');
});

test('what must be decided next', () => {
  const draft = staging.nothing(1, ['b1a']);
  assert.equal(duel.nextKind(draft), null);
  const after = { legal: ['xR', 'xP'], ends: false, shows: false };
  assert.equal(duel.nextKind({ ...draft, moves: ['b1a'], after }), 'steal');
  assert.equal(duel.nextKind(staging.nothing(1, ['Ja2', 'Jc3'])), 'gold-at');
  assert.equal(duel.nextKind({ ...draft, moves: ['b1a'] }), null, 'the server has not answered yet');
});

// What it leads to

test('tokens come and go by what is staged', () => {
  const spaces = ['b3', 'c3', 'd3'];
  const draft = { ...staging.nothing(1, LINES), moves: ['pa1'], next: LINES, spaces, returns: ['G'] };
  assert.deepEqual(duel.changes(sight(), draft), [1, 0, 2, 0, 0, 0, 0]);
  const rich = table({ places: [place({ tokens: [0, 0, 2, 0, 0, 0, 2] }), place()] });
  assert.deepEqual(duel.changes(sight(rich), BUYING), [0, 0, -2, 0, 0, 0, -1]);
});

test('a line of three alike warns of the privilege and tells what can be bought then', () => {
  const notes = duel.previewOf(sight(), { ...staging.nothing(1, LINES), spaces: ['b3', 'c3', 'd3'] });
  assert.deepEqual(notes, [{ kind: 'privilege', why: 'three', from: 'table' }, { kind: 'buyable', cards: ['cheap'] }]);
});

test('a line beyond ten tokens tells how many are to be discarded', () => {
  const full = table({ places: [place({ tokens: [3, 3, 0, 3, 0, 0, 0] }), place()] });
  const draft = { ...staging.nothing(1, LINES), spaces: ['c3', 'd3'] };
  assert.equal(duel.owed(sight(full), draft), 1);
  assert.ok(duel.previewOf(sight(full), draft).some((note) => note.kind === 'over' && note.count === 11));
  assert.equal(duel.owed(sight(full), { ...draft, returns: ['W'] }), 0);
});

test('tokens are discarded in any order, also before the server has answered', () => {
  const full = sight(table({ places: [place({ tokens: [3, 0, 0, 3, 4, 0, 0] }), place()] }));
  const after = { legal: ['-W', '-G', '-R', '-K'], ends: false, shows: false };
  const draft = { ...staging.nothing(1, LINES), spaces: ['c3', 'd3'], after };
  assert.equal(duel.withReturn(full, { ...draft, after: null }, 'K'), null, 'what follows is not known yet');
  const one = duel.withReturn(full, draft, 'K');
  assert.deepEqual(staging.movesToSend(one), ['c3d3'], 'one more is owed');
  const two = duel.withReturn(full, one, 'G');
  assert.deepEqual(staging.movesToSend(two), ['c3d3', '-G', '-K']);
  assert.equal(duel.withReturn(full, two, 'W'), null, 'ten are left');
  assert.equal(duel.withReturn(full, draft, 'U'), null, 'there is no blue one');
});

test('a move tells what it takes from the board', () => {
  const taken = (/** @type {string} */ text) => board.takenBy(BOARD, parseMove(text));
  assert.deepEqual(['b3c3d3', 'pa2', '+e4', 'fill', 'r1a'].map(taken), ['GGG', 'P', 'R', '', '']);
});

test('to fill the board gives a privilege; one that was used before lies above the board again', () => {
  const none = table({ privileges: 0, places: [place({ privileges: 1 }), place()] });
  const draft = duel.withAction(staging.nothing(1, ['fill']), 'fill');
  assert.deepEqual(duel.previewOf(sight(none), draft), [{ kind: 'privilege', why: 'fill', from: 'opponent' }]);
  const used = { ...draft, moves: ['pa1', 'fill'] };
  assert.deepEqual(duel.previewOf(sight(none), used), [{ kind: 'privilege', why: 'fill', from: 'table' }]);
});

test('a purchase tells points, crowns, colour, and the royal card it reaches', () => {
  const own = place({ tokens: [0, 0, 3, 0, 0, 0, 0], crowns: 1, points: 4, colour_points: [0, 0, 0, 2, 0] });
  const near = table({ places: [own, place()] });
  const notes = duel.previewOf(sight(near), BUYING);
  assert.deepEqual(notes, [
    { kind: 'gain', points: 5, crowns: 3, colour: 'R', colourPoints: 3 }, { kind: 'royal', crowns: 3 },
  ]);
});

test('a purchase that wins says how', () => {
  const near = table({ places: [place({ tokens: [0, 0, 3, 0, 0, 0, 0], crowns: 8 }), place()] });
  const [first] = duel.previewOf(sight(near), BUYING);
  assert.deepEqual(first, { kind: 'wins', how: 'crowns' });
});

test('what a player could pay in the next turn', () => {
  const comes = (/** @type {string} */ card, /** @type {any} */ owner = {}) =>
    duel.comesNext(table({ places: [place(), place(owner)] }), 1, CARDS.card(card));
  assert.equal(comes('cheap'), true, 'three green lie in a line');
  assert.equal(comes('cheap', { tokens: [0, 0, 3, 0, 0, 0, 0] }), false, 'it can be paid now');
  assert.equal(comes('dear'), false);
  assert.equal(comes('dear', { tokens: [0, 5, 0, 0, 0, 1, 0] }), true, 'by a gold');
});

test('a wild card needs a colour that its owner has, and counts for the best', () => {
  const on = (/** @type {any} */ owner) => table({ pyramid: [['wild']], places: [place(), owner] });
  const near = { tokens: [1, 0, 0, 0, 0, 0, 0], points: 18 };
  assert.equal(canWinDuelNextTurn(on(place(near)), 1, CARDS), false);
  assert.equal(canWinDuelNextTurn(on(place({ ...near, bonuses: [0, 1, 0, 0, 0] })), 1, CARDS), true);
  const gain = duelGain(place({ bonuses: [1, 1, 0, 0, 0], colour_points: [3, 5, 0, 0, 0] }), CARDS.card('wild'));
  assert.deepEqual([gain.colour, gain.colourPoints], ['U', 7]);
});

test('the last turn names the spaces it took from', () => {
  const line = (/** @type {number} */ seat, /** @type {any} */ move) => ({ seat, move });
  const lines = [
    line(1, { kind: 'line', spaces: ['c3', 'd3'] }), line(1, { kind: 'privilege', space: 'a1' }),
    line(0, { kind: 'line', spaces: ['e5'] }),
  ];
  assert.deepEqual([...duel.lastSpaces(/** @type {any} */ (lines))].sort(), ['a1', 'c3', 'd3']);
});

test('an ability without effect is shown as lost', () => {
  const rich = place({ tokens: [0, 6, 0, 0, 0, 1, 0] });
  const on = (/** @type {any} */ ability) => {
    const able = card('able', { bonus: 'blue', ability, cost: [0, 1, 0, 0, 0, 0] });
    const cards = new Catalogue({ nobles: [], royals: [], cards: [able] });
    const seen = { ...sight(table({ pyramid: [['able']], places: [rich, place()] })), catalogue: cards };
    const notes = duel.previewOf(seen, BUYING);
    return notes.find((note) => note.kind === 'ability');
  };
  assert.deepEqual(on('take'), { kind: 'ability', ability: 'take', lost: false });
  assert.deepEqual(on('steal'), { kind: 'ability', ability: 'steal', lost: true });
});
