/** The table of Splendor beside a review. */

import { html } from '../../vendor/preact.js';
import { placeName } from '../../state/moves.js';
import { TOKENS, lacking } from '../../state/base/table.js';
import { GEMS } from '../../state/price.js';
import { shortName } from '../../state/names.js';
import { t } from '../../texts/index.js';
import { Crest, Gem, Name, Picture } from '../shared/parts.js';
import { FitColumn, FitDeck, FitPanel, FitPile, Marked, OpenCard, fitModel } from '../review/fit_parts.js';

/** @typedef {import('../review/fit_parts.js').Fit} Fit */

const LEVELS = [3, 2, 1];

/** @param {{ past: import('../review/fit_parts.js').FitSource }} props */
export function FitTable({ past }) {
  const fit = fitModel(past);
  const table = /** @type {import('../../state/base/table.js').BaseTable} */ (fit.table);
  return html`<section class="fit base-fit n${table.places.length}" aria-label=${t('review.table')}>
    <div class="nobles n${table.nobles.length}">${table.nobles.map((id, slot) => html`<${Noble} id=${id} slot=${slot} fit=${fit} />`)}</div>
    <div class="market mat">${LEVELS.map((level) => html`<${FitDeck} fit=${fit} level=${level} />
      ${table.market[level - 1].map((id, slot) => html`<${OpenCard} key=${`${level}${slot}`} fit=${fit} id=${id} place=${placeName(level, slot)} />`)}`)}</div>
    <div class="stock mat">${[...TOKENS].map((letter, index) => html`<${FitPile} fit=${fit} letter=${letter} count=${table.supply[index]} />`)}</div>
    <div class="pls">${fit.order.map((seat) => html`<${Player} key=${seat} seat=${seat} fit=${fit} target=${table.target} />`)}</div></section>`;
}

/** @param {{ seat: number, fit: Fit, target: number }} props */
function Player({ seat, fit, target }) {
  const nobles = fit.table.places[seat].nobles ?? [];
  const former = fit.before.places[seat].nobles ?? [];
  const won = html`<span class="nobs">${nobles.map((id) => html`<span class=${former.includes(id) ? '' : 'ghosted'}><${Crest} id=${id} /></span>`)}</span>`;
  return html`<${FitPanel} fit=${fit} seat=${seat} goal=${`/${target}`} won=${won}>
    <span class="cols">${[...TOKENS].map((gem, kind) => html`<${FitColumn} fit=${fit} gem=${gem} kind=${kind} seat=${seat} />`)}</span><//>`;
}

/** @param {{ id: number | null, slot: number, fit: Fit }} props */
function Noble({ id, slot, fit }) {
  if (id === null) {
    return html`<${Marked} fit=${fit} what=${`noble ${slot}`} names="noble gone"><span role="img" aria-label=${t('noble.gone', { slot: slot + 1 })}><${Picture} id="crown" /></span><//>`;
  }
  const { catalogue, order, names, initials, shade, table } = fit;
  const noble = catalogue.noble(id);
  const left = order.map((seat) => ({ seat, count: lacking(noble.requires, table.places[seat].bonuses) }));
  const least = Math.min(...left.map(({ count }) => count));
  const lanes = left.map(({ seat, count }) => t('lane', { name: names[seat], count })).join(', ');
  return html`<${Marked} fit=${fit} what=${`noble ${slot}`} names="noble cr${id % 10}">
    <${Name} is=${`${t(`noble.${id}`)}: ${t('points', { count: noble.points })}; ${lanes}`} />
    <span class="crest" aria-hidden="true"><${Picture} id="c${id % 10}" /><b>${noble.points}</b></span>
    <span class="nb" aria-hidden="true"><span class="nn">${shortName(t(`noble.${id}`))}</span>
      <span class="need">${noble.requires.map((need, gem) => (need ? html`<i><${Gem} of=${GEMS[gem]} />${need}</i>` : null))}</span>
      <span class="race">${left.map(({ seat, count }) => html`<span class="lane ${count === least ? 'lead' : ''}"><b class="p${shade(seat)}">${initials[seat]}</b><em>${count ? `−${count}` : '✓'}</em></span>`)}</span></span><//>`;
}
