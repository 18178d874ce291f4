/** All words of the pages, in the language of the reader. A language is one file beside this one. */

import { signal } from '../vendor/preact.js';
import de from './de.js';
import en from './en.js';

/** @type {Object<string, Object<string, any>>} */
export const LANGUAGES = { en, de };

/** The language of the pages. */
export const language = signal('en');

/**
 * A text by its key, with `{name}` filled in; a text that is a function is called.
 * @param {string} key @param {Object<string, any>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = LANGUAGES[language.value]?.[key] ?? en[key];
  if (text === undefined) return key;
  if (typeof text === 'function') return text(values);
  return text.replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ name) => values[name] ?? '');
}

/** The reader's language, if we speak it. */
export function usualLanguage() {
  const wanted = navigator.languages.map((name) => name.slice(0, 2));
  return wanted.find((name) => name in LANGUAGES) ?? 'en';
}
