/** The buttons of the title bar and the menu. */

import { html, useRef, useState } from '../../vendor/preact.js';
import { canTakeBack } from '../../state/log_lines.js';
import { initialsOf } from '../../state/names.js';
import { botName, rulesName, t } from '../../texts/index.js';
import { faceOf } from '../faces.js';
import { Settings, closeOutside } from '../lobby/page_bar.js';
import { drawer } from '../shared/drawer.js';
import { later } from '../shared/later.js';
import { Twice } from '../shared/fields.js';
import { NameField, SeatNameField, isAlone, nameOf, namesOf } from '../shared/names.js';
import { Who } from '../shared/parts.js';
import { BotFace } from '../shared/portrait.js';
import { Bars } from './bars.js';
import { startGuide } from './guide.js';
import { RemoveButton, SpectatorSwitches } from './host.js';
import { showKeys } from './keys.js';
import { leave, optionWords } from './room.js';
import { WatchButtons, Watching } from './watch.js';

const Invite = later(() => import('./invite.js'), 'Invite');
const MoveSeats = later(() => import('./move_seat.js'), 'MoveSeats');

/** @typedef {import('./live.js').LiveTable} LiveTable */
/** @typedef {import('../../state/types.js').Room} Room */

/** @param {{ live: LiveTable }} props */
export function Menu({ live }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [closed, setClosed] = useState(0); // counts closings: each resets the questions in the menu
  const [isShown, setShown] = useState(false);
  const room = /** @type {Room} */ (live.news.value?.room);
  const playing = room.status === 'playing' && live.seats.value.length > 0;
  const close = () => dialog.current?.close();
  return html`<nav aria-label=${t('menu')}>
    ${playing ? html`<${UndoButton} live=${live} />` : null}
    ${playing && room.hints ? html`<${HintButton} live=${live} />` : null}
    <${WatchButtons} live=${live} />
    <button type="button" class="open-menu" aria-haspopup="dialog"
      onClick=${() => { setShown(true); dialog.current?.showModal(); }}>${t('menu')}</button>
    </nav>
    <dialog ref=${dialog} class="menu wide" aria-labelledby="menu-title" onClick=${closeOutside}
      onClose=${() => { setClosed(closed + 1); setShown(false); }}><div class="menu-in">
      <div class="menu-head"><h2 id="menu-title">${t('menu')}</h2>
        <button type="button" class="quiet" onClick=${close}>${t('close')}</button></div>
      <div class="menu-cols">
        <div><${Game} key=${closed} live=${live} room=${room} close=${close} />
          <${People} live=${live} room=${room} /></div>
        <div><section><h3>${t('settings')}</h3><${Names} live=${live} /><${Settings} /></section>
          <${Links} live=${live} room=${room} open=${isShown} /></div></div></div></dialog>
    <${Bars} live=${live} />`;
}

/** My name, or those of everybody at this screen. @param {{ live: LiveTable }} props */
const Names = ({ live }) => (live.seats.value.length > 1
  ? html`<fieldset class="names"><legend>${t('namesHere')}</legend>
    ${live.seats.value.map((seat) => html`<${SeatNameField} key=${seat} live=${live} seat=${seat} />`)}</fieldset>`
  : html`<${NameField} id="menu-name" live=${live} />`);

/** In the title bar, or in the menu where the bar has no room. @param {{ live: LiveTable, kind?: string, then?: () => void }} props */
const UndoButton = ({ live, kind = 'undo', then }) => html`<button type="button" class=${kind} title="${t('undo')} (Z)"
  onClick=${() => { ask(live, 'undo'); then?.(); }} disabled=${!canTakeBack(live.events.value, live.seats.value)}>${t('undo')}</button>`;

/** @param {{ live: LiveTable, kind?: string, then?: () => void }} props */
const HintButton = ({ live, kind = 'hint-button', then }) => html`<button type="button" class=${kind} title="${t('hint')} (H)"
  disabled=${!live.isMyTurn.value} onClick=${() => { live.hint(); then?.(); }}>${t('hint')}</button>`;

/** @param {{ live: LiveTable, close: () => void }} props */
function PauseButton({ live, close }) {
  const paused = live.news.value?.room.paused ?? false;
  const act = () => {
    live.send('pause', { on: !paused });
    close();
  };
  return html`<button type="button" class="quiet" onClick=${act}>${t(paused ? 'resume' : 'pause')}</button>`;
}

/** Ask the others. @param {LiveTable} live @param {string} what */
const ask = (live, what) => live.send('ask', { what });

