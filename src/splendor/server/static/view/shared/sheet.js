/** Style sheets of pages that few people open: loaded when they are shown, so that no table waits for them. */

import { signal, useEffect } from '../../vendor/preact.js';

const STYLE = new URL('../../style/', import.meta.url).href;

/** The sheets that are loaded. @type {import('../../vendor/preact.js').Signal<string[]>} */
const loaded = signal([]);

/** @param {string} name @returns {Promise<void>} */
function load(name) {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = `${STYLE}${name}.css`;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(name));
    };
    document.head.append(link);
  });
}

/** Whether these sheets are loaded; they are requested if not. @param {string[]} names */
export function useSheets(...names) {
  const missing = names.filter((name) => !loaded.value.includes(name));
  useEffect(() => {
    Promise.allSettled(missing.map(load)).then(() => {
      loaded.value = [...new Set([...loaded.value, ...missing])]; // without its style a page is still readable
    });
  }, [names.join()]);
  return missing.length === 0;
}
