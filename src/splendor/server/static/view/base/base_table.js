/** The table of Splendor for two to four players: nobles, market, supply, panels, and drawers. */

import { html } from '../../vendor/preact.js';
import { freshPlaces } from '../../state/log_lines.js';
import { placeName } from '../../state/moves.js';
import { LIMIT, canPayNextTurn, priceOf, total } from '../../state/price.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { useArrows } from '../shared/arrows.js';
import { Drawer, drawer } from '../shared/drawer.js';
import { useLongPress } from '../shared/long_press.js';
import { CardButton, Deck, Picture, Who } from '../shared/parts.js';
import { viewModel } from '../shared/view_model.js';
import { TableDrawer } from '../table/table_drawers.js';
import { clickCard, comesWithin, reserve } from './actions.js';
import { Confirm } from './confirm.js';
import { NobleRow, Nobles } from './nobles.js';
import { Opponent, Opponents } from './opponents.js';
import { LargeHand, Mine } from './own_panel.js';
import { Supply } from './supply.js';

/** @typedef {import('../shared/view_model.js').ViewModel<import('../../state/base/table.js').BaseTable>} ViewModel */

/** `side` is shown below the other players: the log, the chat.
 * @param {{ live: import('../shared/view_model.js').AnyTable, side: any }} props */
export function BaseTable({ live, side }) {
  const seen = viewModel(live);
  const inDrawer = drawer.name === 'log';
  return html`<${Nobles} ...${seen} /><${Market} ...${seen} /><${Supply} ...${seen} />
    <${Confirm} seen=${seen} /><${Mine} ...${seen} />
    <aside class="side" aria-label=${t('others')}>
      <div class="opps o${seen.order.length - 1}"><${Opponents} seen=${seen} /></div>
      <div class="talk">${inDrawer ? null : side}</div></aside>
    <${Open} seen=${seen} side=${side} />`;
}

/** The open drawer. @param {{ seen: ViewModel, side: any }} props */
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

// The market

const LEVELS = [3, 2, 1];

/** @param {ViewModel} seen */
export function Market(seen) {
  const { lens, me, names, shade, initials, draft } = seen;
  const fresh = freshPlaces(seen.lines, me);
  const theirs = lens !== null && lens !== me;
  return html`<main class="market mat ${theirs ? `lens of-p${shade(lens)}` : ''} ${draft.reserving ? 'reserving' : ''}" aria-label=${t('market')}
      ...${useArrows()} ...${useLongPress()}>
    ${LEVELS.map((level) => html`<${Row} key=${level} level=${level} fresh=${fresh} seen=${seen} />`)}
    <p class="lensnote" role="status">${theirs ? html`
      <${Who} seat=${shade(lens)} name=${names[lens]} letter=${initials[lens]} />
      <${Picture} id="eye" /> ${t('lens.buyer', { name: names[lens] })}` : null}</p></main>`;
}

/** @param {{ level: number, fresh: Set<string>, seen: ViewModel }} props */
function Row({ level, fresh, seen }) {
  const { table, draft } = seen;
  const cards = table.market[level - 1];
  const isLive = staging.options(draft).includes(`r${level}`);
  return html`<${Deck} level=${level} count=${table.decks[level - 1]} live=${isLive}
      staged=${draft.moves.includes(`r${level}`)} onReserve=${(/** @type {boolean} */ twice) => reserve(seen, `${level}`, twice)} />
    ${cards.map((id, slot) => html`
      <${MarketCard} key=${id ?? `empty${slot}`} id=${id} place=${placeName(level, slot)}
        fresh=${fresh} seen=${seen} />`)}`;
}

/** @param {{ id: import('../../state/types.js').CardId | null, place: string, fresh: Set<string>, seen: ViewModel }} props */
function MarketCard({ id, place, fresh, seen }) {
  const { catalogue, buyer, draft, lens, me } = seen;
  const card = id === null ? null : catalogue.card(id);
  const staged = ['b', 'r'].find((kind) => draft.moves.includes(`${kind}${place}`));
  return html`<${CardButton} card=${card} place=${buyer} placeName=${place} names="row${place[0]}"
    isNew=${fresh.has(place)} staged=${Boolean(staged) || draft.chosen === place}
    isNext=${card !== null && (lens === me ? comesWithin(seen, card) : comesNext(seen, card))}
    onBuy=${(/** @type {boolean} */ twice) => clickCard(seen, place, twice)} onReserve=${() => reserve(seen, place)} />`;
}

/** Whether the player under the lens can buy a card next turn. @param {ViewModel} seen
 * @param {import('../../state/types.js').Card} card */
function comesNext({ buyer, table, options }, card) {
  if (!buyer) return false;
  const room = options.tokens === 'cap' ? LIMIT - total(buyer.tokens) : undefined;
  return canPayNextTurn(priceOf(card, buyer), table.supply, { room, reserves: buyer.hand.length < 3 });
}
