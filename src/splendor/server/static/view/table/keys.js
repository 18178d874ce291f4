/** The keyboard of a table: everything that can be clicked can be reached by keys. */

import { html, signal, useEffect, useLayoutEffect, useRef } from '../../vendor/preact.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { drawingOf, keysOf } from '../faces.js';
import { ON_TABLE } from '../shared/arrows.js';
import { drawer } from '../shared/drawer.js';
import { Key } from '../shared/parts.js';
import { isAlone } from '../shared/names.js';
import { viewModel } from '../shared/view_model.js';

/** @typedef {import('./live.js').LiveTable} LiveTable */

const helping = signal(false);

/** @param {LiveTable} live */
export function useKeys(live) {
  useLayoutEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (!event.key || isElsewhere(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!live.news.value?.table) return; // the game has not begun
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

/** End the lens when the window loses the focus: the release of the key is not reported then. @param {LiveTable} live */
function giveBack(live) {
  const back = () => {
    live.lens.value = null;
  };
  for (const event of ['blur', 'visibilitychange']) addEventListener(event, back);
  return () => {
    for (const event of ['blur', 'visibilitychange']) removeEventListener(event, back);
  };
}

/** Whether a key is not meant for the table: it goes into a field or a dialog. @param {KeyboardEvent} event */
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
  return drawingOf(live.news.value?.table?.game)?.press?.(live, event) ?? false;
}

/** @param {any} _ what was done */
const does = (_) => true;

/** Enter confirms a complete draft, if a thing of the table or nothing has the focus; with Shift it reserves. Where the
 * server has yet to say whether the draft is complete, the answer decides.
 * @param {LiveTable} live @param {KeyboardEvent} event */
function enter(live, event) {
  const thing = event.target instanceof Element ? event.target.closest('button, a, summary') : null;
  if (event.shiftKey && thing?.matches('.card, .deck')) {
    return does(thing.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })));
  }
  if (thing && (!thing.matches(ON_TABLE) || thing.closest('.drawer'))) return false;
  if (event.repeat) return true; // a held key must not confirm what it has just chosen
  if (live.isAsking) return does(live.whenAnswered(() => entered(live, thing)));
  return staging.isComplete(live.draft.value) && does(live.confirm());
}

/** Confirm the draft, or press the thing once the table is drawn again. @param {LiveTable} live
 * @param {Element | null} thing */
function entered(live, thing) {
  if (staging.isComplete(live.draft.value)) live.confirm();
  else if (thing instanceof HTMLElement) setTimeout(() => thing.isConnected && thing.click());
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

/** Show prices for the next player; at the next press for the one after. @param {LiveTable} live */
function lend(live) {
  const { order, me } = viewModel(live);
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

// The list of keys

/** The list of keys in a dialog, on request. @param {{ game: string }} props */
export const KeysHelp = ({ game }) => (helping.value ? html`<${Keys} game=${game} />` : null);

/** @param {{ game: string }} props */
function Keys({ game }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useLayoutEffect(() => dialog.current?.showModal(), []); // before the next key
  const end = () => { helping.value = false; };
  return html`<dialog ref=${dialog} class="keys-help" aria-label=${t('keys')} onClose=${end}>
    <form method="dialog"><h2>${t('keys')}</h2>
      <dl>${keysOf(game).map(([keys, text]) => html`
        <dt>${keys.map((key) => html`<${Key} of=${key} /> `)}</dt><dd>${t(text)}</dd>`)}</dl>
      <button type="submit" class="shut">${t('close')}</button></form></dialog>`;
}
