"""The record of one game of Splendor Duel, the numbers printed in its rulebook, and the deal."""

from typing import Protocol

import numpy as np

from splendor.core.chance import WORDS, Chance, random_below, scrambled, shuffle
from splendor.core.content import (
    ABILITIES,
    WILD,
    check_jewel_deck,
    check_royals,
    counts_table,
    read_jewel_cards,
    read_royals,
)
from splendor.core.decks import HAND_LIMIT, LEVELS, NONE, draw_from
from splendor.core.gems import COLOURS, GEMS
from splendor.core.kernel import Row, entry, int64, kernel, record, uint64
from splendor.core.options import HIDDEN as HIDDEN
from splendor.core.options import NO_LIMIT as NO_LIMIT
from splendor.core.options import RANDOM_START as RANDOM_START
from splendor.core.options import SEEN as SEEN
from splendor.core.payment import packed
from splendor.duel.board import ALL_SPACES, SPACES, SPIRAL
from splendor.duel.options import AT_ONCE as AT_ONCE
from splendor.duel.options import END_OF_TURN as END_OF_TURN
from splendor.duel.options import SEATS as SEATS

# Tokens: the five gems, then pearl and gold. What a card can cost is all but gold.
PEARL = GEMS
GOLD = GEMS + 1
COSTS = GEMS + 1
TOKENS = GEMS + 2

# The numbers of the rulebook.
BAG = np.array([4, 4, 4, 4, 4, 2, 3], dtype=np.int8)  # D1.2: the tokens in the bag at the start
DECK_SIZES = (30, 24, 13)  # D1.1
ROWS = (5, 4, 3)  # cards of the pyramid, D1.1
MARKET = sum(ROWS)
PRIVILEGES = 3  # D1.3
ROYALS_IN_BOX = 4  # D1.3
ROYAL_CROWNS = (3, 6)  # D5.3
GENEROUS = np.array([3, 3, 3, 3, 3, 2], dtype=np.int8)  # D3.1: tokens that give a privilege
TOKEN_LIMIT = 10  # D6.1
POINTS_TO_WIN = 20  # D6.2
CROWNS_TO_WIN = 10
COLOUR_TO_WIN = 10

# Phases: what the active player has to decide.
PLAY, CHOOSE_SPACE, PAY, COLOUR, MATCH, STEAL, ROYAL, DISCARD, OVER = range(9)
PHASES = ("play", "gold", "pay", "colour", "match", "steal", "royal", "discard", "over")

# Why a game ended.
UNFINISHED, BY_POINTS, BY_CROWNS, BY_COLOUR, LIMIT = range(5)
REASONS = ("unfinished", "points", "crowns", "colour", "limit")

MOST_QUIET = 32_000  # turns without a purchase that are counted; more than any limit

CARDS = read_jewel_cards("duel_cards.csv")
ROYALS = read_royals("duel_royals.csv")
check_jewel_deck(CARDS, DECK_SIZES)
check_royals(ROYALS, ROYALS_IN_BOX)

# The same facts for kernels. A wild card's bonus is ANY until it is bought.
NO_ABILITY, AGAIN, TAKE, PRIVILEGE, THEFT = range(len(ABILITIES))
ANY = GEMS
COST = counts_table([card.cost for card in CARDS])
PACKED_COST = packed([card.cost for card in CARDS])
BONUS = np.array(
    [(*COLOURS, WILD).index(card.bonus) if card.bonus_count else NONE for card in CARDS],
    dtype=np.int8,
)
BONUS_COUNT = np.array([card.bonus_count for card in CARDS], dtype=np.int8)
PRESTIGE = np.array([card.points for card in CARDS], dtype=np.int8)
CROWNS = np.array([card.crowns for card in CARDS], dtype=np.int8)
ABILITY = np.array([ABILITIES.index(card.ability) for card in CARDS], dtype=np.int8)
LEVEL = np.array([card.level - 1 for card in CARDS], dtype=np.int8)
ROYAL_PRESTIGE = np.array([royal.points for royal in ROYALS], dtype=np.int8)
ROYAL_ABILITY = np.array([ABILITIES.index(royal.ability) for royal in ROYALS], dtype=np.int8)
DECK_START = np.array([0, 30, 54, 67], dtype=np.int8)  # where a level's cards begin
ROW_START = np.array([0, 5, 9, 12], dtype=np.int8)  # where a level's row begins in the pyramid
ROW_OF = np.array([level for level in range(LEVELS) for _ in range(ROWS[level])], dtype=np.int8)
WILDS = tuple(card.id for card in CARDS if card.bonus == WILD)
WILD_NUMBER = np.array(
    [WILDS.index(card.id) if card.id in WILDS else NONE for card in CARDS], dtype=np.int8
)

