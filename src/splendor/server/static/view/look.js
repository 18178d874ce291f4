/** What the parts of a table look at, of either game: everything put together once. */

import { habitsOf } from '../state/habits.js';
import { initialsOf } from '../state/names.js';
import { linesOf } from '../state/story.js';
import { t } from '../texts/index.js';
import { namesOf } from './seats.js';

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
