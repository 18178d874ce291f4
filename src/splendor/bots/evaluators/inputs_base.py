"""The inputs of the network for Splendor: which of them a position switches on.

An input is a fact that holds or not ("card 17 lies in the market and I lack two tokens for it"); a
position is the list of the inputs that are on. Everything is told from the deciding seat, and only
what this seat may know: a card that another seat holds unseen counts by its level, also in sampled
deals, where it has a face. The order of slots, hands and nobles makes no difference.
"""

from splendor.base.moves import (
    CHOOSE_GOLD,
    DECLINE,
    PURCHASE,
    PURCHASE_HAND,
    RECEIVE,
    RESERVE,
    RESERVE_TOP,
    RETURN_TOKEN,
)
from splendor.base.state import CARDS as DECK
from splendor.base.state import (
    GOLD,
    LEVEL,
    MARKET,
    MOST_NOBLES,
    MOST_PLAYERS,
    NOBLES_IN_BOX,
    PACKED_COST,
    PHASES,
    REQUIRES,
    TOKENS,
    Player,
    State,
)
from splendor.core.decks import HAND_LIMIT, LEVELS, NONE, UNSEEN
from splendor.core.gems import GEMS
from splendor.core.kernel import Row, int64, kernel
from splendor.core.payment import gold_needed, packed_holdings

CARDS = len(DECK)
DISTANCES = 6  # of a card: 0, 1, 2, 3, 4, or at least 5 tokens missing
NOBLE_DISTANCES = 8  # of a noble: 0 to 6, or at least 7 bonuses missing
COUNTS = 8  # of tokens or bonuses of a colour: 0 to 6, or at least 7
HELD = 14  # tokens of all colours together
POINTS = 24
PURCHASED = 20  # cards
TARGET = 15  # points are counted as if this many ended the game

# Where each kind of input begins. Cards and nobles by their distance for a seat; what concerns
# the cards of the opponents is the same input for all of them.
MARKET_MINE = 0
MARKET_THEIRS = MARKET_MINE + CARDS * DISTANCES
HAND_MINE = MARKET_THEIRS + CARDS * DISTANCES
HAND_THEIRS = HAND_MINE + CARDS * DISTANCES  # cards that all have seen
HAND_UNSEEN = HAND_THEIRS + CARDS * DISTANCES  # by level
NOBLE_MINE = HAND_UNSEEN + LEVELS
NOBLE_THEIRS = NOBLE_MINE + NOBLES_IN_BOX * NOBLE_DISTANCES
SUPPLY = NOBLE_THEIRS + NOBLES_IN_BOX * NOBLE_DISTANCES
PHASE = SUPPLY + TOKENS * COUNTS
START = PHASE + len(PHASES)  # how many seats after mine the start player sits
SEATS = START + MOST_PLAYERS  # then for each seat, mine first:
SEAT_TOKENS = 0
SEAT_HELD = SEAT_TOKENS + TOKENS * COUNTS
SEAT_BONUSES = SEAT_HELD + HELD
SEAT_POINTS = SEAT_BONUSES + GEMS * COUNTS
SEAT_CARDS = SEAT_POINTS + POINTS
SEAT_INPUTS = SEAT_CARDS + PURCHASED

# The rows of the policy: cards and nobles by their number, not by where they lie.
RESERVE_ROW = RESERVE
RESERVE_TOP_ROW = RESERVE_ROW + CARDS
PURCHASE_ROW = RESERVE_TOP_ROW + LEVELS
PURCHASE_HAND_ROW = PURCHASE_ROW + CARDS
RETURN_ROW = PURCHASE_HAND_ROW + CARDS
NOBLE_ROW = RETURN_ROW + TOKENS
OTHER_ROW = NOBLE_ROW + NOBLES_IN_BOX
ROWS = OTHER_ROW + 2


def inputs_for(players: int) -> int:
    """How many inputs the network has for this number of players."""
    return SEATS + players * SEAT_INPUTS


@kernel
def gather_inputs(state: State, active: Row[int]) -> int:
    """Write the inputs that are on for the deciding seat into `active`; return how many."""
    seat = int64(state.active)
    count = add_cards(state, seat, active)
    count = add_nobles(state, seat, active, count)
    for token in range(TOKENS):
        active[count] = SUPPLY + token * COUNTS + min(COUNTS - 1, int64(state.supply[token]))
        count += 1
    active[count] = PHASE + int64(state.phase)
    seats = int64(state.seats)
    active[count + 1] = START + (int64(state.start) - seat + seats) % seats
    count += 2
    for step in range(seats):
        first = SEATS + step * SEAT_INPUTS
        player = state.players[(seat + step) % seats]
        count = add_seat(player, first, TARGET - int64(state.target), active, count)
    return count


