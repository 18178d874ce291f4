/** English: Splendor Duel. */

/** @param {number} count @param {string} one */
const counted = (count, one) => `${count} ${count === 1 ? one : `${one}s`}`;

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  pyramid: 'Pyramid', boardBox: 'Board and bag', board: 'Board: arrow keys move, the space bar picks',
  lensOf: 'Prices for {name}',
  cancel: 'Put everything back',
  pass: 'Pass',
  openPanel: 'Everything that {name} has',

  royals: 'Royals', 'royals.when': 'at 3 and 6 crowns',
  royalCard: 'Royal card {name}: {points}, {text}',
  'royal.steal': 'take a gem', 'royal.again': 'play again', 'royal.privilege': 'privilege', 'royal.none': 'no ability',
  'royal.of': ({ name, seat }) => (seat === 0 ? 'yours' : name),
  wonRoyal: 'Royal card {name}',

  privileges: ({ count }) => counted(count, 'privilege'),
  'privileges.table': ({ count }) => `${counted(count, 'privilege')} above the board`,
  usePrivilege: 'Use a privilege: take a gem or pearl',
  bag: ({ count, words }) => (count ? `Bag with ${counted(count, 'token')} (${words}): fill the board` : 'The bag is empty'),
  'cell.empty': 'empty, number {number} of the spiral',
  'cell.on': 'chosen', 'cell.used': 'taken by a privilege', 'cell.was': 'just taken', 'cell.fresh': 'new', 'cell.choice': 'can be chosen',

  'ring.points': 'points', 'ring.crowns': 'crowns', 'ring.colour': 'one colour', ofGoal: '{value} of {goal}',
  colourPoints: ({ count }) => `${counted(count, 'point')} on its cards`,

  'prompt.duel': 'Drag a line over the board, or click a card',
  'prompt.filled': 'The board is filled. Now take a line, reserve or buy',
  'prompt.mustFill': 'Nothing else can be done: fill the board with a click on the bag',
  'prompt.pass': 'Nothing can be done in this turn',
  'prompt.privilege': 'Your privilege: choose a gem or pearl on the board',
  'prompt.gold': 'Choose the card or deck to reserve with this gold',

  'do.take': 'Take', 'do.buy': 'Buy', 'do.reserve': 'Reserve', 'do.fill': 'Fill the board', 'do.action': 'Then your action',
  'do.return': 'Discard', 'do.gold-at': 'Which gold?', 'do.colour': 'Which colour?', 'do.match': 'Which gem?',
  'do.steal': 'Which token?', 'do.royal': 'Which royal?',
  'choose.colour': 'The card counts as {gem}', 'choose.steal': 'Take {gem} from {name}', 'choose.royal': 'Royal card R{number}',

  'note.three': 'Three alike:', 'note.pearls': 'Two pearls:', 'note.fill': 'For the filled board',
  'note.privilege': '{name} takes a privilege.', 'note.yourPrivilege': '{name} takes a privilege of yours.',
  'note.full': '{name} has all {count} privileges and gets none.',
  'note.over': '{count} tokens: discard {more}, click your own.',
  'note.wins': 'You win {how}!', 'note.royal': 'A royal card comes to you.', 'note.aRoyal': 'a royal',
  'note.ability.again': 'You play again.', 'note.ability.take': 'You take a gem of its colour.', 'note.ability.steal': 'You take a token from your opponent.',
  'note.ability.privilege': 'You take a privilege.',
  'note.then': 'Then', 'note.buyable': 'Then you can buy',

  'why.hole': 'No token lies on {space}',
  'why.privilege': 'A privilege takes one gem or pearl, never gold',
  'why.noGem': 'There is no gem or pearl that a privilege could take',
  'why.afterFill': 'Privileges are used before the board is filled, not after it',
  'why.gold': 'Gold comes with a reserved card, and your hand holds three at most',
  'why.line': 'Take up to three gems or pearls side by side in a straight line, without gaps and gold',
  'why.royal': 'Royal cards come when you reach three and six crowns',
};
