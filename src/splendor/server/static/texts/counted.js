/** A number and its noun. @param {number | string} count @param {string} one @param {string} [many] one with an s, if not given */
export const counted = (count, one, many = `${one}s`) => `${count} ${Number(count) === 1 ? one : many}`;
