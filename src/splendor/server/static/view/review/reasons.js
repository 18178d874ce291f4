/** Reasons in words: a template for each code, with cards, gems, nobles and players as small pictures. */

import { html } from '../../vendor/preact.js';
import { codeOf } from '../../state/after/review.js';
import { letterOf } from '../../state/price.js';
import { t } from '../../texts/index.js';
import { royalWords } from '../shared/move_words.js';
import { Crest, Gem, Mini, Name, Who } from '../shared/parts.js';

/** @typedef {import('../../state/after/review.js').Reason} Reason */
/** @typedef {import('../shared/view_model.js').ViewModel} ViewModel */

const SLOT = /⟦(\w+)⟧/;
const PICTURES = ['card', 'other', 'gem', 'noble', 'who'];
const BY_HOW = ['wins', 'threatens']; // codes with a text for each way to win; reviews of older versions have `wins` without it

/** @param {{ reasons: Reason[], side: 'pro' | 'con', seen: ViewModel }} props */
export const Reasons = ({ reasons, side, seen }) => (reasons.length
  ? html`<ul class="reasons">${reasons.map((reason) => html`
      <li class="chipr ${side}"><${Sentence} reason=${reason} seen=${seen} /></li>`)}</ul>` : null);

/** @param {{ reason: Reason, seen: ViewModel }} props */
export function Sentence({ reason, seen }) {
  const parts = textOf(reason, seen).split(SLOT);
  return parts.map((part, index) => (index % 2 ? html`<${Slot} name=${part} reason=${reason} seen=${seen} />` : part));
}

/** The text with marks where pictures go. @param {Reason} reason @param {ViewModel} seen */
function textOf({ code, values }, seen) {
  const slots = Object.fromEntries(PICTURES.map((name) => [name, `⟦${name}⟧`]));
  const royal = values.royal ? royalWords(seen.catalogue, Number(values.royal[1])) : '';
  const key = values.how && BY_HOW.includes(code) ? `${code}.${values.how}` : code;
  const text = t(`because.${key}`, { ...values, ...slots, royal });
  const paid = values.gold ? `${text} ${t('because.withGold', { gold: values.gold })}` : text;
  return values.card ? [paid, ...comesWith(values, slots)].join(', ') : paid;
}

/** What comes with a card that would end the game. @param {Reason['values']} values @param {Object<string, string>} slots */
function comesWith(values, slots) {
  if (values.noble) return [t('because.withNoble', { noble: slots.noble })];
  return values.royal ? [t('because.withRoyal')] : [];
}

/** @param {{ name: string, reason: Reason, seen: ViewModel }} props */
function Slot({ name, reason: { values }, seen }) {
  const { catalogue, names, initials, shade } = seen;
  if (name === 'card' || name === 'other') {
    const card = [...catalogue.cards.values()].find((each) => codeOf(each) === values[name]);
    return card ? html`<${Mini} card=${card} />` : values[name];
  }
  if (name === 'gem') {
    const letter = letterOf(values.gem);
    return html`<span class="gm"><${Gem} of=${letter} /><${Name} is=${t(`gem.${letter}`)} /></span>`;
  }
  if (name === 'noble') {
    const noble = catalogue.nobles.find((each) => each.name === values.noble);
    return noble ? html`<${Crest} id=${noble.id} /> ${t(`noble.${noble.id}`)}` : values.noble;
  }
  const { seat } = values;
  return html`<${Who} seat=${shade(seat)} name=${names[seat]} letter=${initials[seat]} /><${Name} is=${names[seat]} />`;
}

/** Reasons as plain words, for announcements. @param {Reason[]} reasons @param {ViewModel} seen */
export function plainReasons(reasons, seen) {
  return reasons.map((reason) => {
    const { values } = reason;
    const noble = seen.catalogue.nobles?.find((each) => each.name === values.noble);
    const words = {
      card: t('review.aCard'), other: t('review.anotherCard'), gem: values.gem ? t(`gem.${letterOf(values.gem)}`) : '',
      noble: noble ? t(`noble.${noble.id}`) : values.noble ?? '', who: seen.names[values.seat] ?? '',
    };
    return textOf(reason, seen).replace(/⟦(\w+)⟧/g, (_, name) => /** @type {any} */ (words)[name]);
  }).join(', ');
}
