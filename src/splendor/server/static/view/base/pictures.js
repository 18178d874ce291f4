/** The pictures in the rules of Splendor. */

import { html } from '../../vendor/preact.js';
import { shortName } from '../../state/names.js';
import { t } from '../../texts/index.js';
import { CARD, RICH, Tokens } from '../rules/pictures.js';
import { CardButton, Column, Gem, Picture, sampleCard } from '../shared/parts.js';

/** A card with its parts numbered. */
export const Anatomy = () => html`<span class="anatomy"><${CardButton} card=${CARD} place=${null} />
    <b class="mark1">1</b><b class="mark2">2</b><b class="mark3">3</b></span>
  <ol class="legend">${['points', 'bonus', 'cost'].map((name) => html`<li>${t(`rules.anatomy.${name}`)}</li>`)}</ol>`;

export const Takes = () => html`<${Tokens} letters="WUG" /><em>${t('or')}</em><${Tokens} letters="RR" />`;

const DEAR = sampleCard({ level: 3, bonus: 'K', points: 4, cost: [0, 0, 3, 6, 3] });

export const Reserve = () => html`<${CardButton} card=${DEAR} place=${null} /><em>+</em><${Tokens} letters="J" />`;

/** Bonuses, tokens, and the card that they pay for. */
export const Purchase = () => html`<span class="cols">${['U', 'R', 'K'].map((gem, place) => html`
    <${Column} gem=${gem} bonus=${[0, 1, 0][place]} tokens=${[2, 2, 1][place]} />`)}</span>
  <em>→</em><${CardButton} card=${CARD} place=${RICH} />`;

const NOBLE = 6;

export const NobleTile = () => html`<span class="noble cr${NOBLE}">
  <span class="crest"><${Picture} id="c${NOBLE}" /><b>3</b></span>
  <span class="nb"><span class="nn">${shortName(t(`noble.${NOBLE}`))}</span>
    <span class="need">${[...'WUK'].map((gem) => html`<i><${Gem} of=${gem} />3</i>`)}</span></span></span>`;
