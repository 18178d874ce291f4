/** The nobles, and what everybody lacks for each of them. */

import { html } from '../../vendor/preact.js';
import { movesOf } from '../../state/moves.js';
import { shortName } from '../../state/names.js';
import { GEMS } from '../../state/price.js';
import { lacking } from '../../state/base/table.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { useArrows } from '../shared/arrows.js';
import { drawer } from '../shared/drawer.js';
import { Gem, Name, Picture } from '../shared/parts.js';
import { callNoble } from './actions.js';

/** @typedef {import('../shared/view_model.js').ViewModel<import('../../state/base/table.js').BaseTable>} ViewModel */
/** @typedef {import('../../state/types.js').Noble} NobleTile */
/** @typedef {{ need: number, gem: string }} Need */
/** A player in the race for a noble.
 * @typedef {{ shade: number, name: string, initial: string, bonuses: number[], isYou: boolean }} Runner */

/** Shields of the nobles: one of ten for each. */
const CRESTS = 10;

/** @param {ViewModel} seen */
export function Nobles(seen) {
  const calling = movesOf(staging.following(seen.draft), 'noble').length > 0;
  return html`<section class="nobles n${seen.table.nobles.length} ${calling ? 'calling' : ''}" aria-label=${t('nobles')}
      ...${useArrows()}>
    <${NobleRow} ...${seen} />
    <button type="button" class="peek" aria-label=${t('nobles.more')} aria-haspopup="dialog"
      onClick=${() => drawer.toggle('nobles')}></button></section>`;
}

/** All nobles, as buttons. @param {ViewModel} seen */
export function NobleRow(seen) {
  const { table, catalogue, draft } = seen;
  const choices = new Set(movesOf(staging.following(draft), 'noble').map((move) => move.slot));
  return table.nobles.map((id, slot) => (id === null
    ? html`<${Gone} slot=${slot} seen=${seen} />`
    : html`<${Noble} key=${id} noble=${catalogue.noble(id)} number=${id} runners=${runnersOf(seen)}
        live=${choices.has(slot)} staged=${draft.moves.includes(`n${slot + 1}`)}
        onClick=${() => callNoble(seen, slot)} />`));
}

/** @param {ViewModel} seen @returns {Runner[]} */
const runnersOf = ({ order, names, initials, shade, table, you }) => order.map((seat) => ({
  shade: shade(seat), name: names[seat], initial: initials[seat], bonuses: table.places[seat].bonuses,
  isYou: seat === you,
}));

/** The empty place of a noble, kept so that the others do not move.
 * @param {{ slot: number, seen: ViewModel }} props */
const Gone = ({ slot }) => html`
  <span class="noble gone" role="img" aria-label=${t('noble.gone', { slot: slot + 1 })}>
    <${Picture} id="crown" /></span>`;

/** @param {{ noble: NobleTile, number: number, runners: Runner[], live: boolean, staged: boolean,
 *   onClick: () => void }} props */
function Noble({ noble, number, runners, live, staged, onClick }) {
  const best = Math.min(...runners.map((runner) => lacking(noble.requires, runner.bonuses)));
  const needs = noble.requires.map((need, gem) => ({ need, gem: GEMS[gem] })).filter((row) => row.need);
  return html`<button type="button" class="noble cr${number % CRESTS} ${live ? 'live' : ''} ${staged ? 'staged' : ''}"
      data-noble=${number} aria-pressed=${staged ? 'true' : 'false'} onClick=${onClick}>
    <${Name} is=${nobleLabel(noble, needs, runners, live)} />
    <span class="crest" aria-hidden="true"><${Picture} id="c${number % CRESTS}" /><b>${noble.points}</b></span>
    <span class="nb" aria-hidden="true"><span class="nn">${shortName(nobleName(noble))}</span>
      <span class="need">${needs.map((row) => html`<i><${Gem} of=${row.gem} />${row.need}</i>`)}</span>
      <span class="race">${runners.map((runner) => html`
        <${Lane} runner=${runner} needs=${needs} best=${best} requires=${noble.requires} />`)}</span></span></button>`;
}

/** @param {NobleTile} noble @param {Need[]} needs @param {Runner[]} runners @param {boolean} live */
function nobleLabel(noble, needs, runners, live) {
  const price = needs.map((row) => `${row.need} ${t(`gem.${row.gem}`)}`).join(', ');
  const lanes = runners.map(({ name, bonuses, isYou }) =>
    t(isYou ? 'lane.you' : 'lane', { name, count: lacking(noble.requires, bonuses) }));
  const parts = [`${t('points', { count: noble.points })}, ${t('requires', { price })}`, lanes.join(', ')];
  return `${nobleName(noble)}: ${[...(live ? [t('noble.choose')] : []), ...parts].join('; ')}`;
}

/** A noble's name in the reader's language. @param {{ id: number }} noble */
const nobleName = ({ id }) => t(`noble.${id}`);

/** @param {{ runner: Runner, needs: Need[], best: number, requires: number[] }} props */
function Lane({ runner, needs, best, requires }) {
  const left = lacking(requires, runner.bonuses);
  const look = (/** @type {string} */ gem, /** @type {number} */ pip) =>
    (pip < runner.bonuses[GEMS.indexOf(gem)] ? `q-${gem.toLowerCase()}` : '');
  const group = (/** @type {Need} */ { need, gem }) => html`<span class="grp">
    ${Array.from({ length: need }, (_, pip) => html`<i class=${look(gem, pip)}></i>`)}</span>`;
  return html`<span class="lane ${left === best ? 'lead' : ''} ${runner.shade ? '' : 'you'}">
    <b class="p${runner.shade}">${runner.initial}</b>${needs.map(group)}<em>${left ? `−${left}` : '✓'}</em></span>`;
}

/** The nobles that somebody has, as small shields.
 * @param {{ nobles: number[], catalogue: import('../../state/catalogue.js').Catalogue }} props */
export const Won = ({ nobles, catalogue }) => html`<span class="won">${nobles.map((id) => html`
  <span class="cr${id % CRESTS}" role="img" aria-label=${nobleName(catalogue.noble(id))}>
    <${Picture} id="c${id % CRESTS}" /></span>`)}</span>`;
