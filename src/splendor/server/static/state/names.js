/** Unique names for the people at a table, and initials where there is no room for a name. */

/** Names made unique: people who share a name get the number of their seat behind it. @param {string[]} names @returns {string[]} */
export const toldApart = (names) => names.map((name, seat) =>
  (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${seat + 1})`));

/** @typedef {import('./types.js').LogEvent} LogEvent */

/** A cache: every part of a table asks for the events at every click. @type {WeakMap<LogEvent[], LogEvent[]>} */
const CALLED = new WeakMap();

/** Events with unique names; somebody who had another name at that time keeps it there.
 * @param {LogEvent[]} events @param {{ name?: string }[]} seats @param {string[]} names of those seats
 * @returns {LogEvent[]} */
export function calledApart(events, seats, names) {
  const isSame = (/** @type {LogEvent} */ { seat, name }) => Boolean(name) && seats[seat ?? -1]?.name === name;
  const call = (/** @type {LogEvent} */ event) => (isSame(event) ? { ...event, name: names[event.seat ?? 0] } : event);
  const called = CALLED.get(events) ?? events.map(call);
  CALLED.set(events, called);
  return called;
}

/**
 * A different letter for everybody: the number of the seat, the first letter of the name, else a later unused one, else
 * an emoji in it, else a digit.
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

/** A noble's name that fits: without the country, or only the family name, or without the number. @param {string} name */
export function shortName(name) {
  const [short] = name.split(/ of | the | von | der /);
  if (short.length <= LONG) return short;
  const words = short.split(' ');
  return /^[IVX]+\.?$/.test(words[words.length - 1]) ? words[0] : words[words.length - 1];
}
