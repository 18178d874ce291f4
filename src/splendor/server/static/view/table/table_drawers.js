/** The drawers of all games, for the log with the chat and for another player's panel; and the lens. */

import { html } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';
import { Drawer, drawer } from '../shared/drawer.js';
import { Unread } from './chat.js';

/** @typedef {import('../shared/view_model.js').AnyTable} AnyTable */

const SEAT = 'seat'; // prefix of the drawers of players' panels

/** Opens the drawer with log and chat, for screens without room for them beside the table.
 * @param {{ live: AnyTable, kind: 'open-log' | 'logbutton' }} props `kind` says where the button stands */
export const LogButton = ({ live, kind }) => html`<button type="button" class=${kind} aria-haspopup="dialog"
    aria-expanded=${drawer.name === 'log' ? 'true' : 'false'} onClick=${() => drawer.toggle('log')}>
  ${t('log')} <${Unread} live=${live} /></button>`;

/** On a phone a player's strip is a button that opens the panel; meanwhile prices are shown for that player.
 * @param {{ seat: number, seen: { live: AnyTable, names: string[] } }} props */
export function Peek({ seat, seen: { live, names } }) {
  const toggle = () => {
    drawer.toggle(SEAT + seat);
    live.lens.value = drawer.name ? seat : null;
  };
  return html`<button type="button" class="peek" aria-haspopup="dialog"
    aria-label=${t('panel.more', { name: names[seat] })} onClick=${toggle}></button>`;
}

/** The open drawer: the log, or a player's panel.
 * @param {{ seen: { live: AnyTable, names: string[] }, side: any, panel: (seat: number) => any }} props */
export function TableDrawer({ seen: { live, names }, side, panel }) {
  const { name } = drawer;
  const seat = name.startsWith(SEAT) ? Number(name.slice(SEAT.length)) : -1;
  const away = () => {
    drawer.close();
    live.lens.value = null;
  };
  if (name === 'log') return html`<${Drawer} name=${name} label=${t('log')}><div class="talk">${side}</div><//>`;
  if (seat < 0 || seat >= names.length) return null;
  return html`<${Drawer} name=${name} label=${names[seat]} onClose=${away}>${panel(seat)}<//>`;
}

// The lens: while somebody points at another player's panel, prices are shown for that player

/** The listeners of a panel. Touch leaves the focus in the panel, so only a visible (keyboard) focus counts.
 * @param {import('../shared/view_model.js').AnyTable} live @param {number} seat */
export function lensOf(live, seat) {
  const see = () => {
    live.lens.value = seat;
  };
  const reach = (/** @type {FocusEvent} */ { target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) see();
  };
  const stop = () => {
    if (live.lens.value === seat && drawer.name !== `seat${seat}`) live.lens.value = null;
  };
  return { onMouseEnter: see, onMouseLeave: stop, onFocusIn: reach, onFocusOut: stop };
}
