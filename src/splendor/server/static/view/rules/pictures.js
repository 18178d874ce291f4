/** The pictures and lists of the rules pages: cards, tokens, tiles, keys, notation. */

import { html } from '../../vendor/preact.js';
import { shortName } from '../../state/names.js';
import { t } from '../../texts/index.js';
import { faceOf, keysOf } from '../faces.js';
import { CardButton, Column, Disc, Gem, Key, Picture, sampleCard } from '../shared/parts.js';

const CARD = sampleCard({ level: 2, bonus: 'G', points: 2, cost: [0, 2, 0, 3, 1] });
/** Three people who want this card: one can pay it, one with a gold for the black gem, one lacks a red and a black. */
const RICH = { tokens: [0, 2, 0, 2, 1, 0], bonuses: [0, 0, 0, 1, 0] };
const GOLDEN = { tokens: [0, 2, 0, 2, 0, 1], bonuses: [0, 0, 0, 1, 0] };
const POOR = { tokens: [0, 2, 0, 1, 0, 0], bonuses: [0, 0, 1, 1, 0] };

/** @param {{ letters: string }} props */
const Tokens = ({ letters }) => html`<span class="tokens">
  ${[...letters].map((letter) => html`<${Disc} of=${letter} />`)}</span>`;

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

/** The same card for three people. */
export const Tags = () => html`
  ${[RICH, GOLDEN, POOR].map((place) => html`<${CardButton} card=${CARD} place=${place} />`)}`;

// Duel

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

// Mouse, keys, notation

/** @param {{ rows: [any, string][], head: [string, string] }} props */
const List = ({ rows, head }) => html`<table><thead><tr><th>${head[0]}</th><th>${head[1]}</th></tr></thead>
  <tbody>${rows.map(([what, text]) => html`<tr><td>${what}</td><td>${text}</td></tr>`)}</tbody></table>`;

/** @typedef {{ game: string }} OfGame */

/** @param {OfGame} props */
export const Mouse = ({ game }) => html`<${List} head=${[t('rules.todo'), t('rules.bymouse')]}
  rows=${faceOf(game).rules?.mouse.map((name) => [t(`rules.mouse.${name}`), t(`rules.mouse.${name}.how`)])} />`;

/** @param {OfGame} props */
export function Keys({ game }) {
  const rows = keysOf(game).map(([names, text]) => [names.map((key) => html`<${Key} of=${key} /> `), t(text)]);
  return html`<${List} head=${[t('rules.key'), t('rules.does')]} rows=${rows} />`;
}

/** @param {OfGame} props */
export function Notation({ game }) {
  const { rules, tokens } = faceOf(game);
  const rows = rules?.notation.map(([text, name]) => [html`<code>${text}</code>`, t(`rules.notation.${name}`)]);
  return html`<p class="letters">${[...tokens].map((letter) => html`
      <span><${Gem} of=${letter} /> <code>${letter}</code> ${t(`gem.${letter}`)}</span>`)}</p>
    <${List} head=${[t('rules.written'), t('rules.meaning')]} rows=${rows} />`;
}
