/** Form fields and buttons of all pages. */

import { html, useId, useRef, useState } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';

/** A label and what it names. @param {{ label: string, id: string, changed?: boolean, children?: any }} props */
const Pair = ({ label, id, changed, children }) => html`
  <div class="pair ${changed ? 'changed' : ''}"><label for=${id}>${label}</label>${children}</div>`;

/** One of several. `children` are the options. @param {{ label: string, value: string, about?: string,
 *   changed?: boolean, onChange: (value: string) => void, children?: any }} props */
export function Select({ label, value, about = '', changed, onChange, children }) {
  const id = useId();
  const chosen = (/** @type {any} */ event) => onChange(event.target.value);
  return html`<${Pair} label=${label} id=${id} changed=${changed}>
    <select id=${id} value=${value} onChange=${chosen} aria-describedby=${about ? `${id}-about` : null}>${children}</select>
    <${About} id=${id} text=${about} /><//>`;
}

/** What a field is about. @param {{ id: string, text: string }} props */
const About = ({ id, text }) => (text ? html`<small class="about" id="${id}-about">${text}</small>` : null);

/** The options of a `Select`. @param {[string, string][]} pairs value and text */
export const optionsOf = (pairs) =>
  pairs.map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`);

/** A whole number. What is being typed stays as it is, right or wrong. Where `none` is given, the field may be
 * empty, which means null.
 * @param {{ label: string, value: number | null, least?: number, most?: number, none?: string, about?: string,
 *   suggested?: number | null, changed?: boolean, wrong: string, onChange: (value: number | null) => void }} props */
export function Count({ label, value, least, most, none = '', about = '', suggested, changed, wrong, onChange }) {
  const id = useId();
  const [first] = useState(value);
  const typed = (/** @type {any} */ { target }) =>
    onChange(none && !target.value && !target.validity.badInput ? null : target.valueAsNumber);
  return html`<${Pair} label=${label} id=${id} changed=${changed}>
    <input id=${id} type="number" min=${least} max=${most} step="1" required=${!none} placeholder=${none}
      defaultValue=${first} onInput=${typed} aria-invalid=${wrong ? 'true' : 'false'}
      aria-describedby="${id}-about ${id}-wrong" list=${suggested ? `${id}-list` : null} />
    ${suggested ? html`<datalist id="${id}-list"><option value=${suggested}></option></datalist>` : null}
    <${About} id=${id} text=${about} /><div id="${id}-wrong"><${Wrong} text=${wrong} /></div><//>`;
}

/** Yes or no. @param {{ label: string, about: string, on: boolean, onChange: (on: boolean) => void }} props */
export const Switch = ({ label, about, on, onChange }) => html`<label class="switch">
  <input type="checkbox" role="switch" checked=${on}
    onChange=${(/** @type {any} */ event) => onChange(event.target.checked)} />
  <span>${label} <small>${about}</small></span></label>`;

/** One of a few, as radio buttons.
 * @template T @param {{ label: string, name: string, values: T[], value: T, text: (value: T) => string,
 *   onChange: (value: T) => void, children?: any }} props */
export const Radios = ({ label, name, values, value, text, onChange, children }) => html`
  <fieldset class="seg"><legend>${label}</legend>
    ${values.map((each) => html`<label key=${each}>
      <input type="radio" name=${name} checked=${each === value} onChange=${() => onChange(each)} />
      <span>${text(each)}</span></label>`)}${children}</fieldset>`;

/** The golden button.
 * @param {{ name: string, act: () => void, more?: string, second?: boolean, disabled?: boolean }} props */
export const Cta = ({ name, act, more, second, disabled }) => html`
  <button type="button" class="cta ${second ? 'second' : ''}" disabled=${disabled} onClick=${act}>
    <span>${name}</span>${more ? html`<small>${more}</small>` : null}</button>`;

/** A quiet button. @param {{ name: string, act: () => void, kind?: string }} props */
export const Quiet = ({ name, act, kind = '' }) => html`
  <button type="button" class="quiet ${kind}" onClick=${act}>${name}</button>`;

/** An error, if there is one. @param {{ text: string }} props */
export const Wrong = ({ text }) => (text ? html`<p class="wrong" role="alert">${text}</p>` : null);

/** A button that asks for confirmation. @param {{ act: () => void, name: string, sure: string,
 *   small?: boolean }} props */
export function Twice({ act, name, sure, small = false }) {
  const [asked, setAsked] = useState(false);
  const declined = useRef(false); // then the focus returns to the button
  const no = () => {
    declined.current = true;
    setAsked(false);
  };
  if (!asked) {
    return html`<button type="button" class="quiet danger ${small ? 'small' : ''}" ref=${declined.current ? focusOnce : null}
      onClick=${() => setAsked(true)}>${name}</button>`;
  }
  return html`<span class="twice" role="group" aria-label=${sure}><span>${sure}</span>
    <button type="button" class="quiet danger" onClick=${() => { setAsked(false); act(); }}>${name}</button>
    <button type="button" class="quiet" ref=${focusOnce} onClick=${no}>${t('no')}</button></span>`;
}

/** @param {HTMLElement | null} element */
const focusOnce = (element) => element?.focus();
