/**
 * The confirm area of every game: what was refused, what is chosen and for what, the buttons, and their keys. One button
 * at most is golden: what Enter and a double click on a card do.
 */

import { html, useEffect, useState } from '../../vendor/preact.js';
import * as staging from '../../state/staging.js';
import { isText, t } from '../../texts/index.js';
import { input, wordsFor } from './input.js';
import { Gem, Name, Picture } from './parts.js';

/** @typedef {import('./view_model.js').AnyTable} AnyTable */
/** @typedef {import('../../state/price.js').Price} Price */

const STILL = 5000; // milliseconds without an answer, then it is said

// What stands above the buttons

/** Why the last click was refused, or what happened to the thing it named. It leaves with the next click.
 * @param {{ live: AnyTable }} props */
export function Said({ live }) {
  const said = live.past ? null : live.refused.value;
  return html`<div class="said-here" role="alert">${said ? html`
    <p class="why ${said.kind ?? ''}"><${Picture} id=${said.kind === 'gone' ? 'eye' : 'lock'} />
      <span>${said.kind ? null : html`<b>${t('notNow')}</b> `}${said.why}</span></p>` : null}</div>`;
}

/** That there is no connection, or no answer yet. @param {{ live: AnyTable }} props */
export function Waiting({ live }) {
  const waits = live.busy.value || live.queued.value;
  const late = useLate(waits && !live.isAhead.value);
  const offline = live.status.value !== 'open' && !live.past;
  if (!offline && !late) return null;
  return html`<p class="waits" role="status">${t(offline ? 'offline.kept' : 'stillNoAnswer')}</p>`;
}

/** Whether something has lasted long. @param {boolean} lasts */
function useLate(lasts) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    const timer = lasts ? setTimeout(() => setLate(true), STILL) : 0;
    return () => clearTimeout(timer);
  }, [lasts]);
  return late;
}

// Whoever watches

/** What this screen shows to somebody without a seat. @param {AnyTable} live */
export const watchingWords = (live) => t(live.news.value?.moved?.length ? 'seatMoved.here' : 'watching');

/** The way back for somebody who has moved their seat to another device. @param {{ live: AnyTable }} props */
export function TakeSeatBack({ live }) {
  const [seat] = live.past ? [] : live.news.value?.moved ?? [];
  if (seat === undefined || live.seats.value.length) return null;
  return html`<button type="button" class="cta2" onClick=${() => live.sit?.(seat)}>${t('takeSeatBack')}</button>`;
}

// The buttons

/** The golden button. `words` name the move, `kind` is what it does: take, line, buy, reserve, other; `foot` says its
 * keys. @param {{ live: AnyTable, words: string, kind: string, foot: string, children?: any }} props */
export function Gold({ live, words, kind, foot, children }) {
  const draft = live.draft.value;
  const ready = staging.isComplete(draft);
  const sends = live.busy.value;
  const waits = live.queued.value;
  const mayQueue = live.pending.value || (live.isAhead.value && staging.movesToSend(draft).length > 0);
  const name = sends ? t('sending', { what: words }) : waits ? t('queued', { what: words })
    : ready ? `${t('confirm')}: ${words}` : live.isAhead.value ? `${t('premove')}: ${words}` : words || t('confirm');
  const classes = `cta ${sends || waits ? 'queued' : ''} ${!ready && mayQueue && !live.isAhead.value ? 'asking' : ''}`;
  return html`<button type="button" class=${classes} disabled=${sends || waits || !(ready || mayQueue)}
      title=${wordsFor(`foot.${foot}`)} onClick=${() => live.confirm()}>
    <${Name} is=${name} />${sends ? html`<span aria-hidden="true">${t(`sending.${kind}`)}</span>` : html`
      ${waits ? html`<span aria-hidden="true" class="queue-word">${t('queued.short')}</span>`
        : live.isAhead.value ? html`<span aria-hidden="true" class="queue-word">${t('premove')}</span>` : null}
      ${children}`}</button>`;
}

/** Clears what is chosen; or takes a confirmation back that waits. @param {{ live: AnyTable, clear?: () => void }} props */
export function Clear({ live, clear }) {
  if (live.queued.value) {
    return html`<button type="button" class="cta2" onClick=${() => live.takeBack()}>${t('takeBack')}</button>`;
  }
  return html`<button type="button" class="clear" disabled=${live.busy.value} onClick=${clear ?? (() => live.clear())}>
    <${Name} is=${t('clear')} /><span aria-hidden="true">×</span></button>`;
}

/** The words in place of Buy: what is missing. @param {{ price: Price, held: number }} props `held`: gold that the
 * player has */
export function Short({ price, held }) {
  const missing = price.rows.filter((row) => row.missing);
  const parts = missing.map((row) => `${row.missing} ${t(`gem.${row.gem}`)}`).join(', ');
  return html`<span class="lackbox"><b>${t('shortOf', { count: price.short, what: parts })}</b>
    ${held ? html`<span>${t('goldFills', { count: Math.min(held, price.gold) })}</span>` : null}</span>`;
}

/** The price of the chosen card, colour by colour: shown where the area is a sheet. @param {{ price: Price | null }} props */
export function Bill({ price }) {
  if (!price) return null;
  const how = (/** @type {import('../../state/price.js').Row} */ { bonus, token }) =>
    [bonus ? t('bill.cards', { count: bonus }) : '', token ? t('bill.tokens', { count: token }) : ''].filter(Boolean).join(', ');
  return html`<ul class="bill">${price.rows.map((row) => html`<li><${Gem} of=${row.gem} /><b>${row.need}</b>
      <span>${how(row)}</span><em class=${row.missing ? 'lack' : ''}>${row.missing ? `−${row.missing}` : '✓'}</em></li>`)}
    ${price.gold ? html`<li><${Gem} of="J" /><b>${price.gold}</b><span>${t('bill.gold', { count: price.gold })}</span>
      <em>✓</em></li>` : null}</ul>`;
}

/** The ivory button that reserves the chosen card, or why it cannot be. @param {{ may: boolean, full: boolean,
 *   gold: boolean, act: () => void, disabled?: boolean }} props `gold`: whether one comes with it */
export function ReserveButton({ may, full, gold, act, disabled }) {
  if (!may) return full ? html`<span class="lackbox small">${t('handFull')}</span>` : null;
  return html`<button type="button" class="cta2" disabled=${disabled} onClick=${act}>
    <span>${t('cta.reserve')}${gold ? html` +<${Gem} of="J" />` : null}</span>
    ${gold ? html`<${Name} is=${t('withAGold')} />` : html`<small>${t('noGoldLeft')}</small>`}</button>`;
}

/** Keys and gestures in words, for whoever uses them. @param {{ what: string }} props */
export function Foot({ what }) {
  const key = `foot.${what}`;
  const isKnown = input.value !== 'touch' || isText(`${key}.touch`) || what === 'ahead';
  return isKnown ? html`<p class="foot2">${wordsFor(key)}</p>` : null;
}
