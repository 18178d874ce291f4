/** The advice of a search: the best moves and their chances to win. */

import { html } from '../../vendor/preact.js';
import { tokensAt } from '../../state/board.js';
import { cardAt, parseMove } from '../../state/moves.js';
import * as staging from '../../state/staging.js';
import { language, t } from '../../texts/index.js';
import { wordsOf } from '../shared/move_words.js';
import { Gems, Mini, MiniBack, Name } from '../shared/parts.js';
import { pointing, thingsOf } from '../shared/pointing.js';
import { viewModel } from '../shared/view_model.js';

/** @typedef {import('./live.js').LiveTable} LiveTable */

const SHOWN = 3;

/** @param {{ live: LiveTable }} props */
export function Advice({ live }) {
  const advice = live.advice.value;
  if (!advice) return null;
  const close = () => {
    live.advice.value = null;
  };
  return html`<section class="advice" role="status" aria-label=${t('advice')}><h2>${t('advice')}
      <button type="button" class="close" aria-label=${t('close')} onClick=${close}>×</button></h2>
    ${advice === 'thinking' ? html`<p>${t('advice.thinking')}</p>`
      : html`<${Candidates} best=${advice.candidates.slice(0, SHOWN)} live=${live} />`}</section>`;
}

/** @param {{ best: any[], live: LiveTable }} props */
const Candidates = ({ best, live }) => html`<ol>${best.map((each) => html`
  <${Candidate} key=${each.move} each=${each} live=${live} />`)}</ol>`;

/** @param {{ each: any, live: LiveTable }} props */
function Candidate({ each, live }) {
  const move = parseMove(each.move);
  const show = () => {
    live.clear();
    const chosen = move.kind === 'buy' || move.kind === 'reserve' ? move.place : '';
    live.stage({ ...staging.withMove(live.draft.value, each.move), chosen: viewModel(live).offers ? chosen : '' });
  };
  const picture = pictureOf(move, live);
  const words = wordsIn(each, live);
  const isShown = live.draft.value.moves[0] === each.move;
  return html`<li ...${pointing(() => thingsOf(move, viewModel(live)))}>
    <button type="button" class="show" title=${words} aria-pressed=${isShown ? 'true' : 'false'} onClick=${show}>
      ${picture ? html`<span aria-hidden="true">${picture}</span><${Name} is=${words} />` : words}
      ${' '}<code>${each.move}</code></button> <small>${chanceOf(each)}</small></li>`;
}

/** The chance to win, with its error where known. @param {any} each */
function chanceOf({ value, error, proven }) {
  const chance = t('advice.chance', { percent: (100 * value).toFixed(0) });
  const margin = (100 * error).toFixed(0);
  if (proven) return `${chance}, ${t('advice.exact')}`;
  return margin === '0' ? chance : `${chance} ± ${margin}`;
}

/** A move in pictures, as on the confirm button; null where words say more.
 * @param {import('../../state/moves.js').Move} move @param {LiveTable} live */
function pictureOf(move, live) {
  const taken = takenBy(move, live);
  if (taken) return html`${t('cta.take')} <${Gems} letters=${taken} />`;
  if (move.kind !== 'buy' && move.kind !== 'reserve') return null;
  const id = cardOf(move, live);
  return html`${t(`cta.${move.kind}`)} ${id === null
    ? html`<${MiniBack} level=${Number(move.place[0])} />`
    : html`<${Mini} card=${viewModel(live).catalogue.card(id)} />`}`;
}

/** The tokens that a move takes. @param {import('../../state/moves.js').Move} move @param {LiveTable} live */
function takenBy(move, live) {
  const table = live.news.value?.table;
  if (move.kind === 'take') return move.letters;
  return move.kind === 'line' && table?.board ? tokensAt(table.board, move.spaces) : '';
}

/** A move in words; in English the server's own, which are the most detailed. @param {any} each @param {LiveTable} live */
function wordsIn(each, live) {
  return language.value === 'en' ? each.describe : wordsOf(parseMove(each.move), viewModel(live));
}

/** The card of a place, if it is visible. @param {{ place: string }} move @param {LiveTable} live */
function cardOf({ place }, live) {
  const { table, hand } = viewModel(live);
  return cardAt(table, hand, place);
}
