/**
 * Why a move is not legal: the server tells it in an English sentence (`reasons.py` of either game). The sentences that
 * are known here, and the tests know all of them, can be told in other words; any other stays as it is.
 */

/** @type {Object<string, string>} */
const GEMS = { white: 'W', blue: 'U', green: 'G', red: 'R', black: 'K' };

/** The rule and how its sentence begins. @type {[string, RegExp][]} */
const RULES = [
  ['over', /^the game is over/],
  ['first.pay', /^first choose what gold stands for/],
  ['first.return', /^first (return|discard) tokens/],
  ['first.noble', /^first choose a noble/],
  ['first.gold', /^first choose which gold/],
  ['first.colour', /^first choose the colour/],
  ['first.match', /^first take a token of the card/],
  ['first.steal', /^first take a gem or pearl/],
  ['first.royal', /^first choose a royal/],
  ['pair', /^a pair needs (?<need>\d+) of its colour in the supply, and there are (?<left>\d+) (?<gem>\w+)/],
  ['beyond', /^(?<more>\d+) more would be over (?<limit>\d+) tokens/],
  ['none', /^there is no (?<gem>white|blue|green|red|black) in the supply/],
  ['full', /^you hold (?<limit>\d+) tokens$/],
  ['take', /^take (?<count>\d+) different colours, such as (?<example>\w+)/],
  ['hand', /^you have (?<limit>\d+) cards in hand/],
  ['deck', /^the deck of level (?<level>\d) is empty/],
  ['noCard', /^there is no card at (?<place>\w+)/],
  ['short', /^you are (?<count>\d+) short/],
  ['come', /^nobles come by themselves/],
  ['noNoble', /^there is no noble n\d/],
  ['enough', /^you may have (?<limit>\d+) and have them already/],
  ['bonuses', /^you lack the bonuses (?<missing>.+)/],
  ['oneNoble', /^one noble was received/],
  ['noToken', /^there is no token at (?<place>\w+)/],
  ['gold', /^(the token at \w+ is gold|gold is taken with a card)/],
  ['noGold', /^there is no gold on the board/],
  ['noPrivilege', /^you have no privilege/],
  ['replenished', /^privileges are used before the board/],
  ['bag', /^the bag is empty/],
  ['noReturn', /^you hold (?<count>\d+) tokens and (return|discard) none/],
  ['discard', /^tokens over (?<limit>\d+) are discarded at the end/],
  ['noChoice', /^no noble is to be chosen/],
  ['pass', /^one passes only when/],
  ['noPayment', /^nothing is being paid/],
  ['noGoldChoice', /^gold cannot be chosen/],
  ['noWild', /^no wild card is being bought/],
  ['noGift', /^no bought card gives you a token/],
  ['noRoyal', /^you have (?<count>\d+) crowns, and no royal card is due/],
  ['line', /^these tokens cannot be taken/],
  ['turnOver', /^the turn (is over|ends) before/],
  ['seenFirst', /^something new is seen before/],
  ['wild', /is wild, and you own no card with a bonus/],
];

/**
 * @param {string} sentence
 * @returns {{ rule: string, values: Object<string, string> }} without a rule where the sentence is not known
 */
export function reasonOf(sentence) {
  for (const [rule, pattern] of RULES) {
    const found = sentence.match(pattern);
    if (!found) continue;
    const values = { ...found.groups };
    return { rule, values: values.gem ? { ...values, gem: GEMS[values.gem] } : values };
  }
  return { rule: '', values: {} };
}

/** All rules that are known, for the tests of the texts. */
export const KNOWN = RULES.map(([rule]) => rule);
