/** Before the game: who is there, which seats are open, the link to share. */

import { html, useEffect, useState } from '../vendor/preact.js';
import { t } from '../texts/index.js';
import { newNonce } from '../fair/fair.js';

/** @param {{ live: import('./live.js').LiveTable }} props */
export function Waiting({ live }) {
  const room = /** @type {import('../state/types.js').Room} */ (live.news.value?.room);
  const mine = live.seats.value;
  const ready = mine.length > 0 && mine.every((seat) => room.seats[seat].ready);
  useEffect(() => {
    if (mine.length && !ready) live.send('ready', { nonce: newNonce() });
  }, [mine.length, ready]);
  return html`<main class="page waiting"><h1>${t('waiting')}</h1>
    <ol class="chairs">${room.seats.map((seat, index) => html`<li key=${index}>
      <b>${t('seat', { seat: index + 1 })}</b> ${seat.kind === 'open'
        ? html`<button type="button" class="cta" onClick=${() => live.send('sit', { seat: index })}>${t('sitHere')}</button>`
        : html`<span>${seat.name || t('botOf', { level: seat.bot })}</span> <small>${seat.ready ? t('isReady') : t('notReady')}</small>`}</li>`)}</ol>
    <${Share} />
    <p class="fairness"><small>${t('commitment')} <code>${room.fairness.commitment}</code></small></p></main>`;
}

/** The link to this table. */
function Share() {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(location.href);
    setCopied(true);
  };
  return html`<p class="share"><label>${t('share')} <input readonly value=${location.href} onFocus=${(/** @type {any} */ event) => event.target.select()} /></label>
    ${navigator.clipboard ? html`<button type="button" onClick=${copy}>${copied ? t('copied') : t('copy')}</button>` : null}</p>`;
}
