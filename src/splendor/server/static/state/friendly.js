/** Friendly names for people who have not typed one: an adjective and an animal or a gem, from fixed lists. */

/** @typedef {{ adjectives: string[], nouns: string[] }} Lists */

/** The lists, as the texts of a language have them: words with spaces between them.
 * @param {string} adjectives @param {string} nouns @returns {Lists} */
export const listsOf = (adjectives, nouns) => ({ adjectives: adjectives.split(' '), nouns: nouns.split(' ') });

/** How many names there are. @param {Lists} lists */
export const countOf = ({ adjectives, nouns }) => adjectives.length * nouns.length;

/** Every number has its name, from 0 on. @param {Lists} lists @param {number} number */
export function nameAt({ adjectives, nouns }, number) {
  const first = adjectives[number % adjectives.length];
  return `${first} ${nouns[Math.floor(number / adjectives.length) % nouns.length]}`;
}

/** The first free name from this number on; all nouns differ from those of the names that are taken, as long as there
 * are enough. @param {Lists} lists @param {number} number @param {string[]} taken */
export function freeName(lists, number, taken) {
  const count = countOf(lists);
  const step = lists.adjectives.length + 1; // another adjective and another noun
  const nouns = taken.map((name) => name.split(' ').pop());
  const names = Array.from({ length: count }, (_, index) => nameAt(lists, (number + index * step) % count));
  const apart = names.find((name) => !nouns.includes(name.split(' ').pop()));
  return apart ?? names.find((name) => !taken.includes(name)) ?? nameAt(lists, number);
}

/** Whether a name is one of these, so that nobody has typed it. @param {Lists} lists @param {string} name */
export function isFriendly({ adjectives, nouns }, name) {
  const words = name.split(' ');
  return words.length === 2 && adjectives.includes(words[0]) && nouns.includes(words[1]);
}
