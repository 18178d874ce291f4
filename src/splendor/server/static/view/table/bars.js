/** Bars above the table: requests between players, absences, problems. */

import { html } from '../../vendor/preact.js';
import { botName, t } from '../../texts/index.js';
import { hasGivenUp, nameOf } from '../shared/names.js';
import { watchesBots } from './watch.js';

/** @typedef {import('./live.js').LiveTable} LiveTable */
/** @typedef {import('../../state/types.js').Room} Room */
/** @typedef {{ live: LiveTable, room: Room }} Props */

/** @param {{ live: LiveTable }} props */
export function Bars({ live }) {
  const room = /** @type {Room} */ (live.news.value?.room);
  const parts = room.status === 'playing' ? [Paused, Resigned, Question, Away, Idle, Kept] : [];
  return html`<div class="bars" aria-live="polite">${room.problem ? html`<${Bar} text=${t('refused.frozen')} />` : null}
    ${parts.map((Part) => html`<${Part} live=${live} room=${room} />`)}</div>`;
}

/** A sentence with the buttons that answer it. @param {{ text: string, more?: string, children?: any }} props */
const Bar = ({ text, more = '', children }) => html`<div class="askbar" role="group" aria-label=${text}>
  <p>${text} <small>${more}</small></p>${children}</div>`;

/** @param {{ name: string, act: () => void }} props */
const Yes = ({ name, act }) => html`<button type="button" class="cta" onClick=${act}><span>${name}</span></button>`;

/** @param {{ name: string, act: () => void }} props */
const Other = ({ name, act }) => html`<button type="button" class="quiet" onClick=${act}>${name}</button>`;

/** @param {Room} room @param {number} seat */
const whoIs = (room, seat) => (room.seats[seat] ? nameOf(room.seats, seat) : t('somebody'));

/** The seats whose answer is missing. @param {Room} room @param {import('../../state/types.js').Ask} asked */
function unanswered(room, asked) {
  const seats = room.seats.map((_, seat) => seat).filter((seat) => seat !== asked.seat);
  const decides = (/** @type {number} */ seat) =>
    room.seats[seat].kind === 'person' && !room.seats[seat].bot && seat !== asked.target;
  return seats.filter((seat) => decides(seat) && !(asked.agreed ?? []).includes(seat));
}

/** The bots wait for me. @param {Props} props */
const Paused = ({ live, room }) => (room.paused ? html`<${Bar} text=${t(live.seats.value.length ? 'paused' : 'paused.watching')}>
  ${live.seats.value.length || watchesBots(live) ? html`<${Yes} name=${t('resume')} act=${() => live.send('pause', { on: false })} />` : null}<//>`
  : null);

/** I have resigned, and a bot plays on in my place. @param {Props} props */
function Resigned({ live, room }) {
  const seat = live.seats.value.find((each) => hasGivenUp(room.seats[each]));
  if (seat === undefined) return null;
  const bot = botName(room.seats[seat].bot ?? '');
  return html`<${Bar} text=${t('resigned.bar', { bot })} more=${t(`resigned.${room.seats[seat].why}`)}>
    <a class="quiet" href="/">${t('toLobby')}</a><//>`;
}

/** A request to take a move back, to end the game, or to let a bot play. @param {Props} props */
function Question({ live, room }) {
  const { asked } = room;
  if (!asked) return null;
  const mine = live.seats.value;
  const missing = unanswered(room, asked);
  const names = new Set(missing.filter((seat) => !mine.includes(seat)).map((seat) => whoIs(room, seat)));
  const waiting = names.size ? t('asked.waiting', { names: [...names].join(', ') }) : '';
  const answer = (/** @type {boolean} */ yes) => () => live.send('answer', { yes, question: asked.id });
  const target = whoIs(room, asked.target ?? -1);
  if (mine.includes(asked.seat)) {
    return html`<${Bar} text=${t(`asked.own.${asked.what}`, { target })} more=${waiting}>
      <${Other} name=${t('withdraw')} act=${answer(false)} /><//>`;
  }
  const text = t(`asked.${asked.what}`, { name: whoIs(room, asked.seat), target });
  if (!missing.some((seat) => mine.includes(seat))) return html`<${Bar} text=${text} more=${waiting} />`;
  return html`<${Bar} text=${text}><${Yes} name=${t('agree')} act=${answer(true)} />
    <${Other} name=${t('decline')} act=${answer(false)} /><//>`;
}

/** Whether a clock decides how long one may be away: it runs from the first move on. @param {Room} room */
const isRunning = ({ clock }) => (clock?.running ?? null) !== null;

/** A bot plays for me, or the player to move has been away for a while. @param {Props} props */
function Away({ live, room }) {
  const mine = live.seats.value;
  if (mine.some((seat) => ['absent', 'idle'].includes(room.seats[seat].why ?? ''))) {
    const back = () => live.send('come_back');
    return html`<${Bar} text=${t('botForYou')}><${Yes} name=${t('comeBack')} act=${back} /><//>`;
  }
  const seat = live.news.value?.table?.active ?? -1;
  const seatState = room.seats[seat];
  if (!mine.length || mine.includes(seat) || !seatState?.absent || seatState.bot || isRunning(room)) return null;
  const text = seatState.kind === 'open' ? t('leftLong') : t('awayLong', { name: whoIs(room, seat) });
  return html`<${Bar} text=${text}><${Other} name=${t('callBot')} act=${() => live.send('call_bot', { seat })} /><//>`;
}

/** The player to move is here and does not move: the host may let a bot play, the others may ask for one.
 * @param {Props} props */
function Idle({ live, room }) {
  const seat = room.seats.findIndex((each) => each.idle && !each.absent);
  const mine = live.seats.value;
  if (seat < 0 || !mine.length || mine.includes(seat) || room.asked?.what === 'replace') return null;
  const others = room.seats.filter(({ kind, bot }, index) =>
    kind === 'person' && !bot && index !== seat && !mine.includes(index));
  const alone = live.news.value?.hosts || !others.length;
  return html`<${Bar} text=${t('idleLong', { name: whoIs(room, seat) })}>
    <${Other} name=${t(alone ? 'callBot' : 'askForBot')} act=${() => live.send('ask', { what: 'replace', seat })} /><//>`;
}

/** Offers somebody the seat that they have left. @param {Props} props */
function Kept({ live }) {
  const [seat] = live.news.value?.kept ?? [];
  if (seat === undefined) return null;
  return html`<${Bar} text=${t('seatKept', { seat: seat + 1 })}>
    <${Yes} name=${t('sitAgain')} act=${() => live.send('sit', { seat })} /><//>`;
}