@kernel
def distance(player: Player, means: int, card: int) -> int:
    """How many tokens the player lacks for a card, within the range of the inputs."""
    missing = gold_needed(int64(PACKED_COST[card]), means) - int64(player.tokens[GOLD])
    return min(DISTANCES - 1, max(0, missing))


@kernel
def add_cards(state: State, seat: int, active: Row[int]) -> int:
    count = int64(0)
    for other in range(state.seats):
        player = state.players[other]
        tokens, bonuses = packed_holdings(player)
        means = tokens + bonuses
        market = MARKET_MINE if other == seat else MARKET_THEIRS
        for slot in range(MARKET):
            card = int64(state.market[slot])
            if card >= 0:
                active[count] = market + card * DISTANCES + distance(player, means, card)
                count += 1
        for slot in range(HAND_LIMIT):
            card = int64(player.hand[slot])
            if card == NONE:
                continue
            if other == seat:
                active[count] = HAND_MINE + card * DISTANCES + distance(player, means, card)
            elif card >= 0 and player.unseen[slot] == 0:
                active[count] = HAND_THEIRS + card * DISTANCES + distance(player, means, card)
            else:
                level = int64(LEVEL[card]) if card >= 0 else UNSEEN - card
                active[count] = HAND_UNSEEN + level
            count += 1
    return count


@kernel
def add_nobles(state: State, seat: int, active: Row[int], count: int) -> int:
    for slot in range(MOST_NOBLES):
        noble = int64(state.nobles[slot])
        if noble == NONE or state.noble_owner[slot] != NONE:
            continue
        for other in range(state.seats):
            missing = 0
            for gem in range(GEMS):
                bonuses = int64(state.players[other].bonuses[gem])
                missing += max(0, int64(REQUIRES[noble, gem]) - bonuses)
            kind = NOBLE_MINE if other == seat else NOBLE_THEIRS
            active[count] = kind + noble * NOBLE_DISTANCES + min(NOBLE_DISTANCES - 1, missing)
            count += 1
    return count


@kernel
def add_seat(player: Player, first: int, handicap: int, active: Row[int], count: int) -> int:
    """The holdings of a seat; `handicap` shifts its points in games with another target."""
    held = 0
    for token in range(TOKENS):
        tokens = int64(player.tokens[token])
        held += tokens
        active[count] = first + SEAT_TOKENS + token * COUNTS + min(COUNTS - 1, tokens)
        count += 1
    for gem in range(GEMS):
        bonuses = min(COUNTS - 1, int64(player.bonuses[gem]))
        active[count] = first + SEAT_BONUSES + gem * COUNTS + bonuses
        count += 1
    points = max(0, min(POINTS - 1, int64(player.points) + handicap))
    active[count] = first + SEAT_HELD + min(HELD - 1, held)
    active[count + 1] = first + SEAT_POINTS + points
    active[count + 2] = first + SEAT_CARDS + min(PURCHASED - 1, int64(player.cards))
    return count + 3


@kernel
def policy_row(state: State, action: int) -> int:
    """The row of the policy for a legal action."""
    if action < RESERVE:
        return action
    if action < RESERVE_TOP:
        return RESERVE_ROW + int64(state.market[action - RESERVE])
    if action < PURCHASE:
        return RESERVE_TOP_ROW + action - RESERVE_TOP
    if action < PURCHASE_HAND:
        return PURCHASE_ROW + int64(state.market[action - PURCHASE])
    if action < CHOOSE_GOLD:
        hand = state.players[state.active].hand
        return PURCHASE_HAND_ROW + int64(hand[action - PURCHASE_HAND])
    if RETURN_TOKEN <= action < RECEIVE:
        return RETURN_ROW + action - RETURN_TOKEN
    if RECEIVE <= action < DECLINE:
        return NOBLE_ROW + int64(state.nobles[action - RECEIVE])
    return int64(OTHER_ROW) + (1 if action == DECLINE else 0)


@kernel
def second_row(state: State, action: int) -> int:
    """A second row that is added for some actions, or NONE: here always NONE."""
    return int64(NONE)
