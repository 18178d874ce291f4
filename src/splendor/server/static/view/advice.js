/** What a search advises: the best moves, their chances, how they may go on. */

import { html } from '../vendor/preact.js';
import { tokensAt } from '../state/board.js';
import { parseMove } from '../state/moves.js';
import { rowsOf } from '../state/replaying.js';
import * as staging from '../state/staging.js';
import { language, t } from '../texts/index.js';
import { look } from './base_look.js';
import { cardLabel } from './parts.js';

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
    ${advice === 'thinking' ? html`<p>${t('advice.thinking')}</p>` : html`<ol>${advice.candidates.slice(0, SHOWN).map(
      (/** @type {any} */ each) => html`<${Candidate} key=${each.move} each=${each} live=${live} />`)}</ol>`}</section>`;
}

/** @param {{ each: any, live: LiveTable }} props */
function Candidate({ each, live }) {
  const percent = (100 * each.value).toFixed(0);
  const show = () => {
    live.clear();
    live.stage(staging.withMove(live.draft.value, each.move));
  };
  return html`<li><button type="button" class="show" onClick=${show}><code>${each.move}</code> ${wordsOf(each, live)}
    </button> <small>${t('advice.chance', { percent })}${each.proven ? `, ${t('advice.exact')}`
      : ` ± ${(100 * each.error).toFixed(0)}`}</small></li>`;
}

/** A move in words: the server's own in English, which tell most; in other languages what the notation does not say.
 * @param {any} each @param {LiveTable} live */
function wordsOf(each, live) {
  if (language.value === 'en') return each.describe;
  const move = parseMove(each.move);
  const gems = (/** @type {string} */ letters) => [...letters].map((letter) => t(`gem.${letter}`)).join(', ');
  const table = live.news.value?.table;
  if (move.kind === 'take') return t('do.take', { what: gems(move.letters) });
  if (move.kind === 'line' && table?.game === 'duel') {
    return t('do.take', { what: gems(tokensAt(table.board, move.spaces)) });
  }
  return move.kind === 'buy' || move.kind === 'reserve' ? cardWords(move, live) : '';
}

/** @param {{ kind: 'buy' | 'reserve', place: string }} move @param {LiveTable} live */
function cardWords({ kind, place }, live) {
  const { table, hand, catalogue } = look(live);
  const held = place[0] === 'h' ? hand[Number(place[1]) - 1]?.card : null;
  const card = held ?? rowsOf(table)[Number(place[0]) - 1]?.['abcde'.indexOf(place[1])] ?? null;
  const what = card === null ? t('unseen', { level: place[0] }) : cardLabel(catalogue.card(card));
  return t(`do.${kind}`, { what });
}
