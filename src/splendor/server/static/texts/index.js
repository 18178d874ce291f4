/**
 * All texts of the pages, in the reader's language. A language is a folder beside this file, with the same keys in
 * each; `rules.js` of a language is loaded with the page of rules only.
 */

import { batch, signal } from '../vendor/preact.js';
import after from './en/after.js';
import duel from './en/duel.js';
import lobby from './en/lobby.js';
import refused from './en/refused.js';
import table from './en/table.js';

/** @typedef {Object<string, string | ((values: any) => string)>} Texts */

/** @type {Texts} */
const en = { ...table, ...duel, ...lobby, ...after, ...refused };

/** @returns {Promise<Texts>} */
async function loadGerman() {
  const parts = await Promise.all([
    import('./de/table.js'), import('./de/duel.js'), import('./de/lobby.js'), import('./de/after.js'),
    import('./de/refused.js'),
  ]);
  return Object.assign({}, ...parts.map((part) => part.default));
}

/** The languages and how to load their texts: English is always there, the others are loaded when chosen.
 * @type {Object<string, { name: string, load: () => Promise<Texts>, rules: () => Promise<{ default: Texts }> }>} */
export const LANGUAGES = {
  en: { name: 'English', load: async () => en, rules: () => import('./en/rules.js') },
  de: { name: 'Deutsch', load: loadGerman, rules: () => import('./de/rules.js') },
};

/** The language of the pages, and its words. */
export const language = signal('en');
const words = signal(/** @type {Texts} */ (en));
let latest = '';
let knowsRules = false;

/** Speak a language from now on, as soon as its words are there. @param {string} wanted */
export async function speak(wanted) {
  const name = wanted in LANGUAGES ? wanted : 'en';
  latest = name;
  const found = await wordsOf(name).catch(() => null); // no server: everything stays as it is
  if (!found || latest !== name) return;
  batch(() => {
    words.value = found;
    language.value = name;
  });
  document.documentElement.lang = name;
}

/** @param {string} name @returns {Promise<Texts>} */
async function wordsOf(name) {
  const { load, rules } = LANGUAGES[name];
  return knowsRules ? { ...(await load()), ...(await rules()).default } : load();
}

/** From now on with the words of the page of rules, which are many. */
export async function learnRules() {
  knowsRules = true;
  await wordsOf(latest || 'en'); // without them there is no such page
  await speak(latest);
}

/**
 * A text by its key, with `{name}` filled in; a text that is a function is called.
 * @param {string} key @param {Object<string, any>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = words.value[key] ?? en[key];
  if (text === undefined) return key;
  if (typeof text === 'function') return text(values);
  return text.replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ name) => values[name] ?? '');
}

/** Whether there is such a text. @param {string} key */
export const isText = (key) => key in en;

/** The reader's language, if we speak it. */
export function usualLanguage() {
  const wanted = navigator.languages.map((name) => name.slice(0, 2));
  return wanted.find((name) => name in LANGUAGES) ?? 'en';
}
