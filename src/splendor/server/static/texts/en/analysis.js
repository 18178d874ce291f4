/** English: the analysis board. */

import { counted } from '../counted.js';

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  'analysis.new': 'A new board', 'analysis.round': 'Round {round}', 'analysis.seat.0': 'Gold', 'analysis.seat.1': 'Violet', 'analysis.seat.2': 'Teal', 'analysis.seat.3': 'Orange',
  'analysis.knew': 'What was known', 'analysis.open.all': 'Everything', 'analysis.players': ({ count }) => counted(count, 'player'),
  'analysis.open': 'Open', 'analysis.open.text': 'A position as text', 'analysis.open.do': 'Open this position', 'analysis.open.new': 'Or begin a game, with so many players',
  'analysis.copy': 'Copy position', 'analysis.copy.not': 'It cannot be copied here',
  'analysis.tab.best': 'Best moves', 'analysis.tab.all': 'All moves', 'analysis.tab.lines': 'Lines',

  'analysis.meter': 'Chances of winning', 'analysis.meter.empty': 'not known', 'analysis.chance': '{name} {chance} %',
  'analysis.engine': 'The computer thinks', 'analysis.longer': 'think longer', 'analysis.games': ({ games }) => `${games} games`,
  'analysis.state.off': 'off', 'analysis.state.thinking': 'thinking', 'analysis.state.done': 'done', 'analysis.state.paused': 'paused', 'analysis.state.busy': 'The computer is busy',
  'analysis.state.over': 'the game is over', 'analysis.state.waits': 'waits',
  'analysis.state.off.about': 'The computer is off. Switch it on to see the chances.', 'analysis.state.thinking.about': 'Thinking …', 'analysis.state.done.about': 'Nothing was found.',
  'analysis.state.paused.about': 'Paused while nobody looks.', 'analysis.state.busy.about': 'The computer is busy with games. It goes on by itself.',
  'analysis.state.over.about': 'The game is over here.', 'analysis.state.waits.about': 'It begins as soon as this is a position.',
  'analysis.told': 'Best: {move}, {chance} per cent.',
  'analysis.best': 'Best moves', 'analysis.then': 'then', 'analysis.why': 'Why the first', 'analysis.why.about': 'facts, from the rules',
  'analysis.all': 'All moves', 'analysis.all.about': ({ legal, well }) => `${legal} legal, ${well} searched well`, 'analysis.played': 'played',

  'analysis.lines': 'Lines', 'analysis.lines.game': 'the game, and what you try', 'analysis.lines.own': 'what you try', 'analysis.along': 'along', 'analysis.between': 'between lines',
  'analysis.backToGame': 'Back to the game', 'analysis.game': 'The game', 'analysis.try': 'Your try {number}', 'analysis.start': 'Start',
  'analysis.picked': 'Your move', 'analysis.picked.more': 'and {count} more', 'analysis.picked.clear': 'Clear', 'analysis.noMove': 'No legal move does that now',
  'analysis.pick': 'Choose: {what}', 'analysis.thing.noble': 'noble {number}', 'analysis.thing.hand': 'reserved card {number}', 'analysis.thing.card': 'card {which}',
  'analysis.thing.space': 'space {which}', 'analysis.thing.royal': 'royal card {which}', 'analysis.thing.deck': 'deck {which}', 'analysis.thing.seat': 'player {which}',
  'analysis.swap': 'Click two tokens: they change places', 'analysis.tokenOn': '{gem} on {space}',
  'analysis.drawn': 'Turned up, dealt anew', 'analysis.deal': 'Deal again', 'analysis.chooseCard': 'Choose a card', 'analysis.full': 'There is no room for more tries: open the position anew',

  'analysis.play.game': 'A new table goes on from here, with the decks of the game.', 'analysis.play.position': 'A new table begins with this position. What nobody has seen is dealt anew.',
  'analysis.play.unrated': 'It does not count for the rating.',

  'analysis.key.along': 'along a line', 'analysis.key.between': 'between lines', 'analysis.key.ends': 'first and last position', 'analysis.key.play': 'play one of the best moves',
  'analysis.key.enter': 'play what was picked', 'analysis.key.engine': 'switch the computer off and on; then it says what it found', 'analysis.key.deal': 'deal the last card again',
  'analysis.key.lay': 'what was known, or everything', 'analysis.key.setup': 'set up a position', 'analysis.key.copy': 'copy the position', 'analysis.key.open': 'open a position',
  'analysis.key.playOn': 'play on from here', 'analysis.key.help': 'these keys',

  'analysis.setup': 'Set up a position', 'analysis.setup.back': 'Back to the lines', 'analysis.setup.good': 'This is a position.', 'analysis.setup.notYet': 'Not a position yet.',
  'analysis.setup.analyse': 'Analyse', 'analysis.setup.empty': 'Empty table', 'analysis.position': 'The position', 'analysis.asText': 'As text',
  'analysis.setup.game': 'Game', 'analysis.setup.players': 'Players', 'analysis.setup.turn': 'To move', 'analysis.setup.start': 'Began the round', 'analysis.setup.round': 'Round',
  'analysis.setup.supply': 'Supply', 'analysis.setup.bag': 'Bag', 'analysis.setup.about': 'Click a place on the table, then choose what lies there. Tokens go from here to a player and back.',
  'analysis.setup.fromBag': 'A token comes from the bag and goes back into it.', 'analysis.setup.level': 'Level', 'analysis.setup.colour': 'Colour', 'analysis.setup.owner': 'Belongs to',
  'analysis.setup.onTable': 'Nobody', 'analysis.setup.nothing': 'nothing', 'analysis.setup.bought': 'Bought:', 'analysis.setup.privileges': 'Privileges',
  'analysis.less': 'One less: {name}', 'analysis.more': 'One more: {name}', 'analysis.colour.X': 'any colour', 'analysis.colour.N': 'no colour',
  'analysis.place.card': 'Place {which}', 'analysis.place.hand': 'Hand of {name}, card {number}', 'analysis.place.seat': 'Cards and tokens of {name}', 'analysis.place.space': 'Space {which}',
  'analysis.place.royal': 'Royal card {which}', 'analysis.place.stock': 'Supply: {gem}',

  'analysis.checks': 'Checks', 'analysis.check.holds': 'is right', 'analysis.check.wrong': 'something is wrong', 'analysis.check.text': 'the text can be read', 'analysis.check.tokens': 'as many tokens as the game has',
  'analysis.check.cards': 'every card in one place only', 'analysis.check.market': 'no place is empty while its deck has cards', 'analysis.check.nobles': 'every noble once',
  'analysis.check.held': 'at most ten tokens each', 'analysis.check.turn': 'somebody can move, nobody has won', 'analysis.check.royals': 'every royal card once', 'analysis.check.privileges': 'three privileges',
  'analysis.check.wilds': 'wild cards lie on a colour', 'analysis.check.crowns': 'royal cards follow from the crowns', 'analysis.check.whole': 'it can be played',
  'refused.no_draw': 'These cards or tokens cannot come now.',
  'analysis.noPosition': 'The text is no position:', 'refused.position_text': 'The text is no position: {detail}.',
  'refused.position_word': 'The text is no position: “{word}” is not a field.', 'refused.position_field_twice': 'The text is no position: the field “{field}” is there twice.',
  'refused.position_field_missing': 'The text is no position: the field “{field}” is missing.', 'refused.position_rules': 'The text is no position: there are no rules “{rules}”.',
  'refused.position_unknown': 'The text hides cards: then it begins with “view=” and the seat to move.', 'refused.position_no_seat': 'The text is no position: “view=” names a seat that does not exist.',
  'refused.position_own_hand': ({ seat }) => `${seat} knows its own hand: “view=” must agree with the hidden cards.`,
  'refused.position_tokens': ({ gem, found, total }) => `There are ${found} ${gem}, not ${total}.`,
  'refused.position_card_twice': 'This card lies in two places: {card}.', 'refused.position_level': 'Level {level} has {found} cards.', 'refused.position_empty': 'A place of level {level} is empty.',
  'refused.position_noble_twice': 'A noble is there twice.', 'refused.position_held': ({ seat, count }) => `${seat} holds ${count} tokens.`, 'refused.position_stuck': 'The player to move cannot do anything.',
  'refused.position_end': 'The game would be over here.', 'refused.position_royal': 'A royal card is missing.', 'refused.position_privileges': 'There are {found} privileges, not {total}.',
  'refused.position_wild': ({ seat, card }) => `${seat} has no card on which this one can lie: ${card}.`, 'refused.position_crowns': ({ seat, crowns, royals }) => `${seat} has ${crowns} crowns and ${royals} royal cards.`,
  'refused.position_won': ({ seat }) => `${seat} has won already.`,
};
