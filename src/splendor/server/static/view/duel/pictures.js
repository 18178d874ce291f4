/** The pictures in the rules of Splendor Duel. */

import { html } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';
import { Tokens } from '../rules/pictures.js';
import { CardButton, Disc, Gem, Picture, sampleCard } from '../shared/parts.js';

/** @param {{ picture: any, of: number, text: string }} props */
const Way = ({ picture, of, text }) => html`<span class="way">${picture}<b>${of}</b><small>${text}</small></span>`;

const prestige = () => html`<span class="big-pts">3</span>`;
const colour = () => html`<span class="mini b-g"><b>3</b><${Gem} of="G" /></span>`;

export const ThreeWays = () => html`<${Way} picture=${prestige()} of=${20} text=${t('rules.way.points')} />
  <${Way} picture=${html`<${Picture} id="crown" class="crown" />`} of=${10} text=${t('rules.way.crowns')} />
  <${Way} picture=${colour()} of=${10} text=${t('rules.way.colour')} />`;

const BOARD = ['KWRU', 'RUGJ', 'PGKW', 'GWRU'];
const TAKEN = ['2.1', '1.2', '0.3']; // column and row of the line in the picture: three green ones on a diagonal

export const Line = () => html`<span class="tray board4">${BOARD.flatMap((row, y) => [...row].map((letter, x) => html`
  <span class=${TAKEN.includes(`${x}.${y}`) ? 'on' : ''}><${Disc} of=${letter} /></span>`))}</span>`;

const DOUBLE = sampleCard({ level: 2, bonus: 'U', count: 2, points: 1, cost: [0, 0, 3, 0, 2, 1] });
const WILD = sampleCard({ level: 2, bonus: 'X', points: 0, crowns: 2, cost: [0, 0, 6, 0, 0, 1] });

export const DuelCard = () => html`
  ${[DOUBLE, WILD].map((card) => html`<${CardButton} card=${card} place=${null} />`)}`;

export const Scrolls = () => html`
  <span class="scrolls">${[0, 1, 2].map(() => html`<${Picture} id="scroll" />`)}</span>
  <em>→</em><${Tokens} letters="P" />`;

/** @type {[string, string][]} */
const SIGNS = [['again', 'again'], ['take', 'take'], ['privilege', 'scroll'], ['steal', 'steal']];

export const Signs = () => html`${SIGNS.map(([name, picture]) => html`
  <span class="sign"><span class="abil"><${Picture} id=${picture} /></span>${t(`ability.${name}`)}</span>`)}`;

const ROYALS = [[3, 2, 'steal'], [0, 2, 'again'], [2, 2, 'scroll'], [8, 3, '']];

export const Royals = () => html`${ROYALS.map(([crest, points, sign]) => html`<span class="royal cr${crest}">
  <span class="crest"><${Picture} id="c${crest}" /></span>
  <b class="pts">${points}</b>${sign ? html`<span class="abil"><${Picture} id=${sign} /></span>` : null}</span>`)}`;
