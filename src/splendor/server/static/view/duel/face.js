/** The face of Splendor Duel, as `faces.js` describes one. */

import { html } from '../../vendor/preact.js';
import { GOALS, TOKENS } from '../../state/duel/table.js';
import { Disc, Fan, sampleCard } from '../shared/parts.js';

const BOARD = ['WUG', 'RPK', 'UJW'];
const CARDS = [sampleCard({ level: 2, bonus: 'X', points: 0, crowns: 2, cost: [0, 0, 6, 0, 0, 1] })];

/** A corner of the board and a card with crowns. */
const Scene = () => html`<${Fan} cards=${CARDS} />
  <span class="tray">${BOARD.map((row) => [...row].map((letter) => html`<${Disc} of=${letter} />`))}</span>`;

async function load() {
  const [{ DuelTable }, { press, sayWhy }, { countGiven }, { movesAhead }] = await Promise.all([
    import('./duel_table.js'), import('./keys.js'), import('../../state/duel/lines.js'), import('../../state/duel/ahead.js'),
  ]);
  return { Table: DuelTable, press, sayWhy, target: GOALS.points, countMore: countGiven, ahead: movesAhead };
}

/** @type {import('../faces.js').Face} */
export const duel = {
  game: 'duel',
  tokens: TOKENS,
  load,
  fit: () => import('./fit.js'),
  Scene,
  rules: {
    address: '/rules/duel',
    title: 'rules.duel',
    pictures: () => import('./pictures.js'),
    sections: [
      { id: 'goal', picture: 'ThreeWays' }, { id: 'turn' }, { id: 'line', picture: 'Line' }, { id: 'reserve' },
      { id: 'buy', picture: 'DuelCard' }, { id: 'before', picture: 'Scrolls' }, { id: 'signs', picture: 'Signs' },
      { id: 'royals', picture: 'Royals' }, { id: 'end' },
    ],
    mouse: ['line', 'buy', 'reserveGold', 'privilege', 'fill', 'pay', 'return', 'lens'],
    notation: [
      ['c3d3e3', 'line'], ['pc3', 'privilege'], ['fill', 'fill'], ['r2c Jc3', 'reserveGold'], ['b2c', 'buy'],
      ['bh1', 'hand'], ['=R', 'colour'], ['+c3', 'match'], ['xR', 'steal'], ['royal2', 'royal'],
      ['-K', 'return'],
    ],
  },
  guide: [
    { name: 'line', at: ['.board'], until: ['ready', 'moved'] },
    { name: 'confirm', at: ['.confirm .cta', '.confirm'], until: ['moved'], undo: 0 },
    { name: 'cards', at: ['.pyramid .card.is-buy', '.pyramid'], until: ['bought'] },
    { name: 'gold', at: ['.pyramid'], until: ['reserved'] },
    { name: 'privilege', at: ['.privs'], until: ['traded'] },
    { name: 'fill', at: ['.bagbox'], until: ['filled'] },
    { name: 'three', at: ['.rings', '.dp'], until: [] },
  ],
  keys: [[['1', '2', '3', 'a – e'], 'keys.level'], [['4'], 'keys.hand'], [['5'], 'keys.royals'], [['6'], 'keys.own'],
    [['7'], 'keys.board'], [['Home', 'End'], 'keys.ends']],
  statistics: ['crowns', 'royals', 'filled', 'privileges', 'given'],
  hasLogButton: true,
  limitReason: 'idle',
  layouts: {},
  direct: [],
};
