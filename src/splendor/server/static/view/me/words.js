/** Words of the page of my games: names of games, days, results. */

import { capitalised, language, rulesName, t } from '../../texts/index.js';
import { games } from '../faces.js';

/** A game by the name of its first rule set. @param {string} game */
export function gameName(game) {
  const found = games.value?.games.find((each) => each.game === game);
  return found ? rulesName(found.rules) : capitalised(game);
}

/** @param {number} at milliseconds since 1970 */
export function dayOf(at) {
  const day = new Date(at);
  const isThisYear = day.getFullYear() === new Date().getFullYear();
  /** @type {Intl.DateTimeFormatOptions} */
  const form = { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) };
  return new Intl.DateTimeFormat(language.value, form).format(day);
}

/** A number with one digit after the point. @param {number} value */
export const average = (value) =>
  new Intl.NumberFormat(language.value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

/** The opponents of some games. @param {{ against: string, level?: string }} games */
export const againstWords = ({ against, level = '' }) => (level ? '' : t(`me.against.${against}`));
