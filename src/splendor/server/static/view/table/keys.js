/** The keys of a table. Whatever can be clicked is reached by them, too. */

import { html, signal, useEffect, useRef } from '../../vendor/preact.js';
import { keysOf } from '../../state/keys.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { ownTokenAct, pick } from '../base/actions.js';
import { moveByArrow } from '../shared/arrows.js';
import { drawer } from '../shared/drawer.js';
import { Key } from '../shared/parts.js';
import { isAlone } from '../shared/seats.js';
import { look } from '../shared/view_model.js';

/** @typedef {import('./live.js').LiveTable} LiveTable */

const helping = signal(false);
const SLOTS = 'abcd';
/** What the number keys lead to. @type {Object<string, string>} */
const GROUPS = { 4: '.me-hand, .hand-button', 5: '.nobles', 6: '.me-cols' };

/** @param {LiveTable} live */
export function useKeys(live) {
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (!event.key || isElsewhere(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!live.news.value?.table) return; // nobody plays yet
      if (press(live, event)) event.preventDefault();
    };
    const released = (/** @type {KeyboardEvent} */ event) => {
      if (event.key?.toLowerCase() === 'l' && !isElsewhere(event)) live.lens.value = null;
    };
    addEventListener('keydown', pressed);
    addEventListener('keyup', released);
    return () => {
      removeEventListener('keydown', pressed);
      removeEventListener('keyup', released);
    };
  }, [live]);
  useEffect(() => giveBack(live), [live]);
}

/** A key that is let go in another window is not heard here. @param {LiveTable} live */
function giveBack(live) {
  const back = () => {
    live.lens.value = null;
  };
  for (const event of ['blur', 'visibilitychange']) addEventListener(event, back);
  return () => {
    for (const event of ['blur', 'visibilitychange']) removeEventListener(event, back);
  };
}

/** Whether a key is not for the table: somebody types, or a dialog lies over it. @param {KeyboardEvent} event */
const isElsewhere = ({ target }) => document.querySelector('dialog:modal') !== null
  || (target instanceof Element && target.closest('input, textarea, select, dialog') !== null);

/** @param {LiveTable} live @param {KeyboardEvent} event @returns {boolean} whether the key meant something */
function press(live, event) {
  if (event.key === 'Enter') return enter(live, event);
  if (event.key === 'Escape') return escape(live);
  if (event.key === 'Backspace') return does(live.back());
  if (event.key === '?') return does(helping.value = true);
  const letter = event.key.toLowerCase();
  if (letter === 'l') return event.repeat || does(lend(live));
  if (letter === 'z' && !event.repeat) return does(undo(live));
  if (letter === 'h' && !event.repeat) return does(hint(live));
  return live.news.value?.table?.game === 'base' && pressAtBase(live, event);
}

/** @param {any} _ what was done */
const does = (_) => true;

/** Things of the table: with the focus on one of them Enter confirms. Whatever else has it is pressed. */
const THINGS = '.card, .deck, .pile, .tok, .noble, .cell, .bagbox, .bon, .royal, .priv';

/** Enter confirms what is complete, where a thing of the table has the focus or nothing; with Shift it reserves.
 * @param {LiveTable} live @param {KeyboardEvent} event */
function enter(live, event) {
  const thing = event.target instanceof Element ? event.target.closest('button, a, summary') : null;
  if (event.shiftKey && thing?.matches('.card, .deck')) {
    return does(thing.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })));
  }
  if (thing && (!thing.matches(THINGS) || thing.closest('.drawer'))) return false;
  if (event.repeat) return true; // who holds the key does not confirm what it has just chosen
  return staging.isComplete(live.draft.value) && does(live.confirm());
}

/** @param {LiveTable} live */
function escape(live) {
  const wasOpen = drawer.name;
  if (wasOpen) drawer.close();
  else if (staging.isEmpty(live.draft.value)) live.advice.value = null;
  if (!wasOpen) live.clear();
  live.lens.value = null;
  live.refused.value = null;
  return true;
}

/** Look through the eyes of the next player; at the next press, of the one after. @param {LiveTable} live */
function lend(live) {
  const { order, me } = look(live);
  const others = order.filter((seat) => seat !== me);
  const last = others.indexOf(lent);
  lent = others[(last + 1) % others.length];
  live.lens.value = lent;
}
let lent = -1;

/** @param {LiveTable} live */
function undo(live) {
  if (!staging.isEmpty(live.draft.value)) live.back();
  else if (live.seats.value.length && live.news.value?.room.status === 'playing') live.send('ask', { what: 'undo' });
}

/** @param {LiveTable} live */
function hint(live) {
  if (live.isMyTurn.value && isAlone(live.news.value?.room.seats ?? [])) live.hint();
}

// Splendor's own keys

let level = ''; // the row that was chosen by its number

/** @param {LiveTable} live @param {KeyboardEvent} event */
function pressAtBase(live, event) {
  const table = document.querySelector('.base .table');
  if (!table) return false;
  if (event.key.startsWith('Arrow')) return moveByArrow(event, table);
  if ('123'.includes(event.key)) return does(focusRow(event.key));
  if (event.key in GROUPS) return does(focusGroup(GROUPS[event.key]));
  const letter = event.key.toUpperCase();
  const slot = SLOTS.indexOf(event.key.toLowerCase());
  if (slot >= 0 && level) return does(cardsOf(level)[slot]?.focus());
  if ('WUGRKJ'.includes(letter) && !event.repeat) return does(token(live, letter));
  return false;
}

/** A token by its letter: to be returned or replaced by gold where that is the question, else taken.
 * @param {LiveTable} live
 * @param {string} letter */
function token(live, letter) {
  const seen = look(live);
  const own = staging.isEmpty(seen.draft) && !staging.mustReturn(seen.draft) ? null : ownTokenAct(seen, letter);
  if (own) own();
  else pick(live, letter);
}

/** The cards of a level as they lie. @param {string} number @returns {HTMLElement[]} */
const cardsOf = (number) => found(`.market .row${number}`);

/** What can be seen of these things. @param {string} selector @returns {HTMLElement[]} */
const found = (selector) => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector))]
  .filter((thing) => thing.getClientRects().length);

/** The first card of a row; or, from within it, the next one. @param {string} number */
function focusRow(number) {
  level = number;
  const cards = cardsOf(number).filter((card) => card.matches('button'));
  focusNext(cards);
}

/** The one behind what has the focus, or the first. @param {HTMLElement[]} things */
function focusNext(things) {
  const at = things.findIndex((thing) => thing === document.activeElement);
  things[(at + 1) % things.length]?.focus();
}

/** @param {string} selector */
function focusGroup(selector) {
  focusNext(found(`:is(${selector}) button:not(.peek), button:is(${selector})`));
}

// Which keys there are

/** The keys in a dialog, when somebody asks. @param {{ game: string }} props */
export const KeysHelp = ({ game }) => (helping.value ? html`<${Keys} game=${game} />` : null);

/** @param {{ game: string }} props */
function Keys({ game }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  const end = () => { helping.value = false; };
  return html`<dialog ref=${dialog} class="keys-help" aria-label=${t('keys')} onClose=${end}>
    <form method="dialog"><h2>${t('keys')}</h2>
      <dl>${keysOf(game).map(([keys, text]) => html`
        <dt>${keys.map((key) => html`<${Key} of=${key} /> `)}</dt><dd>${t(text)}</dd>`)}</dl>
      <button type="submit" class="shut">${t('close')}</button></form></dialog>`;
}
