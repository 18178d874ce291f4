/** What somebody has chosen for this browser: theme, language, sound, motion, warnings. */

import { effect, signal } from '../../vendor/preact.js';
import { speak, usualLanguage } from '../../texts/index.js';

const KEY = 'splendor';
const USUAL = {
  theme: '', language: '', sound: true, motion: true, warnings: true,
  guided: /** @type {string[]} */ ([]), // the games to which somebody has been introduced
};

/** A theme, or as the system says. Who has chosen nothing sits by candlelight. */
export const THEMES = ['dark', 'light', 'contrast', 'system'];

/** @param {unknown} value @returns {string[]} */
const listOf = (value) => (Array.isArray(value) ? value : []);

/** What is kept now, in place of what was known before. @param {typeof USUAL} before @returns {typeof USUAL} */
function kept(before) {
  try {
    const found = { ...before, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
    return { ...found, guided: listOf(found.guided) };
  } catch {
    return before; // no storage, or what is in it is not ours
  }
}

export const prefs = signal(kept(USUAL));

/** Choose something; another tab may have chosen something else since. @param {Partial<typeof USUAL>} changes */
export function choose(changes) {
  prefs.value = { ...kept(prefs.value), ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs.value));
  } catch {
    // a browser that keeps nothing: chosen until the page is closed
  }
}

const wantsContrast = matchMedia('(prefers-contrast: more)');
const wantsLight = matchMedia('(prefers-color-scheme: light)');
const system = signal('');

function askSystem() {
  system.value = wantsContrast.matches ? 'contrast' : wantsLight.matches ? 'light' : 'dark';
}

/** The theme that is shown. */
function shownTheme() {
  const { theme } = prefs.value;
  if (theme === 'system') return system.value;
  return theme || (system.value === 'contrast' ? 'contrast' : 'dark');
}

/** Follow the choices: the document's theme and language. */
export function follow() {
  askSystem();
  addEventListener('storage', () => {
    prefs.value = kept(prefs.value);
  });
  for (const wanted of [wantsContrast, wantsLight]) wanted.addEventListener('change', askSystem);
  effect(() => {
    document.documentElement.dataset.theme = shownTheme();
  });
  effect(() => {
    document.documentElement.dataset.motion = prefs.value.motion ? 'yes' : 'no';
  });
  effect(() => {
    speak(prefs.value.language || usualLanguage());
  });
}

/** Whether things may move on the screen. */
export const mayMove = () =>
  prefs.value.motion && !matchMedia('(prefers-reduced-motion: reduce)').matches;
