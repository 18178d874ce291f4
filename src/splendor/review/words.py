"""Labels and reasons of a review in words: a sign for each label, a template for each code."""

from collections.abc import Sequence

from splendor.review.model import Reason

SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
TEXTS = {
    "wins": "wins the game",
    "reaches": "reaches {points} points",
    "could_end": "{who} can end the game with {card}",
    "scores": "{points} more points: {all}",
    "no_points": "no points in this turn",
    "one_short": "one point short of {target}",
    "noble": "{noble} comes: {points} points",
    "near_noble": "{noble} needs one {gem} more",
    "then_buys": "can buy {card} next",
    "nearly_buys": "{missing} short of {card}",
    "still_short": "still {missing} short of {card}",
    "denies": "denies {who} {card}",
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
WITH_GOLD = " with {gold} gold"
# Where the number, which is `points` or `count`, is one.
OF_ONE = {
    "scores": "one more point: {all}",
    "pearls": "takes a pearl",
    "returns": "{tokens} tokens: one must go back",
}


def reason_text(reason: Reason, names: Sequence[str]) -> str:
    """A reason in words; `names` are those of the seats."""
    values = dict(reason.values)
    if "seat" in values:
        values["who"] = names[values["seat"]]
    is_one = values.get("count", values.get("points")) == 1
    template = OF_ONE.get(reason.code, TEXTS[reason.code]) if is_one else TEXTS[reason.code]
    if values.get("gold"):
        template += WITH_GOLD
    return template.format(**values)
