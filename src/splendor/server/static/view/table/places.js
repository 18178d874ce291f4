/** The seats of the waiting room: sitting down under a name, bots at open seats, names of people at one screen. */

import { html, useState } from '../../vendor/preact.js';
import { api } from '../../net/api.js';
import { gameNamed, ladderOf, levelsOf, stylesOf } from '../../state/games.js';
import { initialsOf } from '../../state/names.js';
import { botName, t } from '../../texts/index.js';
import { games } from '../faces.js';
import { Wrong, optionsOf } from '../shared/fields.js';
import { LONGEST, apartFrom, friendlyName, myName, nameOf, namesOf } from '../shared/names.js';
import { Who } from '../shared/parts.js';
import { suitableLevel } from '../shared/suggested.js';
import { whyOf } from '../shared/why.js';
import { RemoveButton } from './host.js';

/** @typedef {import('../../state/types.js').Room} Room */
/** @typedef {import('../../state/types.js').Seat} Seat */
/** @typedef {import('./live.js').LiveTable} LiveTable */
/** @typedef {{ live: LiveTable, room: Room, seat: number }} Props */

/** @param {Props} props */
export function Place({ live, room, seat }) {
  const seatState = room.seats[seat];
  const mine = live.seats.value.includes(seat);
  const open = seatState.kind === 'open';
  const name = open ? t('openSeat') : nameOf(room.seats, seat);
  const letter = open ? '?' : initialsOf(namesOf(room.seats))[seat];
  return html`<li class="place ${seatState.kind} ${mine ? 'mine' : ''}">
      <${Who} seat=${seat} name=${name} letter=${letter} big=${true} />
    <span class="seat-name"><small>${t('seat', { seat: seat + 1 })}</small>
      <b>${name}</b>${mine ? html` <span class="pill">${t('you')}</span>` : null}
      <small>${aboutSeat(live, room, seat)}</small></span>
    <${PlaceActs} live=${live} room=${room} seat=${seat} />
    <${RemoveButton} live=${live} room=${room} seat=${seat} /></li>`;
}

/** Below the name. @param {LiveTable} live @param {Room} room @param {number} seat */
function aboutSeat(live, room, seat) {
  const { kind, bot = '' } = room.seats[seat];
  if (kind === 'bot') return t('botOf', { level: botName(bot) });
  if (kind === 'open') return live.news.value?.hosts ? t('openSeat.host') : '';
  const here = live.seats.value.includes(seat) ? t('thisDevice') : '';
  return [room.host === seat ? t('host') : '', here].filter(Boolean).join(' · ');
}

/** @param {Props} props */
function PlaceActs({ live, room, seat }) {
  const seatState = room.seats[seat];
  const hosts = live.news.value?.hosts;
  if (seatState.kind === 'bot') return hosts ? html`<${Free} live=${live} seat=${seat} />` : null;
  if (seatState.kind !== 'open') {
    return html`<span class="readiness ${seatState.ready ? 'yes' : ''}">${readiness(seatState)}</span>`;
  }
  if (!live.seats.value.length) return html`<${Sit} live=${live} seat=${seat} />`;
  return hosts ? html`<${Fill} live=${live} room=${room} seat=${seat} />`
    : html`<span class="readiness">${t('wait.somebody')}</span>`;
}

/** @param {Seat} seatState */
function readiness(seatState) {
  if (seatState.ready) return `✓ ${t('isReady')}`;
  return seatState.present ? t('notReady') : t('notHere');
}

// Bots

/** @param {{ live: LiveTable, seat: number }} props */
const Free = ({ live, seat }) => html`<button type="button" class="textlink" onClick=${() => live.send('fill', { seat })}
  aria-label=${`${t('freeSeat')}: ${t('seat', { seat: seat + 1 })}`}>${t('freeSeat')}</button>`;

/** A bot for an open seat. @param {Props} props */
function Fill({ live, room, seat }) {
  const list = games.value;
  const [chosen, choose] = useState('');
  if (!list) return null;
  const game = gameNamed(list, room.rules);
  const levels = levelsOf(game, room.seats.length);
  const level = chosen || suitableLevel(game, room.seats.length);
  const names = [...ladderOf(levels), ...stylesOf(levels)];
  const where = t('seat', { seat: seat + 1 });
  return html`<span class="fill">
    <button type="button" class="quiet small" aria-label=${`${t('fillSeat')}: ${where}`} disabled=${!levels.length}
      onClick=${() => live.send('fill', { seat, level })}>${t('fillSeat')}</button>
    <select aria-label=${`${t('opponent')}: ${where}`} value=${level}
      onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
      ${optionsOf((names.length ? names : levels).map(({ name }) => [name, botName(name)]))}</select></span>`;
}

