/** How somebody plays right now: with a mouse, a finger or the keyboard. Texts say the gestures of that. */

import { signal } from '../../vendor/preact.js';
import { isText, t } from '../../texts/index.js';

/** @typedef {'mouse' | 'touch' | 'keys'} Input */

const isCoarse = () => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;

export const input = signal(/** @type {Input} */ (isCoarse() ? 'touch' : 'mouse'));

/** Notice what is used. Words change with the click, not on the pointer's way down: no button may move under it. */
export function followInput() {
  let pointer = input.value;
  addEventListener('pointerdown', ({ pointerType }) => {
    pointer = pointerType === 'touch' ? 'touch' : 'mouse';
  }, { capture: true });
  addEventListener('click', ({ detail }) => {
    if (detail) input.value = pointer; // Enter and Space click, too
  }, { capture: true });
  addEventListener('keydown', ({ key, target }) => {
    const typing = target instanceof Element && target.closest('input, textarea, select') !== null;
    if (!typing && !['Shift', 'Control', 'Alt', 'Meta', 'Tab'].includes(key)) input.value = 'keys';
  }, { capture: true });
}

/** A text for the way somebody plays, `KEY.touch` or `KEY.keys`, where there is one.
 * @param {string} key @param {Object<string, any>} [values] */
export function wordsFor(key, values) {
  const own = `${key}.${input.value}`;
  return t(isText(own) ? own : key, values);
}
