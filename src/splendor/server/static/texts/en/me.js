/** English: my games, and the next level. */

import { counted } from '../counted.js';

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  me: 'My games', 'me.parts': 'Parts of this page',
  'me.save': 'Save all games', 'me.saving': ({ count }) => `${counted(count, 'game')} …`,
  'me.saved': ({ count }) => `${counted(count, 'game')} saved.`,
  'me.recording': 'Earlier games are still being read: the numbers will grow.',
  'me.none': 'No finished game yet',
  'me.none.about': 'Play one game to its end, and this page begins.',
  'me.play': 'Choose a game',
  'me.promise.rating': 'A rating', 'me.promise.rating.about': 'From the fifth game on, on the same scale as the bots.',
  'me.promise.levels': 'The right opponent', 'me.promise.levels.about': 'After each game a level that suits you.',
  'me.promise.keep': 'Everything kept', 'me.promise.keep.about': 'Every game with its replay, to save or to delete.',

  'me.games': ({ count }) => counted(count, 'game'),
  'me.won': 'won', 'me.shared': 'shared', 'me.lost': 'lost',
  'me.share': '{share} per cent won', 'me.wonShare': 'share won',
  'me.now': 'At the moment', 'me.longest': 'Most wins in a row',
  'me.streak.won': ({ count }) => (count === 1 ? 'one win' : `${count} wins in a row`),
  'me.streak.shared': ({ count }) => (count === 1 ? 'a shared victory' : `${count} shared victories in a row`),
  'me.streak.lost': ({ count }) => (count === 1 ? 'one defeat' : `${count} defeats in a row`),

  'me.ratings': 'Rating', 'me.scale': 'random moves are 0',
  'me.kind': ({ game, players }) => `${game}, ${['', 'one', 'two', 'three', 'four'][players] ?? players}`,
  'me.ratedGames': ({ count }) => counted(count, 'rated game'),
  'me.missing': ({ count }) => `${count} more`,
  'me.missing.about': ({ count }) => `${count === 1 ? 'One more game' : `${count} more games`} for a rating.`,
  'me.unrated': 'A game that counts gives you a rating: play against a level, or against somebody.',
  'me.like': 'About as strong as {level}.',
  'me.counts': 'Games with hints, taken-back moves or forks do not count. ± is a 95 % interval.',
  'me.chart': ({ game, from, to, interval, count }) =>
    `Rating in ${game} over ${counted(count, 'game')}: from ${from} to ${to}, plus or minus ${interval}.`,
  'me.rating': 'Rating', 'me.game': 'Game', 'me.when': 'When',

  'me.results': 'Results', 'me.noResults': 'No results with these filters.',
  'me.against': 'Against', 'me.against.bots': 'bots', 'me.against.people': 'people', 'me.against.here': 'at one screen',
  'me.averages': 'Over time', 'me.noAverages': 'From the second game on.',
  'me.average.points': 'Points per game', 'me.average.rounds': 'Rounds per game',
  'me.average.label': '{what}: from {from} to {to} on average.',
  'me.points': 'Points', 'me.rounds': 'Rounds',

  'me.list': 'Games', 'me.all': 'All', 'me.players': 'Players', 'me.level': 'Level', 'me.result': 'Result',
  'me.hidden': 'Hidden games', 'me.noGames': 'No games with these filters.',
  'me.result.won': 'won', 'me.result.shared': 'shared', 'me.result.lost': 'lost', 'me.result.none': 'no result',
  'me.result.unreadable': 'Cannot be opened',
  'me.inRounds': ({ count }) => counted(count, 'round'),
  'me.counted': 'counts',
  'me.help.hint': 'hint', 'me.help.undo': 'taken back', 'me.help.fork': 'fork', 'me.help.position': 'from a position', 'me.help.options': 'other rules',
  'me.help.weakened': 'busy bots', 'me.help.replaced': 'a bot stood in', 'me.help.unrated': 'not rated',
  'me.help.undecided': 'no result',
  'me.more': 'More about the game with {names}', 'me.hide': 'Hide', 'me.show': 'Show again', 'me.delete': 'Delete …',
  'me.delete.title': 'Delete this game?',
  'me.delete.about': 'The game of {day} with its replay is gone for good. Your rating stays as it is.',
  'me.delete.yes': 'Delete', 'me.keep': 'Keep it',

  // After a game
  'next.try': 'Try {level}',
  'next.why.won': ({ of, count }) => `you beat ${of} ${count === 2 ? 'twice' : `${count} times`}`,
  'next.why.lost': ({ of }) => `${of} was hard three times`,
  'next.why.easy': ({ of }) => `${of} was too easy`,
  'next.why.hard': ({ of }) => `${of} was too hard`,
  'next.asks': 'Was {level} a good opponent?',
  'next.easy': 'Too easy', 'next.right': 'Just right', 'next.hard': 'Too hard',
  'next.thanks': 'Thank you. Next time: {level}.',
  'next.suits': 'Suits you, from your last games.', 'next.first': 'A good opponent for a first game.',
  habits: 'Habits', 'habits.none': 'Review a game, and this part begins: accuracy, luck, and what costs you most.',
};
