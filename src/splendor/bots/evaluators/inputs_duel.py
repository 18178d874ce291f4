"""The inputs of the network for Splendor Duel: which of them a position switches on.

Like `inputs_base.py`: facts that hold or not, told from the deciding seat, and only what this seat
may know.
"""

import numpy as np
import numpy.typing as npt

from splendor.bots.evaluators.estimate_duel import most_in_a_line, spaces_wanted
from splendor.core.chance import count_bits
from splendor.core.decks import HAND_LIMIT, LEVELS, NONE, UNSEEN
from splendor.core.gems import GEMS
from splendor.core.kernel import Row, int64, kernel
from splendor.core.payment import gold_needed, packed_holdings
from splendor.duel.board import LINE, LINES, LONGEST_LINE, SPACES
from splendor.duel.legal import gems_on_board
from splendor.duel.moves import (
    AS_COLOUR,
    CHOOSE_GOLD,
    DISCARD_TOKEN,
    PASS,
    PURCHASE,
    PURCHASE_HAND,
    REPLENISH,
    RESERVE,
    RESERVE_TOP,
    STEAL_TOKEN,
    TAKE_GOLD,
    TAKE_MATCHING,
    TAKE_ROYAL,
    USE_PRIVILEGE,
)
from splendor.duel.state import (
    BAG,
    COSTS,
    GOLD,
    LEVEL,
    MARKET,
    PACKED_COST,
    PHASES,
    PRIVILEGES,
    ROYALS_IN_BOX,
    SEATS,
    TOKENS,
    Player,
    State,
)
from splendor.duel.state import CARDS as DECK

CARDS = len(DECK)
DISTANCES = 6  # of a card: 0, 1, 2, 3, 4, or at least 5 tokens missing
COUNTS = 5  # of tokens of a kind: 0 to 4; no kind has more
BONUSES = 8  # of a colour
HELD = 14  # tokens of all kinds together
POINTS = 20  # 0 to 19: more wins
CROWNS = 10
COLOUR_POINTS = 10
PURCHASED = 20  # cards
NOBODY, MINE, THEIRS = range(3)  # who has a royal card

# Where each kind of input begins. Cards by their distance for a seat.
MARKET_MINE = 0
MARKET_THEIRS = MARKET_MINE + CARDS * DISTANCES
HAND_MINE = MARKET_THEIRS + CARDS * DISTANCES
HAND_THEIRS = HAND_MINE + CARDS * DISTANCES  # cards that both have seen
HAND_UNSEEN = HAND_THEIRS + CARDS * DISTANCES  # by level
IN_REACH = HAND_UNSEEN + LEVELS  # a line of the board holds what I lack for the card
SPACE = IN_REACH + CARDS  # what lies on each space, or nothing
ON_BOARD = SPACE + SPACES * (TOKENS + 1)
IN_BAG = ON_BOARD + TOKENS * COUNTS
ROYAL = IN_BAG + TOKENS * COUNTS
PHASE = ROYAL + ROYALS_IN_BOX * 3
TURN = PHASE + len(PHASES)  # began the game, has replenished, plays again
SEAT = TURN + 3  # then for each seat, mine first:
SEAT_TOKENS = 0
SEAT_HELD = SEAT_TOKENS + TOKENS * COUNTS
SEAT_BONUSES = SEAT_HELD + HELD
SEAT_COLOURS = SEAT_BONUSES + GEMS * BONUSES
SEAT_POINTS = SEAT_COLOURS + GEMS * COLOUR_POINTS
SEAT_CROWNS = SEAT_POINTS + POINTS
SEAT_CARDS = SEAT_CROWNS + CROWNS
SEAT_PRIVILEGES = SEAT_CARDS + PURCHASED
SEAT_INPUTS = SEAT_PRIVILEGES + PRIVILEGES + 1


