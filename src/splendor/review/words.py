"""Labels, reasons and clues of the coach in words: a sign for each label, a text for each code."""

from collections.abc import Sequence

from splendor.review.coach import Clue
from splendor.review.model import Reason

SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
TEXTS = {
    "wins": "wins the game",
    "reaches": "reaches {points} points",
    "threatens": "can end the game with {card} next",
    "double_threat": "{count} cards can end the game next, {card} and {other} among them",
    "could_end": "{who} can end the game with {card}",
    "scores": "scores {points} points, {all} in all",
    "no_points": "no points in this turn",
    "one_short": "one point short of {target}",
    "noble": "{noble} comes: {points} points",
    "near_noble": "{noble} needs one {gem} more",
    "then_buys": "can buy {card} next",
    "nearly_buys": "{missing} short of {card}",
    "still_short": "still {missing} short of {card}",
    "denies": "denies {who} {card}",
    "keeps": "{who} is only {missing} short of {card}",
    "opponent_buys": "{who} can buy {card} next",
    "first_bonus": "the first {gem} bonus",
    "takes_last": "takes the last {gem}",
    "many_tokens": "{tokens} tokens in hand",
    "returns": "{tokens} tokens: {count} must go back",
    "royal": "{crowns} crowns: royal card {royal}",
    "crowns": "{crowns} of {target} crowns",
    "colour": "{points} of {target} points in {gem}",
    "again": "another turn",
    "pearls": "takes {count} pearls",
    "steals": "takes a {gem} token from {who}",
    "steals_last": "takes the only {gem} token from {who}",
    "gets_privilege": "gets a privilege",
    "gives_privilege": "gives {who} a privilege",
    "refill_gives_privilege": "replenishing gives {who} a privilege",
}
# Codes that say how the game is won; reviews of older versions have `wins` without it.
BY_HOW = {
    "wins.points": "wins with {number} points",
    "wins.cards": "wins with {number} points and fewer cards: {cards} to {others}",
    "wins.shared": "shares the victory: {number} points",
    "wins.crowns": "wins with {number} crowns",
    "wins.colour": "wins with {number} points in {gem}",
    "threatens.points": "can end the game next: {number} points by buying {card}",
    "threatens.crowns": "can end the game next: {number} crowns by buying {card}",
    "threatens.colour": "can end the game next: {number} points in {gem} by buying {card}",
}
WITH_GOLD = " with {gold} gold"
# What comes with a card that would end the game.
AND_COMES = {"noble": ", and {noble} comes", "royal": ", and a royal card comes"}
# Where the number, which is `points`, `count` or `number`, is one.
OF_ONE = {
    "scores": "scores one point, {all} in all",
    "pearls": "takes a pearl",
    "returns": "{tokens} tokens: one must go back",
    "wins.points": "wins with one point",
    "wins.cards": "wins with one point and fewer cards: {cards} to {others}",
    "wins.shared": "shares the victory: one point",
}


def reason_text(reason: Reason, names: Sequence[str]) -> str:
    """A reason in words; `names` are those of the seats."""
    values = dict(reason.values)
    if "seat" in values:
        values["who"] = names[values["seat"]]
    template = template_of(reason)
    if values.get("gold"):
        template += WITH_GOLD
    if "card" in values:
        template += "".join(text for name, text in AND_COMES.items() if name in values)
    return template.format(**values)


def template_of(reason: Reason) -> str:
    by_how = f"{reason.code}.{reason.values.get('how')}"
    key = by_how if by_how in BY_HOW else reason.code
    text = BY_HOW.get(key) or TEXTS[key]
    is_one = 1 in (reason.values.get(name) for name in ("count", "points", "number"))
    return OF_ONE.get(key, text) if is_one else text


# The coach: where to look, what kind of move, and why

LOOKS = {
    "level": "Look at level {level}.",
    "hand": "Look at your hand.",
    "cards": "Look at the cards.",
    "decks": "Look at the decks.",
    "supply": "Look at the tokens.",
    "board": "Look at the board.",
    "tokens": "Look at your own tokens.",
    "nobles": "Look at the nobles.",
    "royals": "Look at the royal cards.",
    "opponent": "Look at what the other one holds.",
    "choices": "Look at what you can choose.",
    "anywhere": "Look at all you can do.",
    "only": "There is only one move.",
}
WHY_THERE = {
    "wins": "Something there wins.",
    "reaches": "Something there reaches the target.",
    "threatens": "Something there threatens to end the game.",
    "double_threat": "Something there makes two threats at once.",
    "noble": "Something there brings a noble.",
    "near_noble": "Something there brings a noble close.",
    "royal": "Something there brings a royal card.",
    "crowns": "Crowns are what you need.",
    "colour": "One colour is worth collecting.",
    "again": "There is another turn in it.",
    "steals": "There is something to take from the other one.",
    "steals_last": "There is something to take from the other one.",
    "pearls": "Pearls are scarce.",
    "then_buys": "Something there brings another card within reach.",
    "denies": "Somebody else wants something there.",
    "keeps": "Somebody else wants something there.",
    "scores": "There are points for you.",
    "first_bonus": "A colour that you do not have yet is there.",
    "nearly_buys": "Something there is within reach soon.",
    "takes_last": "One colour is nearly gone.",
    "gets_privilege": "There is a privilege in it.",
}
KIND_TEXTS = {
    "take": "Take tokens.",
    "buy": "Buy something.",
    "reserve": "Reserve something.",
    "privilege": "Use a privilege.",
    "fill": "Replenish the board.",
    "gold": "Take a gold.",
    "match": "Take a token of that colour.",
    "return": "Give back what you need least.",
    "noble": "Decide about a noble.",
    "royal": "Take a royal card.",
    "steal": "Take a token from the other one.",
    "colour": "Choose a colour.",
    "payment": "Choose how to pay.",
    "card": "Buy or reserve a card.",
    "board": "Take tokens, or replenish the board.",
    "any": "Choose among all of these.",
    "other": "Choose among these.",
    "only": "There is only one move.",
}
WHY_THIS_KIND = {
    "full": "You have {tokens} tokens: there is hardly room for more.",
    "payable": "You can pay {count} of the cards.",
    "none_payable": "You cannot pay any card yet.",
    "room": "You have {tokens} tokens: there is room for more.",
    "gold_left": "A gold comes with it.",
    "denies": "{who} could buy one of them.",
}


def look_text(clue: Clue) -> str:
    """The first step of the coach in a sentence or two."""
    why = WHY_THERE[clue.why.code] if clue.why else ""
    return f"{LOOKS[clue.code].format(**clue.values)} {why}".rstrip()


def kind_text(clue: Clue, names: Sequence[str]) -> str:
    """The second step of the coach in a sentence or two; `names` are those of the seats."""
    if clue.why is None:
        return KIND_TEXTS[clue.code]
    values = dict(clue.why.values)
    if "seat" in values:
        values["who"] = names[values["seat"]]
    return f"{KIND_TEXTS[clue.code]} {WHY_THIS_KIND[clue.why.code].format(**values)}"
