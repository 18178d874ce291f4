import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

const STATIC = new URL('../../src/splendor/server/static/', import.meta.url);

/** The folders from which each folder may import, besides itself. */
const BELOW = { state: [], fair: [], texts: ['vendor'], net: ['state'], fx: ['state'] };
const IMPORTED = /\b(?:from|import\() ?['"]([^'"]+)['"]/g;

/** The folders that a file imports from. Type imports in comments do not count. */
function foldersOf(path) {
  const code = readFileSync(new URL(path, STATIC), 'utf8').replace(/\/\*\*[^]*?\*\//g, '');
  return [...code.matchAll(IMPORTED)].map(([, from]) => new URL(from, `file:///${path}`).pathname.split('/')[1]);
}

for (const [folder, below] of Object.entries(BELOW)) {
  test(`${folder}/ imports from ${[folder, ...below].join(' and ')} only`, () => {
    const all = readdirSync(new URL(`${folder}/`, STATIC), { recursive: true });
    const files = all.filter((file) => file.endsWith('.js'));
    assert.ok(files.length, 'the folder has scripts');
    for (const file of files) {
      for (const from of foldersOf(`${folder}/${file}`)) {
        assert.ok([folder, ...below].includes(from), `${folder}/${file} imports from ${from}/`);
      }
    }
  });
}
