/** The parts of every table: gems, tokens, cards, decks, small cards. They know no rules. */

import { html, useMemo } from '../../vendor/preact.js';
import { initialsOf } from '../../state/names.js';
import { priceOf } from '../../state/price.js';
import { t } from '../../texts/index.js';

/** @typedef {import('../../state/types.js').Card} Card */
/** @typedef {import('../../state/types.js').HandCard} HandCard */
/** @typedef {import('../../state/price.js').Price} Price */

const ROMAN = ['', 'I', 'II', 'III'];
export const PICTURES = new URL('../../gems.svg', import.meta.url).href;
const MOTIFS = new URL('../../art.svg', import.meta.url).href;
/** @type {Object<string, string>} */
const ABILITY_PICTURES = { privilege: 'scroll', again: 'again', take: 'take', steal: 'steal' };

/** @param {{ id: string, class?: string }} props */
export const Picture = (props) => html`
  <svg class="i ${props.class ?? ''}" aria-hidden="true"><use href="${PICTURES}#${props.id}" /></svg>`;

/** A gem by its letter. @param {{ of: string }} props */
export const Gem = ({ of }) => html`<${Picture} id=${of.toLowerCase()} />`;

/** A token. @param {{ of: string }} props */
export const Disc = ({ of }) => html`<span class="disc t-${of.toLowerCase()}"><${Gem} of=${of} /></span>`;

/** @param {string} ability */
export const abilityPicture = (ability) => ABILITY_PICTURES[ability] ?? ability;

/** Tokens as pictures: `WUG`. @param {{ letters: string }} props */
export const Gems = ({ letters }) => html`${[...letters].map((letter) => html`<${Gem} of=${letter} />`)}`;

/** The accessible name of a thing; its pictures and digits are hidden from screen readers.
 * @param {{ is: string }} props */
export const Name = ({ is }) => html`<span class="visually-hidden">${is}</span>`;

/** Tokens as pictures and, for screen readers, as words. @param {{ letters: string }} props */
export const NamedGems = ({ letters }) => html`<${Gems} letters=${letters} />
  <${Name} is=${[...letters].map((letter) => t(`gem.${letter}`)).join(', ')} />`;

// Cards

/** A card by its level and what it gives. @param {Card} card */
export function cardGives(card) {
  const parts = [t('level', { level: card.level }), t(`gem.${card.bonus}`)];
  if (card.count > 1) parts.push(t('twice'));
  if (card.points) parts.push(t('points', { count: card.points }));
  if (card.crowns) parts.push(t('crowns', { count: card.crowns }));
  if (card.ability) parts.push(t(`ability.${card.ability}`));
  return parts.join(', ');
}

/** @param {Card} card */
export function cardLabel(card) {
  const costs = [...'WUGRKP'].map((gem, index) => ({ gem, need: card.cost[index] ?? 0 })).filter((row) => row.need);
  const price = costs.map((row) => `${row.need} ${t(`gem.${row.gem}`)}`).join(', ');
  return `${cardGives(card)}; ${t('costs', { price })}`;
}

/** @param {Price} price @param {number} [privileges] with so many of them it can be paid */
function priceLabel(price, privileges = Infinity) {
  if (price.short && privileges < Infinity) return t('buyWithPrivileges', { count: privileges });
  if (price.short) return t('short', { count: price.short });
  return price.gold ? t('buyWithGold', { count: price.gold }) : t('canBuy');
}

/** Whether a wild card cannot be bought because its buyer owns no colour. @param {Card} card
 * @param {{ bonuses: number[] }} place */
const isColourless = (card, place) => card.bonus === 'X' && place.bonuses.every((count) => !count);

/** @param {Card} card @param {{ bonuses: number[] }} place @param {Price} price @param {number} [privileges] */
function buyLabel(card, place, price, privileges = Infinity) {
  const label = priceLabel(price, privileges);
  if (card.bonus !== 'X' || (price.short && privileges === Infinity)) return label;
  return isColourless(card, place) ? t('wild.none') : `${label}, ${t('wild.choose')}`;
}

