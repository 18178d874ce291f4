/** The view model: everything that the parts of a table draw from, put together once. */

import { depart } from '../../fx/motion.js';
import { optionsOf } from '../../state/games.js';
import { closingSound, stepsOf } from '../../state/flights.js';
import { linesOf } from '../../state/log_lines.js';
import { initialsOf } from '../../state/names.js';
import { botName, t } from '../../texts/index.js';
import { faceOf, games } from '../faces.js';
import { mayMove, prefs } from './prefs.js';
import { hasGivenUp, namesHere } from './names.js';

/** @template T @typedef {{ readonly value: T }} Shown a signal that readers cannot change */
/** @template T @typedef {import('../../vendor/preact.js').Signal<T>} Signal */
/** @typedef {import('../../state/types.js').News} News */
/** @typedef {import('../../state/staging.js').Draft} Draft */
/** @typedef {import('../../state/catalogue.js').Catalogue} Catalogue */
/**
 * A table as its parts see it: one that is being played (`live.js`), or a replay (`replay_table.js`).
 * @typedef {{
 *   past: boolean, receivedAt: number, news: Shown<News | null>, before: Shown<News | null>,
 *   events: Shown<import('../../state/types.js').LogEvent[]>, catalogue: Shown<Catalogue | null>, seats: Shown<number[]>,
 *   me: Shown<number | null>, isMyTurn: Shown<boolean>, isAhead: Shown<boolean>,
 *   busy: Shown<boolean>, pending: Shown<boolean>, queued: Shown<boolean>, status: Shown<string>,
 *   advice?: Shown<any>, draft: Signal<Draft>, lens: Signal<number | null>, refused: Signal<import('./why.js').Said | null>,
 *   stage: (draft: Draft) => unknown, play: (draft: Draft) => unknown,
 *   choose: (move: string) => unknown, back: () => unknown, clear: () => unknown,
 *   confirm: () => unknown, takeBack: () => unknown, why: (move: string) => unknown, explain: (why: string) => unknown,
 *   sit?: (seat: number) => unknown }} AnyTable
 */
/** @typedef {import('../../state/types.js').Table} Table */

/** @template {Table} [T=Table] @param {AnyTable} live */
export function viewModel(live) {
  const news = /** @type {News} */ (live.news.value);
  const table = /** @type {T} */ (news.table);
  const me = live.me.value;
  const count = news.room.seats.length;
  const first = me ?? 0;
  const order = Array.from({ length: count }, (_, step) => (first + step) % count);
  const own = live.seats.value.length > 1 ? live.seats.value : []; // people at one screen
  const you = own.length ? null : live.past ? live.seats.value[0] ?? null : me;
  const names = namesHere(news.room.seats, own).map((name, seat) => (seat === you ? ownName(news.room.seats[seat]) : name));
  const catalogue = /** @type {Catalogue} */ (live.catalogue.value);
  const lens = live.lens.value ?? me;
  const buyer = lens === null ? null : table.places?.[lens] ?? null;
  const hand = (news.you ?? []).find((yours) => yours.seat === me)?.hand ?? [];
  const origin = own.length ? 0 : first; // at one screen everybody keeps their colour
  const shade = (/** @type {number} */ seat) => (seat - origin + count) % count;
  return {
    news, table, me, you, order, names, initials: initialsOf(names), catalogue, lens, buyer, hand, shade, live,
    draft: live.draft.value, lines: linesOf(live.events.value), options: optionsOf(games.value, news.room),
    playing: news.room.status === 'playing', mine: live.isMyTurn.value && !live.isAhead.value, ahead: live.isAhead.value,
    offers: !faceOf(table.game).direct.includes(news.room.rules), stages: live.isMyTurn.value || live.isAhead.value,
  };
}

/** "You", or the bot that plays on after I have given up. @param {import('../../state/types.js').Seat} seatState */
const ownName = (seatState) => (hasGivenUp(seatState) ? t('botOf', { level: botName(seatState.bot ?? '') }) : t('you'));

/** @template {Table} [T=Table] @typedef {ReturnType<typeof viewModel<T>>} ViewModel */

// Effects: what moves and sounds when news arrive

/** Measure the screen before news are drawn; the returned function, called afterwards, starts the effects.
 * @param {import('../../state/types.js').News} news @param {import('./view_model.js').AnyTable} live
 * @returns {(() => void) | null} */
export function effectsOf(news, live) {
  const before = live.news.value;
  if (!before) return null;
  const steps = stepsOf(news.events ?? [], before.table);
  const show = depart(steps, { move: mayMove(), sound: prefs.value.sound });
  return () => show(closingSound(before, news, live.isMyTurn.value, steps.length));
}
