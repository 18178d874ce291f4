/** What people at a table write to each other. */

import { html, useEffect, useState } from '../vendor/preact.js';
import { t } from '../texts/index.js';
import { drawer } from './drawer.js';
import { Name } from './parts.js';

/** @typedef {import('./live.js').LiveTable} LiveTable */

/** @param {LiveTable} live */
export const saidByOthers = (live) => live.events.value.filter(({ kind, seat }) =>
  kind === 'chatted' && !live.seats.value.includes(seat ?? -1));

/** How much was said since somebody came, or last looked into the drawer where it lies on small screens.
 * @param {{ live: LiveTable }} props */
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

/** Before the game it is read out; at a table `heard.js` does that, wherever the chat lies.
 * @param {{ live: LiveTable }} props */
export function Chat({ live }) {
  const [text, setText] = useState('');
  const said = live.events.value.filter((event) => event.kind === 'chatted');
  const mine = live.seats.value;
  const others = (live.news.value?.room.seats ?? [])
    .some((seat, index) => seat.kind === 'person' && !mine.includes(index));
  if (!(mine.length && others) && !said.length) return null;
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim() && (await live.send('chat', { text }))) setText('');
  };
  return html`<section class="chat" aria-label=${t('chat')}>
    <ol tabindex="0" aria-live=${live.news.value?.table ? null : 'polite'}>${said.map((event) => html`
      <li key=${event.seq}><b>${event.name}</b> ${event.text}</li>`)}</ol>
    ${mine.length ? html`<form onSubmit=${send}>
      <input aria-label=${t('chat.write')} maxlength="300" placeholder=${t('chat.write')} value=${text}
        onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
      <button type="submit">${t('chat.send')}</button></form>` : null}</section>`;
}
