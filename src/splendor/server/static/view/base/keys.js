/** The keys of Splendor's own table: tokens by their letters, rows and groups by numbers, arrows between things. */

import * as staging from '../../state/staging.js';
import { ON_TABLE, moveByArrow } from '../shared/arrows.js';
import { groupKeys } from '../shared/group_keys.js';
import { viewModel } from '../shared/view_model.js';
import { confirmOrSay, ownTokenAct, pick, reserveChosen } from './actions.js';

/** @typedef {import('../table/live.js').LiveTable} LiveTable */

const lead = groupKeys((row) => `.market .row${row}`, { 4: '.me-hand, .hand-button', 5: '.nobles', 6: '.me-cols' });

/** @param {any[]} _ what was done */
const done = (..._) => true;

/** Leave a button beside the table, such as Menu: the Enter that follows is meant for what was just staged. */
function leaveButton() {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused.matches('button, a') && !focused.matches(ON_TABLE)) focused.blur();
}

/** @param {LiveTable} live @param {KeyboardEvent} event @returns {boolean} whether the key meant something */
export function press(live, event) {
  const table = document.querySelector('.base .table');
  if (!table) return false;
  if (event.key.startsWith('Arrow')) return moveByArrow(event, table);
  if (lead(event)) return true;
  const letter = event.key.toUpperCase();
  if ('WUGRKJ'.includes(letter) && !event.repeat) return done(token(live, letter), leaveButton());
  return false;
}

/** @param {LiveTable} live */
export const sayWhy = (live) => confirmOrSay(/** @type {import('./actions.js').ViewModel} */ (viewModel(live)));

/** A token by its letter: returned or replaced by gold where that is to be decided, else taken. While a card is chosen
 * that can be reserved, R reserves it.
 * @param {LiveTable} live
 * @param {string} letter */
function token(live, letter) {
  const seen = /** @type {import('./actions.js').ViewModel} */ (viewModel(live));
  const own = staging.isEmpty(seen.draft) && !staging.mustReturn(seen.draft) ? null : ownTokenAct(seen, letter);
  if (own) own();
  else if (letter !== 'R' || !reserveChosen(seen)) pick(seen, letter);
}
