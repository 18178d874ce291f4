/** Paying with gold in place of gems. */

/** @typedef {import('./price.js').Price} Price */

/** How often a letter occurs. @param {string | string[]} letters @param {string} letter */
export const countOf = (letters, letter) => [...letters].filter((each) => each === letter).length;

/**
 * The gems that gold replaces beyond what is missing, when a card is paid with the selected tokens (each is a move
 * `J=…`); null where the selection is not the price.
 * @param {Price} price @param {string} selected letters of own tokens
 * @returns {string[] | null}
 */
export function extraGold(price, selected) {
  const extra = [];
  let gold = 0;
  for (const row of price.rows) {
    const spent = countOf(selected, row.gem);
    const stands = row.need - row.bonus - spent;
    if (stands < row.missing) return null;
    gold += stands;
    extra.push(...Array(stands - row.missing).fill(row.gem));
  }
  const others = [...selected].filter((letter) => letter !== 'J' && !price.rows.some((row) => row.gem === letter));
  return gold === countOf(selected, 'J') && !others.length ? extra : null;
}

/**
 * The tokens that a purchase takes, by letter, where gold replaces these gems.
 * @param {Price} price @param {string[]} gold
 * @returns {Object<string, number>}
 */
export function spent(price, gold) {
  /** @type {Object<string, number>} */
  const tokens = { J: price.gold + gold.length };
  for (const row of price.rows) tokens[row.gem] = row.token - countOf(gold, row.gem);
  return tokens;
}

/**
 * Replace one more token of a colour by gold; after the last possible one, none again. Null where gold cannot replace
 * any.
 * @param {Price} price @param {string[]} gold the gems for which it stands now, beyond what is missing
 * @param {string} gem @param {number} held gold that somebody has @returns {string[] | null}
 */
export function moreGold(price, gold, gem, held) {
  const row = price.rows.find((each) => each.gem === gem);
  if (!row?.token) return null;
  const stands = countOf(gold, gem);
  const more = stands < row.token && price.gold + gold.length < held;
  if (more) return [...gold, gem];
  return stands ? gold.filter((each) => each !== gem) : null;
}
