/** The keys that the help lists. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keysOf } from '../../../src/splendor/server/static/state/keys.js';
import { LANGUAGES } from '../../../src/splendor/server/static/texts/index.js';

const en = await LANGUAGES.en.load();


const texts = (/** @type {string} */ game) => keysOf(game).map(([, text]) => text);

for (const game of ['base', 'duel']) {
  test(`every key of ${game} has its words`, () => {
    const named = keysOf(game).flatMap(([keys]) => keys).filter((key) => key.startsWith('key.'));
    assert.deepEqual([...texts(game), ...named].filter((key) => !(key in en)), []);
  });
}

test('each game lists its own keys', () => {
  assert.ok(texts('base').includes('keys.nobles') && !texts('base').includes('keys.ends'));
  assert.ok(texts('duel').includes('keys.ends') && !texts('duel').includes('keys.nobles'));
});
