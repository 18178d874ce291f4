/** The confirm area of Splendor: the prompt, what is chosen and its price, and the buttons. */

import { html } from '../../vendor/preact.js';
import { lastTurnOf } from '../../state/log_lines.js';
import { cardAt, movesOf, parseMove } from '../../state/moves.js';
import { TOKENS } from '../../state/base/table.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { useRefuge } from '../shared/arrows.js';
import {
  Bill, Clear, Foot, Gold, ReserveButton, Said, Short, TakeSeatBack, Waiting, watchingWords,
} from '../shared/confirm.js';
import { wordsFor } from '../shared/input.js';
import { TurnWords } from '../shared/log.js';
import { wordsWithPlace } from '../shared/move_words.js';
import { Crest, Gem, Gems, Mini, MiniBack } from '../shared/parts.js';
import { chosenPrice, goldComes, mayReserve, ownTokenAct, paying, reservation, stillOwed } from './actions.js';

/** @typedef {import('../shared/view_model.js').ViewModel<import('../../state/base/table.js').BaseTable>} ViewModel */
/** @typedef {import('../../state/moves.js').Move} Move */

/** @param {{ seen: ViewModel }} props */
export function Confirm({ seen }) {
  const { draft, live } = seen;
  const idle = staging.isIdle(draft);
  const card = seen.offers && draft.chosen ? `has-card ${isSheet(seen) ? 'sheet' : ''}` : '';
  return html`<section class="confirm ${idle ? 'idle' : ''} ${card}" aria-label=${t('decision')}
      ...${useRefuge()}>
    <${Said} live=${live} /><${Waiting} live=${live} /><${Prompt} seen=${seen} />
    ${card ? html`<${Bill} price=${chosenPrice(seen)} />` : null}
    ${idle ? null : html`<div class="btns"><${Main} seen=${seen} /><${Second} seen=${seen} />
      <${Clear} live=${live} /></div>`}
    <${Others} seen=${seen} /><${TakeSeatBack} live=${live} />${idle ? null : html`<${Foot} what=${footOf(seen)} />`}</section>`;
}

/** Whether the area may take the place of the own panel on a phone: not while own tokens are to be clicked.
 * @param {ViewModel} seen */
const isSheet = (seen) => !canPayOtherwise(seen) && !stillOwed(seen) && !movesOf(staging.following(seen.draft), 'noble').length;

/** The golden button, or the words that stand in its place. @param {{ seen: ViewModel }} props */
function Main({ seen }) {
  const { draft, live, table, me } = seen;
  if (draft.reserving) return html`<span class="lackbox">${wordsFor('reserve.waits')}</span>`;
  const price = staging.isEmpty(draft) ? chosenPrice(seen) : null;
  if (price && me !== null) return html`<${Short} price=${price} held=${table.places[me].tokens[TOKENS.indexOf('J')]} />`;
  const moves = staging.movesToSend(draft);
  const words = moves.map((move) => wordsWithPlace(parseMove(move), seen)).join(', ');
  return html`<${Gold} live=${live} words=${words} kind=${kindOf(moves)} foot=${footOf(seen)}>
    <${Doing} moves=${moves.map(parseMove)} seen=${seen} />
    <small aria-hidden="true">${moves.join(' ') || draft.letters}</small><//>`;
}

/** @param {string[]} moves */
function kindOf([first = '']) {
  const { kind } = parseMove(first);
  return ['take', 'buy', 'reserve'].includes(kind) ? kind : 'other';
}

/** Beside Buy, or in place of it: Reserve. @param {{ seen: ViewModel }} props */
function Second({ seen }) {
  const { draft, live, table, me } = seen;
  const { chosen } = draft;
  const isCard = /^[123][a-e]$/.test(chosen) && !draft.moves.includes(`r${chosen}`);
  if (!isCard || !seen.offers || me === null || live.queued.value) return null;
  return html`<${ReserveButton} may=${mayReserve(seen, chosen)} full=${table.places[me].hand.length >= 3}
    gold=${goldComes(seen)} disabled=${live.busy.value} act=${() => live.play(reservation(live, chosen))} />`;
}

/** The key of the text that says what keys do now. @param {ViewModel} seen */
function footOf({ draft, offers, ahead }) {
  if (draft.reserving) return 'reserving';
  if (ahead) return 'ahead';
  if (!draft.chosen || !offers) return 'any';
  if (draft.moves.some((move) => move[0] === 'r')) return 'reserve';
  const market = draft.chosen[0] === 'h' ? '.hand' : '';
  return `${staging.isEmpty(draft) ? 'short' : 'buy'}${market}`;
}

// The line above the buttons

/** The next decision; where the draft is complete, what it is for. @param {{ seen: ViewModel }} props */
function Prompt({ seen }) {
  const { draft } = seen;
  const about = seen.offers ? aboutOf(seen) : null;
  if (about) return html`<p class="prompt about"><span role="status">${about}</span></p>`;
  const ready = staging.isComplete(draft);
  if ((ready || seen.live.pending.value) && !canPayOtherwise(seen)) return null;
  const said = ready ? wordsFor('prompt.otherwise') : promptOf(seen);
  return html`<p class="prompt ${ready ? 'aside' : ''}"><span role="status">${said}</span>
    ${staging.isIdle(draft) ? html`<${Lately} seen=${seen} />` : null}</p>`;
}

