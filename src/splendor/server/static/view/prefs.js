/** What somebody has chosen for this browser: theme, language, sound, motion, warnings. */

import { effect, signal } from '../vendor/preact.js';
import { language, usualLanguage } from '../texts/index.js';

const KEY = 'splendor';
const USUAL = {
  theme: '', language: '', sound: true, motion: true, warnings: true, guided: false, confirm: true,
};

/** @returns {typeof USUAL} */
function kept() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return USUAL; // no storage, or what is in it is not ours
  }
}

export const prefs = signal(kept());

/** @param {Partial<typeof USUAL>} changes */
export function choose(changes) {
  prefs.value = { ...prefs.value, ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs.value));
  } catch {
    // a browser that keeps nothing: chosen until the page is closed
  }
}

/** Follow the choices: the document's theme and language. */
export function follow() {
  effect(() => {
    document.documentElement.dataset.theme = prefs.value.theme;
  });
  effect(() => {
    language.value = prefs.value.language || usualLanguage();
    document.documentElement.lang = language.value;
  });
}

/** Whether things may move on the screen. */
export const mayMove = () =>
  prefs.value.motion && !matchMedia('(prefers-reduced-motion: reduce)').matches;
