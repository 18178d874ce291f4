/** Reasons as chips: codes with values, in words with small cards, gems and shields. */

import { html } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';
import { Gem, Mini, Name, Who } from '../shared/parts.js';
import { gemWord } from '../shared/why.js';

/** @typedef {{ code: string, values?: Object<string, any> }} Reason */
/** @typedef {Pick<import('../shared/view_model.js').ViewModel, 'catalogue' | 'names' | 'initials' | 'shade'>} Seen */

const MARK = '\u0001'; // around the name of a slot, in a text that is split there
/** @type {Object<string, string>} */
const LETTERS = { white: 'W', blue: 'U', green: 'G', red: 'R', black: 'K', pearl: 'P', gold: 'J' };

/** @param {{ reasons: Reason[] | undefined, seen: Seen, side: 'pro' | 'con', label: string }} props */
export function Reasons({ reasons = [], seen, side, label }) {
  if (!reasons.length) return null;
  return html`<ul class="reasons" aria-label=${label}>${reasons.map((reason) => html`
    <li class="chipr ${side}"><${ReasonWords} reason=${reason} seen=${seen} /></li>`)}</ul>`;
}

/** @param {{ reason: Reason, seen: Seen }} props */
export function ReasonWords({ reason: { code, values = {} }, seen }) {
  const slots = slotsOf(values, seen);
  const marked = Object.fromEntries(Object.keys(slots).map((name) => [name, `${MARK}${name}${MARK}`]));
  const parts = t(`reason.${code}`, { ...values, ...marked }).split(MARK);
  return html`<span>${parts.map((part, index) => (index % 2 ? slots[part] : part))}</span>`;
}

/** What stands for a value as a picture. @param {Object<string, any>} values @param {Seen} seen
 * @returns {Object<string, any>} */
function slotsOf(values, seen) {
  /** @type {Object<string, any>} */
  const slots = {};
  if (values.card !== undefined) slots.card = html`<${CardOf} code=${values.card} catalogue=${seen.catalogue} />`;
  if (values.gem !== undefined) slots.gem = html`<${Gem} of=${LETTERS[values.gem] ?? ''} /><${Name} is=${gemWord(values.gem)} />`;
  if (values.noble !== undefined) slots.noble = nobleName(values.noble, seen.catalogue);
  if (values.seat !== undefined) slots.who = html`<${Shield} seat=${values.seat} seen=${seen} />`;
  return slots;
}

/** A player by the shield, and by the name for screen readers. @param {{ seat: number, seen: Seen }} props */
export const Shield = ({ seat, seen }) => html`<${Who} seat=${seen.shade(seat)} name=${seen.names[seat]}
  letter=${seen.initials[seat]} /><${Name} is=${seen.names[seat]} />`;

/** A card by its code, as reasons name it. @param {{ code: string,
 *   catalogue: import('../../state/catalogue.js').Catalogue }} props */
function CardOf({ code, catalogue }) {
  const card = catalogue.cards.get(code) ?? [...catalogue.cards.values()].find((each) => codeOf(each) === code);
  return card ? html`<${Mini} card=${card} />` : code;
}

/** The code of a card without a name: level, colour, points and price. @param {import('../../state/types.js').Card} card */
function codeOf({ level, bonus, points, cost }) {
  const price = cost.map((count, index) => (count ? `${'wugrk'[index]}${count}` : '')).join('');
  return `${level}${bonus.toLowerCase()}${points}-${price}`;
}

/** @param {string} name @param {import('../../state/catalogue.js').Catalogue} catalogue */
function nobleName(name, catalogue) {
  const found = catalogue.nobles.findIndex((noble) => noble.name === name);
  return found < 0 ? name : t(`noble.${found}`);
}
