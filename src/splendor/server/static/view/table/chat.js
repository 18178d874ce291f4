/** The chat of a table. */

import { html, useEffect, useLayoutEffect, useRef, useState } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';
import { drawer } from '../shared/drawer.js';
import { Name } from '../shared/parts.js';
import { eventsOf } from '../shared/names.js';
import { SignButtons } from './signs.js';

/** @typedef {import('./live.js').LiveTable} LiveTable */
/** @typedef {import('../shared/view_model.js').AnyTable} AnyTable */

/** @param {AnyTable} live */
export const saidByOthers = (live) => eventsOf(live).filter(({ kind, seat }) =>
  kind === 'chatted' && !live.seats.value.includes(seat ?? -1));

/** The number of messages since the page was opened, or since the drawer with the chat was last open.
 * @param {{ live: AnyTable }} props */
export function Unread({ live }) {
  const said = saidByOthers(live);
  const [read, setRead] = useState(said.length);
  const isOpen = drawer.name === 'log';
  useEffect(() => {
    if (isOpen) setRead(said.length);
  }, [isOpen, said.length]);
  const count = said.length - read;
  return isOpen || count <= 0 ? null : html`<b class="unread" aria-hidden="true">${count}</b>
    <${Name} is=${t('unread', { count })} />`;
}

/** Before the game it is read out; at a table the announcer does that, whether or not the chat is visible.
 * @param {{ live: LiveTable }} props */
export function Chat({ live }) {
  const said = eventsOf(live).filter((event) => event.kind === 'chatted');
  const mine = live.seats.value;
  const others = (live.news.value?.room.seats ?? [])
    .some((seat, index) => seat.kind === 'person' && !mine.includes(index));
  const writes = mine.length > 0 || Boolean(live.news.value?.room.spectators_chat);
  if (!(writes && others) && !said.length) return null;
  return html`<section class="chat" aria-label=${t('chat')}><${Said} live=${live} said=${said} />
    ${mine.length && others && live.news.value?.table ? html`<${SignButtons} live=${live} />` : null}
    ${writes ? html`<form onSubmit=${(/** @type {SubmitEvent} */ event) => write(live, event)}>
      <input name="text" aria-label=${t('chat.write')} maxlength="300" placeholder=${t('chat.write')}
        autocomplete="off" />
      <button type="submit">${t('chat.send')}</button></form>` : null}</section>`;
}

/** Scrolled to the latest message, unless the reader has scrolled back.
 * @param {{ live: LiveTable, said: import('../../state/types.js').LogEvent[] }} props */
function Said({ live, said }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const { scrollTop, clientHeight, scrollHeight } = list.current ?? NOWHERE;
  const isAtEnd = scrollTop + clientHeight > scrollHeight - NEARLY; // before the new message is added
  const last = said[said.length - 1]?.seq;
  useLayoutEffect(() => {
    if (list.current && isAtEnd) list.current.scrollTop = list.current.scrollHeight;
  }, [last]);
  return html`<ol tabindex="0" ref=${list} aria-live=${live.news.value?.table ? null : 'polite'}>
    ${said.map((event) => html`<li key=${event.seq}><b>${event.name}</b>
      ${event.seat === undefined ? html` <small>(${t('chat.notSeated')})</small>` : ''} ${event.text}</li>`)}</ol>`;
}

const NEARLY = 8; // pixels
const NOWHERE = { scrollTop: 0, clientHeight: 0, scrollHeight: 0 };

/** A message leaves the field when it is sent; if it is refused, it returns to the field, unless that is in use.
 * @param {LiveTable} live @param {SubmitEvent} event */
async function write(live, event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('text'));
  const text = field.value;
  if (!text.trim()) return;
  field.value = '';
  const isSent = await live.send('chat', { text });
  if (!isSent && !field.value) field.value = text;
}
