/** The parts of a table beside a review, a size smaller: what was played and what is better is marked, what a line would
 * change stands at the columns. */

import { html } from '../../vendor/preact.js';
import { changesOf, compared, touched } from '../../state/after/review.js';
import { parseMove } from '../../state/moves.js';
import { total } from '../../state/price.js';
import { t } from '../../texts/index.js';
import { seatText } from '../shared/names.js';
import { CardButton, Deck, Disc, Gem, Held, Mini, Name, Picture, Ten, Who } from '../shared/parts.js';
import { viewModel } from '../shared/view_model.js';

/** A reviewed game, or the analysis board, whose things can be picked.
 * @typedef {import('../analysis/board.js').AnalysisBoard | import('./past.js').ReviewTable} FitSource */
/** @typedef {import('../../state/types.js').CardId} CardId */
/** @typedef {import('../../state/types.js').Table} Table */

/** Everything that a table beside a review is drawn from. @param {FitSource} past */
export function fitModel(past) {
  const seen = viewModel(past);
  const before = seen.table;
  const table = past.shown ?? before;
  const { judged = null, seat } = past.turn.value ?? {};
  const marked = 'marks' in past ? past.marks.value : marksOf(judged, past.step.value >= 0);
  return { ...seen, past, before, table, ...marked, mover: seat ?? 0, buyer: table.places[seat ?? 0], next: past.next.value };
}

/** What was played and what is better. @param {import('../../state/after/review.js').Judged | null} judged
 * @param {boolean} stepping a line is shown */
function marksOf(judged, stepping) {
  const found = judged ? compared(judged) : null;
  const played = stepping ? [] : judged?.moves ?? [];
  const best = stepping || !found || !judged?.label ? [] : [found.best.move];
  return { played: touched(played.map(parseMove)), best: touched(best.map(parseMove)), picked: NOTHING };
}

/** @type {Set<string>} */
const NOTHING = new Set();

/** @typedef {ReturnType<typeof fitModel>} Fit */

/** The classes of a thing that moves touch, and the flag on it. @param {Fit} fit @param {string} what */
export function marks({ played, best, picked }, what) {
  const kinds = [played.has(what) ? 'played' : '', best.has(what) ? 'best' : ''].filter(Boolean);
  const words = kinds.map((kind) => t(`review.flag.${kind}`)).join(' · ');
  return { class: [...kinds, picked.has(what) ? 'picked' : ''].join(' '), words };
}

/** A place of the table with its marks. @param {{ fit: Fit, what: string, names?: string, children?: any }} props */
export function Marked({ fit, what, names = '', children }) {
  const mark = marks(fit, what);
  const { past } = fit;
  const label = 'pickLabel' in past ? past.pickLabel(what) : '';
  return html`<span class="spot ${names} ${mark.class}" data-flag=${mark.words || null} data-spot=${what || null}>${children}
    ${mark.words ? html`<${Name} is=${mark.words} />` : null}
    ${label ? html`<button type="button" class="picks" aria-pressed=${fit.picked.has(what) ? 'true' : 'false'} aria-label=${label} onClick=${() => pick(fit, what)}></button>` : null}</span>`;
}

/** A click on a thing. @param {Fit} fit @param {string} what */
function pick({ past }, what) {
  if ('pick' in past) past.pick(what);
  else past.onlyLook();
}

/** @param {{ fit: Fit, id: CardId | null, place: string }} props */
export const OpenCard = ({ fit, id, place }) => html`<${Marked} fit=${fit} what=${`card ${place}`}>
  <${CardButton} card=${id === null ? null : fit.catalogue.card(id)} place=${fit.buyer} placeName=${place}
    onBuy=${() => pick(fit, `card ${place}`)} onReserve=${() => pick(fit, `card ${place}`)} /><//>`;

/** A deck; with what lay there, the next card of it. @param {{ fit: Fit, level: number }} props */
export function FitDeck({ fit, level }) {
  const next = fit.next[level - 1] ?? null;
  return html`<${Marked} fit=${fit} what=${`deck ${level}`} names="of-deck">
    <${Deck} level=${level} count=${fit.table.decks[level - 1]} live=${false} staged=${false} onReserve=${() => pick(fit, `deck ${level}`)} />
    ${next === null ? null : html`<span class="laynext"><small>${t('review.next')}</small><${Mini} card=${fit.catalogue.card(next)} /></span>`}<//>`;
}

