/** The big panel at the bottom: one's own, or the first seat's for spectators. */

import { html } from '../../vendor/preact.js';
import { countOf } from '../../state/payment.js';
import { LIMIT, priceOf, total } from '../../state/price.js';
import { TOKENS, canWinNextTurn } from '../../state/base/table.js';
import { t } from '../../texts/index.js';
import { useArrows } from '../shared/arrows.js';
import { Clock } from '../shared/clock.js';
import { drawer } from '../shared/drawer.js';
import { CardButton, Column, Held, Mini, MiniBack, Name, Picture, Tag, Ten, Who, kindOf } from '../shared/parts.js';
import { changes, clickCard, comesWithin, ownTokenAct, stillOwed } from './actions.js';
import { Won } from './nobles.js';

/** @typedef {import('../shared/view_model.js').ViewModel<import('../../state/base/table.js').BaseTable>} ViewModel */
/** @typedef {import('../../state/types.js').HandCard} HandCard */

const HAND = [0, 1, 2];

/** @param {ViewModel} seen */
export function Mine(seen) {
  const { table, me, order, names, shade, initials, playing } = seen;
  const seat = me ?? order[0];
  const active = table.active === seat && playing;
  const label = me === null ? t('panelOf', { name: names[seat] }) : t('yourPanel');
  const full = seat === me && stillOwed(seen) > 0;
  const goal = goalText(seat, seen);
  const classes = ['me', active ? 'active' : '', full ? 'full' : '', goal ? 'near' : ''].filter((name) => name);
  return html`<section data-seat=${seat} class=${classes.join(' ')} aria-label=${label}>
    <div class="me-id"><${Who} seat=${shade(seat)} name=${names[seat]} letter=${initials[seat]} big=${true} />
      <span class="nm"><span>${names[seat]}</span><small>${goal || (active ? t('toMove') : '')}</small></span>
      <${Standing} seat=${seat} seen=${seen} /></div>
    <div class="me-cols cols" ...${useArrows()}>${[...TOKENS].map((gem, index) => html`
      <${OwnColumn} gem=${gem} index=${index} seat=${seat} seen=${seen} />`)}</div>
    <${OwnHand} seat=${seat} seen=${seen} /><${HandButton} seat=${seat} seen=${seen} /></section>`;
}

/** A note that the goal is reached, or can be in one turn; one's own hand is fully known. @param {number} seat
 * @param {ViewModel} seen */
function goalText(seat, seen) {
  const { table, catalogue, options, playing, mine, me } = seen;
  if (!playing) return '';
  const place = { ...table.places[seat], hand: handOf(seen, seat) };
  if (place.points >= table.target) return t('hasReached');
  const near = canWinNextTurn({ ...table, places: table.places.with(seat, place) }, seat, catalogue, options);
  return near ? t(mine && seat === me ? 'canWinNow' : 'canWin') : '';
}

/** Points, cards, nobles, tokens. @param {{ seat: number, seen: ViewModel }} props */
function Standing({ seat, seen }) {
  const { table, live, catalogue, me } = seen;
  const place = table.places[seat];
  const percent = Math.min(10, Math.floor((10 * place.points) / table.target));
  const held = total(place.tokens);
  const after = held + (me === null ? 0 : total(changes(seen)));
  return html`<${Clock} live=${live} seat=${seat} /><span class="score"><b>${place.points}</b>/${table.target}</span>
    <span class="prog w${percent}"><i></i></span>
    <span class="stat">${t('cardsAndNobles', { cards: place.bought.length, nobles: place.nobles.length })}
      ${' '}<${Won} nobles=${place.nobles} catalogue=${catalogue} /></span><${Ten} count=${held} />
    <span class="stat after ${after > LIMIT ? 'beyond' : ''}">
      ${after === held ? null : t('afterwards', { count: after })}</span>`;
}

/** One colour: own tokens are clicked to pay with them, to return them, or to replace them by gold.
 * @param {{ gem: string, index: number, seat: number, seen: ViewModel }} props */
