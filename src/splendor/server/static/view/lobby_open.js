/** From a wish to a table. */

import { api } from '../net/api.js';
import { bodyOf } from '../state/wish.js';
import { go } from './route.js';

/** Open a table and go there; what is wrong is told. @param {import('../state/wish.js').Wish} wish
 * @param {(why: string) => void} tell */
export async function openTable(wish, tell) {
  try {
    const made = await api.makeTable(bodyOf(wish));
    go(`/t/${made.table}`);
  } catch (error) {
    tell(/** @type {Error} */ (error).message);
  }
}
