/** Why something was refused, in the reader's language where the page knows the reason. */

import { Refused } from '../../net/api.js';
import { reasonOf } from '../../state/reasons.js';
import { isText, t } from '../../texts/index.js';

/** @param {unknown} error */
export function whyOf(error) {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof Refused)) return error.message;
  if (error.code === 'illegal') return ruleOf(error.message);
  const key = `refused.${error.code}`;
  return isText(key) ? t(key) : error.message;
}

/** The letters that moves and texts have for the tokens. @type {Object<string, string>} */
const LETTERS = { white: 'W', blue: 'U', green: 'G', red: 'R', black: 'K', pearl: 'P', gold: 'J' };

/** A token in the reader's language. @param {string} name as the server names it */
export const gemWord = (name) => (name in LETTERS ? t(`gem.${LETTERS[name]}`) : name);

/** That a card is too dear; and that it can be reserved, where it can. @param {number} count tokens that are missing
 * @param {boolean} canReserve */
export const shortWords = (count, canReserve) =>
  [t('why.short', { count }), ...(canReserve ? [t('why.orReserve')] : [])].join('. ');

/** What is wrong with a wish for a table. @param {import('../../state/new_table.js').Wrong | null} wrong */
export function wrongWords(wrong) {
  if (!wrong) return '';
  const name = wrong.name && isText(`option.${wrong.name}`) ? t(`option.${wrong.name}`) : wrong.name;
  return t(`wish.${wrong.key}`, { ...wrong, name });
}

const SHOWN = 4000; // milliseconds

/** Say it for a moment. @param {import('../../vendor/preact.js').Signal<{ why: string, at: number } | null>} refused
 * @param {string} why */
export function sayBriefly(refused, why) {
  const said = { why, at: Date.now() };
  refused.value = said;
  setTimeout(() => {
    if (refused.value === said) refused.value = null;
  }, SHOWN);
}

/** The reason alone, without the move that was tried. @param {string} message */
function ruleOf(message) {
  const said = message.split(' is not legal now: ').slice(-1)[0];
  const { rule, values } = reasonOf(said);
  if (rule) return t(`rule.${rule}`, withGems(values));
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** Gems are named by their letters. @param {Object<string, string>} values */
function withGems({ gem, ...values }) {
  return gem ? { ...values, gem: t(`gem.${gem}`) } : values;
}
