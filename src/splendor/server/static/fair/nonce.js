/**
 * What a browser adds to the deal. It has a file of its own: everybody needs it, few check a proof.
 * @module
 */

const BYTES = 16;

/** @returns {string} 128 random bits as a nonce */
export function newNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
