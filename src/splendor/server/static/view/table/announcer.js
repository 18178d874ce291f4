/** What the others do and say, for who does not see it: one place that is read out when something is added. */

import { html } from '../../vendor/preact.js';
import { turnsOfOthers } from '../../state/log_lines.js';
import { t } from '../../texts/index.js';
import { saidByOthers } from './chat.js';
import { TurnWords } from '../shared/log.js';
import { look } from '../shared/view_model.js';

/** @param {{ live: import('./live.js').LiveTable }} props */
export function Heard({ live }) {
  const { lines, names, catalogue } = look(live);
  const turns = turnsOfOthers(lines, live.seats.value);
  const said = saidByOthers(live).pop();
  return html`<span class="visually-hidden" role="log" aria-label=${t('heard')}>
    ${turns.map((turn) => html`<span key="turn ${turn[turn.length - 1].seq}">${names[turn[0].seat ?? 0]}${' '}
      <${TurnWords} lines=${turn} catalogue=${catalogue} />. </span>`)}
    ${said ? html`<span key="said ${said.seq}">${said.name}: ${said.text}</span>` : null}</span>`;
}
