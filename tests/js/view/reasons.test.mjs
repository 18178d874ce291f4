/** Reasons are put into words from their codes and values, in each language, also those of older reviews. */

import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';

globalThis.document = { documentElement: {} };
const { Catalogue } = await import('../../../src/splendor/server/static/state/catalogue.js');
const { learn, speak } = await import('../../../src/splendor/server/static/texts/index.js');
const { plainReasons } = await import('../../../src/splendor/server/static/view/review/reasons.js');

const catalogue = new Catalogue({
  cards: [], nobles: [{ id: 8, name: 'Catherine de\' Medici', points: 3 }], royals: [{ name: 'R4', points: 3, ability: 'none' }],
});
const words = (code, values = {}) => plainReasons([{ code, values }], { catalogue, names: ['Ada', 'Ben'] });
const points = { how: 'points', number: 20, target: 20 };

beforeEach(async () => {
  await speak('en');
  await learn('review');
});

test('a win says how, and also without values', async () => {
  assert.equal(words('wins'), 'wins the game');
  assert.equal(words('wins', points), 'wins with 20 points');
  assert.equal(words('wins', { ...points, how: 'cards', cards: 12, others: 14 }), 'wins with 20 points and fewer cards: 12 to 14');
  assert.equal(words('wins', { how: 'colour', gem: 'red', number: 10, target: 10 }), 'wins with 10 points in red');
  await speak('de');
  assert.equal(words('wins'), 'gewinnt das Spiel');
  assert.equal(words('wins', { how: 'crowns', number: 10, target: 10 }), 'gewinnt mit 10 Kronen');
  assert.equal(words('wins', { ...points, how: 'shared', number: 1 }), 'teilt sich den Sieg: 1 Punkt');
});

test('a threat says what comes with the card', async () => {
  const threat = { ...points, card: 'L1-02', gold: 1 };
  const royal = 'can end the game next: 20 points by buying a card with 1 gold, and a royal card comes';
  assert.equal(words('threatens', { ...threat, royal: 'R4' }), royal);
  assert.match(words('threatens', { ...threat, gold: 0, noble: 'Catherine de\' Medici' }), /by buying a card, and Cath.* comes$/);
  assert.equal(words('could_end', { ...points, seat: 1, card: 'L1-02' }), 'Ben can end the game with a card');
  await speak('de');
  assert.match(words('could_end', { ...points, seat: 1, card: 'L1-02', royal: 'R4' }), /beenden, und eine Königskarte kommt$/);
});

test('two threats are counted', async () => {
  const two = { count: 2, card: 'L1-02', other: 'L1-05' };
  assert.equal(words('double_threat', two), 'two cards can end the game next: a card and another one');
  assert.match(words('double_threat', { ...two, count: 3 }), /^3 cards/);
});
