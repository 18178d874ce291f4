/** Emotes: which there are, those that are shown now, and where. */

/** @typedef {{ number: number, seat: number, what: string }} Sign */
/** @typedef {{ left: number, top: number, width: number, height: number }} Box */

export const SIGNS = ['hello', 'bravo', 'thanks', 'oops'];
const MOST = 4; // at once
const EDGE = 8; // pixels to the edge of the window

/** The signs with a new one; the oldest of a seat makes room, and so does the oldest of too many.
 * @param {Sign[]} shown @param {Sign} sign @returns {Sign[]} */
export function withSign(shown, sign) {
  if (!SIGNS.includes(sign.what)) return shown; // of a later version
  return [...shown.filter(({ seat }) => seat !== sign.seat), sign].slice(-MOST);
}

/** The place of a bubble: in the middle of a panel, or of the window's top; always inside the window.
 * @param {{ width: number, height: number }} bubble @param {Box | undefined} panel
 * @param {{ width: number, height: number }} page */
export function placeOf(bubble, panel, page) {
  const over = panel ?? { left: 0, top: EDGE, width: page.width, height: bubble.height };
  const within = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ all) =>
    Math.max(EDGE, Math.min(at, all - size - EDGE));
  return {
    left: within(over.left + (over.width - bubble.width) / 2, bubble.width, page.width),
    top: within(over.top + (over.height - bubble.height) / 2, bubble.height, page.height),
  };
}
