/** Bars above the table: what people ask of each other, who is away, what is wrong. */

import { html } from '../vendor/preact.js';
import { t } from '../texts/index.js';
import { nameOf } from './base_look.js';

/** @typedef {import('./live.js').LiveTable} LiveTable */
/** @typedef {import('../state/types.js').Room} Room */
/** @typedef {{ live: LiveTable, room: Room }} Props */

/** @param {{ live: LiveTable }} props */
export function Bars({ live }) {
  const room = /** @type {Room} */ (live.news.value?.room);
  return html`<div class="bars" aria-live="polite">${room.problem ? html`<p class="askbar wrong">${room.problem}</p>` : null}
    ${room.status === 'playing' ? html`<${Question} live=${live} room=${room} /><${Away} live=${live} room=${room} /><${Free} live=${live} room=${room} />` : null}</div>`;
}

/** @param {Room} room @param {number} seat */
const whoIs = (room, seat) => (room.seats[seat] ? nameOf(room.seats[seat], seat) : t('somebody'));

/** Somebody wants to take a move back, or to end the game. @param {Props} props */
function Question({ live, room }) {
  const { asked } = room;
  if (!asked) return null;
  const mine = live.seats.value;
  const agreed = asked.agreed ?? [];
  const waitedFor = room.seats.flatMap((chair, seat) => (chair.kind === 'person' && !chair.bot && seat !== asked.seat && !agreed.includes(seat) ? [seat] : []));
  const names = [...new Set(waitedFor.filter((seat) => !mine.includes(seat)).map((seat) => whoIs(room, seat)))].join(', ');
  if (mine.includes(asked.seat)) {
    return html`<div class="askbar" role="group" aria-label=${t(`asked.own.${asked.what}`)}><p>${t(`asked.own.${asked.what}`)} <small>${t('asked.waiting', { names })}</small></p>
      <button type="button" class="quiet" onClick=${() => live.send('answer', { yes: false })}>${t('withdraw')}</button></div>`;
  }
  const text = t(`asked.${asked.what}`, { name: whoIs(room, asked.seat) });
  if (!waitedFor.some((seat) => mine.includes(seat))) return html`<p class="askbar">${text} <small>${names ? t('asked.waiting', { names }) : ''}</small></p>`;
  return html`<div class="askbar" role="group" aria-label=${text}><p>${text}</p>
    <button type="button" class="cta" onClick=${() => live.send('answer', { yes: true })}><span>${t('agree')}</span></button>
    <button type="button" class="quiet" onClick=${() => live.send('answer', { yes: false })}>${t('decline')}</button></div>`;
}

/** A bot plays for me, or somebody has been away for long and it is their turn. @param {Props} props */
function Away({ live, room }) {
  const mine = live.seats.value;
  if (mine.some((seat) => room.seats[seat].why === 'absent')) {
    return html`<div class="askbar" role="group" aria-label=${t('botForYou')}><p>${t('botForYou')}</p>
      <button type="button" class="cta" onClick=${() => live.send('come_back')}><span>${t('comeBack')}</span></button></div>`;
  }
  const active = live.news.value?.table?.active ?? -1;
  const chair = room.seats[active];
  if (!mine.length || mine.includes(active) || !chair?.absent || chair.bot || room.clock) return null;
  const text = chair.kind === 'open' ? t('leftLong') : t('awayLong', { name: whoIs(room, active) });
  return html`<div class="askbar" role="group" aria-label=${text}><p>${text}</p>
    <button type="button" class="quiet" onClick=${() => live.send('call_bot', { seat: active })}>${t('callBot')}</button></div>`;
}

/** A seat that somebody left, for who only watches. @param {Props} props */
function Free({ live, room }) {
  if (live.seats.value.length) return null;
  const seat = room.seats.findIndex((chair) => chair.kind === 'open' && !['resigned', 'time'].includes(chair.why ?? ''));
  if (seat < 0) return null;
  return html`<div class="askbar" role="group" aria-label=${t('seatFree', { seat: seat + 1 })}><p>${t('seatFree', { seat: seat + 1 })}</p>
    <button type="button" class="cta" onClick=${() => live.send('sit', { seat })}><span>${t('sitHere')}</span></button></div>`;
}
