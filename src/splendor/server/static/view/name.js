/** Names: mine ("Guest" until I type another) and those of the bots. */

import { html, signal, useState } from '../vendor/preact.js';
import { api } from '../net/api.js';
import { isText, t } from '../texts/index.js';
import { whyOf } from './why.js';

const LONGEST = 24; // letters, as the server has it

/** A bot by the name that people read. @param {string} level */
export const botName = (level) => (isText(`bot.${level}`) ? t(`bot.${level}`) : level);

/** My name as the server knows it. */
const myName = signal('');

/** Ask who I am; who is new here is a guest. */
export async function sayHello() {
  const known = await api.whoAmI();
  myName.value = known || (await api.sayName(t('guest'))).name;
}

/** A small field for the name; it is kept when one leaves it or presses Enter. `live` is the table at which
 * one sits, if any: the seats there get the new name, too.
 * @param {{ id: string, live?: import('./live.js').LiveTable }} props */
export function NameField({ id, live }) {
  const [said, setSaid] = useState('');
  const keep = async (/** @type {any} */ event) => {
    const field = event.target;
    const name = field.value.trim();
    if (!name || name === myName.value) {
      field.value = myName.value;
      return;
    }
    try {
      myName.value = (await api.sayName(name)).name;
      setSaid(t('name.kept', { name: myName.value }));
      for (const seat of live?.seats.value ?? []) await live?.send('sit', { seat });
    } catch (error) {
      setSaid(whyOf(error));
    }
  };
  const enter = (/** @type {any} */ event) => event.key === 'Enter' && (event.preventDefault(), event.target.blur());
  return html`<span class="name-field"><label for=${id}>${t('name')}</label>
    <input id=${id} value=${myName.value} maxlength=${LONGEST} autocomplete="nickname" spellcheck=${false}
      onKeyDown=${enter} onChange=${keep} />
    <small role="status" class=${said ? 'said' : 'visually-hidden'}>${said}</small></span>`;
}
