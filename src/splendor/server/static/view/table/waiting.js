/** The waiting room: who sits where, open seats, the link to share, the commitment to a fair deal. */

import { html, useEffect } from '../../vendor/preact.js';
import { newNonce } from '../../fair/sha256.js';
import { initialsOf } from '../../state/names.js';
import { botName, optionName, rulesName, t, valueName } from '../../texts/index.js';
import { Footer, PageBar } from '../lobby/page_bar.js';
import { games } from '../faces.js';
import { clockWords } from '../shared/clock.js';
import { Quiet, Wrong } from '../shared/fields.js';
import { Who } from '../shared/parts.js';
import { go } from '../shared/route.js';
import { nameOf, namesOf } from '../shared/names.js';
import { Share } from '../shared/share.js';
import { Chat } from './chat.js';
import { RemoveButton } from './host.js';
import { Watching } from './watch.js';

/** @typedef {import('../../state/types.js').Room} Room */
/** @typedef {import('./live.js').LiveTable} LiveTable */

/** @param {{ live: LiveTable }} props */
export function Waiting({ live }) {
  const room = /** @type {Room} */ (live.news.value?.room);
  const mine = live.seats.value;
  useReadiness(live, room);
  const open = room.seats.some((seat) => seat.kind === 'open');
  const places = room.seats.map((_, seat) => html`<${Place} key=${seat} live=${live} room=${room} seat=${seat} />`);
  return html`<div class="lobby"><${PageBar} live=${live} />
    <main class="waiting" tabindex="-1"><section class="mat room" aria-labelledby="room-title">
        <h1 id="room-title">${rulesName(room.rules)}</h1>
        <p class="lead" role="status">${t(nextKey(room, mine.length > 0))}</p>
        <ol class="places n${room.seats.length}">${places}</ol><${Words} text=${optionWords(room)} />
        <${Wrong} text=${live.refused.value?.why ?? ''} /></section>
      <section class="box" aria-labelledby="invite-title"><h2 id="invite-title">${t('invite')}</h2>
        <${Share} link=${location.origin + location.pathname} label=${t('share')}
          about=${t(open ? 'share.open' : 'share.watch')} />
        <${Watching} live=${live} room=${room} />
        ${mine.length ? html`<${Quiet} name=${t('leave')} act=${() => leave(live)} />` : null}</section>
      <${FairDeal} commitment=${room.fairness.commitment} /><${Chat} live=${live} /></main><${Footer} /></div>`;
}

/** @param {{ commitment: string }} props */
const FairDeal = ({ commitment }) => html`<section class="box fair" aria-labelledby="fair-title">
  <h2 id="fair-title">${t('deal')}</h2><p>${t('deal.about')}</p>
  <p><span>${t('commitment')}</span> <code>${commitment}</code></p>
  <p><a href="/fair" target="_blank" rel="noopener">${t('deal.more')}</a></p></section>`;

/** Seated people are ready at once, each with a random number for the deal.
 * @param {LiveTable} live @param {Room} room */
function useReadiness(live, room) {
  const mine = live.seats.value;
  const ready = mine.every((seat) => room.seats[seat].ready);
  useEffect(() => {
    if (mine.length && !ready) live.send('ready', { nonce: newNonce() });
  }, [mine.length, ready]);
}

/** The text that says what is missing. @param {Room} room @param {boolean} seated */
function nextKey(room, seated) {
  if (room.problem) return 'wait.stopped';
  if (room.seats.some((seat) => seat.kind === 'open')) return seated ? 'wait.open' : 'wait.sit';
  return room.seats.every((seat) => seat.ready || seat.kind === 'bot') ? 'wait.begins' : 'wait.ready';
}

/** @param {{ live: LiveTable, room: Room, seat: number }} props */
function Place({ live, room, seat }) {
  const seatState = room.seats[seat];
  const mine = live.seats.value.includes(seat);
  const open = seatState.kind === 'open';
  const name = open ? t('openSeat') : nameOf(room.seats, seat);
  const letter = open ? '?' : initialsOf(namesOf(room.seats))[seat];
  return html`<li class="place ${seatState.kind} ${mine ? 'mine' : ''}">
      <${Who} seat=${seat} name=${name} letter=${letter} big=${true} />
    <span class="seat-name"><small>${t('seat', { seat: seat + 1 })}</small>
      <b>${name}</b>
      ${mine ? html`<span class="pill">${t('you')}</span>` : null}</span>
    ${open ? html`<${Sit} live=${live} seat=${seat} />`
        : html`<span class="readiness ${seatState.ready ? 'yes' : ''}">${readiness(seatState)}</span>`}
    <${RemoveButton} live=${live} room=${room} seat=${seat} /></li>`;
}

/** @param {{ live: LiveTable, seat: number }} props */
function Sit({ live, seat }) {
  if (live.seats.value.length) return html`<span class="readiness">${t('wait.somebody')}</span>`;
  return html`<button type="button" class="cta" onClick=${() => live.send('sit', { seat })}
    aria-label=${`${t('sitHere')}: ${t('seat', { seat: seat + 1 })}`}><span>${t('sitHere')}</span></button>`;
}

/** @param {import('../../state/types.js').Seat} seatState */
function readiness(seatState) {
  if (seatState.kind === 'bot') return t('botOf', { level: botName(seatState.bot ?? '') });
  if (seatState.ready) return `✓ ${t('isReady')}`;
  return seatState.present ? t('notReady') : t('notHere');
}

/** @param {{ text: string }} props */
const Words = ({ text }) => (text ? html`<p class="rules-line">${text}</p>` : null);

/** The options that differ from the rule set's own, and the clock. @param {Room} room */
export function optionWords(room) {
  const named = (/** @type {string} */ name, /** @type {string} */ value) => t('optionIs', { name, value });
  const known = games.value?.games.find(({ rules }) => rules === room.rules)?.options ?? [];
  const isSeat = (/** @type {string} */ name) => known.some((option) => option.name === name && option.kind === 'seat');
  const word = (/** @type {string} */ name, /** @type {any} */ value) =>
    (isSeat(name) && typeof value === 'number' ? t('seat', { seat: value + 1 }) : valueName(name, value));
  const words = Object.entries(room.options).map(([name, value]) => named(optionName(name), word(name, value)));
  if (room.clock) words.push(named(t('clock'), clockWords(room.clock)));
  return words.join(' · ');
}

/** Give the seat back and leave the page. @param {LiveTable} live */
export async function leave(live) {
  if (await live.send('leave')) go('/');
}
