/** English: the coach, learning from mistakes, and the words for reasons. */

import { counted } from './table.js';

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
  'coach.moves': 'The best moves', 'coach.why': 'Because',

  'look.level': ({ level }) => `Look at level ${ROMAN[level]}.`, 'look.hand': 'Look at your hand.',
  'look.cards': 'Look at the cards.', 'look.decks': 'Look at the decks.', 'look.supply': 'Look at the tokens.',
  'look.board': 'Look at the board.', 'look.tokens': 'Look at your own tokens.', 'look.nobles': 'Look at the nobles.',
  'look.royals': 'Look at the royal cards.', 'look.opponent': 'Look at what the other one holds.',
  'look.choices': 'Look at what you can choose.', 'look.anywhere': 'Look at all you can do.',
  'look.only': 'There is only one move.',

  'look.why.wins': 'Something there wins.', 'look.why.reaches': 'Something there reaches the target.',
  'look.why.noble': 'Something there brings a noble.', 'look.why.near_noble': 'Something there brings a noble close.',
  'look.why.royal': 'Something there brings a royal card.', 'look.why.crowns': 'Crowns are what you need.',
  'look.why.colour': 'One colour is worth collecting.', 'look.why.again': 'There is another turn in it.',
  'look.why.steals': 'There is something to take from the other one.',
  'look.why.steals_last': 'There is something to take from the other one.',
  'look.why.pearls': 'Pearls are scarce.', 'look.why.then_buys': 'Something there brings another card within reach.',
  'look.why.denies': 'Somebody else wants something there.', 'look.why.scores': 'There are points for you.',
  'look.why.first_bonus': 'A colour that you do not have yet is there.',
  'look.why.nearly_buys': 'Something there is within reach soon.', 'look.why.takes_last': 'One colour is nearly gone.',
  'look.why.gets_privilege': 'There is a privilege in it.',

  'kind.take': 'Take tokens.', 'kind.buy': 'Buy something.', 'kind.reserve': 'Reserve something.',
  'kind.privilege': 'Use a privilege.', 'kind.fill': 'Replenish the board.', 'kind.gold': 'Take a gold.',
  'kind.match': 'Take a token of that colour.', 'kind.return': 'Give back what you need least.',
  'kind.noble': 'Decide about a noble.', 'kind.royal': 'Take a royal card.', 'kind.steal': 'Take a token from the other one.',
  'kind.colour': 'Choose a colour.', 'kind.payment': 'Choose how to pay.', 'kind.card': 'Buy or reserve a card.',
  'kind.any': 'Choose among all of these.', 'kind.other': 'Choose among these.', 'kind.only': 'There is only one move.',

  'kind.why.full': ({ tokens }) => `You have ${counted(tokens, 'token')}: there is hardly room for more.`,
  'kind.why.payable': ({ count }) => `You can pay ${count === 1 ? 'one card' : `${count} cards`}.`,
  'kind.why.none_payable': 'You cannot pay any card yet.',
  'kind.why.room': ({ tokens }) => `You have ${counted(tokens, 'token')}: there is room for more.`,
  'kind.why.gold_left': 'A gold comes with it.', 'kind.why.denies': '{who} could buy one of them.',

  sure: 'Are you sure?', 'sure.says': '{move} gives away {loss} % of your chances: {before} → {after}.',
  'sure.back': 'Take it back', 'sure.play': 'Play it anyway', 'sure.against': 'Reasons against it',

  'reason.wins': 'wins the game', 'reason.reaches': 'reaches {points} points', 'reason.could_end': '{who} can end the game with {card}',
  'reason.scores': ({ points, all }) => `${points === 1 ? 'one more point' : `${points} more points`}: ${all}`,
  'reason.no_points': 'no points in this turn', 'reason.one_short': 'one point short of {target}',
  'reason.noble': '{noble} comes: {points} points', 'reason.near_noble': '{noble} needs one {gem} more',
  'reason.then_buys': ({ card, gold }) => `then you can buy ${card}${gold ? ` with ${gold} gold` : ''}`,
  'reason.nearly_buys': '{missing} short of {card}', 'reason.still_short': 'still {missing} short of {card}',
  'reason.denies': 'denies {who} {card}', 'reason.opponent_buys': '{who} can buy {card} next',
  'reason.first_bonus': 'your first {gem} bonus', 'reason.takes_last': 'takes the last {gem}',
  'reason.many_tokens': 'leaves you at {tokens} tokens',
  'reason.returns': ({ tokens, count }) => `${tokens} tokens: return ${count === 1 ? 'one' : count}`,
  'reason.royal': '{crowns} crowns: a royal card', 'reason.crowns': '{crowns} of {target} crowns',
  'reason.colour': '{points} of {target} points in {gem}', 'reason.again': 'another turn',
  'reason.pearls': ({ count }) => (count === 1 ? 'takes a pearl' : `takes ${count} pearls`),
  'reason.steals': 'takes a {gem} from {who}', 'reason.steals_last': 'takes the only {gem} of {who}',
  'reason.gets_privilege': 'gets you a privilege', 'reason.gives_privilege': 'gives {who} a privilege',
  'reason.refill_gives_privilege': 'replenishing gives {who} a privilege',
};
