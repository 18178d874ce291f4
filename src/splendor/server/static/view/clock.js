/** A clock that runs between two pieces of news. The server's time alone counts. */

import { html, useEffect, useState } from '../vendor/preact.js';
import { t } from '../texts/index.js';

const TICK = 200; // milliseconds

/** @param {number} milliseconds */
export function timeText(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** @param {{ live: import('./live.js').LiveTable, seat: number }} props */
export function Clock({ live, seat }) {
  const clock = live.news.value?.room.clock;
  const running = clock?.running === seat;
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), TICK);
    return () => clearInterval(timer);
  }, [running]);
  if (!clock) return null;
  const left = Math.max(0, clock.left[seat] - (running ? performance.now() - live.heardAt : 0));
  const text = timeText(left);
  return html`<span class="clock ${running ? 'running' : ''} ${left < 30_000 ? 'urgent' : ''}" role="timer"
    aria-label=${t('clockOf', { time: text })}>${text}</span>`;
}
