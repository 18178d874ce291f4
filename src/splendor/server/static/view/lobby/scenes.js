/** Pictures of the two games, made of the same parts as the tables. */

import { html } from '../../vendor/preact.js';
import { CardButton, Disc } from '../shared/parts.js';

/** @typedef {import('../../state/types.js').Card} Card */

/** @param {Partial<Card>} some @returns {Card} */
export const sample = (some) => ({
  id: 0, level: 1, bonus: 'W', count: 1, points: 0, crowns: 0, ability: '', cost: [0, 0, 0, 0, 0], ...some,
});

const FAN = [
  sample({ level: 1, bonus: 'G', cost: [2, 1, 0, 0, 0] }),
  sample({ level: 2, bonus: 'R', points: 2, cost: [1, 0, 4, 2, 0] }),
  sample({ level: 3, bonus: 'U', points: 5, cost: [7, 3, 0, 0, 0] }),
];

const Cards = (/** @type {{ cards: Card[] }} */ { cards }) => html`<div class="fan" inert>
  ${cards.map((card, at) => html`<span class="f${at}"><${CardButton} card=${card} place=${null} /></span>`)}</div>`;

/** Three cards and a hand of tokens. */
export const BaseScene = () => html`<${Cards} cards=${FAN} />
  <span class="pieces">${[...'WUGRKJ'].map((letter) => html`<${Disc} of=${letter} />`)}</span>`;

const BOARD = ['WUG', 'RPK', 'UJW'];
const CROWNED = [sample({ level: 2, bonus: 'X', points: 0, crowns: 2, cost: [0, 0, 6, 0, 0, 1] })];

/** A corner of the board and a card with crowns. */
export const DuelScene = () => html`<${Cards} cards=${CROWNED} />
  <span class="tray">${BOARD.map((row) => [...row].map((letter) => html`<${Disc} of=${letter} />`))}</span>`;
