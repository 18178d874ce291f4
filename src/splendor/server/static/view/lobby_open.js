/** From a wish to a table. */

import { api } from '../net/api.js';
import { bodyOf } from '../state/wish.js';
import { prepareGame } from './games.js';
import { go } from './route.js';
import { whyOf } from './why.js';

/** Open a table and go there; what is wrong is told. @param {import('../state/wish.js').Wish} wish
 * @param {(why: string) => void} tell @param {(page: string) => void} there */
export async function openTable(wish, tell, there = go) {
  prepareGame(wish.rules);
  tell('');
  try {
    const made = await api.makeTable(bodyOf(wish));
    there(`/t/${made.table}`);
  } catch (error) {
    tell(whyOf(error));
  }
}
