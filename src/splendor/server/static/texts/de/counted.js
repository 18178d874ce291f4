/** German: how many there are of something. */

/** @param {number | string} count @param {string} one @param {string} many */
export const counted = (count, one, many) => `${count} ${Number(count) === 1 ? one : many}`;