/** @param {{ fit: Fit, letter: string, count: number }} props */
export const FitPile = ({ fit, letter, count }) => html`<${Marked} fit=${fit} what=${`pile ${letter}`} names="pile ${count ? '' : 'none'}">
  <span role="img" aria-label=${t('pile', { gem: t(`gem.${letter}`), count })}><${Disc} of=${letter} /></span><b aria-hidden="true">${count}</b><//>`;

/** A change beside a number. @param {{ by: number }} props */
export const Change = ({ by }) => (by ? html`<span class="dl ${by > 0 ? 'up' : 'dn'}">${by > 0 ? '+' : '−'}${Math.abs(by)}</span>` : null);

/** What a line changes for a seat. @param {Fit} fit @param {number} seat */
export const changed = ({ before, table }, seat) => changesOf(before.places[seat], table.places[seat]);

/** @param {{ fit: Fit, gem: string, kind: number, seat: number, more?: any }} props */
export function FitColumn({ fit, gem, kind, seat, more }) {
  const place = fit.table.places[seat];
  const change = changed(fit, seat);
  const bonus = place.bonuses[kind];
  const tokens = place.tokens[kind];
  return html`<span class="colm ${(bonus ?? 0) + tokens ? '' : 'nil'}">
    ${bonus === undefined ? html`<span class="bon off"></span>` : html`<span class="bon b-${gem.toLowerCase()} ${bonus ? '' : 'zero'}"
      role="img" aria-label=${t('columnBonus', { count: bonus, gem: t(`gem.${gem}`) })}><${Gem} of=${gem} /><b>${bonus}</b><${Change} by=${change.bonuses[kind]} /></span>`}
    ${more}
    <span class="tok ${tokens ? '' : 'zero'}" role="img" aria-label=${t('columnTokens', { count: tokens, gem: t(`gem.${gem}`) })}>
      <${Gem} of=${gem} /><b>${tokens}</b><${Change} by=${change.tokens[kind]} /></span></span>`;
}

/** Reserved cards; with what lay there, all of them. @param {{ fit: Fit, seat: number }} props */
export function FitHand({ fit, seat }) {
  const hand = fit.table.places[seat].hand;
  const unseen = fit.before.places[seat].hand;
  return html`<span class="hand">${[0, 1, 2].map((slot) => html`
    <${Marked} fit=${fit} what=${seat === fit.mover ? `card h${slot + 1}` : `hand ${seat} ${slot}`} names=${fit.past.lay.value && (unseen[slot]?.card ?? null) === null && hand[slot] ? 'lay' : ''}>
      <${Held} held=${hand[slot]} catalogue=${fit.catalogue} /><//>`)}</span>`;
}

/** A player's panel. @param {{ fit: Fit, seat: number, goal: string, won?: any, children?: any }} props */
export function FitPanel({ fit, seat, goal, won, children }) {
  const { names, shade, initials, news } = fit;
  const place = fit.table.places[seat];
  const gained = changed(fit, seat).points;
  return html`<section class="pl panel ${seat === fit.mover ? 'turnp' : ''}" aria-label=${t('panelOf', { name: names[seat] })}>
    <header><${Marked} fit=${fit} what=${`seat ${seat}`} names="seatspot" /><${Who} seat=${shade(seat)} name=${names[seat]} letter=${initials[seat]} /><b class="nm">${names[seat]}</b>
      <small>${seatText(news.room.seats[seat])}</small>${won}<${Ten} count=${total(place.tokens)} />
      <span class="score"><b>${place.points - gained}</b>${gained ? html`<span class="dl up inl">→ ${place.points}</span>` : null}${goal}</span></header>
    ${children}<${FitHand} fit=${fit} seat=${seat} /></section>`;
}

export const Lock = () => html`<${Picture} id="lock" />`;
