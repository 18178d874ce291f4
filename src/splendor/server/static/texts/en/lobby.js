/** English: lobby, waiting room, menu, guide. */

import { counted } from '../counted.js';

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  title: 'The Merchants’ Table',
  analysis: 'Analysis', puzzles: 'Puzzles', 'puzzles.daily': 'Daily puzzle',
  'puzzles.waits': ({ days }) => (days > 1 ? `${days} days running` : 'one move decides'),
  'puzzles.done': ({ days }) => (days > 1 ? `✓ ${days} days running` : '✓ done for today'),
  lobby: 'Lobby', pages: 'Pages', rules: 'Rules', settings: 'Settings',
  no: 'No', somebody: 'somebody',
  offline: 'The server cannot be reached.',
  stuck: 'Part of this page failed to load.', loadAgain: 'Load again',
  setting: 'Setting up your table …',
  goOn: 'You have an unfinished game', 'goOn.several': 'You have unfinished games',
  'goOn.last': 'Continue', 'goOn.which': 'the game you played last', 'goOn.new': 'New game',
  claiming: 'Moving your seat to this device …',
  name: 'Your name', 'name.kept': 'You are {name} now.',
  namesHere: 'Names at this screen', 'name.seat': 'Seat {seat} is {name} now.',

  'about.official':
    'Collect gems, buy cards that pay for the next ones, impress nobles. First to {target} points. '
    + '{least} to {most} players.',
  'about.duel': 'For two: gems on a board, privileges, crowns, royal cards, and three ways to win.',
  'about.landolt': 'Nobody ever holds more than ten tokens. Nobles come only when called, one for each player.',
  'play.official': 'Play Splendor', 'play.duel': 'Play Splendor Duel',
  'play.against': 'against {bot}',
  'rules.how': 'How to play',

  playHere: 'At this screen',
  levels: 'Levels, weakest first', styles: 'Styles, not rated',
  eloRange: 'Measured: {elo} ± {interval} Elo; random moves are 0.',
  'bot.random': 'Random', 'bot.newcomer': 'Newcomer', 'bot.novice': 'Novice', 'bot.beginner': 'Beginner',
  'bot.casual': 'Casual',
  'bot.regular': 'Regular', 'bot.skilled': 'Skilled', 'bot.adept': 'Adept', 'bot.strong': 'Strong', 'bot.veteran': 'Veteran',
  'bot.expert': 'Expert',
  'bot.master': 'Master', 'bot.greedy': 'Greedy', 'bot.hunter': 'Hunter', 'bot.rusher': 'Rusher',
  'bot.blocker': 'Blocker', 'bot.reserver': 'Reserver', 'bot.champion': 'Champion',
  'bot.random.about': 'Plays random legal moves.',
  'bot.newcomer.about': 'Sees most wins, hardly your threats, and often plays a worse move.',
  'bot.novice.about': 'Sees most wins and half of your threats, and still errs often.',
  'bot.beginner.about': 'Takes a win in front of it, and misses many of your threats.',
  'bot.casual.about': 'Buys sensibly, with small mistakes, and forgets what you are up to.',
  'bot.regular.about': 'Few careless moves, but thinks little further than its next purchase.',
  'bot.skilled.about': 'Never misses a win, but every third threat of yours.',
  'bot.adept.about': 'Knows a good purchase by feel, and hardly looks further.',
  'bot.strong.about': 'Plans its purchases; a long combination can surprise it.',
  'bot.veteran.about': 'Reckons with your answers, and seldom misses a threat.',
  'bot.expert.about': 'Sees your threats and combinations coming almost every time.',
  'bot.master.about': 'Weighs thousands of continuations, and overlooks next to nothing.',
  'bot.champion.about': 'Weighs tens of thousands of continuations: the strongest there is.',
  'bot.greedy.about': 'Buys the best card in sight and takes gems toward it.',
  'bot.hunter.about': 'Thinks hard, and loves nobles (in Duel crowns).',
  'bot.rusher.about': 'Thinks hard, and goes for the big cards.',
  'bot.blocker.about': 'Thinks hard, and takes what you were about to buy.',
  'bot.reserver.about': 'Thinks hard, and buys from its hand what it has reserved.',

  options: 'All options', seats: 'Seats', ruleOptions: 'Rules of the game', tableOptions: 'Table',
  openTable: 'Open the table',
  'seat.me': 'Me', 'seat.here': 'Another person at this screen', 'seat.open': 'Open seat (by link)',
  'option.target': 'Points to win', 'option.tokens': 'More than ten tokens',
  'option.tokens.return': 'return the surplus', 'option.tokens.cap': 'never taken',
  'option.nobles': 'Nobles', 'option.nobles.come': 'come by themselves',
  'option.nobles.sought': 'are called: takes the action of a turn',
  'option.nobles.sought_free': 'are called: besides the action of a turn',
  'option.nobles_each': 'Nobles per player, at most', 'option.hands': 'Cards reserved from the table',
  'option.hands.seen': 'stay known to all',
  'option.hands.hidden': 'are hidden', 'option.start': 'Who begins', 'option.start.random': 'at random',
  'option.rounds': 'Round after which the game ends',
  'option.none': 'no limit',
  'option.refill': 'Empty places of the pyramid', 'option.refill.at_once': 'refilled at once',
  'option.refill.end_of_turn': 'refilled when the turn ends',
  'option.idle': 'Turns without a purchase until a draw',
  optionIs: '{name}: {value}',
  clock: 'Clock', 'clock.none': 'no clock', 'clock.minutes': '{minutes} min + {increment} s a turn',
  'clock.day': 'one day each', 'clock.days': ({ days }) => `${counted(days, 'day')} for each turn`,
  'clock.left': '{days} d {hours} h',
  spectators: 'Spectators', 'spectators.about': 'whoever has the link may watch',
  'hints.allowed': 'Hints', 'hints.allowed.about': 'everybody may ask the coach; alone you always may',
  'spectators.chat': 'Spectators may write', 'spectators.chat.about': 'their messages are marked',
  host: 'host', remove: 'Remove', 'remove.sure': 'Remove {name} from the table?',
  'remove.surePlaying': 'Remove {name}? A bot plays on.',
  'setup.range': '{name}: a whole number from {least} to {most}.', 'setup.choice': '{name}: {values}.',
  'setup.seat': '{name}: random, or a seat counted from 0 and below {most}.',
  'setup.unknown': 'There is no option {name} in this game.',
  'setup.rules': 'There is no game “{value}” here.', 'setup.level': 'There is no bot “{value}” for this table.',
  'setup.players': '{game} is for {values} players, not for {value}.',

  join: 'Join or watch', 'join.about': 'Paste the link you were given. If no seat is free, you watch.',
  'join.link': 'Link to a table', 'join.open': 'Open', 'join.wrong': 'That is not a link to a table.',

  'tables.playing': 'Running', 'tables.open': 'Waiting', 'tables.over': 'Finished', 'tables.frozen': 'Stopped',
  'tables.more': 'Show more', 'tables.none': 'None yet. Your running and finished games will be listed here.',
  'tables.waiting': ({ count }) => (count === 1 ? 'One game waits for you' : `${count} games wait for you`),
  justNow: 'just now',

  'wait.stopped': 'The table was stopped.', 'wait.open': ({ taken, open }) =>
    `${['Nobody', 'One', 'Two', 'Three'][taken]} at the table, ${open === 1 ? 'one seat is' : `${['', '', 'two', 'three', 'four'][open]} seats are`} open.`,
  'wait.invited': '{name} invites you to this table.', 'wait.names': 'Who plays at this screen?',
  'wait.sit': 'Take a seat, or stay and watch.', 'wait.ready': 'Waiting for everybody to be here.',
  'wait.begins': 'Everybody is here: the game is starting.',
  'wait.somebody': 'waiting', notHere: 'not here yet',
  'openSeat.host': 'a friend with the link, or',
  fillSeat: 'Fill with a bot', freeSeat: 'Free the seat',
  start: ({ players }) => `Start with ${players} players`, 'start.here': 'Start',
  'start.removes': ({ open }) => (open === 1 ? 'The open seat is removed.' : `The ${open} open seats are removed.`),
  'clock.waits': 'The clock starts with the first move.',
  sitAs: 'Sit down as {name}', onlyWatch: 'or only watch', noAccount: 'No account. The name is kept on this device.',
  'friendly.adjectives': 'Swift Clever Quiet Bold Bright Merry Gentle Brave Lucky Noble Golden Silver Curious Witty Calm Sunny',
  'friendly.nouns': 'Otter Falcon Fox Lynx Badger Raven Hedgehog Panda Tiger Eagle Sapphire Ruby Emerald Opal Topaz Agate Onyx Diamond',

  invite: 'Invite friends', 'invite.qr': 'QR code of the link', 'invite.scan': 'Scan it with a phone, or send the link.',
  'share.send': 'Share …', 'copy.link': 'Copy link',
  'network.ask': 'Open to your network?',
  'network.about':
    'Everyone in the same Wi-Fi who has the link can then open this table. No account is needed, nothing is sent to the internet.',
  'network.yes': 'Open to my network', 'network.no': 'Only this computer', 'network.which': 'Address of this computer',
  'network.careful': ({ address }) =>
    `It is opened at ${address}. You can close it at any time; who already plays stays. In a public Wi-Fi rather keep it closed.`,
  'network.open': 'open to your network', 'network.while': 'Open at {address}, in your Wi-Fi, while this computer is on.',
  'network.close': 'Close it', 'network.closed': 'This link works on this computer only.',
  'share.open': 'Whoever opens it takes a seat.',
  'share.local':
    'This link works on this computer only. To reach friends, start the server with: splendor serve --host 0.0.0.0',
  'share.watch': 'Whoever opens it can watch.',
  'copy.byHand': 'Press Ctrl+C to copy',
  watchers: ({ count }) => `${count === 1 ? 'One person watches' : `${count} people watch`}.`,
  deal: 'A fair deal',
  'deal.about':
    'The deal is fixed by a secret number of the server and a random number of everybody’s browser. The server '
    + 'commits to its secret now, before it knows your numbers. After the game it reveals the secret, and one button '
    + 'checks that nobody could choose the cards.',
  'deal.more': 'How this is checked',
  thisDevice: 'on this device', leave: 'Leave the table', 'leave.sure': 'Leave? Your seat is kept for you.',

  'theme.system': 'Same as the system',
  'sound.about': 'quiet, made by the browser', 'motion.about': 'cards and tokens fly',
  'warnings.about': 'before a move that helps the opponent',
  notify: 'Notifications', 'notify.about': 'when it is your move and you are not looking at this page',
  'notify.denied': 'The browser does not allow notifications from this address: allow them in its settings.',
  'notify.about.told': 'when it is your move, also while no page is open in games with days for each turn',
  'notify.with': '{game} with {names}', 'notify.at': 'at the table with {names}',

  people: 'People',
  'resign.sure': 'Really resign?',
  botInstead: ({ bot, why }) => `${bot} plays on${why ? `: ${why}` : ''}`,
  absent: 'away for a while', present: 'here', mute: 'Mute', unmute: 'Unmute',
  callBot: 'Let a bot play on', comeBack: 'Play on myself', botForYou: 'You were away: a bot plays for you.',
  awayLong: '{name} has been away for a while.', leftLong: 'Nobody sits at the seat whose turn it is.',
  idleLong: '{name} is here, but has not moved for a while.', askForBot: 'Ask for a bot',
  seatKept: 'Seat {seat} is kept for you.', sitAgain: 'Sit down again',
  seatMoved: 'You play on your other device.', takeSeatBack: 'Take it back here',
  'seatMoved.here': 'You play on your other device. This screen watches, without your hand.',
  'seatMoved.about': 'This screen watches: it shows the table as everybody sees it, without your hand.',
  moveSeat: 'Move my seat to my phone', 'moveSeat.ask': 'Rather on your phone?',
  'moveSeat.what': 'Your seat moves, this screen keeps watching.',
  'moveSeat.closed': 'Open the table to your network first, so that the phone reaches it.',
  'moveSeat.about': 'Scan this with your phone. Your seat, your hand and your clock go there; this screen stays and watches.',
  'moveSeat.once': 'Works once, for two minutes:', 'moveSeat.qr': 'QR code of the link to your seat',
  'moveSeat.link': 'Private link to your seat', 'moveSeat.keep': 'Keep it here',
  'moveSeat.profile': 'Rather all my games and my name? My profile on another device',
  'asked.undo': '{name} asks to take the last move back.',
  'asked.abandon': '{name} asks to end the game without a winner.',
  'asked.replace': '{name} asks to let a bot play for {target}.',
  'asked.own.undo': 'You ask to take your last move back.',
  'asked.own.abandon': 'You ask to end the game without a winner.',
  'asked.own.replace': 'You ask to let a bot play for {target}.',
  'asked.waiting': ({ names }) => (names ? `Waiting for ${names}.` : ''),
  agree: 'Agree', decline: 'Decline', withdraw: 'Withdraw',

  curtain: '{name}, it is your turn',
  'curtain.about': 'Everybody else, please look away: the hand of this seat is about to be shown.',
  peek: '{name}, this is the card that you reserved',
  'peek.about': 'Only you may see it. Remember it, then pass the screen on.', 'peek.pass': 'Seen: pass the screen on',
  'curtain.lift': 'I am {name}: show the table',

  guide: 'Guide', 'guide.again': 'Show the guide', 'guide.skip': 'Skip the guide', 'guide.next': 'Next',
  'guide.done': 'Play on',
  'guide.base.market': 'The market',
  'guide.base.market.text':
    'Cards cost gems. A card you bought counts as one gem of its colour in every later purchase, and some bring '
    + 'points. {target} points end the game.',
  'guide.base.take': 'Take gems',
  'guide.base.take.text':
    'Click three gems of different colours. (Two of the same colour are fine too, where at least four are left.)',
  'guide.base.take.text.touch':
    'Tap three gems of different colours. (Two of the same colour are fine too, where at least four are left.)',
  'guide.base.take.text.keys':
    'Press the letters of three gems of different colours: W U G R K. (Two of the same colour are fine too, where at '
    + 'least four are left.)',
  'guide.base.confirm': 'Confirm',
  'guide.base.confirm.text': 'Nothing has happened yet: Esc clears it. Press the golden button, or Enter.',
  'guide.base.confirm.text.touch': 'Nothing has happened yet: × clears it. Tap the golden button.',
  'guide.base.buy': 'Buy a card',
  'guide.base.buy.text':
    'Collect gems until a card says BUY. Then choose it, and press Buy. A red −1 means that a gem of this colour is '
    + 'missing; −3 on the card is the number missing in all, with your gold counted.',
  'guide.base.reserve': 'Reserve',
  'guide.base.reserve.text':
    'Click any card and press Reserve to put it aside, or click the gold first. It brings a gold, which stands for any '
    + 'gem. You can hold three such cards. A right click does the same.',
  'guide.base.reserve.text.direct':
    'Right-click a card (on a phone: press and hold) to put it aside. It brings a gold, which stands for any gem. You '
    + 'can hold three such cards.',
  'guide.base.reserve.text.touch':
    'Tap any card and press Reserve to put it aside, or tap the gold first. It brings a gold, which stands for any '
    + 'gem. You can hold three such cards. A long press does the same.',
  'guide.base.reserve.text.keys':
    'Choose any card (keys 1, 2, 3 and a letter, then the space bar), and press R to put it aside. It brings a gold, '
    + 'which stands for any gem. You can hold three such cards.',
  'guide.base.nobles': 'Nobles',
  'guide.base.nobles.text':
    '{noble} points each. A noble comes by itself to whoever has bought the cards it wants: tokens do not count.',
  'guide.base.nobles.text.sought':
    '{noble} points each. Whoever has bought the cards that a noble wants clicks the noble: that is a turn of its own. '
    + 'Tokens do not count.',
  'guide.base.nobles.text.sought_free':
    '{noble} points each. Whoever has bought the cards that a noble wants clicks the noble, besides the action of the '
    + 'turn. Tokens do not count.',
  'guide.base.win': 'Winning',
  'guide.base.win.text':
    'When somebody has {target} points, the round is played to its end; most points win. You may hold ten tokens at '
    + 'the end of a turn. The key ? shows all keys, and holding L what another player can buy. Enjoy!',
  'guide.base.win.text.touch':
    'When somebody has {target} points, the round is played to its end; most points win. You may hold ten tokens at '
    + 'the end of a turn. Tap another player to see what they can buy. Enjoy!',
  'guide.base.win.text.cap':
    'When somebody has {target} points, the round is played to its end; most points win. Nobody ever holds more than '
    + 'ten tokens. Enjoy!',
  'guide.duel.line': 'Take a line',
  'guide.duel.line.text.touch':
    'Drag over up to three gems in a row, in any direction, or tap them. Gold and empty spaces interrupt a line.',
  'guide.duel.line.text':
    'Drag over up to three gems in a row, in any direction, or click them. Gold and empty spaces interrupt a line.',
  'guide.duel.confirm': 'Confirm',
  'guide.duel.confirm.text': 'Nothing has happened yet: Esc clears it. Press the golden button, or Enter.',
  'guide.duel.confirm.text.touch': 'Nothing has happened yet: × clears it. Tap the golden button.',
  'guide.duel.cards': 'Buy a card',
  'guide.duel.cards.text':
    'When a card says BUY, choose it and press Buy. From then on it pays one gem of its colour in every purchase. '
    + 'Crowns and symbols on it do more.',
  'guide.duel.gold': 'Reserve',
  'guide.duel.gold.text':
    'Click any card and press Reserve, or click a gold on the board first. Gold stands for anything. A right click on '
    + 'a card does the same.',
  'guide.duel.gold.text.touch':
    'Tap any card and press Reserve, or tap a gold on the board first. Gold stands for anything. A long press on a '
    + 'card does the same.',
  'guide.duel.privilege': 'Privileges',
  'guide.duel.privilege.text':
    'Before your action, a scroll can be traded for any gem or pearl. Your opponent gets one when you take three '
    + 'alike or both pearls.',
  'guide.duel.fill': 'The bag',
  'guide.duel.fill.text':
    'Spent tokens are in the bag. Before your action you may fill the board from it, but your opponent gets a '
    + 'privilege.',
  'guide.duel.three': 'Three ways to win',
  'guide.duel.three.text': '20 points; or 10 crowns; or 10 points on cards of one colour. It ends at once. '
    + 'The key ? shows all keys, and holding L what your opponent can buy. Enjoy!',
  'guide.duel.three.text.touch':
    '20 points; or 10 crowns; or 10 points on cards of one colour. It ends at once. Tap your opponent to see what they '
    + 'can buy. Enjoy!',
};
