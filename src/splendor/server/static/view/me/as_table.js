/** A chart as a table, which is made when somebody opens it: the page stands earlier without. */

import { html, useState } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';

/** @param {{ children?: any }} props */
export function AsTable({ children }) {
  const [opened, setOpened] = useState(false);
  return html`<details onToggle=${() => setOpened(true)}><summary>${t('chart.asTable')}</summary>
    ${opened ? children : null}</details>`;
}
