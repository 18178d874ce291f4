/** The preferences of this browser: theme, language, sound, motion, warnings, notifications. */

import { effect, signal } from '../../vendor/preact.js';
import { speak, usualLanguage } from '../../texts/index.js';

const KEY = 'splendor';
const USUAL = {
  theme: '', language: '', sound: true, motion: true, warnings: true, notify: false,
  training: 0, // per cent that a move may give away before the coach asks; 0: it never does
  why: true, // with reasons
  guided: /** @type {string[]} */ ([]), // the games to which somebody has been introduced
};

/** The themes, or the system's; dark by default. */
export const THEMES = ['dark', 'light', 'contrast', 'system'];

/** @param {unknown} value @returns {string[]} */
const listOf = (value) => (Array.isArray(value) ? value : []);

/** The stored preferences, over those known so far. @param {typeof USUAL} before @returns {typeof USUAL} */
function kept(before) {
  try {
    const found = { ...before, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
    return { ...found, guided: listOf(found.guided) };
  } catch {
    return before; // no storage, or its content is not ours
  }
}

export const prefs = signal(kept(USUAL));

/** Change preferences; another tab may have changed others since. @param {Partial<typeof USUAL>} changes */
export function choose(changes) {
  prefs.value = { ...kept(prefs.value), ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs.value));
  } catch {
    // without storage: until the page is closed
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

/** Apply the preferences: the document's theme and language. */
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