/** @param {Price} price @param {number} [privileges] */
export function kindOf(price, privileges = Infinity) {
  if (price.short) return privileges < Infinity ? 'gold' : 'short';
  return price.gold ? 'gold' : 'buy';
}

/** `BUY`, `BUY ★1` or `−2`; `BUY next` if it can be bought next turn; `BUY` with privileges where they pay for it.
 * @param {{ price: Price, isNext?: boolean, privileges?: number }} props */
export function Tag({ price, isNext, privileges }) {
  return html`<span class="tag" aria-hidden="true">${tagOf(price, isNext, privileges)}</span>`;
}

/** @param {Price} price @param {boolean} [isNext] @param {number} [privileges] */
function tagOf(price, isNext, privileges = Infinity) {
  const buy = html`<span class="buy">${t('tag.buy')}</span>`;
  if (price.short && privileges < Infinity) return html`${buy} <${Picture} id="scroll" />${privileges}`;
  if (price.short && isNext) return html`${buy} <small>${t('tag.next')}</small>`;
  if (price.short) return html`−${price.short}`;
  return price.gold ? html`${buy} <${Gem} of="J" />${price.gold}` : t('tag.buy');
}

/** One colour of a price: printed, covered, missing.
 * @param {{ row: import('../../state/price.js').Row }} props */
function Chip({ row }) {
  const kind = row.bonus === row.need ? 'done' : row.missing ? 'lack' : '';
  const pips = Array.from({ length: row.need }, (_, pip) =>
    html`<i class=${pip < row.bonus ? 'b' : pip < row.bonus + row.token ? 't' : 'm'}></i>`);
  return html`<span class="chip ${kind}"><${Gem} of=${row.gem} /><b>${row.need}</b>
    <em>${row.missing ? `−${row.missing}` : '✓'}</em><span class="meter">${pips}</span></span>`;
}

/** The engraving of a level and colour; cards of no colour, or of any, have one for their level.
 * @param {{ card: Card }} props */
function Motif({ card: { level, bonus } }) {
  if (bonus === 'N' || bonus === 'X') return html`<${Picture} id="art${level}" class="art" />`;
  return html`<svg class="art" aria-hidden="true"><use href="${MOTIFS}#a-${bonus.toLowerCase()}${level}" /></svg>`;
}

/** @param {{ card: Card }} props */
function Band({ card }) {
  const bonus = card.bonus === 'N' ? null : html`<span class="bonus n${card.count}">
    ${Array.from({ length: card.count }, () => html`<${Gem} of=${card.bonus} />`)}</span>`;
  return html`<span class="band" aria-hidden="true"><${Motif} card=${card} />
    ${card.points ? html`<b class="pts">${card.points}</b>` : null}
    ${card.crowns ? html`<span class="crowns">${crowns(card.crowns)}</span>` : null}
    ${card.ability ? html`<span class="abil"><${Picture} id=${abilityPicture(card.ability)} /></span>` : null}
    ${bonus}</span>`;
}

/** @param {number} count */
const crowns = (count) => Array.from({ length: count }, () => html`<${Picture} id="crown" />`);

/** `place` is the player who would buy it, `names` are further classes, `placeName` is its place on the table.
 * @typedef {{ card: Card | null, place: { tokens: number[], bonuses: number[] } | null, small?: boolean,
 *   names?: string, isNew?: boolean, isNext?: boolean, isHidden?: boolean, staged?: boolean, placeName?: string, privileges?: number,
 *   onBuy?: (twice: boolean) => void, onReserve?: () => void }} CardProps `twice`: the second click of a double click */

const NOTHING = { tokens: [0, 0, 0, 0, 0, 0, 0], bonuses: [0, 0, 0, 0, 0] };

