/** The account: accuracy, slips, what was given away and luck of every seat; and where the reader's result comes from. */

import { html } from '../../vendor/preact.js';
import { LABELS, partialSum, percent, rowOf, sumOf } from '../../state/after/review.js';
import { t } from '../../texts/index.js';
import { Who } from '../shared/parts.js';
import { viewModel } from '../shared/view_model.js';
import { Seal, signed } from './signs.js';

/** @typedef {import('./past.js').ReviewTable} ReviewTable */
/** @typedef {import('../../state/after/review.js').Sum} Sum */

const WIDTH = 508;

/** @param {{ past: ReviewTable }} props */
export function Account({ past }) {
  const seen = viewModel(past);
  const turns = past.turns.value;
  const seat = past.eyes.value ?? 0;
  const whole = past.review.value;
  const known = turns.filter(({ judged }) => judged).length;
  const sum = whole ? sumOf(whole.seats[seat].account) : partialSum(turns, seat, seen.names.length);
  const about = whole ? headline(sum, whole.result[seat]) : t('review.account.part', { count: known });
  return html`<section class="account panel" aria-label=${t('review.account')}>
    <h2>${t('review.account')} <small>${about}</small></h2>
    <table class="acct"><thead><tr><th><span class="visually-hidden">${t('review.player')}</span></th><th scope="col">${t('review.accuracy')}</th>
      ${LABELS.map((label) => html`<th scope="col"><${Seal} label=${label} /></th>`)}
      <th scope="col">${t('review.given')}</th><th scope="col">${t('review.luck')}</th></tr></thead>
    <tbody>${seen.order.map((each) => html`<${Row} seat=${each} past=${past} seen=${seen} />`)}</tbody></table>
    <${Flow} sum=${sum} seen=${seen} seat=${seat} /><${SumLine} sum=${sum} past=${past} seen=${seen} seat=${seat} />
    ${sum.remainder ? html`<p class="rest">${t('review.remainder', { points: signed(sum.remainder) })}</p>` : null}</section>`;
}

/** How an even chance became the result. @param {Sum} sum @param {number} result */
function headline(sum, result) {
  const ending = result === 1 ? 'won' : result === 0 ? 'lost' : 'shared';
  return t(`review.account.${ending}`, { even: sum.even });
}

/** @param {{ seat: number, past: ReviewTable, seen: import('../shared/view_model.js').ViewModel }} props */
function Row({ seat, past, seen }) {
  const row = rowOf(past.turns.value, seat);
  const name = seen.names[seat];
  const accuracy = row.accuracy === null ? '–' : `${Math.round(row.accuracy)} %`;
  return html`<tr><th scope="row"><${Who} seat=${seen.shade(seat)} name=${name} letter=${seen.initials[seat]} /> <span class="nm">${name}</span></th>
    <td class="big">${accuracy}</td>
    ${LABELS.map((label) => html`<td class=${row.slips[label] ? '' : 'zero'}>${row.slips[label]}</td>`)}
    <td>${percent(row.given)} %</td><td class="luck">${signed(percent(row.luck))} %</td></tr>`;
}

/** What speaks for the reader to the right of zero, what speaks against to the left. @param {{ sum: Sum, seat: number,
 *   seen: import('../shared/view_model.js').ViewModel }} props */
function Flow({ sum, seen, seat }) {
  const mine = seat === seen.you;
  const parts = [
    { kind: 'you', points: sum.slips, name: t(mine ? 'review.flow.yours' : 'review.flow.own') },
    { kind: 'luck', points: sum.luck, name: t('review.flow.luck') },
    { kind: 'opp', points: sum.others, name: t('review.flow.others') },
  ].filter(({ points }) => points);
  const [left, right] = [false, true].map((positive) => parts.filter(({ points }) => points > 0 === positive));
  const size = (/** @type {typeof parts} */ some) => some.reduce((total, { points }) => total + Math.abs(points), 0);
  const scale = (WIDTH - 8) / Math.max(1, size(left) + size(right));
  const zero = 4 + size(left) * scale;
  const label = parts.map(({ name, points }) => `${name} ${signed(points)}`).join(', ');
  return html`<svg class="flow1" viewBox="0 0 ${WIDTH} 40" role="img" aria-label=${label}>
    ${placed(left, zero, -scale).map((part) => html`<${Part} ...${part} />`)}
    ${placed(right, zero, scale).map((part) => html`<${Part} ...${part} />`)}
    <line class="f-mid" x1=${zero} x2=${zero} y1="4" y2="40" /></svg>`;
}

/** @param {{ kind: string, points: number, name: string }[]} parts @param {number} zero @param {number} scale */
function placed(parts, zero, scale) {
  let at = zero;
  return parts.map((part) => {
    const from = at;
    at += Math.abs(part.points) * scale;
    return { ...part, x: Math.min(from, at), width: Math.abs(at - from) };
  });
}

/** @param {{ kind: string, points: number, name: string, x: number, width: number }} props */
function Part({ kind, points, name, x, width }) {
  const words = width > 100 ? `${name} ` : '';
  return html`<g><rect class="f-${kind}" x=${x} y="19" width=${Math.max(1, width)} height="17" rx="2" />
    ${kind === 'luck' ? html`<${Dots} x=${x} width=${width} />` : kind === 'opp' ? html`<${Stripes} x=${x} width=${width} />` : null}
    ${width > 26 ? html`<text x=${x + width / 2} y="13" text-anchor="middle">${words}<tspan class="amt">${signed(points)}</tspan></text>` : null}</g>`;
}

/** Luck is dotted. @param {{ x: number, width: number }} props */
const Dots = ({ x, width }) => Array.from({ length: Math.max(0, Math.floor(width / 8)) }, (_, index) => html`
  <circle class="f-dot" cx=${x + 5 + 8 * index} cy=${index % 2 ? 24 : 31} r="1.500" />`);

/** The others are hatched. @param {{ x: number, width: number }} props */
const Stripes = ({ x, width }) => Array.from({ length: Math.max(0, Math.floor((width - 12) / 8)) }, (_, index) => html`
  <line class="f-line" x1=${x + 2 + 8 * index} x2=${x + 14 + 8 * index} y1="34" y2="21" />`);

/** @param {{ sum: Sum, past: ReviewTable, seat: number, seen: import('../shared/view_model.js').ViewModel }} props */
function SumLine({ sum, past, seen, seat }) {
  const two = seen.names.length === 2;
  const others = two ? seen.names[1 - seat] : t('review.sum.others');
  const own = seat === seen.you ? t('review.sum.you') : seen.names[seat];
  const ending = past.review.value ? t(`review.sum.${sum.result === 100 ? 'won' : sum.result === 0 ? 'lost' : 'shared'}`) : t('review.sum.now');
  return html`<p class="sum"><span>${sum.even} <small>${t('review.sum.even')}</small></span>
    <span class="luck">${signed(sum.luck)} <small>${t('review.luck')}</small></span>
    <span class="o1">${signed(sum.others)} <small>${others}</small></span>
    <span class="o0">${signed(sum.slips)} <small>${own}</small></span>
    ${sum.remainder ? html`<span>${signed(sum.remainder)} <small>${t('review.sum.rest')}</small></span>` : null}
    <span class="eq">= ${sum.result} % <small>${ending}</small></span></p>`;
}
