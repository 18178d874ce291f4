/** Emotes: four signs for everybody at the table, and those that others make; each is shown for a moment. */

import { html, useEffect, useLayoutEffect, useRef } from '../../vendor/preact.js';
import { SIGNS, placeOf } from '../../state/signs.js';
import { t } from '../../texts/index.js';
import { viewModel } from '../shared/view_model.js';

/** @typedef {import('./live.js').LiveTable} LiveTable */

const SHOWN = 4000; // milliseconds
/** The drawings, 24 by 24. @type {Object<string, string>} */
const DRAWN = {
  hello: 'M8 13V6a1.500 1.500 0 0 1 3 0v5V4.500a1.500 1.500 0 0 1 3 0V11V6a1.500 1.500 0 0 1 3 0v9c0 4-2 6-5 6-4 0-5-3-8-7-1-2 2-2 4-1M18 3q3 1 3 4M5 3Q2 4 2 7',
  bravo: 'M5 3h14v4c0 5-3 8-7 8s-7-3-7-8zM5 5H2c0 4 1 6 4 6M19 5h3c0 4-1 6-4 6M12 15v4M8 21h8',
  thanks: 'M12 20C3 14 2 9 4 6c2-3 6-2 8 2 2-4 6-5 8-2 2 3 1 8-8 14z',
  oops: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9 9h.1M15 9h.1M8 17q2-3 4-1t4-1',
};

/** @param {{ of: string }} props */
const Drawing = ({ of }) => html`<svg class="sign-drawing" viewBox="0 0 24 24" aria-hidden="true"><path d=${DRAWN[of]} /></svg>`;

/** The four signs to make, where other people see them. @param {{ live: LiveTable }} props */
export const SignButtons = ({ live }) => html`<div class="signs" role="group" aria-label=${t('signs')}>
  ${SIGNS.map((what) => html`<button type="button" class="quiet" key=${what} title=${t(`sign.${what}`)}
      aria-label=${t(`sign.${what}`)} onClick=${() => live.send('emote', { what })}>
    <${Drawing} of=${what} /></button>`)}</div>`;

/** The signs that were made a moment ago, each beside the panel of its author. @param {{ live: LiveTable }} props */
export function Signs({ live }) {
  const { names } = viewModel(live);
  return html`<div class="signs-shown" role="status">${live.signs.value.map((sign) => html`
    <${Sign} key=${sign.number} sign=${sign} name=${names[sign.seat]} away=${() => live.forgetSign(sign.number)} />`)}</div>`;
}

/** @param {{ sign: import('../../state/signs.js').Sign, name: string, away: () => void }} props */
function Sign({ sign: { seat, what }, name, away }) {
  const bubble = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => place(bubble.current, seat), [seat]);
  useEffect(() => {
    const timer = setTimeout(away, SHOWN);
    return () => clearTimeout(timer);
  }, []);
  return html`<span class="sign" ref=${bubble}><${Drawing} of=${what} />
    <span>${t('sign.by', { name, sign: t(`sign.${what}`) })}</span></span>`;
}

/** Put a bubble over the panel of a seat, inside the window. @param {HTMLElement | null} bubble @param {number} seat */
function place(bubble, seat) {
  if (!bubble) return;
  const panels = [...document.querySelectorAll(`[data-seat="${seat}"]`)];
  const panel = panels.map((each) => each.getBoundingClientRect()).find(({ height }) => height);
  const { left, top } = placeOf(bubble.getBoundingClientRect(), panel, { width: innerWidth, height: innerHeight });
  Object.assign(bubble.style, { left: `${left}px`, top: `${top}px` });
}