/** A card with its price for a player, or an empty place. @param {CardProps} props */
export function CardButton(props) {
  const { card, place, staged, isNew, isNext, isHidden, privileges, onBuy, onReserve } = props;
  if (!card) return html`<${EmptyPlace} ...${props} />`;
  const price = priceOf(card, place ?? NOTHING);
  return html`<button type="button" class=${cardClasses(props, card, price)} aria-pressed=${staged ? 'true' : 'false'}
      data-new=${isNew ? t('new') : null} data-card=${card.id}
      onClick=${clicking(onBuy)} onContextMenu=${reserving(onReserve)}>
    <${Name} is=${cardWords(props, card, price)} /><${Face} card=${card} place=${place} isNext=${isNext}
      isHidden=${isHidden} privileges=${privileges} price=${price} /></button>`;
}

/** @param {CardProps} props */
const EmptyPlace = ({ names = '', placeName }) => html`
  <span class="card empty ${names}" role="img" aria-label=${t('emptyPlace', { place: placeName })}></span>`;

/** @param {CardProps} props @param {Card} card @param {Price} price */
function cardClasses({ place, privileges, small, names, isNew, isNext, staged }, card, price) {
  const all = [
    'card', `b-${card.bonus.toLowerCase()}`, `lv${card.level}`, place ? `is-${kindOf(price, privileges)}` : '',
    place && isColourless(card, place) ? 'colourless' : '', small ? 'small' : '', names, isNew ? 'last' : '',
    isNext ? 'is-next' : '', staged ? 'staged' : '',
  ];
  return all.filter((name) => name).join(' ');
}

/** @param {CardProps} props @param {Card} card @param {Price} price */
function cardWords({ place, privileges, isNew, isNext, placeName }, card, price) {
  const words = [cardLabel(card)];
  if (place) words.push(buyLabel(card, place, price, privileges));
  if (isNext) words.push(t('nextTurn'));
  if (isNew) words.push(t('new'));
  return `${placeName ? `${placeName}: ` : ''}${words.join('; ')}`;
}

/** The face of a card, rendered only when it has changed: most cards stay the same at a click.
 * @param {{ card: Card, place: { tokens: number[], bonuses: number[] } | null, isNext?: boolean, isHidden?: boolean,
 *   privileges?: number, price: Price }} props `price` follows from card and place */
function Face({ card, place, isNext, isHidden, privileges, price }) {
  return useMemo(() => html`<${Band} card=${card} />
    ${place ? html`<${Tag} price=${price} isNext=${isNext} privileges=${privileges} />` : null}
    ${isHidden ? html`<span class="own-eyes"><${Picture} id="lock" /></span>` : null}
    <span class="costs" aria-hidden="true">${price.rows.map((row) => html`<${Chip} row=${row} />`)}</span>`,
  [card, place, isNext, isHidden, privileges]);
}

/** A click; the third one of three quick ones does nothing. @param {((twice: boolean) => void) | undefined} act */
const clicking = (act) => (/** @type {MouseEvent} */ { detail }) => {
  if (detail < 3) act?.(detail === 2);
};

/** A right click or a long press, in place of the browser's own menu. @param {(() => void) | undefined} act */
const reserving = (act) => (/** @type {Event} */ event) => {
  event.preventDefault();
  act?.();
};

/** The bonus of a card as gems: one, two or none. @param {Card} card */
const bonusGems = (card) =>
  (card.bonus === 'N' ? null : Array.from({ length: card.count }, () => html`<${Gem} of=${card.bonus} />`));

/** A card in a line of text. @param {{ card: Card }} props */
export const Mini = ({ card }) => html`<span class="mini b-${card.bonus.toLowerCase()}" title=${cardLabel(card)}>
  <${Name} is=${cardLabel(card)} /><b aria-hidden="true">${card.points || ''}</b>${bonusGems(card)}
  ${crowns(card.crowns)}${card.ability ? html`<${Picture} id=${abilityPicture(card.ability)} />` : null}</span>`;

/** A face-down card in a line of text. @param {{ level: number }} props */
export const MiniBack = ({ level }) => html`<span class="mini d${level}" title=${t('unseen', { level })}>
  <${Name} is=${t('unseen', { level })} /><${Picture} id="lock" />
  <b class="rom" aria-hidden="true">${ROMAN[level]}</b></span>`;

