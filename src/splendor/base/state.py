"""The record of one game of Splendor, the numbers printed in its rulebook, and the deal."""

from typing import Protocol

import numpy as np

from splendor.base.options import CAP_TOKENS as CAP_TOKENS
from splendor.base.options import COME as COME
from splendor.base.options import MOST_NOBLES as MOST_NOBLES
from splendor.base.options import MOST_PLAYERS as MOST_PLAYERS
from splendor.base.options import RETURN_TOKENS as RETURN_TOKENS
from splendor.base.options import SOUGHT as SOUGHT
from splendor.base.options import SOUGHT_FREE as SOUGHT_FREE
from splendor.core.chance import WORDS, Chance, random_below, shuffle
from splendor.core.content import (
    Noble,
    check_deck,
    check_nobles,
    counts_table,
    read_cards,
    read_nobles,
)
from splendor.core.decks import HAND_LIMIT, LEVELS, NONE, draw_from
from splendor.core.gems import COLOURS, GEMS
from splendor.core.kernel import Row, entry, int64, kernel, record
from splendor.core.options import HIDDEN as HIDDEN
from splendor.core.options import NO_LIMIT as NO_LIMIT
from splendor.core.options import RANDOM_START as RANDOM_START
from splendor.core.options import SEEN as SEEN
from splendor.core.payment import packed

# Tokens: the five gems, then gold.
GOLD = GEMS
TOKENS = GEMS + 1

# The numbers of the rulebook.
GEMS_BY_PLAYERS = np.array([0, 0, 4, 5, 7], dtype=np.int8)  # B1.1
GOLD_TOKENS = 5  # B1.1
DECK_SIZES = (40, 30, 20)  # B1.2
ROW = 4  # market cards of a level, B1.2
MARKET = LEVELS * ROW
NOBLES_IN_BOX = 10  # B1.3
PILE_FOR_A_PAIR = 4  # B3.2
TOKEN_LIMIT = 10  # B4.1

# Phases: what the active player has to decide.
PLAY, PAY, RETURN, NOBLE, OVER = range(5)
PHASES = ("play", "pay", "return", "noble", "over")

# Why a game ended.
UNFINISHED, POINTS, STALEMATE, LIMIT = range(4)
REASONS = ("unfinished", "points", "stalemate", "limit")

CARDS = read_cards("base_cards.csv")
NOBLES = read_nobles("base_nobles.csv")
check_deck(CARDS, DECK_SIZES)
check_nobles(NOBLES, NOBLES_IN_BOX)

# The same facts for kernels.
COST = counts_table([card.cost for card in CARDS])
PACKED_COST = packed([card.cost for card in CARDS])
BONUS = np.array([COLOURS.index(card.bonus) for card in CARDS], dtype=np.int8)
PRESTIGE = np.array([card.points for card in CARDS], dtype=np.int8)
LEVEL = np.array([card.level - 1 for card in CARDS], dtype=np.int8)
REQUIRES = counts_table([noble.requires for noble in NOBLES])
NOBLE_PRESTIGE = np.array([noble.points for noble in NOBLES], dtype=np.int8)
FEWEST_FOR_A_NOBLE = min(sum(noble.requires) for noble in NOBLES)
DECK_START = np.array([0, 40, 70, 90], dtype=np.int8)  # where a level's cards begin

PLAYER = record(
    ("bought", "u4", 3),  # one bit for each purchased card
    ("tokens", "i1", TOKENS),
    ("bonuses", "i1", GEMS),
    ("hand", "i1", HAND_LIMIT),  # reserved cards in order, then NONE
    ("unseen", "i1", HAND_LIMIT),  # 1: known only to the owner (B7.2)
    ("cards", "i1"),  # how many were purchased
    ("nobles", "i1"),  # how many were received
    ("points", "u1"),
)

STATE = record(
    ("chance", "u8", WORDS),
    ("players", PLAYER, MOST_PLAYERS),
    ("round_number", "i4"),  # from 1
    ("rounds", "i2"),  # option: the last round's number, or NO_LIMIT
    ("deck", "i1", sum(DECK_SIZES)),  # by level; a level's next card is its last one left
    ("deck_sizes", "i1", LEVELS),
    ("market", "i1", MARKET),  # level by level
    ("supply", "i1", TOKENS),
    ("nobles", "i1", MOST_NOBLES),
    ("noble_owner", "i1", MOST_NOBLES),  # a seat, or NONE while the noble lies on the table
    ("seats", "i1"),  # option `players`
    ("target", "i1"),
    ("token_rule", "i1"),
    ("noble_rule", "i1"),
    ("nobles_each", "i1"),
    ("hand_rule", "i1"),
    ("start_rule", "i1"),  # a seat, or RANDOM_START
    ("preset", "i1"),  # the rule set on which the options are based; no rule reads it
    ("start", "i1"),
    ("active", "i1"),
    ("phase", "i1"),
    ("reason", "i1"),
    ("passes", "i1"),  # consecutive turns that were passes without a noble
    ("passed", "i1"),  # this turn is a pass
    ("received", "i1"),  # a noble was received this turn
    ("lowest", "i1"),  # RETURN and PAY: colours before this one are settled
    ("chosen", "i1"),  # PAY: where the bought card lies, market first, then the hand
    ("gold_for", "i1", GEMS),  # PAY: gold chosen beyond what is needed
    ("unused", "i1", 3),  # pads the record to a whole number of 64-bit words
)


