/** What all pages outside a table share: the bar above, the settings behind it, the line below. */

import { html, useRef } from '../vendor/preact.js';
import { LANGUAGES, language, t } from '../texts/index.js';
import { NameField } from './name.js';
import { Picture } from './parts.js';
import { THEMES, choose, prefs } from './prefs.js';

/** `name`: with the field for one's name. @param {{ name?: boolean }} props */
export function PageBar({ name = true }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  return html`<header class="bar"><a class="brand" href="/">${t('brand')}</a>
    ${name ? html`<${NameField} id="my-name" />` : null}
    <nav aria-label=${t('pages')}><a class="quiet" href="/rules">${t('rules')}</a>
      <button type="button" class="quiet" onClick=${() => dialog.current?.showModal()}>${t('settings')}</button></nav>
    <dialog ref=${dialog} class="menu" aria-labelledby="settings-title" onClick=${closeOutside}><form method="dialog">
      <h2 id="settings-title">${t('settings')}</h2><${Settings} />
      <button type="submit" class="cta">${t('close')}</button></form></dialog></header>`;
}

/** A click beside a dialog closes it. @param {MouseEvent} event */
export function closeOutside(event) {
  const dialog = event.currentTarget;
  if (dialog instanceof HTMLDialogElement && event.target === dialog) dialog.close();
}

export const Footer = () => html`<footer class="page-foot"><span class="gems" aria-hidden="true">
  ${[...'wugrkpj'].map((gem) => html`<${Picture} id=${gem} />`)}</span><p>${t('unofficial')}</p></footer>`;

/** Theme, language, sound, motion. */
export function Settings() {
  const { theme } = prefs.value;
  return html`<div class="settings">
    <label class="pair"><span>${t('theme')}</span><select value=${theme || 'dark'} onChange=${(/** @type {any} */ event) => choose({ theme: event.target.value })}>
      ${THEMES.map((name) => html`<option value=${name}>${t(`theme.${name}`)}</option>`)}</select></label>
    <label class="pair"><span>${t('language')}</span><select value=${language.value} onChange=${(/** @type {any} */ event) => choose({ language: event.target.value })}>
      ${Object.entries(LANGUAGES).map(([name, each]) => html`<option value=${name} lang=${name}>${each.name}</option>`)}</select></label>
    ${SWITCHES.map((name) => html`<label class="switch"><input type="checkbox" role="switch" checked=${prefs.value[name]}
      onChange=${(/** @type {any} */ event) => choose({ [name]: event.target.checked })} /><span>${t(name)} <small>${t(`${name}.about`)}</small></span></label>`)}</div>`;
}

/** @type {('sound' | 'motion' | 'warnings')[]} */
const SWITCHES = ['sound', 'motion', 'warnings'];
