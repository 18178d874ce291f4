/** What people at a table write to each other. */

import { html, useState } from '../vendor/preact.js';
import { t } from '../texts/index.js';

/** @param {{ live: import('./live.js').LiveTable }} props */
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
    <ol tabindex="0">${said.map((event) => html`<li key=${event.seq}><b>${event.name}</b> ${event.text}</li>`)}</ol>
    ${mine.length ? html`<form onSubmit=${send}><input aria-label=${t('chat.write')} maxlength="300" placeholder=${t('chat.write')} value=${text}
        onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
      <button type="submit">${t('chat.send')}</button></form>` : null}</section>`;
}
