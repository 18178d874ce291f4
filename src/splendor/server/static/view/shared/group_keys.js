/** Number keys lead to rows of cards and to other groups of things; after a row's number, letters lead to its cards. */

const SLOTS = 'abcde';

/** The visible matches. @param {string} selector @returns {HTMLElement[]} */
const found = (selector) => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector))]
  .filter((thing) => thing.getClientRects().length);

/** Focus the next thing after the focused one, or the first. @param {HTMLElement[]} things */
function focusNext(things) {
  const at = things.findIndex((thing) => thing === document.activeElement);
  things[(at + 1) % things.length]?.focus();
}

/** Whether a key led somewhere. `cards` is the selector of a row's cards by its number, `groups` those of other groups.
 * @param {(row: string) => string} cards @param {Object<string, string>} groups
 * @returns {(event: KeyboardEvent) => boolean} */
export function groupKeys(cards, groups) {
  let level = ''; // the row that was chosen by its number
  return ({ key }) => {
    const slot = SLOTS.indexOf(key.toLowerCase());
    if ('123'.includes(key)) {
      level = key;
      focusNext(found(cards(key)).filter((card) => card.matches('button')));
    } else if (key in groups) {
      focusNext(found(`:is(${groups[key]}) button:not(.peek), button:is(${groups[key]})`));
    } else if (slot >= 0 && level && key.length === 1) {
      found(cards(level))[slot]?.focus();
    } else {
      return false;
    }
    return true;
  };
}
