/** Words and styles of training (coach, mistakes): they are many, and loaded when somebody trains. */

import { signal, useEffect } from '../../vendor/preact.js';
import { learn } from '../../texts/index.js';
import { untilLoaded } from './loading.js';

const SHEET = new URL('../../style/training.css', import.meta.url).href;
const ready = signal(false);
/** @type {Promise<void> | null} */
let loading = null;

/** Load what training needs, once. */
export function prepareTraining() {
  loading ??= untilLoaded(() => Promise.all([learn('training'), styled()])).then(() => {
    ready.value = true;
  });
  return loading;
}

/** Whether it is loaded; until then it is being loaded. */
export function useTraining() {
  useEffect(() => {
    prepareTraining();
  }, []);
  return ready.value;
}

/** @returns {Promise<void>} when the style sheet is there */
function styled() {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: SHEET });
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error('no style sheet'));
    });
    document.head.append(link);
  });
}
