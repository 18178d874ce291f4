/** The daily puzzle in the lobby: whether it waits, and for how many days it was solved. */

import { html, useEffect, useState } from '../../vendor/preact.js';
import { ask } from '../../net/api.js';
import { t } from '../../texts/index.js';

export function DailyPuzzle() {
  const [progress, setProgress] = useState(/** @type {any} */ (null));
  useEffect(() => {
    ask('GET', '/api/puzzles/progress').then(setProgress, () => {}); // the link is there without it
  }, []);
  const mark = progress?.week?.at(-1)?.mark;
  const days = progress?.days ?? 0;
  return html`<a class="box daily ${mark ? 'done' : ''}" href="/puzzles"><b>${t('puzzles.daily')}</b>
    <small>${progress ? t(mark ? 'puzzles.done' : 'puzzles.waits', { days }) : ''}</small></a>`;
}
