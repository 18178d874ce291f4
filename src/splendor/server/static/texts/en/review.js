/** English: the page of reviews, and the reasons of slips. */

import { counted } from './table.js';

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  review: 'Review', 'review.table': 'The table before this move', 'review.shows': 'What the table shows',
  'review.knew': 'What you knew', 'review.lay': 'What lay there',
  'review.lay.about': 'Blue dashes: the next card of each deck, and what unseen hands held. No number uses it.',
  'review.next': 'next', 'review.learn': 'Learn from your mistakes', 'review.nextSlip': 'Next slip',
  'review.onlyLook': 'This is a review: choose “Play on from here” to play',
  'review.first': 'First turn', 'review.previous': 'Previous turn', 'review.forward': 'Next turn', 'review.last': 'Last turn',
  'review.eyes': 'Whose eyes?', 'review.eyes.about': 'Every number is for one player, by what that player knew.',
  'review.tabs': 'Parts of this page', 'review.tab.move': 'This move', 'review.tab.moves': 'Moves', 'review.tab.account': 'Account',

  'slip.inaccuracy': 'Inaccuracy', 'slip.mistake': 'Mistake', 'slip.blunder': 'Blunder',
  'slip.inaccuracy.small': 'inaccuracy', 'slip.mistake.small': 'mistake', 'slip.blunder.small': 'blunder',
  'review.slip': 'Slip', 'review.luckOfCard': 'luck of a new card',
  'review.luck.is': ({ points }) => (points > 0 ? `luck ${points}` : `bad luck ${-points}`),
  'review.proven': 'proven',

  'review.account': 'The account', 'review.player': 'Player', 'review.accuracy': 'accuracy', 'review.given': 'given away', 'review.luck': 'luck',
  'review.account.won': 'how {even} % became a victory', 'review.account.lost': 'how {even} % became a defeat',
  'review.account.shared': 'how {even} % became a shared game',
  'review.account.part': ({ count }) => `of the ${counted(count, 'turn')} judged so far`,
  'review.flow.yours': 'your slips', 'review.flow.own': 'own slips', 'review.flow.luck': 'luck', 'review.flow.others': 'slips of others',
  'review.sum.even': 'even', 'review.sum.others': 'slips of others', 'review.sum.you': 'you', 'review.sum.rest': 'rest',
  'review.sum.won': 'won', 'review.sum.lost': 'lost', 'review.sum.shared': 'shared', 'review.sum.now': 'now',
  'review.remainder': '{points}: here the analysis changed its mind.',

  'review.decision': 'This move', 'review.round': ({ round, last }) => (last ? `round ${round} of ${last}` : `Round ${round}`),
  'review.youPlayed': 'You played', 'review.played': '{name} played', 'review.better': 'Better',
  'review.noSlip': 'No slip', 'review.noSlip.about': 'The best move, or one that cannot be told apart from it.',
  'review.notJudged': 'This turn is not judged yet.', 'review.soon': 'This turn will be judged in a moment.',
  'review.tooShort': 'Too short to judge.', 'review.noTurns': 'Nobody has moved.',
  'review.hint': 'hint', 'review.hinted': 'With a hint: it does not count for the accuracy',
  'review.do.buy': 'buy', 'review.do.reserve': 'reserve', 'review.aCard': 'a card',
  'review.line': 'The likely line', 'review.line.forward': 'Line forward', 'review.line.back': 'Line back',
  'review.depends': 'then it depends on the new card',
  'review.near': 'Nearly as good:',
  'review.nearMore': ({ count }) => (count === 1 ? 'One more move cannot be told apart.' : `${count} more moves cannot be told apart.`),
  'review.try': 'Try it yourself', 'review.flag.played': 'PLAYED', 'review.flag.best': 'BEST',
  'review.said.played': '{who}: {move}, {chance} per cent.', 'review.said.better': 'Better: {move}, {chance} per cent.',
  'review.said.because': 'Because: {why}.',

  'review.moves': 'Moves', 'review.filter': 'Which moves', 'review.filter.mine': 'Mine', 'review.filter.all': 'All', 'review.filter.slips': 'Slips',
  'review.progress': 'Judged moves', 'review.done': '{judged} of {decisions} moves', 'review.about': 'about {seconds} s',
  'review.stop': 'Stop', 'review.goOn': 'Go on', 'review.again': 'Make it anew',
  'review.all': 'all {decisions} judged · {simulations} games each',
  'review.stopped': 'Stopped after {judged} of {decisions} moves. What is here is right.',

  'review.chances': 'Winning chances', 'review.lane.slips': 'slips', 'review.chart.none': 'Nothing is judged yet.',
  'review.chart.says': 'Winning chances of {name}: from {from} to {to} per cent, at least {least}, at most {most}.',

  'review.keys': 'Keys', 'review.key.turn': 'turn by turn', 'review.key.ends': 'first and last turn', 'review.key.slip': 'next slip',
  'review.key.slipBack': 'previous slip', 'review.key.line': 'line forward', 'review.key.back': 'line back',
  'review.key.lay': 'what you knew, what lay there', 'review.key.try': 'try it yourself', 'review.key.play': 'play on from here',
  'review.key.moves': 'list of moves', 'review.key.help': 'these keys',

  // Reasons: {card}, {gem}, {noble} and {who} become pictures
  'because.wins': 'wins the game', 'because.reaches': 'reaches {points} points',
  'because.could_end': '{who} can end the game with {card}',
  'because.scores': ({ points, all }) => (points === 1 ? `one more point: ${all}` : `${points} more points: ${all}`),
  'because.no_points': 'no points in this turn', 'because.one_short': 'one point short of {target}',
  'because.noble': '{noble} comes: {points} points', 'because.near_noble': '{noble} needs one {gem} more',
  'because.then_buys': 'then {card} can be bought', 'because.nearly_buys': '{missing} short of {card}',
  'because.still_short': 'still {missing} short of {card}', 'because.denies': 'denies {who} {card}',
  'because.opponent_buys': '{who} can buy {card} next', 'because.first_bonus': 'the first {gem} bonus',
  'because.takes_last': 'takes the last {gem}', 'because.many_tokens': '{tokens} tokens in hand',
  'because.returns': ({ tokens, count }) => `${tokens} tokens: return ${count === 1 ? 'one' : count}`,
  'because.royal': '{crowns} crowns: a royal card ({royal})', 'because.crowns': '{crowns} of {target} crowns',
  'because.colour': '{points} of {target} points in {gem}', 'because.again': 'another turn',
  'because.pearls': ({ count }) => (count === 1 ? 'takes a pearl' : `takes ${count} pearls`),
  'because.steals': 'takes {gem} from {who}', 'because.steals_last': 'takes the only {gem} of {who}',
  'because.gets_privilege': 'gets a privilege', 'because.gives_privilege': 'gives {who} a privilege',
  'because.refill_gives_privilege': 'replenishing gives {who} a privilege', 'because.withGold': 'with {gold} gold',
};
