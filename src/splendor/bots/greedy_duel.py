"""The greedy player in Splendor Duel: compiled scores of actions, from a view, without search.

The worth of a visible card is made of its points, crowns and ability, and of how many visible
cards need its bonus. The player buys the best affordable card; otherwise it takes tokens toward
the cards with the highest worth. It uses a privilege when a card can then be bought at once.
"""

from splendor.bots.greedy_parts import prospect, tokens_missing
from splendor.core.chance import count_bits
from splendor.core.gems import GEMS
from splendor.core.kernel import int64, kernel
from splendor.duel.board import LINE
from splendor.duel.legal import PLACES, card_at, gems_on_board, is_generous, tokens_held
from splendor.duel.moves import (
    AS_COLOUR,
    CHOOSE_GOLD,
    DISCARD_TOKEN,
    PASS,
    PAY_NOW,
    PURCHASE,
    REPLENISH,
    RESERVE,
    RESERVE_TOP,
    STEAL_TOKEN,
    TAKE_MATCHING,
    TAKE_ROYAL,
    USE_PRIVILEGE,
)
from splendor.duel.state import (
    ABILITY,
    AGAIN,
    ANY,
    BONUS,
    BONUS_COUNT,
    COLOUR_TO_WIN,
    COST,
    COSTS,
    CROWNS,
    CROWNS_TO_WIN,
    GOLD,
    NO_ABILITY,
    PACKED_COST,
    POINTS_TO_WIN,
    PRESTIGE,
    ROYAL_PRESTIGE,
    TOKEN_LIMIT,
    TOKENS,
    Player,
)
from splendor.duel.view import View

# Relative weights: the best of some dozens of combinations, tested by matches.
POINT = 2.0
CROWN = 2.0
WANTED = 0.2  # a bonus, for each visible card that needs its colour
ABLE = 1.0  # an ability
EXTRA_TURN = 2.5
SAME_COLOUR = 0.15  # a point in a colour, for each point already owned in it
VICTORY = 10_000.0
BUY = 1000.0  # buying comes before everything else
SPENT = 0.3  # a token that a purchase costs
NEVER = -1000.0
TOO_MANY = 0.6  # a token that will have to be discarded
GIVEN = 0.5  # a privilege for the opponent
FEW_ON_BOARD = 7  # replenish with fewer gems than this on the board
WORTH_RESERVING = 4  # points that make a card worth reserving
NEAR = 3  # the most tokens that may be missing for a card worth reserving


@kernel
def score_action(view: View, action: int) -> float:
    if action < RESERVE:
        spaces = int64(LINE[action])
        return score_take(view, spaces) - GIVEN * is_generous(view, spaces)
    if action < RESERVE_TOP:
        return score_reserve(view, action - RESERVE)
    if action < PURCHASE:
        return NEVER / 2  # reserve an unseen card only if nothing else is possible
    if action < CHOOSE_GOLD:
        return score_purchase(view, action - PURCHASE)
    if action == PAY_NOW:
        return BUY  # complete a payment that was started outside this bot
    if action < USE_PRIVILEGE:
        return NEVER
    return score_optional_or_small(view, action)


@kernel
def score_optional_or_small(view: View, action: int) -> float:
    if action < REPLENISH:
        return score_privilege(view, action - USE_PRIVILEGE)
    if action == REPLENISH:
        few = count_bits(gems_on_board(view)) < FEW_ON_BOARD
        return BUY / 4 if few else NEVER / 4 * 3
    if action < AS_COLOUR:
        return 0.0  # all gold tokens are equal
    if action < TAKE_MATCHING:
        return wanted_colour(view, action - AS_COLOUR)
    if action < STEAL_TOKEN:
        return score_take(view, int64(1) << (action - TAKE_MATCHING))
    if action < TAKE_ROYAL:
        return score_gain(view, action - STEAL_TOKEN, 1)
    if action < DISCARD_TOKEN:
        return float(ROYAL_PRESTIGE[action - TAKE_ROYAL])
    if action < PASS:
        return score_gain(view, action - DISCARD_TOKEN, -1)
    return 0.0


