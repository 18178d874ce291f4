/** The bar of an analysis board: every seat's chance, gold from below, with a pale band for the error. */

import { html } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';
import { Who } from '../shared/parts.js';
import { viewModel } from '../shared/view_model.js';
import { percent } from '../../state/after/review.js';

/** The chances that are shown: of a finished game those of its end. @param {import('./board.js').AnalysisBoard} live */
export function chancesNow(live) {
  const { result } = live.board.value ?? {};
  if (live.setup.active.value) return null;
  if (result) {
    const count = result.points.length;
    return { seats: Array.from({ length: count }, (_, seat) => (result.winners.length ? Number(result.winners.includes(seat)) / result.winners.length : 1 / count)), error: 0 };
  }
  const thought = live.engine.thought.value;
  return thought && live.engine.on.value ? { seats: thought.seats, error: thought.error } : null;
}

/** Whole per cents that add up to 100. @param {number[]} seats @param {number} first who takes what rounding leaves */
export function wholes(seats, first) {
  const all = seats.map(percent);
  all[first] += 100 - all.reduce((sum, each) => sum + each, 0);
  return all;
}

/** @param {{ live: import('./board.js').AnalysisBoard }} props */
export function Meter({ live }) {
  const { order, names, initials, shade } = viewModel(live);
  const known = chancesNow(live);
  const whole = known ? wholes(known.seats, order[order.length - 1]) : [];
  const label = known ? order.map((seat) => t('analysis.chance', { name: names[seat], chance: whole[seat] })).join(', ') : t('analysis.meter.empty');
  const two = order.length === 2;
  return html`<div class="evalbar ${known ? '' : 'empty'}" role="meter" aria-label=${t('analysis.meter')} aria-valuemin="0" aria-valuemax="100"
      aria-valuenow=${known ? whole[order[0]] : 0} aria-valuetext=${label}>
    ${known ? [...order].reverse().map((seat) => html`<span key=${seat} class="part s${shade(seat)}" style=${{ flexGrow: Math.max(known.seats[seat], 0.001) }}>
      ${whole[seat] >= 5 || two ? html`<b>${whole[seat]}</b>` : null}</span>`) : null}
    ${known && two && known.error ? html`<i class="band" style=${{ '--at': known.seats[order[0]], '--err': Math.min(0.2, 2 * known.error) }}></i>` : null}
    <i class="half"></i>
    ${order.length === 2 ? html`<span class="end top"><${Who} seat=${shade(order[1])} name=${names[order[1]]} letter=${initials[order[1]]} /></span>
      <span class="end"><${Who} seat=${shade(order[0])} name=${names[order[0]]} letter=${initials[order[0]]} /></span>` : null}</div>`;
}
