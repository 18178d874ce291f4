/** What a search advises: the best moves, their chances, how they may go on. */

import { html } from '../vendor/preact.js';
import * as staging from '../state/staging.js';
import { t } from '../texts/index.js';

const SHOWN = 3;

/** @param {{ live: import('./live.js').LiveTable }} props */
export function Advice({ live }) {
  const advice = live.advice.value;
  if (!advice) return null;
  const close = () => {
    live.advice.value = null;
  };
  return html`<section class="advice" role="status" aria-label=${t('advice')}><h2>${t('advice')}
      <button type="button" class="close" aria-label=${t('close')} onClick=${close}>×</button></h2>
    ${advice === 'thinking' ? html`<p>${t('advice.thinking')}</p>` : html`<ol>${advice.candidates.slice(0, SHOWN).map(
      (/** @type {any} */ each) => html`<${Candidate} key=${each.move} each=${each} live=${live} />`)}</ol>`}</section>`;
}

/** @param {{ each: any, live: import('./live.js').LiveTable }} props */
function Candidate({ each, live }) {
  const percent = (100 * each.value).toFixed(0);
  const show = () => {
    live.clear();
    live.stage(staging.withMove(live.draft.value, each.move));
  };
  return html`<li><button type="button" class="show" onClick=${show}><code>${each.move}</code> ${each.describe}</button>
    <small>${t('advice.chance', { percent })}${each.proven ? `, ${t('advice.exact')}` : ` ± ${(100 * each.error).toFixed(0)}`}</small></li>`;
}