/** The game: rules, guide, resigning, leaving. @param {{ live: LiveTable, room: Room, close: () => void }} props */
function Game({ live, room, close }) {
  const playing = room.status === 'playing' && live.seats.value.length > 0;
  const { rules, guide } = faceOf(live.news.value?.table?.game);
  const showGuide = () => {
    startGuide(live);
    close();
  };
  const words = optionWords(room);
  const others = room.seats.some(({ kind }, seat) => kind === 'person' && !live.seats.value.includes(seat));
  return html`<section><h3>${rulesName(room.rules)}</h3>${words ? html`<p class="about">${words}</p>` : null}
    <div class="acts">
      ${playing && room.hints ? html`<${HintButton} live=${live} kind="quiet in-menu" then=${close} />` : null}
      <${WatchButtons} live=${live} kind="quiet in-menu" />
      <button type="button" class="quiet in-menu" onClick=${() => { close(); drawer.toggle('log'); }}>${t('log')}</button>
      ${playing ? html`<${UndoButton} live=${live} kind="quiet in-menu" then=${close} />` : null}
      ${rules ? html`<a class="quiet" href=${rules.address} target="_blank">${t('rules')}</a>` : null}
      ${playing && guide.length ? html`<button type="button" class="quiet" onClick=${showGuide}>${t('guide.again')}</button>` : null}
      ${playing && isAlone(room.seats) && !room.clock ? html`<${PauseButton} live=${live} close=${close} />` : null}
      <button type="button" class="quiet" onClick=${() => { close(); showKeys(); }}>${t('keys')} <kbd>?</kbd></button>
      <a class="quiet" href="/">${t('toLobby')}</a></div>
    ${playing ? html`<div class="acts">
      <${Twice} act=${() => { ask(live, 'abandon'); close(); }} name=${t(others ? 'abandon' : 'abandon.alone')}
        sure=${t(others ? 'abandon.ask' : 'abandon.sure')} />
      <${Twice} act=${() => { live.send('resign'); close(); }} name=${t('resign')} sure=${t('resign.sure')} />
      <${Twice} act=${() => leave(live)} name=${t('leave')} sure=${t('leave.sure')} /></div>` : null}</section>`;
}

// People

/** @param {{ live: LiveTable, room: Room }} props */
function People({ live, room }) {
  return html`<section><h3>${t('people')}</h3>
    <ul class="people">
      ${room.seats.map((_, seat) => html`<${Person} key=${seat} live=${live} room=${room} seat=${seat} />`)}</ul>
    <${Watching} live=${live} room=${room} /><${SpectatorSwitches} live=${live} room=${room} /></section>`;
}

/** @param {{ live: LiveTable, room: Room, seat: number }} props */
function Person({ live, room, seat }) {
  const seatState = room.seats[seat];
  const mine = live.seats.value.includes(seat);
  const name = seatState.kind === 'open' ? t('openSeat') : nameOf(room.seats, seat);
  return html`<li><${Who} seat=${seat} name=${name} letter=${initialsOf(namesOf(room.seats))[seat]} />
    <${BotFace} seat=${seatState} /><span><b>${name}</b> <small>${mine ? t('you') : presence(seatState)}${room.host === seat ? ` · ${t('host')}` : ''}
      </small></span>
    <span class="acts"><${Mute} live=${live} seatState=${seatState} seat=${seat} mine=${mine} />
      <${BotCall} live=${live} room=${room} seat=${seat} mine=${mine} />
      <${RemoveButton} live=${live} room=${room} seat=${seat} /></span></li>`;
}

/** @param {import('../../state/types.js').Seat} seatState */
function presence(seatState) {
  const bot = botName(seatState.bot ?? '');
  if (seatState.kind === 'bot') return t('botOf', { level: bot });
  if (bot) return t('botInstead', { bot, why: seatState.why ? t(`why.${seatState.why}`) : '' });
  if (seatState.kind === 'open') return '';
  if (seatState.absent) return t('absent');
  return seatState.present ? t('present') : t('away');
}

/** @param {{ live: LiveTable, seatState: import('../../state/types.js').Seat, seat: number, mine: boolean }} props */
function Mute({ live, seatState, seat, mine }) {
  if (mine || seatState.kind !== 'person' || !live.seats.value.length) return null;
  const muted = (live.news.value?.muted ?? []).includes(seat);
  const toggle = () => live.send('mute', { seat, on: !muted });
  return html`<button type="button" class="quiet small" aria-pressed=${muted ? 'true' : 'false'} onClick=${toggle}>
      ${t(muted ? 'unmute' : 'mute')}</button>`;
}

/** Let a bot play for somebody who is away or has left; or return in place of a bot.
 * @param {{ live: LiveTable, room: Room, seat: number, mine: boolean }} props */
function BotCall({ live, room, seat, mine }) {
  const seatState = room.seats[seat];
  if (room.status !== 'playing' || !live.seats.value.length) return null;
  const isBack = mine && ['absent', 'idle'].includes(seatState.why ?? '');
  if (!isBack && (mine || seatState.bot || !seatState.absent)) return null;
  const act = () => (isBack ? live.send('come_back') : live.send('call_bot', { seat }));
  return html`<button type="button" class="quiet small" onClick=${act}>${t(isBack ? 'comeBack' : 'callBot')}</button>`;
}

/** How others come to the table, and how I come to another device. @param {{ live: LiveTable, room: Room, open: boolean }} props */
function Links({ live, room, open }) {
  if (!open) return null;
  const seats = room.seats.some(({ kind }) => kind === 'open');
  return html`<${Invite} about=${t(seats ? 'share.open' : 'share.watch')} Heading="h3"><${MoveSeats} live=${live} /><//>`;
}
