/** The table of Splendor for two to four players: nobles, market, supply, panels, and what opens over them. */

import { html } from '../vendor/preact.js';
import { t } from '../texts/index.js';
import { Market } from './base_market.js';
import { LargeHand, Mine } from './base_mine.js';
import { NobleRow, Nobles } from './base_nobles.js';
import { Opponent, Opponents } from './base_others.js';
import { Supply } from './base_supply.js';
import { Drawer, drawer } from './drawer.js';
import { look } from './look.js';

/** @typedef {import('./look.js').Look} Look */

/** `side` is what stands below the other players: the log, the chat.
 * @param {{ live: import('./live.js').LiveTable, side: any }} props */
export function BaseTable({ live, side }) {
  const seen = look(live);
  const inDrawer = drawer.name === 'log';
  return html`<${Nobles} ...${seen} /><${Market} ...${seen} /><${Supply} ...${seen} /><${Mine} ...${seen} />
    <aside class="side" aria-label=${t('others')}>
      <div class="opps o${seen.order.length - 1}"><${Opponents} seen=${seen} /></div>
      <div class="talk">${inDrawer ? null : side}</div></aside>
    <${Open} seen=${seen} side=${side} />`;
}

/** What is opened over the table. @param {{ seen: Look, side: any }} props */
function Open({ seen, side }) {
  const { live, names } = seen;
  const { name } = drawer;
  const seat = name.startsWith('seat') ? Number(name.slice('seat'.length)) : -1;
  const away = () => {
    drawer.close();
    live.lens.value = null;
  };
  if (name === 'log') return html`<${Drawer} name=${name} label=${t('log')}><div class="talk">${side}</div><//>`;
  if (name === 'nobles') {
    return html`<${Drawer} name=${name} label=${t('nobles')}>
      <div class="noble-list"><${NobleRow} ...${seen} /></div><//>`;
  }
  if (name === 'hand') return html`<${Drawer} name=${name} label=${t('hand.yours')}><${LargeHand} seen=${seen} /><//>`;
  if (seat < 0 || seat >= names.length) return null;
  return html`<${Drawer} name=${name} label=${names[seat]} onClose=${away}>
    <${Opponent} seat=${seat} seen=${seen} open=${true} /><//>`;
}
