/** Names that tell people apart, and letters for where there is no room for a name. */

/** Where several people have one name, their seats are told, too. @param {string[]} names @returns {string[]} */
export const toldApart = (names) => names.map((name, seat) =>
  (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${seat + 1})`));

/** @typedef {import('./types.js').Told} Told */

/** What was named already: every part of a table asks for it at every click. @type {WeakMap<Told[], Told[]>} */
const CALLED = new WeakMap();

/** Events with the names that tell people apart; who had another name by then keeps it there.
 * @param {Told[]} events @param {{ name?: string }[]} chairs @param {string[]} names of those chairs
 * @returns {Told[]} */
export function calledApart(events, chairs, names) {
  const isSame = (/** @type {Told} */ { seat, name }) => Boolean(name) && chairs[seat ?? -1]?.name === name;
  const call = (/** @type {Told} */ event) => (isSame(event) ? { ...event, name: names[event.seat ?? 0] } : event);
  const called = CALLED.get(events) ?? events.map(call);
  CALLED.set(events, called);
  return called;
}

/**
 * One letter each, all different: the number of a seat, the first of the name, else a later one that is free, else a
 * picture in it, else a digit.
 * @param {string[]} names @returns {string[]}
 */
export function initialsOf(names) {
  /** @type {string[]} */
  const found = [];
  for (const name of names) {
    const signs = [...name.toUpperCase()];
    const letters = signs.filter((sign) => /[\p{L}\p{N}]/u.test(sign));
    const pictures = signs.filter((sign) => /\p{Emoji_Presentation}/u.test(sign));
    const number = name.match(/ \(?(\d)\)?$/)?.[1] ?? '';
    const spare = [...'123456789'];
    found.push([...number, ...letters, ...pictures, ...spare].find((sign) => !found.includes(sign)) ?? '?');
  }
  return found;
}

const LONG = 13; // letters of a noble's name that fit on its tile

/** A noble's name that fits: without the country, or the family's name, or without the number. @param {string} name */
export function shortName(name) {
  const [short] = name.split(/ of | the | von | der /);
  if (short.length <= LONG) return short;
  const words = short.split(' ');
  return /^[IVX]+\.?$/.test(words[words.length - 1]) ? words[0] : words[words.length - 1];
}
