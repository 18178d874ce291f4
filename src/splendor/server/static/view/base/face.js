/** The face of Splendor for two to four players, as `faces.js` describes one. */

import { html } from '../../vendor/preact.js';
import { TOKENS } from '../../state/base/table.js';
import { Disc, Fan, sampleCard } from '../shared/parts.js';

const CARDS = [
  sampleCard({ level: 1, bonus: 'G', cost: [2, 1, 0, 0, 0] }),
  sampleCard({ level: 2, bonus: 'R', points: 2, cost: [1, 0, 4, 2, 0] }),
  sampleCard({ level: 3, bonus: 'U', points: 5, cost: [7, 3, 0, 0, 0] }),
];

/** Three cards and a hand of tokens. */
const Scene = () => html`<${Fan} cards=${CARDS} />
  <span class="pieces">${[...TOKENS].map((letter) => html`<${Disc} of=${letter} />`)}</span>`;

async function load() {
  const [{ BaseTable }, { press, sayWhy }, { movesAhead }] = await Promise.all([
    import('./base_table.js'), import('./keys.js'), import('../../state/base/ahead.js'),
  ]);
  return { Table: BaseTable, press, sayWhy, ahead: movesAhead };
}

/** @type {import('../faces.js').Face} */
export const base = {
  game: 'base',
  tokens: TOKENS,
  load,
  fit: () => import('./fit.js'),
  Scene,
  rules: {
    address: '/rules',
    title: 'rules.official',
    pictures: () => import('./pictures.js'),
    sections: [
      { id: 'goal', picture: 'Anatomy' }, { id: 'turn' }, { id: 'take', picture: 'Takes' },
      { id: 'reserve', picture: 'Reserve' }, { id: 'buy', picture: 'Purchase' }, { id: 'ten' },
      { id: 'nobles', picture: 'NobleTile' }, { id: 'end' }, { id: 'landolt' },
    ],
    mouse: ['take', 'buy', 'reserve', 'pay', 'return', 'noble', 'lens'],
    notation: [
      ['WUG', 'three'], ['WW', 'pair'], ['r2c', 'reserve'], ['r2', 'deck'], ['b2c', 'buy'], ['bh1', 'hand'],
      ['b2c+ J=W pay', 'gold'], ['-K', 'return'], ['n1', 'noble'],
    ],
  },
  guide: [
    { name: 'market', at: ['.market'], until: ['picked', 'moved'] },
    { name: 'take', at: ['.stock', '.supply'], until: ['ready', 'moved'] },
    { name: 'confirm', at: ['.confirm .cta', '.confirm'], until: ['moved'], undo: 1 },
    { name: 'buy', at: ['.market .card.is-buy', '.market'], until: ['bought'] },
    { name: 'reserve', at: ['.market'], until: ['reserved'] },
    { name: 'nobles', at: ['.nobles'], until: [], option: 'nobles' },
    { name: 'win', at: ['.me .score', '.me'], until: [], option: 'tokens' },
  ],
  keys: [
    [['W', 'U', 'G', 'R', 'K'], 'keys.tokens'], [['1', '2', '3', 'a – d'], 'keys.level'], [['4'], 'keys.hand'],
    [['5'], 'keys.nobles'], [['6'], 'keys.own'],
  ],
  statistics: ['nobles'],
  hasLogButton: true,
  limitReason: 'limit',
  layouts: { landolt: 'around' },
  direct: ['landolt'],
};
