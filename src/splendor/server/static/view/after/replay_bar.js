/** The controls of a replay: slider, buttons, keys, and the timer that plays it. */

import { html, signal, useEffect } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';

/** @typedef {import('./replay_table.js').ReplayTable} ReplayTable */

const SPEEDS = [0.5, 1, 2, 4];
const PACE = 1500; // milliseconds from one decision to the next, at speed 1
const speed = signal(1);

/** @param {{ past: ReplayTable }} props */
export function ReplayBar({ past }) {
  const ply = past.ply.value;
  const { last } = past;
  const playing = past.playing.value;
  return html`<div class="player" role="group" aria-label=${t('replay.player')}>
    <${Step} label="replay.first" sign="first" to=${0} past=${past} off=${ply === 0} />
    <${Step} label="replay.back" sign="back" to=${ply - 1} past=${past} off=${ply === 0} />
    <button type="button" class="play" aria-label=${t(playing ? 'replay.pause' : 'replay.play')}
      onClick=${() => toggle(past)}><${Sign} of=${playing ? 'pause' : 'play'} /></button>
    <${Step} label="replay.on" sign="on" to=${ply + 1} past=${past} off=${ply === last} />
    <${Step} label="replay.last" sign="last" to=${last} past=${past} off=${ply === last} />
    <input type="range" min="0" max=${last} step="1" value=${ply} aria-label=${t('replay.move')}
      aria-valuetext=${t('replay.moveOf', { ply, last })}
      onInput=${(/** @type {any} */ event) => past.go(Number(event.target.value))} />
    <output>${ply}/${last}</output>
    <label class="speed"><span class="visually-hidden">${t('replay.speed')}</span>
      <select value=${String(speed.value)}
        onChange=${(/** @type {any} */ event) => { speed.value = Number(event.target.value); }}>
        ${SPEEDS.map((each) => html`<option value=${String(each)}>${each}×</option>`)}</select></label></div>`;
}

/** @param {{ label: string, sign: string, to: number, past: ReplayTable, off: boolean }} props */
const Step = ({ label, sign, to, past, off }) => html`<button type="button" aria-label=${t(label)} disabled=${off}
  onClick=${() => { past.playing.value = false; past.go(to); }}><${Sign} of=${sign} /></button>`;

/** @type {Object<string, string>} */
const SIGNS = {
  first: 'M3 3h2v10H3zM13 3v10L6 8z', back: 'M12 3v10L4 8z', play: 'M4 2.5v11L13.5 8z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z', on: 'M4 3v10l8-5z', last: 'M11 3h2v10h-2zM3 3v10l7-5z',
};

/** @param {{ of: string }} props */
const Sign = ({ of }) => html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d=${SIGNS[of]} /></svg>`;

/** Play or pause; at the end, start over. @param {ReplayTable} past */
function toggle(past) {
  if (!past.playing.value && past.ply.value === past.last) past.go(0);
  past.playing.value = !past.playing.value;
}

/** ← → Home End move, Space plays. @param {ReplayTable} past @param {KeyboardEvent} event */
export function pressed(past, event) {
  const target = event.target instanceof HTMLElement ? event.target : null;
  const busy = target?.closest('input:not([type=range]), textarea, select, dialog');
  if (busy || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === ' ' && target?.closest('button, a, summary')) return;
  const act = actOf(past, event.key);
  if (!act) return;
  event.preventDefault();
  act();
}

/** @param {ReplayTable} past @param {string} key @returns {(() => void) | null} */
function actOf(past, key) {
  const go = (/** @type {number} */ ply) => () => {
    past.playing.value = false;
    past.go(ply);
  };
  switch (key) {
    case 'ArrowLeft': return go(past.ply.value - 1);
    case 'ArrowRight': return go(past.ply.value + 1);
    case 'Home': return go(0);
    case 'End': return go(past.last);
    case ' ': return () => toggle(past);
    default: return null;
  }
}

/** While playing, advance by a timer. @param {ReplayTable} past */
export function usePlaying(past) {
  const playing = past.playing.value;
  const ply = past.ply.value;
  const pace = PACE / speed.value;
  useEffect(() => {
    if (!playing) return undefined;
    if (ply === past.last) {
      past.playing.value = false;
      return undefined;
    }
    const timer = setTimeout(() => past.go(ply + 1), pace);
    return () => clearTimeout(timer);
  }, [playing, ply, pace]);
}
