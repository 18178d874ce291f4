"""The record of a tiny game, its cards, and the deal."""

import csv
from pathlib import Path
from typing import Protocol

import numpy as np

from splendor.core.chance import WORDS, Chance, random_below, shuffle
from splendor.core.content import Card, counts_table
from splendor.core.decks import HAND_LIMIT, NONE, draw_from
from splendor.core.gems import Counts, Gem
from splendor.core.kernel import Row, entry, int64, kernel, record
from splendor.core.options import RANDOM_START
from splendor.core.payment import packed
from tests.tiny.options import PLAYERS

COLOURS = (Gem.WHITE, Gem.BLUE, Gem.GREEN)
GEMS = len(COLOURS)
LEVELS = 2
ROW = 3
MARKET = LEVELS * ROW
MOST_PLAYERS = max(PLAYERS)
SUPPLY = np.array([0, 0, 5, 8], np.int8)  # tokens of each colour, by the number of players
TOKEN_LIMIT = 7

PLAY, OVER = range(2)
PHASES = ("play", "over")
UNFINISHED, POINTS, LIMIT = range(3)
REASONS = ("unfinished", "points", "limit")


class ThreeCounts(Counts):
    """Counts of white, blue and green."""

    order = COLOURS


def read_card(row: dict[str, str]) -> Card:
    cost = ThreeCounts(int(row[str(gem)]) for gem in COLOURS)
    return Card(int(row["id"]), int(row["level"]), row["bonus"], int(row["points"]), cost)


with Path(__file__).with_name("cards.csv").open(encoding="utf-8", newline="") as lines:
    CARDS = tuple(map(read_card, csv.DictReader(lines)))
COST = counts_table([card.cost for card in CARDS])
PACKED_COST = packed([card.cost for card in CARDS])
BONUS = np.array([[str(gem) for gem in COLOURS].index(card.bonus) for card in CARDS], np.int8)
PRESTIGE = np.array([card.points for card in CARDS], np.int8)
LEVEL = np.array([card.level - 1 for card in CARDS], np.int8)
DECK_START = np.array([0, 12, 18], np.int8)

PLAYER = record(
    ("bought", "u4", 3),
    ("tokens", "i1", GEMS),
    ("bonuses", "i1", GEMS),
    ("hand", "i1", HAND_LIMIT),
    ("unseen", "i1", HAND_LIMIT),
    ("cards", "i1"),
    ("points", "i1"),
    ("unused", "i1", 2),
)
STATE = record(
    ("chance", "u8", WORDS),
    ("players", PLAYER, MOST_PLAYERS),
    ("round_number", "i4"),
    ("rounds", "i2"),
    ("deck", "i1", len(CARDS)),
    ("deck_sizes", "i1", LEVELS),
    ("market", "i1", MARKET),
    ("supply", "i1", GEMS),
    ("seats", "i1"),
    ("target", "i1"),
    ("start_rule", "i1"),
    ("preset", "i1"),
    ("start", "i1"),
    ("active", "i1"),
    ("phase", "i1"),
    ("reason", "i1"),
    ("unused", "i1", 1),
)
EMPTY_PLACE = np.zeros(1, PLAYER)
EMPTY_PLACE["hand"] = NONE


class Player(Protocol):
    bought: Row[int]
    tokens: Row[int]
    bonuses: Row[int]
    hand: Row[int]
    unseen: Row[int]
    cards: int
    points: int


class State(Protocol):
    chance: Chance
    players: Row[Player]
    round_number: int
    rounds: int
    deck: Row[int]
    deck_sizes: Row[int]
    market: Row[int]
    supply: Row[int]
    seats: int
    target: int
    start_rule: int
    preset: int
    start: int
    active: int
    phase: int
    reason: int


@entry
def lay_out_in(states: Row[State], game: int) -> None:
    """An empty table, with every card in its deck."""
    state = states[game]
    for gem in range(GEMS):
        state.supply[gem] = SUPPLY[state.seats]
    for card in range(len(state.deck)):
        state.deck[card] = card
    for level in range(LEVELS):
        state.deck_sizes[level] = DECK_START[level + 1] - DECK_START[level]
    for place in range(MARKET):
        state.market[place] = NONE
    for seat in range(MOST_PLAYERS):
        state.players[seat] = EMPTY_PLACE[0]
    state.round_number = 1
    state.phase = PLAY
    state.reason = UNFINISHED
    state.active = state.start


@kernel
def draw(state: State, level: int) -> int:
    return draw_from(state, level, int64(DECK_START[level]))


@entry
def reveal_market_in(states: Row[State], game: int) -> None:
    for place in range(MARKET):
        states[game].market[place] = draw(states[game], place // ROW)


@entry
def deal_in(states: Row[State], game: int) -> None:
    state = states[game]
    lay_out_in(states, game)
    for level in range(LEVELS):
        shuffle(state.deck, DECK_START[level], state.deck_sizes[level], state.chance)
    reveal_market_in(states, game)
    state.start = state.start_rule
    if state.start_rule == RANDOM_START:
        state.start = random_below(state.chance, int64(state.seats))
    state.active = state.start
