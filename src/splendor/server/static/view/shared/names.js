/** Names: those of the people and bots at a table, mine (a friendly one until I type another), the fields to type them. */

import { html, signal, useState } from '../../vendor/preact.js';
import { api } from '../../net/api.js';
import { countOf, freeName, isFriendly, listsOf } from '../../state/friendly.js';
import { calledApart, toldApart } from '../../state/names.js';
import { botName, t } from '../../texts/index.js';
import { whyOf } from './why.js';

/** @typedef {import('../../state/types.js').Seat} Seat */

/** Bots have names of their own, so that their initials differ; in a rematch they keep those they had. */
const BOT_NAMES = ['Ottavia', 'Marek', 'Lin', 'Nadia'];

/** @param {Seat} seatState @param {number} seat */
const ownName = ({ kind, name }, seat) => name || (kind === 'bot' ? BOT_NAMES[seat] : nameless(kind, seat));

/** People have names; those who were erased have none any more. @param {string} kind @param {number} seat */
const nameless = (kind, seat) => (kind === 'person' ? t('deletedPlayer') : t('seat', { seat: seat + 1 }));

/** Whether a bot plays to the end for somebody who resigned or whose time was up. @param {Seat} seatState */
export const hasGivenUp = ({ kind, why }) => kind === 'person' && ['resigned', 'time'].includes(why ?? '');

/** Everybody's name, made unique. @param {Seat[]} seats */
export const namesOf = (seats) => toldApart(seats.map(ownName));

/** The same for people at one screen: those who share a name are called by their seats.
 * @param {Seat[]} seats @param {number[]} own their seats */
export const namesHere = (seats, own) => namesOf(seats).map((name, seat) =>
  (own.includes(seat) && name !== seats[seat].name ? t('seat', { seat: seat + 1 }) : name));

/** The names of those at a table who are not me. @param {import('../../state/types.js').News} news */
export function othersOf({ room, you }) {
  const mine = (you ?? []).map(({ seat }) => seat);
  return namesOf(room.seats).filter((_, seat) => !mine.includes(seat));
}

/** The same for one of them. @param {Seat[]} seats @param {number} seat */
export const nameOf = (seats, seat) => namesOf(seats)[seat];

/** The events, with unique names. @param {import('./view_model.js').AnyTable} live */
export function eventsOf(live) {
  const seats = live.news.value?.room.seats ?? [];
  const called = calledApart(live.events.value, seats, namesOf(seats));
  return called.some(isErased) ? called.map(asDeleted) : called;
}

/** @typedef {import('../../state/types.js').LogEvent} LogEvent */

/** Whether an event lost its name because the person was erased. @param {LogEvent} event */
const isErased = ({ kind, name }) => (kind === 'sat' || kind === 'chatted') && !name;

/** @param {LogEvent} event @returns {LogEvent} */
const asDeleted = (event) => (isErased(event) ? { ...event, name: t('deletedPlayer'), text: event.text || '…' } : event);

/** Who has a seat, in words: a bot of some level, nobody, or somebody who is away. @param {Seat} seatState */
export function seatText(seatState) {
  if (seatState.bot) return t('botOf', { level: botName(seatState.bot) });
  if (seatState.kind === 'open') return t('openSeat');
  return seatState.present ? '' : t('away');
}

/** Whether one person plays against bots only. @param {Seat[]} seats */
export const isAlone = (seats) => seats.filter(({ kind }) => kind !== 'bot').length === 1;

// The fields

export const LONGEST = 24; // letters, the server's limit

/** My name as the server knows it. */
export const myName = signal('');

/** Ask who I am; new visitors become guests with a friendly name. */
export async function sayHello() {
  const known = await api.whoAmI();
  myName.value = known || (await api.sayName(friendlyName([]))).name;
}

/** The lists of friendly names in the reader's language. */
const lists = () => listsOf(t('friendly.adjectives'), t('friendly.nouns'));

/** A friendly name that is not among these. @param {string[]} taken */
export const friendlyName = (taken) => freeName(lists(), Math.floor(Math.random() * countOf(lists())), taken);

/** The same name, or another friendly one if it is friendly and somebody has it. @param {string} name @param {string[]} others */
export const apartFrom = (name, others) =>
  (others.includes(name) && isFriendly(lists(), name) ? friendlyName(others) : name);

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
  const seatState = live.news.value?.room.seats[seat];
  const keep = async (/** @type {string} */ name) => {
    await live.socket.send('sit', { seat, name }); // a refusal is shown beside the field
    return t('name.seat', { name, seat: seat + 1 });
  };
  return html`<${Field} id=${`name-${seat}`} label=${t('seat', { seat: seat + 1 })} name=${seatState?.name ?? ''}
    keep=${keep} />`;
}

/** A name is saved when its field loses the focus, or on Enter.
 * @param {{ id: string, label: string, name: string, keep: (name: string) => Promise<string> }} props */
function Field({ id, label, name, keep }) {
  const [said, setSaid] = useState('');
  const [rejected, setRejected] = useState(''); // stays in the field, to be corrected
  const change = async (/** @type {any} */ event) => {
    const field = event.target;
    const typed = field.value.trim();
    setRejected('');
    if (!typed || typed === name) {
      field.value = name;
      return;
    }
    const refuse = (/** @type {unknown} */ error) => {
      setRejected(typed);
      return whyOf(error);
    };
    setSaid(await keep(typed).catch(refuse));
  };
  const enter = (/** @type {any} */ event) => event.key === 'Enter' && (event.preventDefault(), event.target.blur());
  return html`<span class="name-field"><label for=${id}>${label}</label>
    <input id=${id} value=${rejected || name} aria-invalid=${rejected ? 'true' : null} maxlength=${LONGEST} autocomplete="nickname" spellcheck=${false}
      onKeyDown=${enter} onChange=${change} />
    <small role="status" class=${said ? 'said' : 'visually-hidden'}>${said}</small></span>`;
}
