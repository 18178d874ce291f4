/** The waiting room: who sits where, how others come to the table, and starting. */

import { html, useEffect, useState } from '../../vendor/preact.js';
import { newNonce } from '../../fair/sha256.js';
import { rulesName, t } from '../../texts/index.js';
import { Footer, PageBar } from '../lobby/page_bar.js';
import { games } from '../faces.js';
import { Cta, Quiet, Wrong } from '../shared/fields.js';
import { Chat } from './chat.js';
import { Invite } from './invite.js';
import { MoveSeats } from './move_seat.js';
import { Arrival, NamesHere, Place, areNamed } from './places.js';
import { leave, optionWords } from './room.js';
import { Watching } from './watch.js';

/** @typedef {import('../../state/types.js').Room} Room */
/** @typedef {import('./live.js').LiveTable} LiveTable */

/** @param {{ live: LiveTable }} props */
export function Waiting({ live }) {
  const room = /** @type {Room} */ (live.news.value?.room);
  const mine = live.seats.value;
  const [named, setNamed] = useState(false);
  const asksNames = !named && !areNamed(room, mine);
  useReadiness(live, room, !asksNames);
  const [watches, setWatches] = useState(false);
  const open = openSeats(room);
  const moved = live.news.value?.moved ?? []; // I am here on another device already
  const arrives = !mine.length && !moved.length && open.length > 0 && !watches;
  const places = room.seats.map((_, seat) => html`<${Place} key=${seat} live=${live} room=${room} seat=${seat} />`);
  return html`<div class="lobby"><${PageBar} live=${live} name=${!arrives} />
    <main class="waiting ${live.news.value?.hosts && open.length ? 'hosting' : ''}" tabindex="-1"><section class="mat room" aria-labelledby="room-title">
        <header class="room-head"><h1 id="room-title">${rulesName(room.rules)}</h1>
          <p class="lead" role="status">${leadOf(room, mine.length > 0, asksNames)}</p></header>
        ${arrives ? html`<${Arrival} live=${live} room=${room} seat=${open[0]} watch=${() => setWatches(true)} />` : null}
        <ol class="places n${room.seats.length}">${places}</ol>
        ${asksNames ? html`<${NamesHere} live=${live} room=${room} done=${() => setNamed(true)} />` : null}
        <${StartRow} live=${live} room=${room} />
        <${Words} text=${optionWords(room)} /><${Wrong} text=${live.refused.value?.why ?? ''} /></section>
      <${Invite} about=${t(open.length ? 'share.open' : 'share.watch')}>
        <${Watching} live=${live} room=${room} />
        ${asksNames ? null : html`<${MoveSeats} live=${live} />`}
        ${mine.length ? html`<${Quiet} name=${t('leave')} act=${() => leave(live)} />` : null}<//>
      ${room.position ? null : html`<${FairDeal} commitment=${room.fairness.commitment} />`}<${Chat} live=${live} /></main><${Footer} /></div>`;
}

/** @param {{ commitment: string }} props */
const FairDeal = ({ commitment }) => html`<section class="box fair" aria-labelledby="fair-title">
  <h2 id="fair-title">${t('deal')}</h2><p>${t('deal.about')}</p>
  <p><span>${t('commitment')}</span> <code>${commitment}</code></p>
  <p><a href="/fair" target="_blank" rel="noopener">${t('deal.more')}</a></p></section>`;

/** Seated people are ready as soon as they have names, each with a random number for the deal.
 * @param {LiveTable} live @param {Room} room @param {boolean} named */
function useReadiness(live, room, named) {
  const mine = live.seats.value;
  const ready = mine.every((seat) => room.seats[seat].ready);
  useEffect(() => {
    if (mine.length && !ready && named) live.send('ready', { nonce: newNonce() });
  }, [mine.length, ready, named]);
}

/** @param {Room} room */
const openSeats = (room) => room.seats.flatMap(({ kind }, seat) => (kind === 'open' ? [seat] : []));

/** What is missing. @param {Room} room @param {boolean} seated @param {boolean} asksNames */
function leadOf(room, seated, asksNames) {
  if (room.problem) return t('wait.stopped');
  if (asksNames) return t('wait.names');
  const open = openSeats(room).length;
  if (open) return seated ? t('wait.open', { taken: room.seats.length - open, open }) : invitation(room);
  return t(room.seats.every((seat) => seat.ready || seat.kind === 'bot') ? 'wait.begins' : 'wait.ready');
}

/** @param {Room} room */
function invitation(room) {
  const host = room.seats[room.host ?? -1]?.name;
  return host ? t('wait.invited', { name: host }) : t('wait.sit');
}

/** The host begins without the open seats. @param {{ live: LiveTable, room: Room }} props */
function StartRow({ live, room }) {
  const open = openSeats(room).length;
  const players = room.seats.length - open;
  const game = games.value?.games.find(({ rules }) => rules === room.rules);
  const can = live.news.value?.hosts && open > 0 && !room.fork && !room.position && game?.players.includes(players);
  const clock = room.clock && !room.clock.days ? t('clock.waits') : '';
  if (!can) return clock ? html`<p class="rules-line">${clock}</p>` : null;
  return html`<div class="start-row"><${Cta} name=${t('start', { players })} act=${() => live.send('start')} />
    <p>${t('start.removes', { open })} ${clock}</p></div>`;
}

/** @param {{ text: string }} props */
const Words = ({ text }) => (text ? html`<p class="rules-line">${text}</p>` : null);
