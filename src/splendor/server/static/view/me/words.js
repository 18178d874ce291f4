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
  return formats(language.value)[isThisYear ? 'day' : 'dayAndYear'].format(day);
}

/** A number with one digit after the point. @param {number} value */
export const average = (value) => formats(language.value).average.format(value);

/** @type {Object<string, ReturnType<typeof formatsOf>>} */
const known = {};

/** The formats of a language, made once: making one takes longer than a hundred uses. @param {string} name */
const formats = (name) => (known[name] ??= formatsOf(name));

/** @param {string} name */
const formatsOf = (name) => ({
  day: new Intl.DateTimeFormat(name, { day: 'numeric', month: 'short' }),
  dayAndYear: new Intl.DateTimeFormat(name, { day: 'numeric', month: 'short', year: 'numeric' }),
  average: new Intl.NumberFormat(name, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
});

/** The opponents of some games. @param {{ against: string, level?: string }} games */
export const againstWords = ({ against, level = '' }) => (level ? '' : t(`me.against.${against}`));
