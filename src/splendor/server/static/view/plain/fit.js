/** The table of a game without a drawing beside a review: as text. */

import { html } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';

/** @param {{ past: import('../review/fit_parts.js').FitSource }} props */
export function FitTable({ past }) {
  const table = /** @type {any} */ (past.shown);
  return html`<section class="fit plain-fit" aria-label=${t('review.table')}><pre tabindex="0">${table?.text ?? ''}</pre></section>`;
}
