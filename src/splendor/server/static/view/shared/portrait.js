/** Bots have a face: one line drawing for each level and style, put together from a few strokes. */

import { html } from '../../vendor/preact.js';
import { botName, isText, t } from '../../texts/index.js';

const HEAD = 'M9 14c0-5 3-8 7-8s7 3 7 8c0 7-3 11-7 11s-7-4-7-11M4 31c1-5 5-6 8-7M28 31c-1-5-5-6-8-7';
const EYES = {
  open: 'M13 15h.1M19 15h.1', keen: 'M13 16h.1M19 16h.1M11 13l3 1M21 13l-3 1', closed: 'M12 15q1 1 2 0M18 15q1 1 2 0',
  high: 'M13 16h.1M19 16h.1M11.500 12q1.500-1 3 0M17.500 12q1.500-1 3 0', glasses: 'M10.500 15a2 2 0 1 0 4 0a2 2 0 1 0-4 0M17.500 15a2 2 0 1 0 4 0a2 2 0 1 0-4 0M14.500 15h3',
};
const MOUTH = {
  smile: 'M13 20q3 3 6 0', grin: 'M12.500 19.500h7q-1 3.500-3.500 3.500t-3.500-3.500', flat: 'M14 21h4', smirk: 'M13.500 21q3 1 5-1',
  oh: 'M15 20.500a1 1.300 0 1 0 2 0a1 1.300 0 1 0-2 0', beard: 'M13 20h6M10 19q1 9 6 9t6-9q-3-1-6 1-3-2-6-1', moustache: 'M16 19q-3-1-4 1 3 1 4-1 1 2 4 1-1-2-4-1M15 22h2',
};
const HAT = {
  tuft: 'M16 6q-2-3 1-4M16 6q2-2 4-1', cap: 'M8.500 12c0-10 15-10 15 0M6 12h18', straw: 'M3 11c6 2 20 2 26 0-3-1-6-1-7-2-1-7-11-7-12 0-1 1-4 1-7 2',
  beret: 'M8 12C3 5 20 1 25 7q2 5-2 5-7-3-15 0M16 3V1', scarf: 'M8 15C7 1 25 1 24 15M8 12q8-5 16 0M24 12l4 5-4-1', hood: 'M7 25C3 9 9 3 16 3s13 6 9 22',
  feather: 'M5 11h22M9 11C9 3 23 3 23 11M21 8q6-1 7-7-6 1-7 7', turban: 'M8 12c-3-6 3-10 8-10s11 4 8 10q-8-5-16 0M9 6q8 0 15 5M16 2q-2 3 0 6',
  laurel: 'M8 13Q5 8 10 4M24 13q3-5-2-9M7 11l-3-1M7 8L4 6M9 5L7 2M25 11l3-1M25 8l3-2M23 5l2-3', crown: 'M8 11V3l4 4 4-5 4 5 4-4v8z',
  board: 'M16 2L3 7l13 5 13-5zM8 9v4M24 9v4M27 8v6', helmet: 'M8 15C7 2 25 2 24 15M16 4v8M8 11h16', bun: 'M9 13q0-8 7-8t7 8M13 5a3 3 0 1 1 6 0',
};

/** Hat, eyes and mouth of each. @type {Object<string, [keyof typeof HAT, keyof typeof EYES, keyof typeof MOUTH]>} */
const FACES = {
  random: ['tuft', 'high', 'oh'], newcomer: ['straw', 'open', 'smile'], novice: ['tuft', 'open', 'grin'],
  beginner: ['cap', 'open', 'smile'], casual: ['beret', 'closed', 'smile'], regular: ['bun', 'open', 'smirk'],
  skilled: ['scarf', 'keen', 'smile'], adept: ['bun', 'closed', 'smirk'], strong: ['helmet', 'keen', 'flat'], veteran: ['cap', 'closed', 'moustache'],
  expert: ['board', 'glasses', 'flat'], master: ['turban', 'high', 'beard'], champion: ['laurel', 'keen', 'smirk'],
  greedy: ['feather', 'high', 'grin'], hunter: ['crown', 'keen', 'smirk'], rusher: ['feather', 'keen', 'flat'],
  blocker: ['hood', 'keen', 'flat'], reserver: ['hood', 'closed', 'smile'],
};

/** A bot's temperament in a sentence. @param {string} level */
export const moodOf = (level) => (isText(`mood.${level}`) ? t(`mood.${level}`) : '');

/** The face of a bot; nothing for people. @param {{ of?: string, big?: boolean }} props */
export function Portrait({ of = '', big }) {
  const face = FACES[of];
  if (!face) return null;
  const [hat, eyes, mouth] = face;
  return html`<svg class="portrait ${big ? 'big' : ''}" viewBox="0 0 32 32" role="img"
      aria-label=${`${botName(of)}: ${moodOf(of)}`}><title>${moodOf(of)}</title>
    <path d="${HEAD}${HAT[hat]}${MOUTH[mouth]}" /><path class="eyes" d=${EYES[eyes]} /></svg>`;
}

/** The face of a bot at its own seat; people whom a bot stands in for have none.
 * @param {{ seat?: import('../../state/types.js').Seat }} props */
export const BotFace = ({ seat }) => (seat?.kind === 'bot' ? html`<${Portrait} of=${seat.bot} />` : null);
