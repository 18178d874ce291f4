/** The table of Splendor Duel beside a review. */

import { html } from '../../vendor/preact.js';
import { SPACES, tokenAt } from '../../state/board.js';
import { GOALS, TOKENS } from '../../state/duel/table.js';
import { bestColour } from '../../state/duel/turn.js';
import { placeName } from '../../state/moves.js';
import { t } from '../../texts/index.js';
import { Disc, Gem, Name, Picture, abilityPicture } from '../shared/parts.js';
import { FitColumn, FitDeck, FitPanel, Marked, OpenCard, fitModel } from '../review/fit_parts.js';

/** @typedef {import('../review/fit_parts.js').Fit} Fit */
/** @typedef {import('../../state/duel/table.js').DuelPlace} Place */

const LEVELS = [3, 2, 1];
const CRESTS = [3, 0, 2, 8];

/** @param {{ past: import('../review/fit_parts.js').FitSource }} props */
export function FitTable({ past }) {
  const fit = fitModel(past);
  const table = /** @type {any} */ (fit.table);
  return html`<section class="fit duel-fit n2" aria-label=${t('review.table')}>
    <div class="pyramid mat">${LEVELS.map((level) => html`<div class="row r${level}"><${FitDeck} fit=${fit} level=${level} />
      ${table.pyramid[level - 1].map((/** @type {any} */ id, /** @type {number} */ slot) => html`<${OpenCard} key=${`${level}${slot}`} fit=${fit} id=${id} place=${placeName(level, slot)} />`)}</div>`)}</div>
    <div class="fboard mat"><${Board} fit=${fit} board=${table.board} />
      <p class="privline" role="img" aria-label=${t('privileges', { count: table.privileges })}>${scrolls(table.privileges)}</p>
      <div class="royals4">${CRESTS.map((_, index) => html`<${Royal} index=${index} fit=${fit} />`)}</div></div>
    <div class="pls">${fit.order.map((seat) => html`<${Player} key=${seat} seat=${seat} fit=${fit} />`)}</div></section>`;
}

/** @param {number} count */
const scrolls = (count) => Array.from({ length: count }, () => html`<${Picture} id="scroll" />`);

/** @param {{ fit: Fit, board: string }} props */
const Board = ({ fit, board }) => html`<div class="fspaces">${SPACES.map((space) => {
  const token = tokenAt(board, space);
  return html`<${Marked} key=${space} fit=${fit} what=${`space ${space}`} names="space"><${Name} is=${`${space}: ${token ? t(`gem.${token}`) : '–'}`} />
    ${token ? html`<${Disc} of=${token} />` : null}<//>`;
})}</div>`;

/** @param {{ index: number, fit: Fit }} props */
function Royal({ index, fit }) {
  const name = `R${index + 1}`;
  const royal = fit.catalogue.royal(name);
  const owner = fit.table.places.findIndex((place) => place.royals?.includes(name));
  const ability = royal.ability === 'none' ? '' : royal.ability;
  const label = t('royalCard', { points: t('points', { count: royal.points }), text: owner < 0 ? t(`royal.${ability || 'none'}`) : t('royal.of', { name: fit.names[owner] }) });
  return html`<${Marked} fit=${fit} what=${`royal ${index + 1}`} names="royal1 cr${CRESTS[index]} ${owner < 0 ? '' : 'taken'}"><${Name} is=${label} />
    <${Picture} id="c${CRESTS[index]}" /><b aria-hidden="true">${royal.points}</b>${ability ? html`<${Picture} id=${abilityPicture(ability)} />` : null}<//>`;
}

/** @param {{ seat: number, fit: Fit }} props */
function Player({ seat, fit }) {
  const place = /** @type {Place} */ (/** @type {unknown} */ (fit.table.places[seat]));
  const best = bestColour(place.colour_points);
  const won = html`<span class="privs" role="img" aria-label=${t('privileges', { count: place.privileges })}>${scrolls(place.privileges)}</span>`;
  return html`<${FitPanel} fit=${fit} seat=${seat} goal=${`/${GOALS.points}`} won=${won}>
    <span class="goals"><span><${Picture} id="crown" /><b>${place.crowns}</b>/${GOALS.crowns}<${Name} is=${t('ring.crowns')} /></span>
      <span>${best.points ? html`<${Gem} of=${best.gem} />` : '·'}<b>${best.points}</b>/${GOALS.colour}<${Name} is=${t('ring.colour')} /></span></span>
    <span class="cols">${[...TOKENS].map((gem, kind) => html`<${FitColumn} fit=${fit} gem=${gem} kind=${kind} seat=${seat}
      more=${place.colour_points[kind] ? html`<small class="pc1">${place.colour_points[kind]}</small>` : null} />`)}</span><//>`;
}
