/** The log of a replay: all decisions, latest first as at the table, with the current one marked; a click goes there. */

import { html, useEffect, useMemo, useRef } from '../../vendor/preact.js';
import { eventsUpTo, lastPly } from '../../state/after/replay.js';
import { linesOf } from '../../state/log_lines.js';
import { t } from '../../texts/index.js';
import { Words } from '../shared/log.js';
import { Who } from '../shared/parts.js';
import { viewModel } from '../shared/view_model.js';

/** @param {{ past: import('./replay_table.js').ReplayTable }} props */
export function ReplayLog({ past }) {
  const replay = /** @type {import('../../state/after/replay.js').Replay} */ (past.replay.value);
  const lines = useMemo(() => linesOf(eventsUpTo(replay, lastPly(replay))).toReversed(), [replay]);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const ply = past.ply.value;
  useEffect(() => showPresent(list.current), [ply, lines]);
  const { names, initials, shade, catalogue } = viewModel(past);
  return html`<section class="logbox" aria-label=${t('log')}><h2>${t('log')} <small>${t('replay.log')}</small></h2>
    <ol class="log moves" ref=${list} reversed>${lines.map((line, index) => html`
      <li key=${index} class="${index + 1 === ply ? 'now' : ''} ${index + 1 > ply ? 'later' : ''}">
        <button type="button" aria-current=${index + 1 === ply ? 'step' : null} onClick=${() => jump(past, index + 1)}>
          <span class="ply">${index + 1}</span><${Who} seat=${shade(line.seat ?? 0)} name=${names[line.seat ?? 0]}
            letter=${initials[line.seat ?? 0]} />
          <span><span class="visually-hidden">${names[line.seat ?? 0]} </span>
            <${Words} line=${line} catalogue=${catalogue} /> <code>${line.text}</code></span></button></li>`).toReversed()}</ol>
    <p class="foot">${t('unofficial')}</p></section>`;
}

/** @param {import('./replay_table.js').ReplayTable} past @param {number} ply */
function jump(past, ply) {
  past.playing.value = false;
  past.go(ply);
}

/** Scroll the list, not the page. @param {HTMLElement | null} list */
function showPresent(list) {
  const present = list?.querySelector('.now');
  if (!list || !(present instanceof HTMLElement)) {
    if (list) list.scrollTop = 0;
    return;
  }
  const from = present.getBoundingClientRect().top - list.getBoundingClientRect().top;
  list.scrollTop += from - (list.clientHeight - present.offsetHeight) / 2;
}
