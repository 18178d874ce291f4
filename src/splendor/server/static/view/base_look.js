/** What the parts of a table look at: everything put together once, and the names of who sits there. */

import { habitsOf } from '../state/habits.js';
import { initialsOf } from '../state/names.js';
import { linesOf } from '../state/story.js';
import { t } from '../texts/index.js';
import { botName } from './name.js';

/** @typedef {import('./live.js').LiveTable} LiveTable */
/** @typedef {import('../state/types.js').BaseTable} Table */

/** @param {LiveTable} live */
export function look(live) {
  const news = /** @type {import('../state/types.js').News} */ (live.news.value);
  const table = /** @type {Table} */ (news.table);
  const me = live.me.value;
  const count = table.places.length;
  const first = me ?? 0;
  const order = Array.from({ length: count }, (_, step) => (first + step) % count);
  const own = live.seats.value.length > 1 ? live.seats.value : []; // people at one screen, all under one name
  const you = 'past' in live || own.length ? null : me; // in a game of the past nobody is "you"
  const names = news.room.seats.map((seat, index) =>
    (own.includes(index) ? t('seat', { seat: index + 1 }) : index === you ? t('you') : nameOf(seat, index)));
  const catalogue = /** @type {import('../state/catalogue.js').Catalogue} */ (live.catalogue.value);
  const lens = live.lens.value ?? me;
  const eyes = lens === null ? null : table.places[lens];
  const hand = (news.you ?? []).find((yours) => yours.seat === me)?.hand ?? [];
  const origin = own.length ? 0 : first; // at one screen everybody keeps their colour
  const shade = (/** @type {number} */ seat) => (seat - origin + count) % count;
  return {
    news, table, me, you, order, names, initials: initialsOf(names), catalogue, lens, eyes, hand, shade, live,
    draft: live.draft.value, lines: linesOf(live.events.value), habits: habitsOf(news.room),
    playing: news.room.status === 'playing', mine: live.isMyTurn.value,
  };
}

/** @typedef {ReturnType<typeof look>} Look */

/** Bots have names of their own, so that their initials differ. */
const BOT_NAMES = ['Ottavia', 'Marek', 'Lin', 'Nadia'];

/** @param {import('../state/types.js').Seat} chair @param {number} seat */
export function nameOf(chair, seat) {
  if (chair.kind === 'bot') return BOT_NAMES[seat];
  return chair.name || t('seat', { seat: seat + 1 });
}

/** Who it is: a bot of some level, somebody who is away. @param {import('../state/types.js').Seat} chair */
export function chairText(chair) {
  if (chair.bot) return t('botOf', { level: botName(chair.bot) });
  if (chair.kind === 'open') return t('openSeat');
  return chair.present ? '' : t('away');
}