function OwnColumn({ gem, index, seat, seen }) {
  const place = seen.table.places[seat];
  const mine = seat === seen.me;
  const bonus = gem === 'J' ? null : place.bonuses[index];
  return html`<${Column} gem=${gem} bonus=${bonus} tokens=${place.tokens[index]} big=${true}
    staged=${mine ? changes(seen)[index] : 0} selected=${mine ? countOf(seen.draft.selected, gem) : 0}
    onClick=${mine ? ownTokenAct(seen, gem) : null} />`;
}

// The hand

/** What is known of the hand of the big panel. @param {ViewModel} seen @param {number} seat @returns {HandCard[]} */
const handOf = ({ me, hand, table }, seat) => (seat === me && hand.length ? hand : table.places[seat].hand);

/** @param {{ seat: number, seen: ViewModel }} props */
function OwnHand({ seat, seen }) {
  const hand = handOf(seen, seat);
  return html`<div class="me-hand hand" ...${useArrows()}>${HAND.map((slot) => html`
    <${HandCardButton} key=${slot} slot=${slot} held=${hand[slot]} seat=${seat} seen=${seen} small=${true} />`)}</div>`;
}

/** A card of the hand; small in the panel, large in the drawer.
 * @param {{ slot: number, held: HandCard | undefined, seat: number, seen: ViewModel, small: boolean,
 *   onBuy?: () => void }} props */
function HandCardButton({ slot, held, seat, seen, small, onBuy }) {
  const { table, catalogue, draft, me } = seen;
  if (held && (held.card ?? null) === null) return html`<${Held} held=${held} catalogue=${catalogue} />`;
  if (!held) return html`<span class="card empty ${small ? 'small' : ''}"></span>`;
  const place = `h${slot + 1}`;
  const act = (/** @type {boolean} */ twice) => {
    onBuy?.();
    if (seat === me) clickCard(seen, place, twice);
  };
  const card = catalogue.card(held.card ?? 0);
  return html`<${CardButton} card=${card} place=${table.places[seat]} small=${small}
    isHidden=${held.unseen && seat === me} isNext=${seat === me && comesWithin(seen, card)}
    placeName=${t('handCard', { number: slot + 1 })} onBuy=${act}
    staged=${seat === me && (draft.moves.includes(`b${place}`) || draft.chosen === place)} />`;
}

/** A button that opens the reserved cards, where the panel has no room for them.
 * @param {{ seat: number, seen: ViewModel }} props */
function HandButton({ seat, seen }) {
  const hand = handOf(seen, seat);
  return html`<button type="button" class="hand-button" aria-haspopup="dialog"
      aria-expanded=${drawer.name === 'hand' ? 'true' : 'false'} onClick=${() => drawer.toggle('hand')}>
    <b>${t('hand')}</b> <${Name} is=${t('hand.count', { count: hand.length })} />
    <span class="fan" aria-hidden="true">${hand.map((held) => html`<i class="d${held.level}"></i>`)}</span>
    <span class="minis" aria-hidden="true">
      ${hand.map((held) => html`<${HandMini} held=${held} seat=${seat} seen=${seen} />`)}</span>
    <em aria-hidden="true">${hand.length}</em></button>`;
}

/** @param {{ held: HandCard, seat: number, seen: ViewModel }} props */
function HandMini({ held, seat, seen }) {
  const { catalogue, table, me } = seen;
  if ((held.card ?? null) === null) return html`<span class="hm"><${MiniBack} level=${held.level} /></span>`;
  const card = catalogue.card(held.card ?? 0);
  const price = priceOf(card, table.places[seat]);
  const isNext = seat === me && comesWithin(seen, card);
  return html`<span class="hm is-${kindOf(price)} ${isNext ? 'is-next' : ''}"><${Mini} card=${card} />
    <${Tag} price=${price} isNext=${isNext} /></span>`;
}

/** The hand, large. @param {{ seen: ViewModel }} props */
export function LargeHand({ seen }) {
  const seat = seen.me ?? seen.order[0];
  const hand = handOf(seen, seat);
  if (!hand.length) return html`<p class="nothing"><${Picture} id="lock" /> ${t('hand.empty')}</p>`;
  return html`<div class="large-hand" ...${useArrows()}>${hand.map((held, slot) => html`
    <${HandCardButton} key=${slot} slot=${slot} held=${held} seat=${seat} seen=${seen} small=${false}
      onBuy=${() => drawer.close()} />`)}</div>`;
}
