/** Why something was refused: the thing that was clicked shakes its head. The reason stands in the confirm area; in a
 * replay, which has none, beside the thing. */

import { html, useEffect, useLayoutEffect, useRef } from '../../vendor/preact.js';
import { refusedSound } from '../../fx/sound.js';
import { prefs } from './prefs.js';

const SHAKEN = 500; // milliseconds
const JUST = 100; // milliseconds in which the click at the end of a refused drag arrives
const GAP = 14; // pixels between the reason and what it is about
const EDGE = 8;
const THINGS = 'button, .card, .deck, .pile, .tok, .noble';

/** The last thing that somebody touched, and where. */
const touched = { thing: /** @type {Element | null} */ (null), x: 0, y: 0 };

/** @param {Event} event */
function remember(event) {
  const target = event.target instanceof Element ? event.target : null;
  touched.thing = target?.closest(THINGS) ?? null;
  const box = (touched.thing ?? target)?.getBoundingClientRect();
  const pointed = event instanceof MouseEvent && (event.clientX || event.clientY);
  touched.x = pointed ? event.clientX : box ? box.left + box.width / 2 : innerWidth / 2;
  touched.y = pointed ? event.clientY : box ? box.bottom : innerHeight / 2;
}

/** @param {{ live: import('./view_model.js').AnyTable }} props */
export function Refusal({ live }) {
  const refused = live.refused.value;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const kinds = ['pointerdown', 'click', 'keydown', 'contextmenu'];
    const touch = (/** @type {Event} */ event) => {
      remember(event);
      const { at = 0 } = live.refused.value ?? {};
      // What was refused before is no news any more. Not at the pointer's way down: no button may move under it.
      if (event.type !== 'pointerdown' && Date.now() - at > JUST) live.refused.value = null;
    };
    for (const kind of kinds) addEventListener(kind, touch, { capture: true });
    return () => kinds.forEach((kind) => removeEventListener(kind, touch, { capture: true }));
  }, [live]);
  useLayoutEffect(() => {
    if (refused && box.current) put(box.current);
  }, [refused]);
  useEffect(() => {
    if (!refused || refused.kind) return;
    if (prefs.value.sound) refusedSound();
    shake();
  }, [refused]);
  if (!live.past) return null;
  return html`<div class="refusal ${refused ? 'shown' : ''}" role="alert" ref=${box}>${refused?.why ?? ''}</div>`;
}

/** Beside the pointer, and all of it on the screen. @param {HTMLElement} box */
function put(box) {
  const { width, height } = box.getBoundingClientRect();
  const left = Math.min(Math.max(touched.x - width / 2, EDGE), innerWidth - width - EDGE);
  const below = touched.y + GAP;
  const top = below + height + EDGE > innerHeight ? touched.y - GAP - height : below;
  Object.assign(box.style, { left: `${left}px`, top: `${Math.max(EDGE, top)}px` });
}

function shake() {
  const { thing } = touched;
  if (!thing?.isConnected) return;
  thing.classList.remove('refused');
  requestAnimationFrame(() => thing.classList.add('refused'));
  setTimeout(() => thing.classList.remove('refused'), SHAKEN);
}
