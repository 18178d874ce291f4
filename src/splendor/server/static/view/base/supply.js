/** The supply: six piles of tokens. */

import { html } from '../../vendor/preact.js';
import { movesOf } from '../../state/moves.js';
import { countOf } from '../../state/payment.js';
import { TOKENS } from '../../state/base/table.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { useArrows } from '../shared/arrows.js';
import { Disc, Name } from '../shared/parts.js';
import { comingGold, goldComes, pick } from './actions.js';

/** @typedef {import('../shared/view_model.js').ViewModel<import('../../state/base/table.js').BaseTable>} ViewModel */

const HIGHEST = 3; // tokens that a drawn pile shows

/** @param {ViewModel} seen */
export function Supply(seen) {
  const { table, draft } = seen;
  const addable = staging.addable(draft);
  const taken = takenBy(seen);
  const open = !draft.moves.length || addable.size > 0;
  return html`<aside class="supply mat" aria-label=${t('supply')}>
    <div class="stock" ...${useArrows()}>${[...TOKENS].map((letter, index) => html`
      <${Pile} letter=${letter} count=${table.supply[index]} picked=${countOf(taken, letter)}
        live=${seen.stages && isLive(seen, letter, open && addable.has(letter))}
        onClick=${() => pick(seen, letter)} />`)}</div></aside>`;
}

/** Whether a click on a pile does something: gold begins a reservation. @param {ViewModel} seen @param {string} letter
 * @param {boolean} addable */
const isLive = ({ draft, offers }, letter, addable) =>
  (letter === 'J' ? offers && movesOf(draft.legal, 'reserve').length > 0 : addable);

/** The letters of the tokens that the draft takes. @param {ViewModel} seen */
function takenBy(seen) {
  const { draft } = seen;
  const whole = movesOf(draft.moves, 'take').map((move) => move.letters).join('');
  return whole + draft.letters + (comingGold(seen) || (draft.reserving && goldComes(seen)) ? 'J' : '');
}

/** @param {{ letter: string, count: number, picked: number, live: boolean, onClick: () => void }} props */
const Pile = ({ letter, count, picked, live, onClick }) => html`
  <button type="button" data-pile=${letter} class="pile high-${Math.min(count - picked, HIGHEST)} ${picked ? 'staged' : ''} ${live || picked ? '' : 'dead'}"
      aria-pressed=${picked ? 'true' : 'false'} onClick=${onClick}>
    <${Name} is=${t('pile', { gem: t(`gem.${letter}`), count })} /><${Disc} of=${letter} />
    <b aria-hidden="true">${count - picked}${picked ? html`<small>−${picked}</small>` : null}</b></button>`;
