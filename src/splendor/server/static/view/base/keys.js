/** The keys of Splendor's own table: tokens by their letters, rows and groups by numbers, arrows between things. */

import * as staging from '../../state/staging.js';
import { moveByArrow } from '../shared/arrows.js';
import { viewModel } from '../shared/view_model.js';
import { ownTokenAct, pick } from './actions.js';

/** @typedef {import('../table/live.js').LiveTable} LiveTable */

const SLOTS = 'abcd';
/** What the number keys lead to. @type {Object<string, string>} */
const GROUPS = { 4: '.me-hand, .hand-button', 5: '.nobles', 6: '.me-cols' };

let level = ''; // the row that was chosen by its number

/** @param {any} _ what was done */
const done = (_) => true;

/** @param {LiveTable} live @param {KeyboardEvent} event @returns {boolean} whether the key meant something */
export function press(live, event) {
  const table = document.querySelector('.base .table');
  if (!table) return false;
  if (event.key.startsWith('Arrow')) return moveByArrow(event, table);
  if ('123'.includes(event.key)) return done(focusRow(event.key));
  if (event.key in GROUPS) return done(focusGroup(GROUPS[event.key]));
  const letter = event.key.toUpperCase();
  const slot = SLOTS.indexOf(event.key.toLowerCase());
  if (slot >= 0 && level) return done(cardsOf(level)[slot]?.focus());
  if ('WUGRKJ'.includes(letter) && !event.repeat) return done(token(live, letter));
  return false;
}

/** A token by its letter: returned or replaced by gold where that is to be decided, else taken.
 * @param {LiveTable} live
 * @param {string} letter */
function token(live, letter) {
  const seen = /** @type {import('./actions.js').ViewModel} */ (viewModel(live));
  const own = staging.isEmpty(seen.draft) && !staging.mustReturn(seen.draft) ? null : ownTokenAct(seen, letter);
  if (own) own();
  else pick(live, letter);
}

/** The cards of a level, from left to right. @param {string} number @returns {HTMLElement[]} */
const cardsOf = (number) => found(`.market .row${number}`);

/** The visible matches. @param {string} selector @returns {HTMLElement[]} */
const found = (selector) => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector))]
  .filter((thing) => thing.getClientRects().length);

/** The first card of a row; or, from within it, the next one. @param {string} number */
function focusRow(number) {
  level = number;
  const cards = cardsOf(number).filter((card) => card.matches('button'));
  focusNext(cards);
}

/** Focus the next thing after the focused one, or the first. @param {HTMLElement[]} things */
function focusNext(things) {
  const at = things.findIndex((thing) => thing === document.activeElement);
  things[(at + 1) % things.length]?.focus();
}

/** @param {string} selector */
function focusGroup(selector) {
  focusNext(found(`:is(${selector}) button:not(.peek), button:is(${selector})`));
}
