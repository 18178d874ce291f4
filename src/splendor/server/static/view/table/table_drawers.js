/** The drawers of both games, the log with the chat and another player's panel, and what opens them. */

import { html } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';
import { Drawer, drawer } from '../shared/drawer.js';
import { Unread } from './chat.js';

/** @typedef {import('../shared/view_model.js').AnyTable} AnyTable */

const SEAT = 'seat'; // how the drawer of a player's panel begins its name

/** Where there is no room for the log beside the table it lies in a drawer, and the chat with it.
 * @param {{ live: AnyTable, kind: 'open-log' | 'logbutton' }} props `kind` says where the button stands */
export const LogButton = ({ live, kind }) => html`<button type="button" class=${kind} aria-haspopup="dialog"
    aria-expanded=${drawer.name === 'log' ? 'true' : 'false'} onClick=${() => drawer.toggle('log')}>
  ${t('log')} <${Unread} live=${live} /></button>`;

/** On a phone a strip is a button: it opens the panel, and the market is seen through their eyes meanwhile.
 * @param {{ seat: number, seen: { live: AnyTable, names: string[] } }} props */
export function Peek({ seat, seen: { live, names } }) {
  const toggle = () => {
    drawer.toggle(SEAT + seat);
    live.lens.value = drawer.name ? seat : null;
  };
  return html`<button type="button" class="peek" aria-haspopup="dialog"
    aria-label=${t('panel.more', { name: names[seat] })} onClick=${toggle}></button>`;
}

/** What is opened over the table: the log, or a panel.
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

// The lens

/** What a panel listens to. A finger leaves the focus where it was: only who goes there by keys looks at it.
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
