/** What the others do and say, for who does not see it: one place that is read out when something is added. */

import { html } from '../vendor/preact.js';
import { lastTurnOf } from '../state/story.js';
import { t } from '../texts/index.js';
import { saidByOthers } from './chat.js';
import { TurnWords } from './log.js';
import { look } from './look.js';

/** @param {{ live: import('./live.js').LiveTable }} props */
export function Heard({ live }) {
  const { lines, names, catalogue } = look(live);
  const own = live.seats.value;
  const last = lines.find(({ kind, seat }) => kind === 'moved' && seat !== null && !own.includes(seat));
  const said = saidByOthers(live).pop();
  return html`<span class="visually-hidden" role="log" aria-label=${t('heard')}>
    ${last ? html`<span key="turn ${last.seq}">${names[last.seat ?? 0]}${' '}
      <${TurnWords} lines=${lastTurnOf(lines, last.seat ?? 0)} catalogue=${catalogue} />. </span>` : null}
    ${said ? html`<span key="said ${said.seq}">${said.name}: ${said.text}</span>` : null}</span>`;
}