# Scores of actions


@kernel
def score_purchase(view: View, place: int) -> float:
    card = card_at(view, place)
    player = view.players[view.active]
    if wins(player, card):
        return VICTORY
    spent = 0
    for gem in range(COSTS):
        spent += max(0, int64(COST[card, gem]) - int64(player.bonuses[gem]))
    return BUY + worth(view, card) - SPENT * spent


@kernel
def wins(player: Player, card: int) -> bool:
    """Whether buying the card wins the game. A wild card might win by its colour as well."""
    best = 0
    for gem in range(GEMS):
        if BONUS[card] == gem or (BONUS[card] == ANY and player.bonuses[gem] > 0):
            best = max(best, int64(player.colour_points[gem]) + int64(PRESTIGE[card]))
    return (
        int64(player.points) + int64(PRESTIGE[card]) >= POINTS_TO_WIN
        or int64(player.crowns) + int64(CROWNS[card]) >= CROWNS_TO_WIN
        or best >= COLOUR_TO_WIN
    )


@kernel
def score_take(view: View, spaces: int) -> float:
    player = view.players[view.active]
    over = tokens_held(player) - TOKEN_LIMIT
    for token in range(TOKENS):
        taken = count_bits(int64(view.board[token]) & spaces)
        player.tokens[token] += taken
        over += taken
    score = prospects(view) - TOO_MANY * max(0, over)
    for token in range(TOKENS):
        player.tokens[token] -= count_bits(int64(view.board[token]) & spaces)
    return score


@kernel
def score_reserve(view: View, place: int) -> float:
    """Only cards with many points that are nearly paid for."""
    player = view.players[view.active]
    card = card_at(view, place)
    if PRESTIGE[card] < WORTH_RESERVING or missing(player, card) > NEAR:
        return NEVER / 4
    return score_gain(view, GOLD, 1)


@kernel
def score_privilege(view: View, space: int) -> float:
    """Above all other actions if the token makes a card affordable, else never."""
    player = view.players[view.active]
    best = NEVER
    for token in range(COSTS):
        if int64(view.board[token]) >> space & 1:
            for place in range(PLACES):
                card = card_at(view, place)
                if card >= 0 and missing(player, card) == 1 and lacks(player, card, token):
                    best = max(best, BUY + worth(view, card))
    return best


@kernel
def lacks(player: Player, card: int, token: int) -> bool:
    have = int64(player.bonuses[token]) + int64(player.tokens[token])
    return int64(COST[card, token]) > have


@kernel
def score_gain(view: View, token: int, count: int) -> float:
    """The prospects with `count` more tokens of this kind."""
    player = view.players[view.active]
    player.tokens[token] += count
    over = max(0, tokens_held(player) - TOKEN_LIMIT)
    score = prospects(view) - TOO_MANY * over
    player.tokens[token] -= count
    return score


# Worth of cards


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
    """The worth of a card: points, crowns, ability, and the visible cards that need its bonus."""
    value = 1.0 + POINT * float(PRESTIGE[card]) + CROWN * float(CROWNS[card])
    if ABILITY[card] == AGAIN:
        value += EXTRA_TURN
    elif ABILITY[card] != NO_ABILITY:
        value += ABLE
    bonus = int64(BONUS[card])
    if 0 <= bonus < GEMS:
        points = int64(view.players[view.active].colour_points[bonus])
        value += float(BONUS_COUNT[card]) * wanted_colour(view, bonus)
        value += SAME_COLOUR * float(points * int64(PRESTIGE[card]))
    return value


@kernel
def wanted_colour(view: View, colour: int) -> float:
    """The value of a bonus of this colour for buying the visible cards."""
    player = view.players[view.active]
    wanted = 0.0
    for place in range(PLACES):
        other = card_at(view, place)
        if other >= 0 and COST[other, colour] > player.bonuses[colour]:
            wanted += 1.0 + 0.5 * PRESTIGE[other]
    return WANTED * wanted
