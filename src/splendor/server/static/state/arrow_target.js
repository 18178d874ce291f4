/** Which of the things on a table lies next in a direction. */

/** The middle of a thing, and half of its width and height.
 * @typedef {{ x: number, y: number, wide: number, high: number }} Box */
/** @typedef {[number, number]} Way to the right, and down */

const NEAR = 4; // pixels
const BESIDE = 5; // how much worse it is to lie beside the way than to lie far
const ASLANT = 1.5; // how far beside the way, for each step along it, something still lies in that direction

/** The index of the box that lies next, or -1. @param {Box} from @param {Box[]} boxes @param {Way} way */
export function nextIn(from, boxes, way) {
  const far = boxes.map((box) => farness(from, box, way));
  const least = Math.min(...far);
  return least < Infinity ? far.indexOf(least) : -1;
}

/** From edge to edge; among those that lie on the way, such as two cards below the gap between them, what is most
 * straight ahead comes first. @param {Box} from @param {Box} to @param {Way} way */
function farness(from, to, [right, down]) {
  const along = (to.x - from.x) * right + (to.y - from.y) * down;
  const aside = Math.abs(right ? to.y - from.y : to.x - from.x);
  const wide = from.wide + to.wide;
  const high = from.high + to.high;
  const beside = Math.max(0, aside - (right ? high : wide));
  if (along <= NEAR || (beside && aside >= ASLANT * along)) return Infinity;
  return Math.max(0, along - (right ? wide : high)) + aside + BESIDE * beside;
}
