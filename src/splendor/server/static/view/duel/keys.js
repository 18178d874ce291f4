/** The keys of Duel's own table: rows and groups by numbers; R reserves the chosen card. */

import { groupKeys } from '../shared/group_keys.js';
import { confirmOrSay, duelViewModel, reserveChosen } from './duel_view_model.js';

/** @typedef {import('../table/live.js').LiveTable} LiveTable */

const lead = groupKeys((row) => `.pyramid .row${row} .card`, {
  4: '.dp.me0 .hand', 5: '.royals', 6: '.dp.me0 .cols', 7: '.board',
});

/** @param {LiveTable} live @param {KeyboardEvent} event @returns {boolean} whether the key meant something */
export function press(live, event) {
  if (event.key.toLowerCase() === 'r' && !event.repeat) return reserveChosen(live);
  return lead(event);
}

/** @param {LiveTable} live */
export const sayWhy = (live) => confirmOrSay(duelViewModel(live, null, () => {}));
