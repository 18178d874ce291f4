/** A link to share: shown, selected by a click, copied by a button (on plain http as well), sent where browsers can. */

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

/** Copying what is in a field, and what to say about it. */
function useCopy() {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [said, setSaid] = useState('');
  const click = async () => {
    const done = field.current && (await copy(field.current));
    setSaid(done ? t('copied') : t('copy.byHand'));
    setTimeout(() => setSaid(''), SHOWN);
  };
  return { field, said, click };
}

/** @param {any} event */
const select = (event) => event.target.select();

/** @param {{ link: string, label: string, about?: string }} props */
export function Share({ link, label, about }) {
  const { field, said, click } = useCopy();
  return html`<div class="share"><label><span>${label}</span>
      <input ref=${field} readonly value=${link} onFocus=${select} /></label>
    <button type="button" class="quiet" onClick=${click}>${t('copy')}</button>
    <span role="status" class="copied">${said}</span>
    ${about ? html`<p class="about">${about}</p>` : null}</div>`;
}

/** The same with large buttons. `title` is what a share sheet says. @param {{ link: string, label: string, copyName: string,
 *   title?: string, second?: boolean, children?: any }} props */
export function ShareLink({ link, label, copyName, title, second = false, children }) {
  const { field, said, click } = useCopy();
  const canShare = title !== undefined && typeof navigator.share === 'function';
  const share = () => navigator.share({ title, url: link }).catch(() => {}); // somebody changed their mind
  return html`<div class="share-link"><input ref=${field} readonly aria-label=${label} value=${link} onFocus=${select} />
    <div class="row-of-buttons"><button type="button" class="cta ${second ? 'second' : ''}" onClick=${click}>${copyName}</button>
      ${canShare ? html`<button type="button" class="cta second" onClick=${share}>${t('share.send')}</button>` : null}
      ${children}</div>
    <span role="status" class="copied">${said}</span></div>`;
}