def takings() -> npt.NDArray[np.int16]:
    """A number for each set of one to three gems and pearls, by a code with two bits for each."""
    table = np.full(1 << 2 * COSTS, NONE, dtype=np.int16)
    known = 0
    for code in range(len(table)):
        if 1 <= sum(code >> 2 * token & 3 for token in range(COSTS)) <= LONGEST_LINE:
            table[code] = known
            known += 1
    return table


TAKING = takings()
# The rows of the policy: cards by their number, not by where they lie. A line has two: what is
# taken, and where.
LINE_ROW = int(TAKING.max()) + 1
RESERVE_ROW = LINE_ROW + len(LINES)
RESERVE_TOP_ROW = RESERVE_ROW + CARDS
PURCHASE_ROW = RESERVE_TOP_ROW + LEVELS
PURCHASE_HAND_ROW = PURCHASE_ROW + CARDS
PRIVILEGE_ROW = PURCHASE_HAND_ROW + CARDS  # by token, then by space
PRIVILEGE_SPACE_ROW = PRIVILEGE_ROW + COSTS
REPLENISH_ROW = PRIVILEGE_SPACE_ROW + SPACES
OTHER_ROW = REPLENISH_ROW + 1  # from here on as the actions are numbered
ROWS = OTHER_ROW + PASS - TAKE_GOLD + 1
assert TAKE_GOLD < AS_COLOUR < TAKE_MATCHING < STEAL_TOKEN < TAKE_ROYAL < DISCARD_TOKEN < PASS
assert BAG.max() < COUNTS


def inputs_for(players: int) -> int:
    """How many inputs the network has; the number of players is always two."""
    return SEAT + players * SEAT_INPUTS


@kernel
def gather_inputs(state: State, active: Row[int]) -> int:
    """Write the inputs that are on for the deciding seat into `active`; return how many."""
    seat = int64(state.active)
    count = add_cards(state, seat, active)
    count = add_board(state, active, count)
    for royal in range(ROYALS_IN_BOX):
        owner = int64(state.royal_owner[royal])
        whose = NOBODY if owner == NONE else (MINE if owner == seat else THEIRS)
        active[count] = ROYAL + 3 * royal + whose
        count += 1
    active[count] = PHASE + int64(state.phase)
    count += 1
    if state.start == seat:
        active[count] = TURN
        count += 1
    if state.replenished == 1:
        active[count] = TURN + 1
        count += 1
    if state.again == 1:
        active[count] = TURN + 2
        count += 1
    count = add_seat(state.players[seat], int64(SEAT), active, count)
    return add_seat(state.players[1 - seat], int64(SEAT + SEAT_INPUTS), active, count)


@kernel
def distance(player: Player, means: int, card: int) -> int:
    """How many tokens the player lacks for a card."""
    return max(0, gold_needed(int64(PACKED_COST[card]), means) - int64(player.tokens[GOLD]))


@kernel
def add_cards(state: State, seat: int, active: Row[int]) -> int:
    count = int64(0)
    for other in range(SEATS):
        player = state.players[other]
        tokens, bonuses = packed_holdings(player)
        means = tokens + bonuses
        market = MARKET_MINE if other == seat else MARKET_THEIRS
        for place in range(MARKET):
            card = int64(state.market[place])
            if card >= 0:
                missing = distance(player, means, card)
                active[count] = market + card * DISTANCES + min(DISTANCES - 1, missing)
                count += 1
                if other == seat:
                    count = add_reach(state, player, card, missing, active, count)
        for slot in range(HAND_LIMIT):
            card = int64(player.hand[slot])
            if card == NONE:
                continue
            if other != seat and (card < 0 or player.unseen[slot] != 0):
                active[count] = HAND_UNSEEN + (int64(LEVEL[card]) if card >= 0 else UNSEEN - card)
                count += 1
                continue
            missing = distance(player, means, card)
            hand = HAND_MINE if other == seat else HAND_THEIRS
            active[count] = hand + card * DISTANCES + min(DISTANCES - 1, missing)
            count += 1
            if other == seat:
                count = add_reach(state, player, card, missing, active, count)
    return count


