/** Spectators by name, and what whoever watches bots may do: pause them and set their pace. */

import { html } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';

/** @typedef {import('./live.js').LiveTable} LiveTable */
/** @typedef {import('../../state/types.js').Room} Room */

/** Seconds for a bot's turn, by name. @type {[string, number][]} */
const PACES = [['slow', 3], ['usual', 1], ['fast', 0.3]];

/** Whether only bots play, and this reader opened their table. @param {LiveTable} live */
export const watchesBots = ({ news: { value: news } }) =>
  Boolean(news?.hosts) && (news?.room.seats ?? []).every(({ kind }) => kind === 'bot');

/** Who watches: the first by name; nothing for somebody who watches alone. @param {{ live: LiveTable, room: Room }} props */
export function Watching({ live, room: { watching: count = 0, watchers = [] } }) {
  if (count <= (live.seats.value.length ? 0 : 1)) return null;
  const text = watchers.length
    ? t('watchers.named', { names: watchers.join(', '), more: count - watchers.length, count }) : t('watchers', { count });
  return html`<p class="about watchers">${text}</p>`;
}

/** Pause, and the pace, in the title bar or the menu. @param {{ live: LiveTable, kind?: string }} props */
export function WatchButtons({ live, kind = '' }) {
  const room = /** @type {Room} */ (live.news.value?.room);
  if (room.status !== 'playing' || !watchesBots(live)) return null;
  const pause = () => live.send('pause', { on: !room.paused });
  const now = PACES.findIndex(([, seconds]) => seconds === (room.pace || 1));
  const [name, seconds] = PACES[(now + 1) % PACES.length];
  return html`<button type="button" class="watch ${kind}" onClick=${pause}>${t(room.paused ? 'resume' : 'pause')}</button>
    <button type="button" class="watch ${kind}" title=${t('pace')} onClick=${() => live.send('pace', { seconds })}>
      ${t('pace')}: ${t(`pace.${PACES[Math.max(0, now)][0]}`)}
      <span class="visually-hidden"> → ${t(`pace.${name}`)}</span></button>`;
}