PLAYER = record(
    ("bought", "u4", 3),  # one bit for each purchased card
    ("tokens", "i1", TOKENS),
    ("bonuses", "i1", COSTS),  # pearl's is always 0: pearls are never discounted (D3.3)
    ("colour_points", "i1", GEMS),  # points on cards of each colour (D6.2)
    ("hand", "i1", HAND_LIMIT),  # reserved cards in order, then NONE
    ("unseen", "i1", HAND_LIMIT),  # 1: known only to the owner (D7)
    ("cards", "i1"),  # how many were purchased
    ("crowns", "i1"),
    ("privileges", "i1"),
    ("royals", "i1"),  # how many were taken
    ("points", "u1"),
    ("unused", "i1", 3),  # pads the record to a whole number of 64-bit words
)

STATE = record(
    ("chance", "u8", WORDS),
    ("players", PLAYER, SEATS),
    ("board", "u4", TOKENS),  # for each token the set of spaces where it lies
    ("round_number", "i4"),  # from 1; grows when the turn comes to the start player
    ("turn_number", "i4"),  # from 1; extra turns count
    ("idle", "i2"),  # option: how many turns without a purchase end the game, or NO_LIMIT
    ("quiet", "i2"),  # consecutive turns without a purchase before this one
    ("deck", "i1", sum(DECK_SIZES)),  # by level; a level's next card is its last one left
    ("deck_sizes", "i1", LEVELS),
    ("market", "i1", MARKET),  # level by level
    ("bag", "i1", TOKENS),
    ("royal_owner", "i1", ROYALS_IN_BOX),  # a seat, or NONE while nobody has the royal card
    ("wild_as", "i1", len(WILDS)),  # the colour of each wild card that was bought, or NONE
    ("gold_for", "i1", COSTS),  # PAY, COLOUR: gold chosen beyond what is needed
    ("privileges", "i1"),  # above the board
    ("seats", "i1"),  # always SEATS
    ("hand_rule", "i1"),
    ("start_rule", "i1"),  # a seat, or RANDOM_START
    ("refill_rule", "i1"),
    ("preset", "i1"),  # the rule set on which the options are based; no rule reads it
    ("start", "i1"),
    ("active", "i1"),
    ("phase", "i1"),
    ("reason", "i1"),
    ("lowest", "i1"),  # PAY and DISCARD: kinds before this one are settled
    ("chosen", "i1"),  # CHOOSE_SPACE: what is reserved; PAY, COLOUR: the bought card's place
    ("replenished", "i1"),  # 1: the board, this turn, so no more privileges (D2.2)
    ("purchased", "i1"),  # 1: a card, this turn
    ("again", "i1"),  # 1: another turn follows this one (D5.2)
    ("matching", "i1"),  # MATCH: the colour of the token to take, or NONE
    ("unused", "i1", 4),  # pads the record to a whole number of 64-bit words
)

EMPTY_PLACE = np.zeros(1, PLAYER)
EMPTY_PLACE["hand"] = NONE


class Player(Protocol):
    """The fields of `PLAYER`, for the type checker."""

    bought: Row[int]
    tokens: Row[int]
    bonuses: Row[int]
    colour_points: Row[int]
    hand: Row[int]
    unseen: Row[int]
    cards: int
    crowns: int
    privileges: int
    royals: int
    points: int
    unused: Row[int]


class State(Protocol):
    """The fields of `STATE`, for the type checker."""

    chance: Chance
    players: Row[Player]
    board: Row[int]
    round_number: int
    turn_number: int
    idle: int
    quiet: int
    deck: Row[int]
    deck_sizes: Row[int]
    market: Row[int]
    bag: Row[int]
    royal_owner: Row[int]
    wild_as: Row[int]
    gold_for: Row[int]
    privileges: int
    seats: int
    hand_rule: int
    start_rule: int
    refill_rule: int
    preset: int
    start: int
    active: int
    phase: int
    reason: int
    lowest: int
    chosen: int
    replenished: int
    purchased: int
    again: int
    matching: int
    unused: Row[int]