/** A noble's shield in a line of text: one of ten. @param {{ id: number }} props */
export const Crest = ({ id }) => html`<span class="cr${id % 10}"><${Picture} id="c${id % 10}" /></span>`;

/** A card in an opponent's hand; `kind` says whether they can buy it.
 * @param {{ held: HandCard | undefined, catalogue: import('../../state/catalogue.js').Catalogue, kind?: string }} props */
export function Held({ held, catalogue, kind }) {
  if (!held) return html`<span class="held none"></span>`;
  if (held.card === undefined || held.card === null) {
    return html`<span class="held d${held.level}" role="img" aria-label=${t('unseen', { level: held.level })}>
      <${Picture} id="lock" /><b class="rom">${ROMAN[held.level]}</b></span>`;
  }
  const card = catalogue.card(held.card);
  const costs = card.cost.map((need, index) => ({ need, gem: 'WUGRKP'[index] })).filter((row) => row.need);
  const classes = ['held', `b-${card.bonus.toLowerCase()}`, kind ? `is-${kind}` : ''].filter((name) => name).join(' ');
  return html`<span class=${classes} role="img" aria-label=${cardLabel(card)} data-card=${card.id}>
    <span class="band"><b>${card.points || ''}</b><span class="x">${crowns(card.crowns)}
      ${card.ability ? html`<${Picture} id=${abilityPicture(card.ability)} />` : null}</span>
      ${bonusGems(card)}</span>
    <span class="mc">${costs.map((row) => html`<i><${Gem} of=${row.gem} />${row.need}</i>`)}</span></span>`;
}

/** A card in the hand of another player; through the lens, cards that they can buy have a ring.
 * @param {{ held: HandCard | undefined, seat: number, privileges?: (card: Card) => number,
 *   seen: { catalogue: import('../../state/catalogue.js').Catalogue, table: import('../../state/types.js').Table,
 *     lens: number | null } }} props `privileges`: with how many of them they can pay it */
export function TheirCard({ held, seat, privileges, seen: { catalogue, table, lens } }) {
  const known = held && (held.card ?? null) !== null && lens === seat;
  const card = known ? catalogue.card(held.card ?? 0) : null;
  const kind = card ? kindOf(priceOf(card, table.places[seat]), privileges?.(card)) : '';
  return html`<${Held} held=${held} catalogue=${catalogue} kind=${kind} />`;
}

/** @param {{ level: number, count: number, live: boolean, staged: boolean, onReserve: (twice: boolean) => void }} props */
export const Deck = ({ level, count, live, staged, onReserve }) => html`
  <button type="button" data-deck=${level}
      class="deck d${level} ${staged ? 'staged' : ''} ${live ? '' : 'dead'} ${count ? '' : 'out'}"
      aria-pressed=${staged ? 'true' : 'false'} onClick=${clicking(onReserve)} onContextMenu=${reserving(() => onReserve(false))}>
    <${Name} is=${t('deck', { level, count })} /><${Picture} id="back${level}" class="art" />
    <b class="rom" aria-hidden="true">${ROMAN[level]}</b><span class="n" aria-hidden="true">${count}</span></button>`;

// A player's panel

/** Ten ticks for ten tokens. @param {{ count: number }} props */
export const Ten = ({ count }) => html`
  <span class="ten ${count > 10 ? 'beyond' : ''}" role="img" aria-label=${t('tokensHeld', { count })}>
  <span class="bar10">${Array.from({ length: 10 }, (_, tick) => html`<i class=${tick < count ? 'on' : ''}></i>`)}</span>
  <b>${count}</b>/10</span>`;

/** One colour of one player: bonus above, tokens below.
 * @param {{ gem: string, bonus: number | null, tokens: number, big?: boolean, staged?: number, selected?: number,
 *   onClick?: (() => void) | null }} props */
