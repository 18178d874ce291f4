/** English: who is at the table: temperaments of bots, emotes, spectators, bots to watch. */

import { counted } from '../counted.js';

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  'mood.random': 'Throws dice and whistles.', 'mood.newcomer': 'Curious, and in no hurry to win.',
  'mood.novice': 'Keen, and easily distracted.', 'mood.beginner': 'Friendly, and proud of every card.',
  'mood.casual': 'Plays between two cups of tea.', 'mood.regular': 'Calm, and always glad of a game.',
  'mood.skilled': 'Counts quietly and misses little.', 'mood.adept': 'Plays by ear, and mostly in tune.',
  'mood.strong': 'Firm handshake, firm plans.',
  'mood.veteran': 'Has seen this market before.', 'mood.expert': 'Polite, precise, patient.',
  'mood.master': 'Says little and has thought of it already.', 'mood.champion': 'Bows, and gives nothing away.',
  'mood.greedy': 'Cannot walk past a bargain.', 'mood.hunter': 'Never loses sight of the crown.',
  'mood.rusher': 'Dreams big and saves for it.', 'mood.blocker': 'Watches your hands, not the market.',
  'mood.reserver': 'Keeps the best for later.',

  signs: 'Make a sign', 'sign.hello': 'Hello!', 'sign.bravo': 'Well played!', 'sign.thanks': 'Thank you!',
  'sign.oops': 'Oops!', 'sign.by': '{name}: {sign}',

  'watchers.named': ({ names, more, count }) =>
    `${names}${more ? ` and ${counted(more, 'other')}` : ''} ${count === 1 ? 'watches' : 'watch'}.`,
  watchBots: 'Watch bots', pace: 'Pace', 'pace.slow': 'slow', 'pace.usual': 'usual', 'pace.fast': 'fast',
  'paused.watching': 'Paused: the bots wait.',
};
