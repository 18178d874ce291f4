/** English: the coach, learning from mistakes, and what they say. */

import { counted } from '../counted.js';

const ROMAN = ['', 'I', 'II', 'III'];

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  'coach.seen': 'judged by what you can see',
  'coach.steps': 'Steps', 'coach.step.1': 'Where to look', 'coach.step.2': 'What kind', 'coach.step.3': 'The move',
  'coach.next.1': 'What kind of move?', 'coach.next.2': 'Show the move', 'coach.play': 'Play it', 'coach.again': 'Ask again',
  'coach.thinking': 'Thinking …', 'coach.even': 'These are equal: choose what you like.',
  'coach.off': 'There are no hints where other people play, unless the table allows them.',
  'coach.failed': 'No advice this time.',
  'coach.used': ({ count }) => `Hints used: ${count}. The record says so, and the rating does not count this game.`,
  'coach.moves': 'The best moves',

  'look.level': ({ level }) => `Look at level ${ROMAN[level]}.`, 'look.hand': 'Look at your hand.',
  'look.cards': 'Look at the cards.', 'look.decks': 'Look at the decks.', 'look.supply': 'Look at the tokens.',
  'look.board': 'Look at the board.', 'look.tokens': 'Look at your own tokens.', 'look.nobles': 'Look at the nobles.',
  'look.royals': 'Look at the royal cards.', 'look.opponent': 'Look at what the other one holds.',
  'look.choices': 'Look at what you can choose.', 'look.anywhere': 'Look at all you can do.',
  'look.only': 'There is only one move.',

  'look.why.wins': 'Something there wins.', 'look.why.reaches': 'Something there reaches the target.',
  'look.why.threatens': 'Something there threatens to end the game.', 'look.why.double_threat': 'Something there makes two threats at once.',
  'look.why.noble': 'Something there brings a noble.', 'look.why.near_noble': 'Something there brings a noble close.',
  'look.why.royal': 'Something there brings a royal card.', 'look.why.crowns': 'Crowns are what you need.',
  'look.why.colour': 'One colour is worth collecting.', 'look.why.again': 'There is another turn in it.',
  'look.why.steals': 'There is something to take from the other one.',
  'look.why.steals_last': 'There is something to take from the other one.',
  'look.why.pearls': 'Pearls are scarce.', 'look.why.then_buys': 'Something there brings another card within reach.',
  'look.why.denies': 'Somebody else wants something there.', 'look.why.keeps': 'Somebody else wants something there.', 'look.why.scores': 'There are points for you.',
  'look.why.first_bonus': 'A colour that you do not have yet is there.',
  'look.why.nearly_buys': 'Something there is within reach soon.', 'look.why.takes_last': 'One colour is nearly gone.',
  'look.why.gets_privilege': 'There is a privilege in it.',

  'kind.take': 'Take tokens.', 'kind.buy': 'Buy something.', 'kind.reserve': 'Reserve something.',
  'kind.privilege': 'Use a privilege.', 'kind.fill': 'Replenish the board.', 'kind.gold': 'Take a gold.',
  'kind.match': 'Take a token of that colour.', 'kind.return': 'Give back what you need least.',
  'kind.noble': 'Decide about a noble.', 'kind.royal': 'Take a royal card.', 'kind.steal': 'Take a token from the other one.',
  'kind.colour': 'Choose a colour.', 'kind.payment': 'Choose how to pay.', 'kind.card': 'Buy or reserve a card.', 'kind.board': 'Take tokens, or replenish the board.',
  'kind.any': 'Choose among all of these.', 'kind.other': 'Choose among these.', 'kind.only': 'There is only one move.',

  'kind.why.full': ({ tokens }) => `You have ${counted(tokens, 'token')}: there is hardly room for more.`,
  'kind.why.payable': ({ count }) => `You can pay ${count === 1 ? 'one card' : `${count} cards`}.`,
  'kind.why.none_payable': 'You cannot pay any card yet.',
  'kind.why.room': ({ tokens }) => `You have ${counted(tokens, 'token')}: there is room for more.`,
  'kind.why.gold_left': 'A gold comes with it.', 'kind.why.denies': '{who} could buy one of them.',

  sure: 'Are you sure?', 'sure.says': 'gives away {loss} % of your chances: {before} → {after}.',
  'sure.back': 'Take it back', 'sure.play': 'Play it anyway',

  'learn.of': '{number} of {count}', 'learn.round': 'Round {round}', 'learn.dots': 'Your slips',
  'learn.dot.open': 'slip {number}: open', 'learn.dot.found': 'slip {number}: found', 'learn.dot.near': 'slip {number}: nearly found',
  'learn.dot.shown': 'slip {number}: shown', 'learn.better': 'There is something better.',
  'learn.you': 'You:', 'learn.was': 'you:', 'learn.unknown': 'the best move',
  'learn.points': ({ mine, theirs }) => `You have ${counted(mine, 'point')}, ${theirs}. Judge by what you could see.`,
  'learn.points.of': '{name} {points}',
  'learn.how': 'Make your move on the table, as in a game. Nothing is lost by trying.',
  'learn.nudge': 'A nudge', 'learn.show': 'Show the answer', 'learn.skip': 'Skip', 'learn.again': 'Try again',
  'learn.next': 'Next', 'learn.finish': 'Finish', 'learn.back': 'Back to the review', 'learn.thinking': 'Thinking …',
  'learn.good': 'That is it.', 'learn.good.proven': 'That wins, and it is proven.',
  'learn.also': 'Also good.', 'learn.also.about': 'It cannot be told apart from the best: {after} and {best} %.',
  'learn.also.less': 'It gives away {loss} %: {after} instead of {best} %.',
  'learn.notyet': 'Better, but not yet it.', 'learn.notyet.about': '{after} % instead of {was} %. There is more.',
  'learn.notquite': 'Not quite: {after} %.', 'learn.then': 'Then {name} can:', 'learn.same': 'That is what you played.',
  'learn.answer': 'The answer:', 'learn.comesBack': 'It comes back in three days.', 'learn.notAgain': 'Not again',
  'learn.done': ({ found, count }) => `${found} of ${count}, found by yourself.`,
  'learn.done.about': 'Your slips in this game cost {lost} %. The moves that you have now found would have saved {saved} of it.',
  'learn.done.move': 'move', 'learn.done.was': 'was', 'learn.done.best': 'best', 'learn.done.you': 'you',
  'learn.rest': ({ count }) => (count === 1 ? 'The one again' : `The ${count} again`),
  'learn.empty': 'No slips in this game. Well played.', 'learn.failed': 'This move could not be judged. Try another.',
  'learn.none': 'This game has no review yet.', 'learn.running': 'The review is being made: {judged} of {decisions} decisions.',
  'learn.panel': 'Question and verdict',
  'learn.make': 'Review the game',
  'learn.try': 'your try', 'learn.best': 'best', 'learn.buys': '{name} next', 'learn.slip': 'This slip in its game',

  // Training mode at a table
  'training.mode': 'training mode', 'training.says': 'The coach looks at each move before you play it, and speaks up when it gives away {least} % or more.',
  'training.least': 'Speak up from', 'training.why': 'Say why', 'training.why.yes': 'yes', 'training.why.no': 'only that',
  'training.spoke': 'This game: spoke up',
  'training.times': ({ spoke, back }) => (spoke ? `${spoke === 1 ? 'once' : `${spoke} times`}, you took back ${back}` : 'not yet'),

  // Practising one's own slips
  practise: 'Practise', 'practise.all': 'All your slips', 'practise.back': 'To your games', 'practise.end': 'End practice',
  'practise.none': 'There is nothing to practise yet: {theme}.',
  'practise.nothing': ({ count }) => `${count === 1 ? 'You have been through the only position' : `You have been through all ${count} positions`}.`,
  'practise.comesBack': 'The next one comes back on {day}.', 'practise.again': 'All of them again',
  'practise.done': 'What was shown comes back in three days.', 'practise.more': ({ count }) => (count === 1 ? 'One more' : `${count} more`),
  'practise.game': 'game', 'practise.cost': 'cost',
};
