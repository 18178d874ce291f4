/** English: the rules pages. A line of a text is a paragraph, or an item of a list where it begins with a dot. */

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  'rules.contents': 'Contents',
  'rules.base.title': 'How Splendor is played',
  'rules.base.lead':
    'You are gem merchants. Gems buy cards, cards make the next ones cheaper, and the best ones bring points. Half '
    + 'an hour, two to four players.',
  'rules.duel.title': 'How Splendor Duel is played',
  'rules.duel.lead': 'The same trade for two, fought over one board of gems, with three ways to win.',

  'rules.base.goal': 'The goal',
  'rules.base.goal.text':
    'The game ends with the round in which somebody reaches 15 points. Cards and nobles bring points.\n'
    + 'A card does two things: it may bring points, and for the rest of the game it stands for one gem of its colour, '
    + 'its bonus. Bonuses are not spent: they count in every purchase.',
  'rules.base.goal.picture': 'A card of level 2.',
  'rules.anatomy.points': 'points', 'rules.anatomy.bonus': 'the bonus it gives', 'rules.anatomy.cost': 'what it costs',
  'rules.base.turn': 'A turn',
  'rules.base.turn.text':
    'In your turn you do exactly one of four things:\n'
    + '• take three gems of different colours,\n'
    + '• take two gems of one colour,\n'
    + '• reserve a card and take a gold,\n'
    + '• buy a card.\n'
    + 'Then it is the next player’s turn. Whenever a card leaves the market, the next of its deck takes its place at '
    + 'once.',
  'rules.base.take': 'Take gems',
  'rules.base.take.text':
    'Three of different colours; if fewer than three colours are left, one of each. Or two of one colour, if the '
    + 'supply has at least four of that colour before. Gold is never taken like this.\n'
    + 'Two players have four gems of each colour, three have five, four have seven. There are always five gold.',
  'rules.base.take.picture': 'Three different ones, or a pair where four are left.',
  'rules.base.reserve': 'Reserve a card',
  'rules.base.reserve.text':
    'Put a card of the market into your hand, or the top card of a deck, which you see only then. You take a gold '
    + 'with it, if any is left. A gold pays for a gem of any colour.\n'
    + 'You can hold three cards, and they leave your hand only when you buy them. Everybody knows '
    + 'the cards that you took from the market; only you know those that came from a deck.',
  'rules.base.reserve.picture': 'The card goes into your hand, a gold comes with it.',
  'rules.base.buy': 'Buy a card',
  'rules.base.buy.text':
    'From the market or from your hand. Your bonuses come off the cost, colour by colour; the rest is paid with '
    + 'tokens, and gold may stand for any of them. What you pay goes back to the supply.\n'
    + 'Colours are paid first and gold only for what is missing, unless you choose otherwise.',
  'rules.base.buy.picture': 'One red bonus, and tokens for the rest: the card can be bought.',
  'rules.base.ten': 'Ten tokens',
  'rules.base.ten.text':
    'At the end of your turn you hold ten tokens at most, gold included. If you have more, you give some back, '
    + 'whichever you like.',
  'rules.base.nobles': 'Nobles',
  'rules.base.nobles.text':
    'One noble more than there are players lies beside the market. At the end of your turn a noble comes to you if '
    + 'you have the bonuses it wants; tokens do not count. It is worth three points and costs nothing. One comes in a '
    + 'turn: if there are several, you choose.',
  'rules.base.nobles.picture': 'This one wants three white, three blue and three black cards.',
  'rules.base.end': 'The end',
  'rules.base.end.text':
    'When somebody has 15 points at the end of a turn, the round is played to its end, so that everybody has had '
    + 'the same number of turns. Most points win; on a tie, fewer bought cards win. Players who are still tied share the '
    + 'victory.\n'
    + 'If you have no legal move, you pass. If everybody has to pass, the game ends.',
  'rules.base.landolt': 'Landolt’s way',
  'rules.base.landolt.text':
    'A second set of rules, after a computer game:\n'
    + '• Nobody ever holds more than ten tokens. You take only as many as there is room for, and reserving with ten '
    + 'brings no gold.\n'
    + '• Nobles do not come. Calling one whose bonuses you have is an action of its own, and everybody can have one '
    + 'noble in the game.\n'
    + '• The player at the bottom begins, then top, left, right.\n'
    + '• You select your own tokens first, then click a card to buy it with them; without a selection you pay as '
    + 'usual.',

  'rules.duel.goal': 'Three ways to win',
  'rules.duel.goal.text':
    'At the end of your turn you have won with 20 points, or with 10 crowns, or with 10 points on cards of one '
    + 'colour. Your opponent has no turn after that.',
  'rules.duel.goal.picture': 'Points, crowns, or one colour.',
  'rules.way.points': 'points', 'rules.way.crowns': 'crowns', 'rules.way.colour': 'points of one colour',
  'rules.duel.turn': 'A turn',
  'rules.duel.turn.text':
    'You do exactly one of three things:\n'
    + '• take the gems of a line on the board,\n'
    + '• take a gold and reserve a card,\n'
    + '• buy a card.\n'
    + 'Before that you may use privileges, and then fill the board. At the end you keep ten tokens at most; the others '
    + 'go into the bag.',
  'rules.duel.line': 'Take a line',
  'rules.duel.line.text':
    'One, two or three tokens that lie side by side: in a row, a column or a diagonal. An empty space or a gold '
    + 'interrupts a line.\n'
    + 'If you take three of one colour, or both pearls, your opponent gets a privilege.',
  'rules.duel.line.picture': 'Three greens on a diagonal: allowed, but the opponent gets a privilege.',
  'rules.duel.reserve': 'Reserve a card',
  'rules.duel.reserve.text':
    'Take a gold from the board, any one, and with it a card of the pyramid or the unseen top card of a deck into '
    + 'your hand. Without a gold on the board nothing can be reserved, and three cards are the most you can hold. Gold '
    + 'pays for any gem and for a pearl.',
  'rules.duel.buy': 'Buy a card',
  'rules.duel.buy.text':
    'Bonuses come off the cost; tokens pay the rest and go into the bag. Pearls are never discounted. Some cards '
    + 'give two bonuses, some none.\n'
    + 'A wheel of five colours is a wild bonus: it takes the colour of a card that you have already, so it cannot be '
    + 'your first one.',
  'rules.duel.buy.picture': 'A double blue bonus; a wild card with two crowns. Each costs a pearl.',
  'rules.duel.before': 'Privileges and the bag',
  'rules.duel.before.text':
    'A privilege is a scroll. Before your action you can return one, or several, and take a gem or a pearl for each '
    + 'from anywhere on the board, but no gold.\n'
    + 'Then you may empty the bag onto the board, along the spiral from the middle. Your opponent gets a privilege for '
    + 'it. You must do so if you can do nothing else.\n'
    + 'There are three privileges. If none is left beside the board, your opponent takes one of yours. Whoever '
    + 'does not begin starts with one.',
  'rules.duel.before.picture': 'A scroll for a gem or a pearl.',
  'rules.duel.signs': 'Symbols on cards',
  'rules.duel.signs.text': 'They take effect once, when the card is bought. What is not possible is lost.',
  'rules.duel.signs.picture':
    'Another turn; a token of the card’s colour from the board; a privilege; a gem or pearl from the opponent.',
  'rules.duel.royals': 'Royal cards',
  'rules.duel.royals.text':
    'With your third crown, and again with your sixth, you choose one of the royal cards that are left. It brings '
    + 'points, and its symbol takes effect at once. It has no colour.',
  'rules.duel.royals.picture': 'The four royal cards.',
  'rules.duel.end': 'The end',
  'rules.duel.end.text':
    'Victory is checked at the end of a turn, after tokens beyond ten were given up, and only for the player whose '
    + 'turn it was. For the points of one colour a wild card counts as the colour it took; cards without a bonus and '
    + 'royal cards count for none.',

  'rules.tags': 'What the cards tell you',
  'rules.tags.text':
    'Every card shows what it costs you now. The big number is always the printed cost.\n'
    + '• The bars below it: grey is paid by bonuses, black by your tokens, an empty red one is missing.\n'
    + '• ✓ means that this colour is paid, a red −1 that one is missing. Gold is not counted here.\n'
    + '• The tag on the card counts gold: BUY, BUY with a star and how many gold it takes, or −2: two are missing even '
    + 'with all your gold.\n'
    + 'Point at another player’s panel, and the cards show what they cost that player.',
  'rules.tags.picture': 'Three players look at the same card: one can buy it, one with a gold, one lacks two gems.',
  'rules.mouse': 'Mouse and touch',
  'rules.mouse.text': 'You choose freely; nothing happens before you press the golden button.',
  'rules.todo': 'To …', 'rules.bymouse': 'you …',
  'rules.mouse.take': 'take gems', 'rules.mouse.take.how': 'click them in the supply; another click puts one back',
  'rules.mouse.line': 'take a line', 'rules.mouse.line.how': 'drag over the tokens, or click both ends',
  'rules.mouse.buy': 'buy a card', 'rules.mouse.buy.how': 'click it',
  'rules.mouse.reserve': 'reserve a card',
  'rules.mouse.reserve.how': 'right-click it or a deck; on a touch screen, press and hold',
  'rules.mouse.reserveGold': 'reserve a card',
  'rules.mouse.reserveGold.how': 'right-click it or a deck (touch: press and hold), then click a gold on the board',
  'rules.mouse.privilege': 'use a privilege', 'rules.mouse.privilege.how': 'click your scroll, then a gem or pearl',
  'rules.mouse.fill': 'fill the board', 'rules.mouse.fill.how': 'click the bag',
  'rules.mouse.pay': 'pay differently', 'rules.mouse.pay.how': 'with the card chosen, click your own tokens',
  'rules.mouse.return': 'give tokens back', 'rules.mouse.return.how': 'click your own tokens',
  'rules.mouse.noble': 'choose a noble', 'rules.mouse.noble.how': 'click it',
  'rules.mouse.lens': 'see prices for another player', 'rules.mouse.lens.how': 'point at their panel',
  'rules.keys': 'Keyboard',
  'rules.keys.text': 'Everything can be played with the keyboard, and everything has a name for screen readers.',
  'rules.key': 'Key', 'rules.does': 'does',
  'rules.notation': 'Notation',
  'rules.notation.text':
    'The log, the terminal and the programming interface write moves in the same way. Levels are 1 to 3; places a, '
    + 'b, c … from the left.',
  'rules.written': 'Written', 'rules.meaning': 'Meaning',
  'rules.notation.three': 'take a white, a blue and a green', 'rules.notation.pair': 'take two white',
  'rules.notation.reserve': 'reserve the third card of level 2',
  'rules.notation.deck': 'reserve the top card of deck 2', 'rules.notation.buy': 'buy the third card of level 2',
  'rules.notation.hand': 'buy the first card of the hand',
  'rules.notation.gold': 'buy, with a gold in place of a white', 'rules.notation.return': 'give a black token back',
  'rules.notation.noble': 'receive the first noble',
  'rules.notation.line': 'take the tokens from c3 to e3: columns a to e, rows 1 to 5 from the top',
  'rules.notation.privilege': 'a privilege for the token at c3',
  'rules.notation.fill': 'fill the board',
  'rules.notation.reserveGold': 'reserve the third card of level 2 with the gold at c3',
  'rules.notation.colour': 'the wild card is red',
  'rules.notation.match': 'take the matching token at c3', 'rules.notation.steal': 'take a red token from the opponent',
  'rules.notation.royal': 'take the second royal card',
};
