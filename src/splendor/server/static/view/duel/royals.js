/** The four royal cards: their points and abilities, and who has them. */

import { html } from '../../vendor/preact.js';
import { nextDecisions } from '../../state/duel/turn.js';
import { t } from '../../texts/index.js';
import { royalWords } from '../shared/move_words.js';
import { Name, Picture, abilityPicture } from '../shared/parts.js';
import { decide } from './duel_view_model.js';

/** @typedef {import('./duel_view_model.js').DuelViewModel} DuelViewModel */

/** Their shields. */
const CRESTS = [3, 0, 2, 8];

/** @param {DuelViewModel} seen */
export function Royals(seen) {
  return html`<section class="royalbox" aria-label=${t('royals')}>
    <h2>${t('royals')} <small>${t('royals.when')}</small></h2><div class="royals">
      ${CRESTS.map((_, index) => html`<${RoyalCard} index=${index} seen=${seen} />`)}</div></section>`;
}

/** @param {{ index: number, seen: DuelViewModel }} props */
function RoyalCard({ index, seen }) {
  const { table, catalogue, names, draft } = seen;
  const name = `R${index + 1}`;
  const royal = catalogue.royal(name);
  const owner = table.places.findIndex((place) => place.royals.includes(name));
  const move = `royal${index + 1}`;
  const ability = royal.ability === 'none' ? '' : royal.ability;
  const whose = t(owner === seen.me ? 'royal.yours' : 'royal.of', { name: names[owner] });
  const text = owner < 0 ? t(`royal.${ability || 'none'}`) : whose;
  const staged = draft.moves.includes(move);
  const choice = nextDecisions(draft).includes(move);
  const label = t('royalCard', { points: t('points', { count: royal.points }), text });
  const classes = `${owner < 0 ? '' : 'taken'} ${choice ? 'choice' : ''} ${staged ? 'staged' : ''}`;
  return html`<button type="button" class="royal cr${CRESTS[index]} ${classes}"
      data-royal=${index + 1} aria-pressed=${staged ? 'true' : 'false'}
      onClick=${() => decide(seen, move, t('duel.why.royal'))}>
    <${Name} is=${label} /><span class="crest"><${Picture} id="c${CRESTS[index]}" /></span>
    <b class="pts" aria-hidden="true">${royal.points}</b>
    ${ability ? html`<span class="abil"><${Picture} id=${abilityPicture(ability)} /></span>` : null}
    <small aria-hidden="true">${text}</small></button>`;
}

/** The shields of the royal cards that a player has.
 * @param {{ royals: string[], catalogue: import('../../state/catalogue.js').Catalogue }} props */
export const Won = ({ royals, catalogue }) => html`<span class="won">${royals.map((name) => html`
  <span class="cr${CRESTS[Number(name[1]) - 1]}" role="img" 
    aria-label=${t('wonRoyal', { what: royalWords(catalogue, Number(name[1])) })}>
    <${Picture} id="c${CRESTS[Number(name[1]) - 1]}" /></span>`)}</span>`;
