/** English: Splendor Duel. */

import { counted } from '../counted.js';

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  pyramid: 'Pyramid', pt: 'pt', boardBox: 'Board and bag', board: 'Board: arrow keys move, the space bar picks',
  'duel.pass': 'Pass',

  royals: 'Royals', 'royals.when': 'at 3 and 6 crowns',
  royalCard: 'Royal card: {points}, {text}',
  'royal.steal': 'take a gem', 'royal.again': 'play again', 'royal.privilege': 'privilege', 'royal.none': 'no ability',
  'royal.of': '{name}', 'royal.yours': 'yours',
  wonRoyal: 'Royal card: {what}',
  'royal.gives': '{points}, {text}',

  privileges: ({ count }) => counted(count, 'privilege'),
  'privileges.table': ({ count }) => `${counted(count, 'privilege')} above the board`,
  usePrivilege: 'Use a privilege: take a gem or pearl',
  bag: ({ count, words }) =>
    (count ? `Bag with ${counted(count, 'token')} (${words}): fill the board` : 'The bag is empty'),
  'cell.empty': 'empty, number {number} of the spiral',
  'cell.on': 'chosen', 'cell.used': 'taken by a privilege', 'cell.was': 'just taken', 'cell.fresh': 'new',
  'cell.choice': 'can be chosen',

  'ring.points': 'points', 'ring.crowns': 'crowns', 'ring.colour': 'one colour', ofGoal: '{value} of {goal}',
  colourPoints: ({ count }) => `${counted(count, 'point')} on its cards`,

  'duel.prompt.choose': 'Drag a line over the board, or click a card',
  'duel.prompt.orFill': 'Drag a line, click a card, or fill the board: click the bag',
  'duel.prompt.filled': 'The board is filled. Now take a line, reserve or buy',
  'duel.prompt.mustFill': 'Nothing else can be done: fill the board with a click on the bag',
  'duel.prompt.privilege': 'Your privilege: choose a gem or pearl on the board',
  'duel.prompt.gold': 'Choose the card or deck to reserve with this gold',

  'wild.choose': 'then choose one of your colours for it',
  'wild.none': 'needs a colour that you own, and you own none',

  'duel.do.take': 'Take', 'duel.do.buy': 'Buy', 'duel.do.reserve': 'Reserve', 'duel.do.fill': 'Fill the board',
  'duel.do.action': 'Then your action', 'duel.do.return': 'Discard', 'duel.do.gold-at': 'Which gold?',
  'duel.do.colour': 'Which colour?', 'duel.do.match': 'Which gem?', 'duel.do.steal': 'Which token?',
  'duel.do.royal': 'Which royal?',
  'duel.choose.colour': 'The card counts as {gem}', 'duel.choose.steal': 'Take {gem} from {name}',

  'duel.note.three': 'Three alike:', 'duel.note.pearls': 'Two pearls:', 'duel.note.fill': 'For the filled board',
  'duel.note.privilege': '{name} takes a privilege.', 'duel.note.yourPrivilege': '{name} takes a privilege of yours.',
  'duel.note.full': '{name} has all {count} privileges and gets none.',
  'duel.note.over': '{count} tokens. Discard {more} of yours: click them.',
  'duel.note.wins': 'You win {how}!', 'duel.note.royal': 'A royal card comes to you.', 'duel.note.aRoyal': 'a royal',
  'duel.note.ability.again': 'You play again.', 'duel.note.ability.take': 'You take a gem of its colour.',
  'duel.note.ability.steal': 'You take a token from your opponent.',
  'duel.note.ability.privilege': 'You take a privilege.', 'duel.note.lost': 'Its ability brings nothing now.',
  'duel.note.then': 'Then', 'duel.note.buyable': 'Then you can buy',

  'keys.ends': 'on the board: the first and the last space of the row',

  'duel.why.hole': 'No token lies on {space}',
  'duel.why.privilege': 'A privilege takes one gem or pearl, never gold',
  'duel.why.noGem': 'There is no gem or pearl that a privilege could take',
  'duel.why.afterFill': 'Privileges are used before the board is filled, not after it',
  'duel.why.gold': 'Gold comes with a reserved card, and your hand holds three at most',
  'duel.why.line': 'Take up to three gems or pearls side by side in a straight line, without gaps or gold',
  'duel.why.royal': 'Royal cards come when you reach three and six crowns',
};
