/** The header with its settings and the footer of all pages outside a table. */

import { html, useRef, useState } from '../../vendor/preact.js';
import { LANGUAGES, language, t } from '../../texts/index.js';
import { Select, Switch, Wrong, optionsOf } from '../shared/fields.js';
import { NameField } from '../shared/names.js';
import { canNotify, isNotified, isTold, switchNotifications } from '../shared/notify.js';
import { Picture } from '../shared/parts.js';
import { THEMES, choose, prefs } from '../shared/prefs.js';

/** `name`: with the field for my name; `live`: the table at which I sit.
 * @param {{ name?: boolean, live?: import('../table/live.js').LiveTable }} props */
export function PageBar({ name = true, live }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  return html`<header class="bar"><a class="brand" href="/">${t('brand')}</a>
    ${name ? html`<${NameField} id="my-name" live=${live} />` : null}
    <nav aria-label=${t('pages')}><a class="quiet" href="/me">${t('me')}</a>
      <a class="quiet" href="/rules">${t('rules')}</a>
      <button type="button" class="quiet" onClick=${() => dialog.current?.showModal()}>${t('settings')}</button></nav>
    <dialog ref=${dialog} class="menu" aria-labelledby="settings-title" onClick=${closeOutside}><form method="dialog">
      <h2 id="settings-title">${t('settings')}</h2><${Settings} />
      <button type="submit" class="cta">${t('close')}</button></form></dialog></header>`;
}

/** Close a dialog on a click outside. @param {MouseEvent} event */
export function closeOutside(event) {
  const dialog = event.currentTarget;
  if (dialog instanceof HTMLDialogElement && event.target === dialog) dialog.close();
}

export const Footer = () => html`<footer class="page-foot"><span class="gems" aria-hidden="true">
  ${[...'wugrkpj'].map((gem) => html`<${Picture} id=${gem} />`)}</span><p>${t('unofficial')}</p>
  <p class="links"><a href="/analysis">${t('analysis')}</a><a href="/devices">${t('profile')}</a><a href="/privacy">${t('privacy')}</a></p></footer>`;

/** Theme, language, sound, motion, notifications. */
export function Settings() {
  /** @type {[string, string][]} */
  const themes = THEMES.map((name) => [name, t(`theme.${name}`)]);
  /** @type {[string, string][]} */
  const languages = Object.entries(LANGUAGES).map(([name, each]) => [name, each.name]);
  return html`<div class="settings">
    <${Select} label=${t('theme')} value=${prefs.value.theme || 'dark'}
      onChange=${(/** @type {string} */ theme) => choose({ theme })}>${optionsOf(themes)}<//>
    <${Select} label=${t('language')} value=${language.value}
      onChange=${(/** @type {string} */ name) => choose({ language: name })}>${optionsOf(languages)}<//>
    ${SWITCHES.map((name) => html`<${Switch} label=${t(name)} about=${t(`${name}.about`)} on=${prefs.value[name]}
      onChange=${(/** @type {boolean} */ on) => choose({ [name]: on })} />`)}
    <${Select} label=${t('training')} about=${t('training.about')} value=${String(prefs.value.training)}
      onChange=${(/** @type {string} */ least) => choose({ training: Number(least) })}>${optionsOf(TRAINING.map(trainingOption))}<//>
    ${canNotify() ? html`<${Notifications} />` : null}</div>`;
}

/** From how many per cent on the coach asks before a move; 0: never. */
const TRAINING = [0, 5, 10, 20];

/** @param {number} least @returns {[string, string]} */
const trainingOption = (least) => [String(least), t(least ? 'training.from' : 'training.off', { least })];

/** The browser asks for permission when they are switched on, and may refuse. */
function Notifications() {
  const [on, setOn] = useState(isNotified());
  const [wrong, setWrong] = useState('');
  const change = async (/** @type {boolean} */ wanted) => {
    setOn(wanted);
    const done = await switchNotifications(wanted);
    setOn(wanted && done);
    setWrong(done ? '' : t('notify.denied'));
  };
  return html`<${Switch} label=${t('notify')} about=${t(isTold.value ? 'notify.about.told' : 'notify.about')} on=${on} onChange=${change} />
    <${Wrong} text=${wrong} />`;
}

/** @type {('sound' | 'motion' | 'warnings')[]} */
const SWITCHES = ['sound', 'motion', 'warnings'];
