/** Signs of a review: seals of slips, luck, the hallmark of what is proven. Shape, sign and colour say the same. */

import { html } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';

/** @type {Object<string, { points: string, sign: string }>} */
const SHAPES = {
  inaccuracy: { points: '', sign: '?!' },
  mistake: { points: '12,0.5 23.5,12 12,23.5 0.5,12', sign: '?' },
  blunder: { points: '7.5,1 16.5,1 23,7.5 23,16.5 16.5,23 7.5,23 1,16.5 1,7.5', sign: '??' },
};

/** The inside of a seal, 24 wide. @param {{ label: string }} props */
export function SealShape({ label }) {
  const { points, sign } = SHAPES[label];
  return html`${points ? html`<polygon points=${points} />` : html`<circle cx="12" cy="12" r="10.5" />`}
    <text x="12" y="16.500" text-anchor="middle">${sign}</text>`;
}

/** @param {{ label: string }} props */
export const Seal = ({ label }) => html`<svg class="seal ${label}" viewBox="0 0 24 24" role="img"
  aria-label=${t(`slip.${label}`)}><${SealShape} label=${label} /></svg>`;

/** Points of luck with a triangle. @param {{ points: number }} props */
export const Luck = ({ points }) => html`<span class="luck" title=${t('review.luckOfCard')}>
  <span class="visually-hidden">${t('review.luck.is', { points })}</span>
  <svg class="tri" viewBox="0 0 10 9" aria-hidden="true"><polygon points=${points > 0 ? '5,0 10,9 0,9' : '0,0 10,0 5,9'} /></svg>
  <span aria-hidden="true">${Math.abs(points)}</span></span>`;

/** Something that is certain. */
export const Hallmark = () => html`<svg class="hall" viewBox="0 0 18 18" role="img" aria-label=${t('review.proven')}>
  <polygon points="4,1 14,1 17,4 17,14 14,17 4,17 1,14 1,4" /><path d="M5 9.500l3 3 5.500-6.500" /></svg>`;

/** A number with its sign. @param {number} points */
export const signed = (points) => `${points > 0 ? '+' : points < 0 ? '−' : ''}${Math.abs(points)}`;
