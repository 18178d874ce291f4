/** My name ("Guest" until I type another), and the fields in which people type names. */

import { html, signal, useState } from '../../vendor/preact.js';
import { api } from '../../net/api.js';
import { t } from '../../texts/index.js';
import { whyOf } from './why.js';

const LONGEST = 24; // letters, the server's limit

/** My name as the server knows it. */
const myName = signal('');

/** Ask who I am; new visitors become guests. */
export async function sayHello() {
  const known = await api.whoAmI();
  myName.value = known || (await api.sayName(t('guest'))).name;
}

/** A field for my name. `live` is the table at which I sit, if any: my seats there get the new name as well, except
 * those with names of their own.
 * @param {{ id: string, live?: import('../table/live.js').LiveTable }} props */
export function NameField({ id, live }) {
  const keep = async (/** @type {string} */ name) => {
    const before = myName.value;
    myName.value = (await api.sayName(name)).name;
    for (const seat of live?.seats.value ?? []) {
      if (live?.news.value?.room.seats[seat].name === before) await live.send('sit', { seat });
    }
    return t('name.kept', { name: myName.value });
  };
  return html`<${Field} id=${id} label=${t('name')} name=${myName.value} keep=${keep} />`;
}

/** The same for one of several people at this screen. @param {{ live: import('../table/live.js').LiveTable, seat: number }} props */
export function SeatNameField({ live, seat }) {
  const chair = live.news.value?.room.seats[seat];
  const keep = async (/** @type {string} */ name) => {
    await live.socket.send('sit', { seat, name }); // a refusal is shown beside the field
    return t('name.seat', { name, seat: seat + 1 });
  };
  return html`<${Field} id=${`name-${seat}`} label=${t('seat', { seat: seat + 1 })} name=${chair?.name ?? ''}
    keep=${keep} />`;
}

/** A name is saved when its field loses the focus, or on Enter.
 * @param {{ id: string, label: string, name: string, keep: (name: string) => Promise<string> }} props */
function Field({ id, label, name, keep }) {
  const [said, setSaid] = useState('');
  const change = async (/** @type {any} */ event) => {
    const field = event.target;
    const typed = field.value.trim();
    if (!typed || typed === name) {
      field.value = name;
      return;
    }
    setSaid(await keep(typed).catch(whyOf));
  };
  const enter = (/** @type {any} */ event) => event.key === 'Enter' && (event.preventDefault(), event.target.blur());
  return html`<span class="name-field"><label for=${id}>${label}</label>
    <input id=${id} value=${name} maxlength=${LONGEST} autocomplete="nickname" spellcheck=${false}
      onKeyDown=${enter} onChange=${change} />
    <small role="status" class=${said ? 'said' : 'visually-hidden'}>${said}</small></span>`;
}
