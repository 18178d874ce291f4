/** Why something was refused, in the reader's language where the page knows the reason. */

import { Refused } from '../../net/api.js';
import { wordsFor } from './input.js';
import { isText, language, optionName, rulesName, t } from '../../texts/index.js';

/** A refusal is put into words from its code and values; one whose code the page does not know, as the server says it.
 * @param {unknown} error */
export function whyOf(error) {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof Refused)) return error.message;
  const key = `refused.${error.code}`;
  return isText(key) ? t(key, inWords(error.values)) : error.message.charAt(0).toUpperCase() + error.message.slice(1);
}

/** Values as texts show them: gems and options by their names on the page. @param {Object<string, any>} values */
function inWords({ gem, gems, name, ...values }) {
  return {
    ...values,
    gem: gem && gemWord(gem),
    gems: gems && Object.entries(gems).map(([each, count]) => `${count}× ${gemWord(each)}`).join(', '),
    name: name && optionName(name),
  };
}

/** The letters that moves and texts have for the tokens. @type {Object<string, string>} */
const LETTERS = { white: 'W', blue: 'U', green: 'G', red: 'R', black: 'K', pearl: 'P', gold: 'J' };

/** A token in the reader's language. @param {string} name as the server names it */
export const gemWord = (name) => (name in LETTERS ? t(`gem.${LETTERS[name]}`) : name);

/** That a card is too dear; and that it can be reserved, where it can. @param {number} count tokens that are missing
 * @param {boolean} canReserve */
export const shortWords = (count, canReserve) =>
  [t('why.short', { count }), ...(canReserve ? [wordsFor('why.orReserve')] : [])].join('. ');

/** What is wrong with the setup of a table. @param {import('../../state/new_table.js').Wrong | null} wrong */
export function wrongWords(wrong) {
  if (!wrong) return '';
  const { key, name, values = [], rules, ...others } = wrong;
  const choice = new Intl.ListFormat(language.value, { type: 'disjunction' }).format(values.map(String));
  return t(`setup.${key}`, { ...others, values: choice, name: name && optionName(name), game: rules && rulesName(rules) });
}

const SHOWN = 4000; // milliseconds

/** What is said of a click: a refusal, or (`gone`) that something is no longer there.
 * @typedef {{ why: string, at: number, kind?: 'gone' }} Said */

/** Say it for a moment. @param {import('../../vendor/preact.js').Signal<Said | null>} refused
 * @param {string} why */
export function sayBriefly(refused, why) {
  const said = { why, at: Date.now() };
  refused.value = said;
  setTimeout(() => {
    if (refused.value === said) refused.value = null;
  }, SHOWN);
}
