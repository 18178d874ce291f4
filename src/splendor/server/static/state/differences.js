/**
 * What differs in a proof: the checks tell it in English sentences (`fair/fair.js`, and `splendor verify` the same).
 * Those that are known here, and the tests know all of them, can be told in other words; any other stays as it is.
 */

const COMPARED = '(?<place>\\d+): told is (?<told>.+), the seed gives (?<given>.+)\\.$';

/** @type {[string, RegExp][]} */
const SENTENCES = [
  ['secret', /^The secret is another one: its SHA-256 is (?<made>\w+), not the commitment (?<promised>\w+)/],
  ['deck', new RegExp(`^The deck of level (?<level>\\d) differs at card ${COMPARED}`)],
  ['nobles', new RegExp(`^The nobles differ at noble ${COMPARED}`)],
  ['board', new RegExp(`^The board differs at token ${COMPARED}`)],
  ['start', /^Who starts differs: told is (?<told>.+), the (?<source>seed|option) gives (?<given>.+)\.$/],
  ['unclear', /^Turn (?<turn>\d+) cannot be followed/],
  ['draw', new RegExp(`^Draw (?<draw>\\d+) from the bag, in turn (?<turn>\\d+), differs at token ${COMPARED}`)],
];

/** @param {string} sentence
 * @returns {{ key: string, values: Object<string, string> }} without a key where the sentence is not known */
export function differenceOf(sentence) {
  for (const [key, pattern] of SENTENCES) {
    const found = sentence.match(pattern);
    if (found) return { key, values: { ...found.groups } };
  }
  return { key: '', values: {} };
}

/** The part of a file for which it is no proof, if one is named. @param {string} sentence */
export const partOf = (sentence) => sentence.match(/"(\w+)"/)?.[1] ?? '';

/** All that is known, for the tests of the texts. */
export const KNOWN = SENTENCES.map(([key]) => key);