@kernel
def add_reach(
    state: State, player: Player, card: int, missing: int, active: Row[int], count: int
) -> int:
    """The input of a card that one line of tokens would make affordable."""
    if 0 < missing <= LONGEST_LINE:
        wanted = spaces_wanted(state, player, card)
        if most_in_a_line(gems_on_board(state), wanted) >= missing:
            active[count] = IN_REACH + card
            count += 1
    return count


@kernel
def add_board(state: State, active: Row[int], count: int) -> int:
    for space in range(SPACES):
        active[count + space] = SPACE + space * (TOKENS + 1) + TOKENS
    for token in range(TOKENS):
        there = int64(state.board[token])
        on_board = 0
        for space in range(SPACES):
            if there >> space & 1:
                active[count + space] = SPACE + space * (TOKENS + 1) + token
                on_board += 1
        active[count + SPACES + 2 * token] = ON_BOARD + token * COUNTS + on_board
        active[count + SPACES + 2 * token + 1] = IN_BAG + token * COUNTS + int64(state.bag[token])
    return count + SPACES + 2 * TOKENS


@kernel
def add_seat(player: Player, first: int, active: Row[int], count: int) -> int:
    held = 0
    for token in range(TOKENS):
        tokens = int64(player.tokens[token])
        held += tokens
        active[count] = first + SEAT_TOKENS + token * COUNTS + tokens
        count += 1
    for gem in range(GEMS):
        bonuses = min(BONUSES - 1, int64(player.bonuses[gem]))
        points = min(COLOUR_POINTS - 1, int64(player.colour_points[gem]))
        active[count] = first + SEAT_BONUSES + gem * BONUSES + bonuses
        active[count + 1] = first + SEAT_COLOURS + gem * COLOUR_POINTS + points
        count += 2
    active[count] = first + SEAT_HELD + min(HELD - 1, held)
    active[count + 1] = first + SEAT_POINTS + min(POINTS - 1, int64(player.points))
    active[count + 2] = first + SEAT_CROWNS + min(CROWNS - 1, int64(player.crowns))
    active[count + 3] = first + SEAT_CARDS + min(PURCHASED - 1, int64(player.cards))
    active[count + 4] = first + SEAT_PRIVILEGES + int64(player.privileges)
    return count + 5


@kernel
def policy_row(state: State, action: int) -> int:
    """The row of the policy for a legal action."""
    if action < RESERVE:
        return taking_of(state, int64(LINE[action]))
    if action < RESERVE_TOP:
        return RESERVE_ROW + int64(state.market[action - RESERVE])
    if action < PURCHASE:
        return RESERVE_TOP_ROW + action - RESERVE_TOP
    if action < PURCHASE_HAND:
        return PURCHASE_ROW + int64(state.market[action - PURCHASE])
    if action < CHOOSE_GOLD:
        hand = state.players[state.active].hand
        return PURCHASE_HAND_ROW + int64(hand[action - PURCHASE_HAND])
    if action < REPLENISH:
        return PRIVILEGE_ROW + token_on(state, action - USE_PRIVILEGE)
    if action == REPLENISH:
        return int64(REPLENISH_ROW)
    return OTHER_ROW + action - TAKE_GOLD


@kernel
def second_row(state: State, action: int) -> int:
    """A second row that is added for some actions, or NONE."""
    if action < RESERVE:
        return LINE_ROW + action
    if USE_PRIVILEGE <= action < REPLENISH:
        return PRIVILEGE_SPACE_ROW + action - USE_PRIVILEGE
    return int64(NONE)


@kernel
def taking_of(state: State, line: int) -> int:
    """The number of what lies on the spaces of a line."""
    code = 0
    for token in range(COSTS):
        code |= count_bits(int64(state.board[token]) & line) << 2 * token
    return int64(TAKING[code])


@kernel
def token_on(state: State, space: int) -> int:
    for token in range(COSTS):
        if int64(state.board[token]) >> space & 1:
            return token
    return int64(0)