EMPTY_PLACE = np.zeros(1, PLAYER)
EMPTY_PLACE["hand"] = NONE


class Player(Protocol):
    """The fields of `PLAYER`, for the type checker."""

    bought: Row[int]
    tokens: Row[int]
    bonuses: Row[int]
    hand: Row[int]
    unseen: Row[int]
    cards: int
    nobles: int
    points: int


class State(Protocol):
    """The fields of `STATE`, for the type checker."""

    chance: Chance
    players: Row[Player]
    round_number: int
    rounds: int
    deck: Row[int]
    deck_sizes: Row[int]
    market: Row[int]
    supply: Row[int]
    nobles: Row[int]
    noble_owner: Row[int]
    seats: int
    target: int
    token_rule: int
    noble_rule: int
    nobles_each: int
    hand_rule: int
    start_rule: int
    preset: int
    start: int
    active: int
    phase: int
    reason: int
    passes: int
    passed: int
    received: int
    lowest: int
    chosen: int
    gold_for: Row[int]
    unused: Row[int]


# All code asks here what a noble is worth, so that an option can change it for one game.


@kernel
def noble_points(state: State, noble: int) -> int:
    """The points of a noble in this game, for kernels."""
    return int64(NOBLE_PRESTIGE[noble])


def nobles_of(state: State) -> tuple[Noble, ...]:
    """All nobles with their values in this game, for people and programs."""
    return NOBLES


@kernel
def lay_out(state: State) -> None:
    """B1.1, B1.2: an empty table with its tokens, and every card of a level in its deck."""
    for token in range(TOKENS):
        state.supply[token] = GEMS_BY_PLAYERS[state.seats]
    state.supply[GOLD] = GOLD_TOKENS
    for card in range(len(state.deck)):
        state.deck[card] = card
    for level in range(LEVELS):
        state.deck_sizes[level] = DECK_START[level + 1] - DECK_START[level]
    for slot in range(MARKET):
        state.market[slot] = NONE
    for slot in range(MOST_NOBLES):
        state.nobles[slot] = NONE
        state.noble_owner[slot] = NONE
    for seat in range(MOST_PLAYERS):
        state.players[seat] = EMPTY_PLACE[0]
    begin(state)


@kernel
def begin(state: State) -> None:
    """The first turn of the first round, with nothing decided yet."""
    state.round_number = 1
    state.active = state.start
    state.phase = PLAY
    state.reason = UNFINISHED
    state.passes = 0
    state.passed = 0
    state.received = 0
    state.lowest = 0
    state.chosen = NONE
    for gem in range(GEMS):
        state.gold_for[gem] = 0


@kernel
def draw(state: State, level: int) -> int:
    """The next card of a deck, or NONE if it is empty."""
    return draw_from(state, level, int64(DECK_START[level]))


@kernel
def reveal_market(state: State) -> None:
    """B1.2: four cards of each level face up."""
    for slot in range(MARKET):
        state.market[slot] = draw(state, slot // ROW)


@kernel
def invite_nobles(state: State) -> None:
    """B1.3: one noble more than players, drawn from ten."""
    for slot in range(state.seats + 1):
        skip = random_below(state.chance, NOBLES_IN_BOX - slot)
        noble = NONE
        while skip >= 0:
            noble += 1
            if not is_invited(state, slot, noble):
                skip -= 1
        state.nobles[slot] = noble


@kernel
def is_invited(state: State, count: int, noble: int) -> bool:
    for slot in range(count):
        if state.nobles[slot] == noble:
            return True
    return False


@entry
def lay_out_in(states: Row[State], game: int) -> None:
    lay_out(states[game])


@entry
def reveal_market_in(states: Row[State], game: int) -> None:
    reveal_market(states[game])


@entry
def deal_in(states: Row[State], game: int) -> None:
    """B1: deal a new game with the options and the generator in the record."""
    state = states[game]
    lay_out(state)
    for level in range(LEVELS):
        shuffle(state.deck, DECK_START[level], state.deck_sizes[level], state.chance)
    reveal_market(state)
    invite_nobles(state)
    state.start = state.start_rule
    if state.start_rule == RANDOM_START:  # B1.4
        state.start = random_below(state.chance, int64(state.seats))
    state.active = state.start
