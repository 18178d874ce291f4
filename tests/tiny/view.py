"""Views of a tiny game, imagined deals, and observations."""

from typing import Any

import numpy as np

from splendor.core.chance import Chance
from splendor.core.decks import NONE, cover_hand, deal_unseen_cards, hide_decks
from splendor.core.kernel import Row, entry, int64, kernel, record
from splendor.core.records import Layout
from tests.tiny.state import (
    COST,
    DECK_START,
    GEMS,
    LEVEL,
    LEVELS,
    MARKET,
    MOST_PLAYERS,
    PRESTIGE,
    State,
)


@entry
def view_in(states: Row[State], game: int, seat: int, views: Row[State], to: int) -> None:
    views[to] = states[game]
    for other in range(states[game].seats):
        if other != seat:
            cover_hand(views[to].players[other], int64(NONE), LEVEL)
    hide_decks(views[to], LEVEL)


@kernel
def deal_unseen(state: State, chance: Chance, pool: Row[int]) -> None:
    deal_unseen_cards(state, chance, pool, DECK_START)


SEEN_CARD = record(("cost", "i1", GEMS), ("points", "i1"))
SEEN_PLAYER = record(("tokens", "i1", GEMS), ("bonuses", "i1", GEMS), ("points", "i1"))
OBSERVATION = record(
    ("supply", "i1", GEMS),
    ("market", SEEN_CARD, MARKET),
    ("deck_sizes", "i1", LEVELS),
    ("players", SEEN_PLAYER, MOST_PLAYERS),
    ("target", "i1"),
)


@kernel
def observe(seen: Any, view: State, seat: int) -> None:
    """Write an observation; the observing seat is the first player."""
    for gem in range(GEMS):
        seen.supply[gem] = view.supply[gem]
    for place in range(MARKET):
        card = int64(view.market[place])
        for gem in range(GEMS):
            seen.market[place].cost[gem] = COST[card, gem] if card >= 0 else 0
        seen.market[place].points = PRESTIGE[card] if card >= 0 else 0
    for level in range(LEVELS):
        seen.deck_sizes[level] = view.deck_sizes[level]
    for place in range(view.seats):
        player = view.players[(seat + place) % int64(view.seats)]
        for gem in range(GEMS):
            seen.players[place].tokens[gem] = player.tokens[gem]
            seen.players[place].bonuses[gem] = player.bonuses[gem]
        seen.players[place].points = player.points
    seen.target = view.target


@entry
def observe_in(views: Row[State], game: int, seat: int, seen: Row[Any], to: int) -> None:
    observe(seen[to], views[game], seat)


LAYOUTS = (Layout(OBSERVATION, np.ones(OBSERVATION.itemsize, np.float32), observe),)
