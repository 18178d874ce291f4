"""The greedy player in Splendor: compiled scores of actions, from a view, without search.

The worth of a visible card is made of its points and of how many visible cards and nobles need
its bonus. The player buys the best affordable card; otherwise it takes tokens toward the cards
with the highest worth.
"""

from splendor.base.legal import PLACES, card_at, tokens_held
from splendor.base.moves import (
    CHOOSE_GOLD,
    DECLINE,
    PAY_NOW,
    PURCHASE,
    RECEIVE,
    RESERVE,
    RESERVE_TOP,
    RETURN_TOKEN,
    TAKEN,
)
from splendor.base.state import (
    BONUS,
    COST,
    GOLD,
    MOST_NOBLES,
    PACKED_COST,
    PRESTIGE,
    REQUIRES,
    TOKEN_LIMIT,
    Player,
    noble_points,
)
from splendor.base.view import View
from splendor.bots.greedy_parts import prospect, tokens_missing
from splendor.core.decks import NONE
from splendor.core.gems import GEMS
from splendor.core.kernel import int64, kernel

# Relative weights: the best of some dozens of combinations, tested by matches.
POINT = 2.0
WANTED = 0.1  # a bonus, for each visible card that needs it
NOBLE_STEP = 1.2  # a bonus that a visible noble of the usual points requires
USUAL_NOBLE = 3.0
BUY = 1000.0  # buying comes before everything else
SPENT = 0.4  # a token that a purchase costs
NEVER = -1000.0
TOO_MANY = 0.6  # a token that will have to be returned
WORTH_RESERVING = 3  # points that make a card worth reserving
NEAR = 3  # the most tokens that may be missing for a card worth reserving


@kernel
def score_action(view: View, action: int) -> float:
    if action < RESERVE:
        return score_take(view, action)
    if action < RESERVE_TOP:
        return score_reserve(view, action - RESERVE)
    if action < PURCHASE:
        return NEVER / 2  # reserve an unseen card only if nothing else is possible
    if action < CHOOSE_GOLD:
        return score_purchase(view, action - PURCHASE)
    if RETURN_TOKEN <= action < RECEIVE:
        return score_return(view, action - RETURN_TOKEN)
    if RECEIVE <= action < DECLINE:
        return BUY * 2
    if action == PAY_NOW:
        return BUY  # complete a payment that was started outside this bot
    return NEVER


@kernel
def score_purchase(view: View, place: int) -> float:
    card = card_at(view, place)
    player = view.players[view.active]
    spent = 0
    for gem in range(GEMS):
        spent += max(0, int64(COST[card, gem]) - int64(player.bonuses[gem]))
    return BUY + worth(view, card) - SPENT * spent


@kernel
def score_take(view: View, action: int) -> float:
    player = view.players[view.active]
    over = tokens_held(player) - TOKEN_LIMIT
    for gem in range(GEMS):
        player.tokens[gem] += TAKEN[action, gem]
        over += TAKEN[action, gem]
    score = prospects(view) - TOO_MANY * max(0, over)
    for gem in range(GEMS):
        player.tokens[gem] -= TAKEN[action, gem]
    return score


@kernel
def score_reserve(view: View, place: int) -> float:
    """Only cards with many points that are nearly paid for, and only for a gold."""
    player = view.players[view.active]
    card = card_at(view, place)
    if PRESTIGE[card] < WORTH_RESERVING or view.supply[GOLD] == 0:
        return NEVER / 4
    if missing(player, card) > NEAR:
        return NEVER / 4
    over = max(0, tokens_held(player) + 1 - TOKEN_LIMIT)
    player.tokens[GOLD] += 1
    score = prospects(view) - TOO_MANY * over
    player.tokens[GOLD] -= 1
    return score


@kernel
def score_return(view: View, token: int) -> float:
    player = view.players[view.active]
    player.tokens[token] -= 1
    score = prospects(view)
    player.tokens[token] += 1
    return score


@kernel
def prospects(view: View) -> float:
    """The sum of the cards' worths, each divided by the distance to it."""
    player = view.players[view.active]
    total = 0.0
    for place in range(PLACES):
        card = card_at(view, place)
        if card >= 0:
            total += prospect(worth(view, card), missing(player, card))
    return total


@kernel
def missing(player: Player, card: int) -> int:
    return tokens_missing(player, int64(PACKED_COST[card]))


@kernel
def worth(view: View, card: int) -> float:
    """The worth of a card: its points, and the visible cards and nobles that need its bonus."""
    bonus = int64(BONUS[card])
    player = view.players[view.active]
    wanted = 0.0
    for place in range(PLACES):
        other = card_at(view, place)
        if other >= 0 and COST[other, bonus] > player.bonuses[bonus]:
            wanted += 1.0 + 0.5 * PRESTIGE[other]
    nobles = 0.0
    for slot in range(MOST_NOBLES):
        noble = view.nobles[slot]
        there = noble != NONE and view.noble_owner[slot] == NONE
        if there and REQUIRES[noble, bonus] > player.bonuses[bonus]:
            nobles += noble_points(view, int64(noble)) / USUAL_NOBLE
    return 1.0 + POINT * float(PRESTIGE[card]) + WANTED * wanted + NOBLE_STEP * nobles
