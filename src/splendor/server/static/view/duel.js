/** The table of Splendor Duel. */

import { html } from '../vendor/preact.js';

/** @param {{ live: import('./live.js').LiveTable, side: any }} props */
export function DuelTable({ live, side }) {
  return html`${side}<pre>${JSON.stringify(live.news.value?.table, null, 1)}</pre>`;
}
