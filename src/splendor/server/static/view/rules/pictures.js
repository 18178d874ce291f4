/** The pictures and lists that the rules of all games share: a card and its tags, mouse, keys, notation. */

import { html } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';
import { faceOf, keysOf } from '../faces.js';
import { CardButton, Disc, Gem, Key, sampleCard } from '../shared/parts.js';

export const CARD = sampleCard({ level: 2, bonus: 'G', points: 2, cost: [0, 2, 0, 3, 1] });
/** Three people who want this card: one can pay it, one with a gold for the black gem, one lacks a red and a black. */
export const RICH = { tokens: [0, 2, 0, 2, 1, 0], bonuses: [0, 0, 0, 1, 0] };
const GOLDEN = { tokens: [0, 2, 0, 2, 0, 1], bonuses: [0, 0, 0, 1, 0] };
const POOR = { tokens: [0, 2, 0, 1, 0, 0], bonuses: [0, 0, 1, 1, 0] };

/** @param {{ letters: string }} props */
export const Tokens = ({ letters }) => html`<span class="tokens">
  ${[...letters].map((letter) => html`<${Disc} of=${letter} />`)}</span>`;

/** The same card for three people. */
export const Tags = () => html`
  ${[RICH, GOLDEN, POOR].map((place) => html`<${CardButton} card=${CARD} place=${place} />`)}`;

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
