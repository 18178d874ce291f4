/** The end of a game: who won, and what can be done now. */

import { html } from '../vendor/preact.js';
import { t } from '../texts/index.js';

/** @param {{ live: import('./live.js').LiveTable }} props */
export function Over({ live }) {
  const room = /** @type {import('../state/types.js').Room} */ (live.news.value?.room);
  const result = room.result;
  if (!result) return null;
  const names = room.seats.map((seat, index) => seat.name || seat.bot || t('seat', { seat: index + 1 }));
  const winners = result.winners.map((seat) => names[seat]).join(', ') || t('nobody');
  const files = `/api/tables/${live.id}`;
  return html`<section class="over" role="status" aria-label=${t('gameOver')}><h2>${t('won', { names: winners })}</h2>
    <p>${t(`reason.${result.reason}`)}</p>
    <table><thead><tr><th></th><th>${t('result.points')}</th><th>${t('result.cards')}</th></tr></thead>
      <tbody>${names.map((name, seat) => html`<tr class=${result.winners.includes(seat) ? 'winner' : ''}><th>${name}</th><td>${result.points[seat]}</td><td>${result.cards[seat]}</td></tr>`)}</tbody></table>
    <p>${room.rematch ? html`<a class="cta" href="/t/${room.rematch}">${t('toRematch')}</a>` : live.seats.value.length ? html`<button type="button" class="cta" onClick=${() => live.send('rematch')}>${t('rematch')}</button>` : null}</p>
    <p><a href="${files}/record" download>${t('download.record')}</a> · <a href="${files}/transcript" download>${t('download.transcript')}</a> · <a href="${files}/proof" download>${t('download.proof')}</a> · <a href="/">${t('toLobby')}</a></p></section>`;
}
