/** Training mode at a table against bots: from what loss on the coach speaks up, whether with reasons, and how often it did. */

import { html } from '../../vendor/preact.js';
import { hintsUsed, spokenUp } from '../../state/training.js';
import { t } from '../../texts/index.js';
import { choose, prefs } from '../shared/prefs.js';
import { useTraining } from '../shared/training.js';
import { viewModel } from '../shared/view_model.js';

const LEAST = [5, 10, 20]; // per cent

/** @param {{ live: import('../table/live.js').LiveTable }} props */
export function Training({ live }) {
  const { me } = viewModel(live);
  if (!useTraining()) return null;
  const { training, why } = prefs.value;
  const events = live.events.value;
  const { spoke, back } = spokenUp(events, me);
  const used = hintsUsed(events);
  return html`<section class="panel training" aria-labelledby="training-title">
    <h2 id="training-title">${t('advice')} <small>${t('training.mode')}</small></h2>
    <p>${t('training.says', { least: training })}</p>
    <${Choice} label=${t('training.least')} values=${LEAST.map((least) => [least, `${least} %`])} value=${training}
      onChange=${(/** @type {number} */ least) => choose({ training: least })} />
    <${Choice} label=${t('training.why')} values=${[[true, t('training.why.yes')], [false, t('training.why.no')]]} value=${why}
      onChange=${(/** @type {boolean} */ wanted) => choose({ why: wanted })} />
    <p class="said"><span>${t('training.spoke')}</span> <b>${t('training.times', { spoke, back })}</b></p>
    ${used ? html`<p class="used">${t('coach.used', { count: used })}</p>` : null}</section>`;
}

/** @param {{ label: string, values: any[][], value: any, onChange: (value: any) => void }} props */
const Choice = ({ label, values, value, onChange }) => html`<div class="choice" role="group" aria-label=${label}><span aria-hidden="true">${label}</span>
  <span class="seg">${values.map(([each, name]) => html`<button type="button" aria-pressed=${each === value ? 'true' : 'false'}
    onClick=${() => onChange(each)}>${name}</button>`)}</span></div>`;
