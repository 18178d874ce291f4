/** From a wish to a table. */

import { api } from '../../net/api.js';
import { bodyOf } from '../../state/new_table.js';
import { prepareGame } from '../faces.js';
import { go } from '../shared/route.js';
import { whyOf } from '../shared/why.js';

let isOpening = false;

/** Open a table and go there; what is wrong is told. @param {import('../../state/new_table.js').Wish} wish
 * @param {(why: string) => void} tell @param {(page: string) => void} there */
export async function openTable(wish, tell, there = go) {
  prepareGame(wish.rules);
  await openAs(bodyOf(wish), tell, there);
}

/** The same for what the server is told. Who clicks twice opens one table. @param {any} body
 * @param {(why: string) => void} tell @param {(page: string) => void} there */
export async function openAs(body, tell, there) {
  if (isOpening) return;
  isOpening = true;
  tell('');
  try {
    const made = await api.makeTable(body);
    there(`/t/${made.table}`);
  } catch (error) {
    tell(whyOf(error));
  }
  isOpening = false;
}