/** What is chosen, and for what; null where the prompt says more. @param {ViewModel} seen */
function aboutOf(seen) {
  const { draft, table, hand, catalogue } = seen;
  if (draft.reserving) return html`<b>${t('cta.reserve')}:</b> ${wordsFor('reserve.choose')}`;
  const asks = draft.after && !staging.isComplete(draft);
  if (!draft.chosen || asks || stillOwed(seen)) return null;
  const id = cardAt(table, hand, draft.chosen);
  const mini = html`<${MiniAt} id=${id} level=${Number(draft.chosen[0])} catalogue=${catalogue} />`;
  if (draft.moves.some((move) => move[0] === 'r')) {
    return html`${mini} ${t('intoHand')}`;
  }
  const price = chosenPrice(seen);
  if (!staging.isEmpty(draft)) {
    const paid = Object.entries(paying(seen)).map(([gem, count]) => gem.repeat(count)).join('');
    const other = canPayOtherwise(seen) ? html` <small>${wordsFor('prompt.change')}</small>` : null;
    return html`${mini} ${paid ? html`${t('for')} <${Gems} letters=${paid} />` : t('forNothing')}${other}`;
  }
  return html`${mini} ${t('costsWord')}${' '}
    ${price?.rows.map((row) => html`<span class="cost"><${Gem} of=${row.gem} />${row.need}</span> `)}`;
}

/** Whether gold could pay more of the card than it does. @param {ViewModel} seen */
const canPayOtherwise = (seen) =>
  movesOf(seen.draft.moves, 'buy').length > 0 && [...TOKENS].some((gem) => ownTokenAct(seen, gem) !== null);

/** The last turn, where the title bar has no room for it. @param {{ seen: ViewModel }} props */
function Lately({ seen: { lines, names, catalogue } }) {
  const seat = lines.find((line) => line.kind === 'moved')?.seat ?? null;
  if (seat === null) return null;
  return html`<span class="lately">${names[seat]}${' '}
    <${TurnWords} lines=${lastTurnOf(lines, seat)} catalogue=${catalogue} /></span>`;
}

/** Moves without a thing on the table to click. @param {{ seen: ViewModel }} props */
function Others({ seen }) {
  const found = staging.following(seen.draft).filter((move) => move === 'pass' || move === 'n-');
  const text = (/** @type {string} */ move) => t(move === 'pass' ? 'do.pass' : 'do.decline');
  return found.map((move) => html`
    <button type="button" class="other" key=${move} onClick=${() => seen.live.choose(move)}>${text(move)}</button>`);
}

/** The next decision in words. @param {ViewModel} seen */
function promptOf(seen) {
  const { draft, playing, mine } = seen;
  if (!playing) return t('gameOver');
  if (seen.ahead) return t(staging.isIdle(draft) ? 'prompt.ahead' : 'prompt.more');
  if (!mine) return seen.me === null ? watchingWords(seen.live) : t('prompt.wait');
  const owed = stillOwed(seen);
  if (owed) return wordsFor('prompt.return', { count: owed });
  const next = staging.following(draft);
  if (movesOf(next, 'noble').length && !movesOf(next, 'take').length) return t('prompt.noble');
  if (draft.legal.includes('pass') && staging.isEmpty(draft)) return t('prompt.pass');
  if (draft.selected) return wordsFor('prompt.selected');
  return t(staging.isEmpty(draft) ? 'prompt.choose' : 'prompt.more');
}

/** The draft in pictures. @param {{ moves: Move[], seen: ViewModel }} props */
function Doing({ moves, seen }) {
  const { draft } = seen;
  const returned = moves.flatMap((move) => (move.kind === 'return' ? [move.letter] : []));
  const given = returned.length ? returned : draft.returns;
  const main = moves.filter((move) => !['return', 'gold-for', 'pay'].includes(move.kind));
  const shown = main.length || !draft.letters ? main : [/** @type {Move} */ ({ kind: 'take', letters: draft.letters })];
  return html`${shown.map((move) => html`<span aria-hidden="true"><${Deed} move=${move} seen=${seen} /></span>`)}
    ${given.length ? html`<span class="back" aria-hidden="true">${t('do.back')}${' '}
      <${Gems} letters=${given.join('')} /></span>` : null}`;
}

/** @param {{ move: Move, seen: ViewModel }} props */
function Deed({ move, seen }) {
  const { table, hand, catalogue, draft } = seen;
  const named = seen.offers && draft.chosen !== ''; // the line above shows the card
  switch (move.kind) {
    case 'take': return html`${t('cta.take')} <${Gems} letters=${move.letters} />`;
    case 'buy': return html`${t('cta.buy')} ${named ? html`<${GoldSpent} count=${paying(seen).J ?? 0} />`
      : html`<${MiniAt} id=${cardAt(table, hand, move.place)} catalogue=${catalogue} />`}`;
    case 'reserve': return html`${t('cta.reserve')} ${named ? null : html`
      <${MiniAt} id=${cardAt(table, hand, move.place)} level=${Number(move.place[0])} catalogue=${catalogue} />`}
      ${goldComes(seen) ? html`${named ? '+' : ''}<${Gem} of="J" />` : named ? html`<small>${t('noGoldLeft')}</small>` : null}`;
    case 'noble': return html`${t('cta.noble')} <${Crest} id=${table.nobles[move.slot] ?? 0} />`;
    case 'decline': return t('do.decline');
    default: return t('do.pass');
  }
}

/** @param {{ count: number }} props */
const GoldSpent = ({ count }) => (count ? html`<${Gem} of="J" />${count}` : null);

/** A card, or the back of one. @param {{ id: import('../../state/types.js').CardId | null, level?: number,
 *   catalogue: import('../../state/catalogue.js').Catalogue }} props */
function MiniAt({ id, level, catalogue }) {
  if (id !== null) return html`<${Mini} card=${catalogue.card(id)} />`;
  return level ? html`<${MiniBack} level=${level} />` : null;
}
