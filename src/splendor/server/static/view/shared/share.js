/** A link to share: shown, selected by a click, copied by a button, on plain http as well. */

import { html, useRef, useState } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';

const SHOWN = 2500; // milliseconds

/** Copy the text of a field. The clipboard API works on https and on localhost only; elsewhere the
 * old command is used. @param {HTMLInputElement} field */
async function copy(field) {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand('copy');
  }
}

/** Host names that mean the reader's own machine. */
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** @param {any} event */
const select = (event) => event.target.select();

/** @param {{ link: string, label: string, about?: string }} props */
export function Share({ link, label, about }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [said, setSaid] = useState('');
  const click = async () => {
    const done = field.current && (await copy(field.current));
    setSaid(done ? t('copied') : t('copy.byHand'));
    setTimeout(() => setSaid(''), SHOWN);
  };
  return html`<div class="share"><label><span>${label}</span>
      <input ref=${field} readonly value=${link} onFocus=${select} /></label>
    <button type="button" class="quiet" onClick=${click}>${t('copy')}</button>
    <span role="status" class="copied">${said}</span>
    ${LOCAL.test(new URL(link).hostname) ? html`<p class="about">${t('share.local')}</p>` : null}
    ${about ? html`<p class="about">${about}</p>` : null}</div>`;
}
