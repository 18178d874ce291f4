/** What the parts of a table look at: everything put together once, and the names of who sits there. */

import { habitsOf } from '../state/habits.js';
import { calledApart, initialsOf, toldApart } from '../state/names.js';
import { linesOf } from '../state/story.js';
import { t } from '../texts/index.js';
import { botName } from './name.js';

/** @typedef {import('./live.js').LiveTable} LiveTable */
/** @typedef {import('../state/types.js').BaseTable} Table */
/** @typedef {import('../state/types.js').Seat} Chair */

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
  const names = namesOf(news.room.seats).map((name, seat) =>
    (own.includes(seat) ? t('seat', { seat: seat + 1 }) : seat === you ? t('you') : name));
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

/** @param {Chair} chair @param {number} seat */
const ownName = (chair, seat) => (chair.kind === 'bot' ? BOT_NAMES[seat] : chair.name || t('seat', { seat: seat + 1 }));

/** Everybody's name, no two the same. @param {Chair[]} chairs */
export const namesOf = (chairs) => toldApart(chairs.map(ownName));

/** The same for one of them. @param {Chair[]} chairs @param {number} seat */
export const nameOf = (chairs, seat) => namesOf(chairs)[seat];

/** What happened, with these names. @param {LiveTable} live */
export function eventsOf(live) {
  const chairs = live.news.value?.room.seats ?? [];
  return calledApart(live.events.value, chairs, namesOf(chairs));
}

/** Who it is: a bot of some level, somebody who is away. @param {import('../state/types.js').Seat} chair */
export function chairText(chair) {
  if (chair.bot) return t('botOf', { level: botName(chair.bot) });
  if (chair.kind === 'open') return t('openSeat');
  return chair.present ? '' : t('away');
}
