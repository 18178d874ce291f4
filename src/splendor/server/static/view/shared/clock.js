/** A clock that is extrapolated between two news. Only the server's time counts. */

import { html, useEffect, useState } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';

const TICK = 200; // milliseconds
const SLOW_TICK = 1000; // where there are days

const URGENT = 30_000; // milliseconds that are left
const URGENT_DAY = 3 * 3600_000;
const HOUR = 3600; // seconds
const DAY = 24 * HOUR;

/** `4:59`, `23:59:59` above an hour, `2 d 4 h` above a day. @param {number} milliseconds */
export function timeText(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds > DAY) return t('clock.left', { days: Math.floor(seconds / DAY), hours: Math.floor((seconds % DAY) / HOUR) });
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (seconds < HOUR) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / HOUR)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** A time control in words. @param {{ seconds: number, increment: number, days?: number }} clock */
export function clockWords({ seconds, increment, days = 0 }) {
  if (days) return t('clock.days', { days });
  if (seconds === DAY && !increment) return t('clock.day');
  return t('clock.minutes', { minutes: Math.round(seconds / 6) / 10, increment });
}

/** @param {{ live: import('./view_model.js').AnyTable, seat: number }} props */
export function Clock({ live, seat }) {
  const clock = live.news.value?.room.clock;
  const running = clock?.running === seat;
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), clock?.days ? SLOW_TICK : TICK);
    return () => clearInterval(timer);
  }, [running]);
  if (!clock || (clock.days && !running)) return null; // the days of a turn begin with it
  const left = Math.max(0, clock.left[seat] - (running ? performance.now() - live.receivedAt : 0));
  const text = timeText(left);
  const waits = !clock.days && (clock.running ?? null) === null && live.news.value?.room.status === 'playing';
  return html`<span class="clock ${running ? 'running' : ''} ${left < (clock.days ? URGENT_DAY : URGENT) ? 'urgent' : ''}" role="timer"
    title=${waits ? t('clock.waits') : null} aria-label=${t('clockOf', { time: text })}>${text}</span>`;
}
