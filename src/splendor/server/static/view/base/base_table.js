/** The table of Splendor for two to four players: nobles, market, supply, panels, and what opens over them. */

import { html } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';
import { Market } from './market.js';
import { LargeHand, Mine } from './own_panel.js';
import { NobleRow, Nobles } from './nobles.js';
import { Opponent, Opponents } from './opponents.js';
import { Supply } from './supply.js';
import { Drawer, drawer } from '../shared/drawer.js';
import { look } from '../shared/view_model.js';
import { TableDrawer } from '../table/table_drawers.js';

/** @typedef {import('../shared/view_model.js').Look} Look */

/** `side` is what stands below the other players: the log, the chat.
 * @param {{ live: import('../shared/view_model.js').AnyTable, side: any }} props */
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
  const { name } = drawer;
  const panel = (/** @type {number} */ seat) => html`<${Opponent} seat=${seat} seen=${seen} open=${true} />`;
  if (name === 'nobles') {
    return html`<${Drawer} name=${name} label=${t('nobles')}>
      <div class="noble-list"><${NobleRow} ...${seen} /></div><//>`;
  }
  if (name === 'hand') return html`<${Drawer} name=${name} label=${t('hand.yours')}><${LargeHand} seen=${seen} /><//>`;
  return html`<${TableDrawer} seen=${seen} side=${side} panel=${panel} />`;
}
