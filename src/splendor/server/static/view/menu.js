/** The buttons of the title bar, and the menu behind the last one. */

import { html, useRef } from '../vendor/preact.js';
import { LANGUAGES, language, t } from '../texts/index.js';
import { choose, prefs } from './prefs.js';

/** @param {{ live: import('./live.js').LiveTable }} props */
export function Menu({ live }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const playing = live.news.value?.room.status === 'playing' && live.seats.value.length > 0;
  const people = (live.news.value?.room.seats ?? []).filter((seat) => seat.kind === 'person').length;
  return html`<nav>
    ${playing ? html`<button type="button" onClick=${() => live.send('ask', { what: 'undo' })}>${t('undo')}</button>` : null}
    ${playing && people === 1 ? html`<button type="button" disabled=${!live.isMyTurn.value} onClick=${() => live.hint()}>${t('hint')}</button>` : null}
    <button type="button" onClick=${() => dialog.current?.showModal()}>${t('menu')}</button>
    <dialog ref=${dialog} class="menu" aria-label=${t('menu')}><form method="dialog">
      <h2>${t('menu')}</h2>
      <${Settings} />
      ${playing ? html`<button type="submit" onClick=${() => live.send('resign')}>${t('resign')}</button>
        <button type="submit" onClick=${() => live.send('ask', { what: 'abandon' })}>${t('abandon')}</button>` : null}
      <a href="/">${t('toLobby')}</a>
      <button type="submit" class="cta">${t('close')}</button></form></dialog></nav>`;
}

/** Theme, language, sound, motion. */
export function Settings() {
  const { theme, sound, motion, warnings } = prefs.value;
  const themes = ['', 'light', 'contrast'];
  return html`<label>${t('theme')} <select value=${theme} onChange=${(/** @type {any} */ event) => choose({ theme: event.target.value })}>
      ${themes.map((name) => html`<option value=${name}>${t(`theme.${name || 'dark'}`)}</option>`)}</select></label>
    <label>${t('language')} <select value=${language.value} onChange=${(/** @type {any} */ event) => choose({ language: event.target.value })}>
      ${Object.entries(LANGUAGES).map(([name, texts]) => html`<option value=${name}>${texts['language.name']}</option>`)}</select></label>
    <label><input type="checkbox" checked=${sound} onChange=${(/** @type {any} */ event) => choose({ sound: event.target.checked })} /> ${t('sound')}</label>
    <label><input type="checkbox" checked=${motion} onChange=${(/** @type {any} */ event) => choose({ motion: event.target.checked })} /> ${t('motion')}</label>
    <label><input type="checkbox" checked=${warnings} onChange=${(/** @type {any} */ event) => choose({ warnings: event.target.checked })} /> ${t('warnings')}</label>`;
}
