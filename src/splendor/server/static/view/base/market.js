/** The market: three decks, twelve cards, and through whose eyes their prices are seen. */

import { html } from '../../vendor/preact.js';
import { LIMIT, total } from '../../state/gems.js';
import { placeName } from '../../state/moves.js';
import { canPayNextTurn, priceOf } from '../../state/price.js';
import * as staging from '../../state/staging.js';
import { freshPlaces } from '../../state/log_lines.js';
import { t } from '../../texts/index.js';
import { useArrows } from '../shared/arrows.js';
import { buy, comesWithin, reserve } from './actions.js';
import { useLongPress } from '../shared/long_press.js';
import { CardButton, Deck, Picture, Who } from '../shared/parts.js';

/** @typedef {import('../shared/view_model.js').Look} Look */

const LEVELS = [3, 2, 1];

/** @param {Look} seen */
export function Market(seen) {
  const { lens, me, names, shade, initials } = seen;
  const fresh = freshPlaces(seen.lines, me);
  const theirs = lens !== null && lens !== me;
  return html`<main class="market mat ${theirs ? `lens of-p${shade(lens)}` : ''}" aria-label=${t('market')}
      ...${useArrows()} ...${useLongPress()}>
    ${LEVELS.map((level) => html`<${Row} key=${level} level=${level} fresh=${fresh} seen=${seen} />`)}
    <p class="lensnote" role="status">${theirs ? html`
      <${Who} seat=${shade(lens)} name=${names[lens]} letter=${initials[lens]} />
      <${Picture} id="eye" /> ${t('lens.eyes', { name: names[lens] })}` : null}</p></main>`;
}

/** @param {{ level: number, fresh: Set<string>, seen: Look }} props */
function Row({ level, fresh, seen }) {
  const { table, live, draft } = seen;
  const cards = table.market[level - 1];
  const isLive = staging.options(draft).includes(`r${level}`);
  return html`<${Deck} level=${level} count=${table.decks[level - 1]} live=${isLive}
      staged=${draft.moves.includes(`r${level}`)} onReserve=${() => reserve(live, `${level}`)} />
    ${cards.map((id, slot) => html`
      <${MarketCard} key=${id ?? `empty${slot}`} id=${id} place=${placeName(level, slot)}
        fresh=${fresh} seen=${seen} />`)}`;
}

/** @param {{ id: import('../../state/types.js').CardId | null, place: string, fresh: Set<string>, seen: Look }} props */
function MarketCard({ id, place, fresh, seen }) {
  const { catalogue, eyes, draft, live, lens, me } = seen;
  const card = id === null ? null : catalogue.card(id);
  const staged = ['b', 'r'].find((kind) => draft.moves.includes(`${kind}${place}`));
  return html`<${CardButton} card=${card} place=${eyes} placeName=${place} names="row${place[0]}"
    isNew=${fresh.has(place)} staged=${Boolean(staged)}
    isNext=${card !== null && (lens === me ? comesWithin(seen, card) : comesNext(seen, card))}
    onBuy=${() => buy(seen, place)} onReserve=${() => reserve(live, place)} />`;
}

/** Whether the one whose eyes are borrowed can buy a card next turn. @param {Look} seen
 * @param {import('../../state/types.js').Card} card */
function comesNext({ eyes, table, habits }, card) {
  if (!eyes) return false;
  const room = habits.tokens === 'cap' ? LIMIT - total(eyes.tokens) : undefined;
  return canPayNextTurn(priceOf(card, eyes), table.supply, { room, reserves: eyes.hand.length < 3 });
}
