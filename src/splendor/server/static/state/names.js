/** Letters for people, where there is no room for a name. */

/**
 * One letter each, all different: the number of a seat, the first of the name, else a later one that is free, else a
 * digit.
 * @param {string[]} names @returns {string[]}
 */
export function initialsOf(names) {
  /** @type {string[]} */
  const found = [];
  for (const name of names) {
    const letters = [...name.toUpperCase()].filter((letter) => /[\p{L}\p{N}]/u.test(letter));
    const number = name.match(/ (\d)$/)?.[1] ?? '';
    const spare = [...'123456789'];
    found.push([...number, ...letters, ...spare].find((letter) => !found.includes(letter)) ?? '?');
  }
  return found;
}
