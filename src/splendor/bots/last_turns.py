"""An exact solver for the last two turns of a game of Splendor.

It covers every action after which the game ends with this turn or the next one. The value of such
an action is the mean over all cards that it may reveal and over all unseen cards that the
next player may hold.
"""

from math import prod
from typing import Any

import numpy as np

from splendor.base.moves import PURCHASE, RESERVE, RESERVE_TOP
from splendor.base.rules import apply_in
from splendor.base.state import (
    CARDS,
    DECK_START,
    LEVEL,
    MARKET,
    MOST_PLAYERS,
    NO_LIMIT,
    PLAY,
    PRESTIGE,
    ROW,
    State,
    noble_points,
)
from splendor.bots.evaluators.estimate_base import prove_outcome
from splendor.core.decks import HAND_LIMIT, LEVELS, NONE, UNSEEN, gather_unseen
from splendor.core.kernel import Row, entry, int64, kernel
from splendor.view import View

MOST_WAYS = 20_000  # to deal the unknown cards; with more, nothing is proved
MOST_CARD_POINTS = int(PRESTIGE.max())
OF_LEVEL, CARD = range(2)  # columns of an open place: its level, the card dealt there


def prove(view: View) -> dict[int, float]:
    """The seat's exact chance of winning for each action that the solver covers."""
    record = view.record
    state = record[0]
    if not may_end_soon(record):
        return {}
    states = np.repeat(record, 3)
    pool = np.zeros(len(CARDS), np.int8)
    gather_unseen_in(record, pool)
    left = np.bincount(LEVEL[pool[pool != NONE]], minlength=LEVELS)
    answering = (int(state.active) + 1) % int(state.seats)
    hidden = [UNSEEN - int(card) for card in state.players[answering].hand if card <= UNSEEN]
    found = {}
    ways = 0
    for action in view.ruleset.legal(record, 0):
        levels = hidden + level_drawn(state, action)
        ways += prod(int(left[level]) for level in levels)
        if ways > MOST_WAYS:
            return {}
        places = np.array([(level, NONE) for level in levels], np.int64).reshape(-1, 2)
        value = exact_value(states, action, pool, places, np.zeros(MOST_PLAYERS))
        if value >= 0.0:
            found[action] = value
    return found


@entry
def may_end_soon(states: Row[State]) -> bool:
    """Whether this turn or the next completes a round in which a player may reach the target."""
    state = states[0]
    turns_left = (int64(state.start) - int64(state.active) - 1) % int64(state.seats)
    if state.phase != PLAY or turns_left > 1:
        return False
    if state.rounds != NO_LIMIT and state.round_number >= state.rounds:
        return True
    gain = MOST_CARD_POINTS + most_noble_points(state)  # of one turn
    most = int64(state.players[state.active].points) + gain
    for seat in range(state.seats):
        most = max(most, int64(state.players[seat].points))
    return most >= int64(state.target)


@kernel
def most_noble_points(state: State) -> int:
    """The points of the best noble that is still available."""
    most = int64(0)
    for slot in range(state.seats + 1):
        if state.noble_owner[slot] == NONE:
            most = max(most, noble_points(state, int64(state.nobles[slot])))
    return most


def level_drawn(state: Any, action: int) -> list[int]:
    """The level of the card that the action draws, as a list of at most one."""
    level = NONE
    if RESERVE <= action < RESERVE_TOP:
        level = (action - RESERVE) // ROW
    elif RESERVE_TOP <= action < PURCHASE:
        level = action - RESERVE_TOP
    elif PURCHASE <= action < PURCHASE + MARKET:
        level = (action - PURCHASE) // ROW
    return [level] if level != NONE and state.deck_sizes[level] > 0 else []


@entry
def gather_unseen_in(views: Row[State], pool: Row[int]) -> None:
    gather_unseen(views[0], pool)


@entry
def exact_value(
    states: Row[State], action: int, pool: Row[int], places: Row[Any], values: Row[float]
) -> float:
    """The mean value over all deals of the open places; -1 if the game may continue.

    The view is states[2]. Each row of `places` is an open place: its level and its card. The next
    player's unseen cards come first, then the card that the action draws, if any.
    """
    seat = int64(states[2].active)
    total = 0.0
    ways = 0
    depth = int64(0)
    begin_place(places, depth)
    while depth >= 0:
        if depth < len(places) and not next_card(pool, places, depth):
            depth -= 1
            continue
        if depth < len(places) - 1:
            depth += 1
            begin_place(places, depth)
            continue
        deal_open(states, places)
        apply_in(states, int64(0), action)
        if not prove_outcome(states, values):
            return -1.0
        total += values[seat]
        ways += 1
        if len(places) == 0:
            break
    return total / ways


@kernel
def begin_place(places: Row[Any], depth: int) -> None:
    if depth < len(places):
        places[depth][CARD] = int64(DECK_START[places[depth][OF_LEVEL]]) - 1


@kernel
def next_card(pool: Row[int], places: Row[Any], depth: int) -> bool:
    """Put the next unseen card of its level into the place; False if there is none."""
    place = places[depth]
    while place[CARD] + 1 < DECK_START[place[OF_LEVEL] + 1]:
        place[CARD] += 1
        free = pool[place[CARD]] != NONE
        for before in range(depth):
            free &= places[before][CARD] != place[CARD]
        if free:
            return True
    return False


@kernel
def deal_open(states: Row[State], places: Row[Any]) -> None:
    """Copy the view into states[0], with these cards in the open places."""
    states[0] = states[2]
    state = states[0]
    following = int64(state.active) + 1
    if following == state.seats:
        following = 0
    hand = state.players[following].hand
    dealt = 0
    for slot in range(HAND_LIMIT):
        if hand[slot] <= UNSEEN:
            hand[slot] = places[dealt][CARD]
            dealt += 1
    if dealt < len(places):
        level = places[dealt][OF_LEVEL]
        top = int64(DECK_START[level]) + int64(state.deck_sizes[level]) - 1
        state.deck[top] = places[dealt][CARD]