export function Column({ gem, bonus, tokens, big, staged, selected, onClick }) {
  return html`<span class="colm ${(bonus ?? 0) + tokens ? '' : 'nil'}">
    <${Bonus} gem=${gem} count=${bonus} />
    <${Tokens} gem=${gem} count=${tokens} big=${big} staged=${staged} selected=${selected}
      onClick=${onClick} /></span>`;
}

/** The bonuses of one colour; gold has none. A button where it can be chosen: `choice` says for what.
 * @param {{ gem: string, count: number | null, choice?: string, onClick?: () => void }} props */
export function Bonus({ gem, count, choice, onClick }) {
  if (count === null) return html`<span class="bon off"></span>`;
  const names = `bon b-${gem.toLowerCase()} ${count ? '' : 'zero'}`;
  const label = t('columnBonus', { count, gem: t(`gem.${gem}`) });
  const inside = html`<${Gem} of=${gem} /><b aria-hidden="true">${count}</b>`;
  if (!choice) return html`<span class=${names} role="img" aria-label=${label}>${inside}</span>`;
  return html`<button type="button" class="${names} choice" onClick=${onClick}>
    <${Name} is=${`${label}: ${choice}`} />${inside}</button>`;
}

/** Tokens of one colour: a button where a click does something; `wanted` where one must be clicked.
 * @param {{ gem: string, count: number, big?: boolean, staged?: number, selected?: number, wanted?: boolean,
 *   onClick?: (() => void) | null }} props */
export function Tokens({ gem, count, big, staged = 0, selected, wanted, onClick }) {
  const names = ['tok', count || staged > 0 ? '' : 'zero', onClick ? 'live' : '', selected ? 'selected' : '',
    onClick && wanted ? 'choice' : ''].filter((name) => name).join(' ');
  const label = t('columnTokens', { count, gem: t(`gem.${gem}`) });
  const change = staged ? `${staged > 0 ? '+' : '−'}${Math.abs(staged)}` : selected || '';
  const inside = html`${big ? html`<${Disc} of=${gem} />` : html`<${Gem} of=${gem} />`}
    <b aria-hidden="true">${count}</b>
    ${change ? html`<small class="change" aria-hidden="true">${change}</small>` : null}`;
  if (!onClick) return html`<span data-gem=${gem} class=${names} role="img" aria-label=${label}>${inside}</span>`;
  return html`<button type="button" data-gem=${gem} class=${names} aria-pressed=${selected ? 'true' : 'false'}
    onClick=${onClick}><${Name} is=${label} />${inside}</button>`;
}

/** The shield with a player's initial. @param {{ seat: number, name: string, letter?: string, big?: boolean }} props */
export const Who = ({ seat, name, letter, big }) => html`
  <span class="who p${seat} ${big ? 'big' : ''}" aria-hidden="true">${letter ?? initialsOf([name])[0]}</span>`;

// Keys

/** A key: by its text, or by its name. @param {{ of: string }} props */
export const Key = ({ of }) => html`<kbd>${of.startsWith('key.') ? t(of) : of}</kbd>`;

/** The keys that confirm and clear, and a button for people without a keyboard.
 * @param {{ sign: string, clear: () => void }} props */
export const KeysToConfirm = ({ sign, clear }) => html`<span class="keys"><kbd>Enter</kbd> ${t('or')}${' '}
  <button type="button" class="link" onClick=${clear}><${Name} is=${t('clear')} />
    <kbd aria-hidden="true">Esc</kbd><span aria-hidden="true">${sign}</span></button></span>`;

// Cards that are in no game, for pictures

/** @param {Partial<Card>} some @returns {Card} */
export const sampleCard = (some) => ({
  id: 0, level: 1, bonus: 'W', count: 1, points: 0, crowns: 0, ability: '', cost: [0, 0, 0, 0, 0], ...some,
});

/** Cards side by side, as a hand holds them. @param {{ cards: Card[] }} props */
export const Fan = ({ cards }) => html`<div class="fan" inert>
  ${cards.map((card, at) => html`<span class="f${at}"><${CardButton} card=${card} place=${null} /></span>`)}</div>`;
