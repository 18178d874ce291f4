/** The people and bots at a table: their names, and what they are. */

import { calledApart, toldApart } from '../../state/names.js';
import { botName, t } from '../../texts/index.js';

/** @typedef {import('../../state/types.js').Seat} Chair */

/** Bots have names of their own, so that their initials differ. */
const BOT_NAMES = ['Ottavia', 'Marek', 'Lin', 'Nadia'];

/** @param {Chair} chair @param {number} seat */
const ownName = (chair, seat) => (chair.kind === 'bot' ? BOT_NAMES[seat] : chair.name || t('seat', { seat: seat + 1 }));

/** Everybody's name, made unique. @param {Chair[]} chairs */
export const namesOf = (chairs) => toldApart(chairs.map(ownName));

/** The same for people at one screen: those who share a name are called by their seats.
 * @param {Chair[]} chairs @param {number[]} own their seats */
export const namesHere = (chairs, own) => namesOf(chairs).map((name, seat) =>
  (own.includes(seat) && name !== chairs[seat].name ? t('seat', { seat: seat + 1 }) : name));

/** The same for one of them. @param {Chair[]} chairs @param {number} seat */
export const nameOf = (chairs, seat) => namesOf(chairs)[seat];

/** The events, with unique names. @param {import('./view_model.js').AnyTable} live */
export function eventsOf(live) {
  const chairs = live.news.value?.room.seats ?? [];
  return calledApart(live.events.value, chairs, namesOf(chairs));
}

/** What sits on a chair: a bot of some level, somebody who is away. @param {Chair} chair */
export function chairText(chair) {
  if (chair.bot) return t('botOf', { level: botName(chair.bot) });
  if (chair.kind === 'open') return t('openSeat');
  return chair.present ? '' : t('away');
}

/** Whether one person plays against bots only. @param {Chair[]} chairs */
export const isAlone = (chairs) => chairs.filter(({ kind }) => kind !== 'bot').length === 1;