// Sitting down

/** @param {{ live: LiveTable, seat: number }} props */
const Sit = ({ live, seat }) => html`<button type="button" class="quiet small" onClick=${() => sitDown(live, seat, myName.value)}
  aria-label=${`${t('sitHere')}: ${t('seat', { seat: seat + 1 })}`}>${t('sitHere')}</button>`;

/** Sit down under this name; a friendly one that somebody has already is changed. @param {LiveTable} live
 * @param {number} seat @param {string} typed */
async function sitDown(live, seat, typed) {
  const others = namesOf(live.news.value?.room.seats ?? []);
  const name = apartFrom(typed, others);
  if (name !== myName.value) myName.value = (await api.sayName(name)).name;
  return live.send('sit', { seat });
}

/** A friend has opened the link: a name, and one button. @param {Props & { watch: () => void }} props */
export function Arrival({ live, room, seat, watch }) {
  const [typed, setTyped] = useState(() => apartFrom(myName.value, namesOf(room.seats)));
  const [wrong, setWrong] = useState('');
  const name = typed.trim();
  const sit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (name) sitDown(live, seat, name).then(() => setWrong(''), (error) => setWrong(whyOf(error)));
  };
  return html`<form class="arrival" onSubmit=${sit}>
    <label for="arrival-name">${t('name')}</label>
    <input id="arrival-name" value=${typed} maxlength=${LONGEST} autocomplete="nickname" spellcheck=${false}
      aria-invalid=${wrong ? 'true' : null} onInput=${(/** @type {any} */ event) => setTyped(event.target.value)} />
    <${Wrong} text=${wrong} />
    <button type="submit" class="cta" disabled=${!name}><span>${t('sitAs', { name })}</span></button>
    <p><button type="button" class="textlink" onClick=${watch}>${t('onlyWatch')}</button></p>
    <p class="about">${t('noAccount')}</p></form>`;
}

// Several people at one screen

/** Whether my seats have names of their own, or need none. @param {Room} room @param {number[]} mine */
export const areNamed = (room, mine) => new Set(mine.map((seat) => room.seats[seat].name)).size === mine.length;

/** Everybody at this screen is asked for a name. @param {{ live: LiveTable, room: Room, done: () => void }} props */
export function NamesHere({ live, room, done }) {
  const mine = live.seats.value;
  const [names, setNames] = useState(() => proposedNames(room, mine));
  const [wrong, setWrong] = useState('');
  const change = (/** @type {number} */ index) => (/** @type {any} */ event) =>
    setNames(names.with(index, event.target.value));
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      for (const [index, seat] of mine.entries()) await rename(live, seat, names[index].trim());
      done();
    } catch (error) {
      setWrong(whyOf(error));
    }
  };
  return html`<form class="names-here" onSubmit=${begin}><fieldset><legend>${t('namesHere')}</legend>
    ${mine.map((seat, index) => html`<span key=${seat} class="name-field"><label for="here-${seat}">${t('seat', { seat: seat + 1 })}</label>
      <input id="here-${seat}" value=${names[index]} maxlength=${LONGEST} autocomplete="off" spellcheck=${false}
        onInput=${change(index)} /></span>`)}</fieldset><${Wrong} text=${wrong} />
    <button type="submit" class="cta" disabled=${names.some((name) => !name.trim())}><span>${t('start.here')}</span></button></form>`;
}

/** My own name, and friendly ones for the others. @param {Room} room @param {number[]} mine */
function proposedNames(room, mine) {
  /** @type {string[]} */
  const names = [];
  for (const seat of mine) names.push(names.length ? friendlyName([...names, ...namesOf(room.seats)]) : room.seats[seat].name ?? '');
  return names;
}

/** @param {LiveTable} live @param {number} seat @param {string} name */
async function rename(live, seat, name) {
  if (live.news.value?.room.seats[seat].name !== name) await live.socket.send('sit', { seat, name });
}

