/** What the host of a table may do: remove people, decide about spectators. */

import { html } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';
import { Switch, Twice } from '../shared/fields.js';
import { nameOf } from '../shared/names.js';

/** @typedef {import('./live.js').LiveTable} LiveTable */
/** @typedef {import('../../state/types.js').Room} Room */

/** Remove another person from the table. @param {{ live: LiveTable, room: Room, seat: number }} props */
export function RemoveButton({ live, room, seat }) {
  const isOpen = room.status === 'open' || room.status === 'playing';
  const isOther = room.seats[seat].kind === 'person' && !live.seats.value.includes(seat);
  if (!live.news.value?.hosts || !isOpen || !isOther) return null;
  const sure = t(room.status === 'open' ? 'remove.sure' : 'remove.surePlaying', { name: nameOf(room.seats, seat) });
  return html`<${Twice} act=${() => live.send('remove', { seat })} name=${t('remove')} sure=${sure} small=${true} />`;
}

/** Let spectators watch and write, or not. @param {{ live: LiveTable, room: Room }} props */
export function SpectatorSwitches({ live, room }) {
  if (!live.news.value?.hosts) return null;
  const watch = room.spectators ?? true;
  const admit = (/** @type {string} */ what) => (/** @type {boolean} */ on) => live.send('admit', { [what]: on });
  return html`<div class="switches">
    <${Switch} label=${t('spectators')} about=${t('spectators.about')} on=${watch} onChange=${admit('watch')} />
    ${watch ? html`<${Switch} label=${t('spectators.chat')} about=${t('spectators.chat.about')}
      on=${room.spectators_chat ?? false} onChange=${admit('chat')} />` : null}</div>`;
}
