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
const PICTURES = ['card', 'gem', 'noble', 'who'];

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
  const text = t(`because.${code}`, { ...values, ...slots, royal });
  return values.gold ? `${text} ${t('because.withGold', { gold: values.gold })}` : text;
}

/** @param {{ name: string, reason: Reason, seen: ViewModel }} props */
function Slot({ name, reason: { values }, seen }) {
  const { catalogue, names, initials, shade } = seen;
  if (name === 'card') {
    const card = [...catalogue.cards.values()].find((each) => codeOf(each) === values.card);
    return card ? html`<${Mini} card=${card} />` : values.card;
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
      card: t('review.aCard'), gem: values.gem ? t(`gem.${letterOf(values.gem)}`) : '',
      noble: noble ? t(`noble.${noble.id}`) : values.noble ?? '', who: seen.names[values.seat] ?? '',
    };
    return textOf(reason, seen).replace(/⟦(\w+)⟧/g, (_, name) => /** @type {any} */ (words)[name]);
  }).join(', ');
}
