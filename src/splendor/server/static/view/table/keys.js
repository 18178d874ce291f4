/** The keyboard of a table: everything that can be clicked can be reached by keys. */

import { html, signal, useEffect, useLayoutEffect, useRef } from '../../vendor/preact.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { drawingOf, keysOf } from '../faces.js';
import { ON_TABLE } from '../shared/arrows.js';
import { drawer } from '../shared/drawer.js';
import { Key } from '../shared/parts.js';
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
    const pointed = (/** @type {PointerEvent} */ { target }) => {
      if (target instanceof Element && target.closest(ON_TABLE)) live.stageNext();
    };
    addEventListener('keydown', pressed);
    addEventListener('pointerdown', pointed, true); // before the click, which is for what is shown then
    addEventListener('keyup', released);
    return () => {
      removeEventListener('keydown', pressed);
      removeEventListener('pointerdown', pointed, true);
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
  if (event.key === '?') return does(showKeys());
  const letter = event.key.toLowerCase();
  if (letter === 'l') return event.repeat || does(lend(live));
  if (letter === 'z' && !event.repeat) return does(undo(live));
  if (letter === 'h' && !event.repeat) return does(hint(live));
  if (letter.length === 1) live.stageNext();
  return drawingOf(live.news.value?.table?.game)?.press?.(live, event) ?? false;
}

/** @param {any} _ what was done */
const does = (_) => true;

/** Enter plays what the golden button says, if a thing of the table or nothing has the focus; with Shift it reserves.
 * While an answer is pending, the confirmation is queued and what is staged never changes.
 * @param {LiveTable} live @param {KeyboardEvent} event */
function enter(live, event) {
  const thing = event.target instanceof Element ? event.target.closest('button, a, summary') : null;
  if (event.shiftKey && thing?.matches('.card, .deck')) {
    return does(thing.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })));
  }
  const isAdvice = thing?.matches('.advice .show[aria-pressed="true"]'); // the chosen line of advice
  if (thing && !isAdvice && (!thing.matches(ON_TABLE) || thing.closest('.drawer'))) return false;
  if (live.doubt.value) return true; // the coach asks: its buttons answer
  if (event.repeat) return true; // a held key must not confirm what it has just chosen
  const draft = live.draft.value;
  if (live.busy.value || live.queued.value) return true;
  if (live.pending.value || staging.isComplete(draft)) return does(live.confirm());
  if (live.isAhead.value && staging.movesToSend(draft).length) return does(live.confirm());
  const isChosen = thing?.getAttribute('aria-pressed') === 'true';
  if (!isChosen && !(draft.chosen && staging.isEmpty(draft) && !thing)) return false; // the browser clicks the thing
  return does(sayWhy(live));
}

/** Why Enter plays nothing. @param {LiveTable} live */
function sayWhy(live) {
  const say = drawingOf(live.news.value?.table?.game)?.sayWhy;
  if (live.draft.value.chosen && say) say(live);
  else live.explain(t('prompt.more'));
}

/** @param {LiveTable} live */
function escape(live) {
  if (live.doubt.value) return does(live.reconsider());
  const wasOpen = drawer.name;
  if (wasOpen) drawer.close();
  else if (staging.isIdle(live.draft.value)) live.closeAdvice();
  if (live.queued.value) live.takeBack();
  else if (!wasOpen && !live.busy.value) live.clear();
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
  if (!staging.isIdle(live.draft.value)) live.back();
  else if (live.seats.value.length && live.news.value?.room.status === 'playing') live.send('ask', { what: 'undo' });
}

/** @param {LiveTable} live */
function hint(live) {
  if (live.isMyTurn.value && live.news.value?.room.hints) live.hint();
}

// The list of keys

export const showKeys = () => { helping.value = true; };

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
