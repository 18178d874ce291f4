/** Every decision of either game has words, in every language. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { Catalogue } from '../../../src/splendor/server/static/state/catalogue.js';
import { parseMove } from '../../../src/splendor/server/static/state/moves.js';
import { LANGUAGES, speak } from '../../../src/splendor/server/static/texts/index.js';
import { wordsOf } from '../../../src/splendor/server/static/view/shared/move_words.js';

const card = { level: 2, bonus: 'white', points: 1, cost: [1, 0, 0, 0, 2, 0] };
const catalogue = new Catalogue({
  cards: [{ ...card, id: 7 }, { ...card, name: 'L2-01' }], nobles: [], royals: [{ name: 'R2', points: 2, ability: 'again' }],
});
const base = {
  table: { game: 'base', market: [[], [7], []], nobles: [3, null] }, hand: [{ level: 2, card: 7 }], catalogue,
};
const board = `WUGRKPJ${'.'.repeat(18)}`;
const duel = { table: { game: 'duel', board, pyramid: [[], ['L2-01'], []] }, hand: [], catalogue };
const MOVES = [
  ...['WUG', 'b2a', 'bh1', 'r2a', 'r3', '-J', 'n1', 'n-', 'J=W', 'pay', 'pass'].map((move) => [move, base]),
  ...['a1b1c1', 'b2a', 'r2a', 'r1', '-P', 'J=P', 'pay', 'pass', 'pa1', 'fill', 'Jb2', '=W', '+c1', 'xP', 'royal2']
    .map((move) => [move, duel]),
];
globalThis.document = { documentElement: {} };

for (const language of Object.keys(LANGUAGES)) {
  test(`every decision has words of its own in ${language}`, async () => {
    await speak(language);
    for (const sight of [base, duel]) {
      const said = MOVES.filter(([, its]) => its === sight).map(([move]) => wordsOf(parseMove(move), sight));
      for (const words of said) assert.doesNotMatch(words, /^$|\bdo\.|[{}]|undefined/);
      assert.equal(new Set(said).size, said.length - (sight === base ? 1 : 0)); // one card, from the market or the hand
    }
  });
}

test('words tell what lies there', async () => {
  await speak('de');
  assert.equal(wordsOf(parseMove('a1b1'), duel), 'Weiß, Blau nehmen');
  assert.equal(wordsOf(parseMove('n1'), base), 'Adliger Maria Stuart');
});
