/** Play on from here: a new table that continues from this position, against bots. */

import { html, useLayoutEffect, useRef, useState } from '../../vendor/preact.js';
import { canPlayOn } from '../../state/after/replay.js';
import { gameNamed, levelsOf, usualLevel } from '../../state/games.js';
import { botName, t } from '../../texts/index.js';
import { games } from '../faces.js';
import { openAs } from '../lobby/open_table.js';
import { go } from '../shared/route.js';
import { namesOf } from '../shared/names.js';

/** @typedef {import('./replay_table.js').ReplayTable} ReplayTable */
/** @typedef {import('../../state/types.js').Room} Room */

/** The button that opens the dialog. @param {{ past: ReplayTable }} props */
export function PlayOn({ past }) {
  const replay = past.replay.value;
  const possible = replay !== null && canPlayOn(replay, past.ply.value);
  const open = () => {
    past.playing.value = false;
    past.forking.value = true;
  };
  return html`<button type="button" class="fork" disabled=${!possible} title=${t(possible ? 'fork.about' : 'fork.over')}
    onClick=${open}>${t('fork')}</button>`;
}

/** @param {{ past: ReplayTable }} props */
export function ForkDialog({ past }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const open = past.forking.value;
  useLayoutEffect(() => { // before the next key
    if (open) dialog.current?.showModal();
  }, [open]);
  return html`<dialog class="menu fork" ref=${dialog} aria-labelledby="fork-title"
      onClose=${() => { past.forking.value = false; }}>
    ${open ? html`<${ForkForm} past=${past} onClose=${() => dialog.current?.close()} />` : null}</dialog>`;
}

/** @param {{ past: ReplayTable, onClose: () => void }} props */
function ForkForm({ past, onClose }) {
  const room = /** @type {Room} */ (past.room.value);
  const active = past.news.value?.table?.active ?? 0;
  const [chosen, setSeat] = useState(/** @type {number | null} */ (null));
  const seat = chosen ?? past.seats.value[0] ?? active;
  const [wrong, setWrong] = useState('');
  const [levels, level, setLevel] = useLevel(room);
  const there = (/** @type {string} */ page) => {
    onClose();
    go(page);
  };
  const start = (/** @type {Event} */ event) => {
    event.preventDefault();
    openAs(requestOf(past, seat, level), setWrong, there);
  };
  return html`<form onSubmit=${start}><h2 id="fork-title">${t('fork')}</h2>
    <p>${t('fork.from', { ply: past.ply.value, last: past.last })} ${t('fork.known')}</p>
    <${SeatChoice} room=${room} seat=${seat} active=${active} onChange=${setSeat} />
    <${LevelChoice} levels=${levels} level=${level} onChange=${setLevel} />
    ${wrong ? html`<p role="alert" class="wrong">${wrong}</p>` : null}
    <p class="row"><button type="submit" class="cta" disabled=${!levels.length}>${t('fork.start')}</button>
      <button type="button" class="quiet" onClick=${onClose}>${t('close')}</button></p></form>`;
}

/** The bots for a game, the chosen one, and how to choose another. @param {Room} room
 * @returns {[import('../../state/games.js').Level[], string, (level: string) => void]} */
export function useLevel(room) {
  const list = /** @type {import('../../state/games.js').Games} */ (games.value);
  const levels = levelsOf(gameNamed(list, room.rules), room.seats.length);
  const [chosen, setLevel] = useState(room.seats.find(({ kind }) => kind === 'bot')?.bot ?? '');
  return [levels, chosen || usualLevel(levels), setLevel];
}

/** @param {{ room: Room, seat: number, active: number, onChange: (seat: number) => void }} props */
export const SeatChoice = ({ room, seat, active, onChange }) => html`<fieldset><legend>${t('fork.seat')}</legend>
  ${namesOf(room.seats).map((name, index) => html`<label>
    <input type="radio" name="fork-seat" checked=${index === seat} onChange=${() => onChange(index)} />
    ${name} ${index === active ? html`<small>${t('toMove')}</small>` : null}</label>`)}</fieldset>`;

/** @param {{ levels: import('../../state/games.js').Level[], level: string, onChange: (level: string) => void }} props */
export const LevelChoice = ({ levels, level, onChange }) => html`<label>${t('fork.level')} <select value=${level}
    onChange=${(/** @type {any} */ event) => onChange(event.target.value)}>
  ${levels.map(({ name, elo }) => html`
    <option value=${name}>${t('levelOption', { name: botName(name), elo })}</option>`)}</select></label>`;

/** @param {ReplayTable} past @param {number} seat @param {string} level */
function requestOf(past, seat, level) {
  const former = past.room.value?.seats ?? [];
  const seats = former.map((_, index) => (index === seat ? { who: 'me' } : { who: 'bot', level }));
  return { seats, fork: { table: past.id, ply: past.ply.value } };
}
