/**
 * All texts of the pages, in the reader's language. A language is a folder beside this file, with the same keys in
 * each; the texts of some pages are many and are loaded with those pages only: `rules.js`, `review.js`,
 * `training.js`, `puzzles.js`, `analysis.js`.
 */

import { batch, signal } from '../vendor/preact.js';
import english from './en/index.js';

/** @typedef {Object<string, string | ((values: any) => string)>} Texts */

/** @type {Texts} */
const en = english;

/** @returns {Promise<Texts>} */
const loadGerman = async () => (await import('./de/index.js')).default;

/** The languages and how to load their texts: English is always there, the others are loaded when chosen.
 * The parts are loaded on demand.
 * @type {Object<string, { name: string, load: () => Promise<Texts> } & Record<Part, () => Promise<{ default: Texts }>>>} */
export const LANGUAGES = {
  en: { name: 'English', load: async () => en, rules: () => import('./en/rules.js'), review: () => import('./en/review.js'),
    training: () => import('./en/training.js'), puzzles: () => import('./en/puzzles.js'), analysis: () => import('./en/analysis.js') },
  de: { name: 'Deutsch', load: loadGerman, rules: () => import('./de/rules.js'), review: () => import('./de/review.js'),
    training: () => import('./de/training.js'), puzzles: () => import('./de/puzzles.js'), analysis: () => import('./de/analysis.js') },
};
/** @typedef {'rules' | 'review' | 'training' | 'puzzles' | 'analysis'} Part texts that are loaded on demand */

/** The language of the pages, and its words. */
export const language = signal('en');
const words = signal(/** @type {Texts} */ (en));
let latest = '';
const learned = new Set(/** @type {Part[]} */ ([]));

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
  const language = LANGUAGES[name];
  const parts = await Promise.all([...learned].map((part) => language[part]()));
  return Object.assign({}, await language.load(), ...parts.map((part) => part.default));
}

/** From now on with the words of some pages, which are many. @param {Part} part */
export async function learn(part) {
  learned.add(part);
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
export const isText = (key) => key in en || key in words.value;

// Names: those of the server's identifiers

/** A bot's name in the reader's language. @param {string} level */
export const botName = (level) => (isText(`bot.${level}`) ? t(`bot.${level}`) : level);

/** A rule set's name in the reader's language. @param {string} rules */
export const rulesName = (rules) => (isText(`rules.${rules}`) ? t(`rules.${rules}`) : capitalised(rules));

/** An identifier made readable: `end_of_turn` becomes `End of turn`. @param {string} name */
export const capitalised = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** An option's name in the reader's language, or its own. @param {string} name */
export const optionName = (name) => (isText(`option.${name}`) ? t(`option.${name}`) : capitalised(name));

/** A value of an option in the reader's language, or itself. @param {string} name @param {any} value */
export function valueName(name, value) {
  if (value === null) return t('option.none');
  if (isText(`option.${name}.${value}`)) return t(`option.${name}.${value}`);
  return typeof value === 'string' ? capitalised(value) : String(value);
}

/** The reader's language, if we speak it. */
export function usualLanguage() {
  const wanted = navigator.languages.map((name) => name.slice(0, 2));
  return wanted.find((name) => name in LANGUAGES) ?? 'en';
}