@kernel
def lay_out(state: State) -> None:
    """D1: an empty board, a full bag, every card in its deck, and empty places."""
    for token in range(TOKENS):
        state.board[token] = 0
        state.bag[token] = BAG[token]
    for card in range(len(state.deck)):
        state.deck[card] = card
    for level in range(LEVELS):
        state.deck_sizes[level] = DECK_START[level + 1] - DECK_START[level]
    for place in range(MARKET):
        state.market[place] = NONE
    for royal in range(ROYALS_IN_BOX):
        state.royal_owner[royal] = NONE
    for wild in range(len(state.wild_as)):
        state.wild_as[wild] = NONE
    for seat in range(SEATS):
        state.players[seat] = EMPTY_PLACE[0]
    state.privileges = PRIVILEGES
    begin(state)


@kernel
def begin(state: State) -> None:
    """The first turn of the first round, with nothing decided yet."""
    state.round_number = 1
    state.turn_number = 1
    state.quiet = 0
    state.active = state.start
    state.phase = PLAY
    state.reason = UNFINISHED
    state.lowest = 0
    state.chosen = NONE
    state.replenished = 0
    state.purchased = 0
    state.again = 0
    state.matching = NONE
    for token in range(COSTS):
        state.gold_for[token] = 0


@kernel
def draw(state: State, level: int) -> int:
    """The next card of a deck, or NONE if it is empty."""
    return draw_from(state, level, int64(DECK_START[level]))


@kernel
def reveal_market(state: State) -> None:
    """D1.1."""
    for place in range(MARKET):
        state.market[place] = draw(state, int64(ROW_OF[place]))


@kernel
def tokens_in_bag(state: State) -> int:
    count = 0
    for token in range(TOKENS):
        count += int64(state.bag[token])
    return count


@kernel
def empty_spaces(state: State) -> int:
    """The spaces without a token, as a set."""
    empty = int64(ALL_SPACES)
    for token in range(TOKENS):
        empty &= ~int64(state.board[token])
    return empty


@kernel
def fill_board(state: State) -> None:
    """D1.2, D2.2: tokens out of the bag onto the empty spaces, from the centre along the spiral."""
    empty = empty_spaces(state)
    left = tokens_in_bag(state)
    for place in range(SPACES):
        space = int64(SPIRAL[place])
        if left > 0 and empty >> space & 1:
            token = draw_token(state, left)
            state.bag[token] -= 1
            state.board[token] |= int64(1) << space
            left -= 1


@kernel
def draw_token(state: State, left: int) -> int:
    """A token of the `left` ones in the bag, each equally likely. It stays there."""
    number = random_below(state.chance, left)
    token = 0
    while number >= state.bag[token]:
        number -= int64(state.bag[token])
        token += 1
    return token


@kernel
def board_seen(state: State) -> int:
    """A hash of the tokens on the board."""
    seen = uint64(0)
    for token in range(TOKENS):
        seen = scrambled(seen ^ uint64(int64(state.board[token])))
    return int64(seen >> uint64(33))


@kernel
def set_start(state: State, start: int) -> None:
    """D1.3: the other player takes one privilege."""
    state.start = start
    state.active = start
    state.players[1 - start].privileges = 1
    state.privileges = PRIVILEGES - 1


@entry
def lay_out_in(states: Row[State], game: int) -> None:
    lay_out(states[game])


@entry
def reveal_market_in(states: Row[State], game: int) -> None:
    reveal_market(states[game])


@entry
def set_start_in(states: Row[State], game: int, start: int) -> None:
    set_start(states[game], start)


@entry
def deal_in(states: Row[State], game: int) -> None:
    """D1: a new game with the options and the chance that stand in the record."""
    state = states[game]
    lay_out(state)
    for level in range(LEVELS):
        shuffle(state.deck, DECK_START[level], state.deck_sizes[level], state.chance)
    reveal_market(state)
    fill_board(state)
    start = int64(state.start_rule)
    if start == RANDOM_START:
        start = random_below(state.chance, int64(SEATS))
    set_start(state, start)
