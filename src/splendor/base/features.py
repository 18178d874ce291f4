"""How a view becomes the numbers that a network reads, in named blocks.

An observation is a record of small integers. The observing seat comes first among the players,
then the others in turn order. Layout 2 adds blocks at the end of layout 1.
`docs/observations.md` lists the blocks.
"""

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from splendor.base.state import (
    CAP_TOKENS,
    CARDS,
    HIDDEN,
    MARKET,
    MOST_NOBLES,
    MOST_PLAYERS,
    NOBLES,
    PAY,
    PHASES,
    TOKENS,
    noble_points,
)
from splendor.base.view import View, card_in_hand
from splendor.core.decks import HAND_LIMIT, LEVELS, NONE, UNSEEN
from splendor.core.gems import COLOURS, GEMS
from splendor.core.kernel import Row, entry, int64, kernel, record
from splendor.core.records import Layout

MOST_SHOWN = 127  # the largest int8

CARD_SEEN = record(
    ("cost", "i1", GEMS),
    ("bonus", "i1", GEMS),  # one-hot
    ("level", "i1", LEVELS),  # one-hot; all that is known of an unseen card
    ("points", "i1"),
    ("present", "i1"),
    ("unseen", "i1"),  # in a hand: known only to its owner
)
NOBLE_SEEN = record(("requires", "i1", GEMS), ("present", "i1"))
PLAYER_SEEN = record(
    ("present", "i1"),
    ("starts", "i1"),
    ("tokens", "i1", TOKENS),
    ("bonuses", "i1", GEMS),
    ("points", "i1"),
    ("cards", "i1"),
    ("nobles", "i1"),
    ("hand", CARD_SEEN, HAND_LIMIT),
)
FIRST_BLOCKS: tuple[tuple[Any, ...], ...] = (
    ("phase", "i1", len(PHASES)),  # one-hot
    ("supply", "i1", TOKENS),
    ("market", CARD_SEEN, MARKET),
    ("deck_sizes", "i1", LEVELS),
    ("nobles", NOBLE_SEEN, MOST_NOBLES),
    ("players", PLAYER_SEEN, MOST_PLAYERS),
    ("buying", CARD_SEEN),
    ("gold_for", "i1", GEMS),
    ("lowest", "i1"),
    ("received", "i1"),
    ("passes", "i1"),
    ("round_number", "i1"),
    ("rounds", "i1"),
    ("target", "i1"),
    ("cap", "i1"),
    ("noble_rule", "i1", 3),  # one-hot
    ("nobles_each", "i1"),
)
OBSERVATION_1 = record(*FIRST_BLOCKS)
OBSERVATION = record(  # layout 2
    *FIRST_BLOCKS,
    ("noble_points", "i1", MOST_NOBLES),  # of the nobles still on the table
    ("hidden_hands", "i1"),
)


class CardSeen(Protocol):
    cost: Row[int]
    bonus: Row[int]
    level: Row[int]
    points: int
    present: int
    unseen: int


class NobleSeen(Protocol):
    requires: Row[int]
    present: int


class PlayerSeen(Protocol):
    present: int
    starts: int
    tokens: Row[int]
    bonuses: Row[int]
    points: int
    cards: int
    nobles: int
    hand: Row[CardSeen]


class Observation1(Protocol):
    phase: Row[int]
    supply: Row[int]
    market: Row[CardSeen]
    deck_sizes: Row[int]
    nobles: Row[NobleSeen]
    players: Row[PlayerSeen]
    buying: CardSeen
    gold_for: Row[int]
    lowest: int
    received: int
    passes: int
    round_number: int
    rounds: int
    target: int
    cap: int
    noble_rule: Row[int]
    nobles_each: int


class Observation(Observation1, Protocol):
    noble_points: Row[int]
    hidden_hands: int


def card_rows() -> npt.NDArray[np.void]:
    """A row for each card, then for unseen cards of levels 3, 2 and 1 and for an empty place.

    The last four are found by the negative numbers that stand for them.
    """
    rows = np.zeros(len(CARDS) + LEVELS + 1, CARD_SEEN)
    for card in CARDS:
        rows[card.id].cost = card.cost
        rows[card.id].bonus[COLOURS.index(card.bonus)] = 1
        rows[card.id].level[card.level - 1] = 1
        rows[card.id].points = card.points
        rows[card.id].present = 1
    for level in range(LEVELS):
        rows[UNSEEN - level].present = 1
        rows[UNSEEN - level].level[level] = 1
    return rows


def noble_rows() -> npt.NDArray[np.void]:
    rows = np.zeros(len(NOBLES) + 1, NOBLE_SEEN)  # the last one: no noble
    for noble in NOBLES:
        rows[noble.id].requires = noble.requires
        rows[noble.id].present = 1
    return rows


CARD_ROWS = card_rows()
NOBLE_ROWS = noble_rows()
NOBODY = np.zeros(1, PLAYER_SEEN)


@kernel
def observe(seen: Observation, view: View, seat: int) -> None:
    """Write what the view shows into `seen`, with `seat` first among the players.

    The state serves as well: only `card_in_hand` reads hands, and nothing here reads decks.
    """
    observe_1(seen, view, seat)
    for slot in range(MOST_NOBLES):
        there = view.nobles[slot] != NONE and view.noble_owner[slot] == NONE
        seen.noble_points[slot] = noble_points(view, int64(view.nobles[slot])) if there else 0
    seen.hidden_hands = 1 if view.hand_rule == HIDDEN else 0


@kernel
def observe_1(seen: Observation1, view: View, seat: int) -> None:
    """The same in layout 1."""
    for phase in range(len(PHASES)):
        seen.phase[phase] = 1 if view.phase == phase else 0
    for token in range(TOKENS):
        seen.supply[token] = view.supply[token]
    for slot in range(MARKET):
        seen.market[slot] = CARD_ROWS[view.market[slot]]
    for level in range(LEVELS):
        seen.deck_sizes[level] = view.deck_sizes[level]
    for slot in range(MOST_NOBLES):
        taken = view.noble_owner[slot] != NONE
        seen.nobles[slot] = NOBLE_ROWS[NONE if taken else view.nobles[slot]]
    for place in range(view.seats):
        other = seat + place
        if other >= view.seats:
            other -= view.seats
        observe_player(view, other, seen.players[place], seat)
    for place in range(view.seats, MOST_PLAYERS):
        seen.players[place] = NOBODY[0]
    observe_turn(view, seen, seat)
    observe_options(view, seen)


@kernel
def observe_player(view: View, owner: int, seen: PlayerSeen, seat: int) -> None:
    player = view.players[owner]
    seen.present = 1
    seen.starts = 1 if view.start == owner else 0
    for token in range(TOKENS):
        seen.tokens[token] = player.tokens[token]
    for gem in range(GEMS):
        seen.bonuses[gem] = player.bonuses[gem]
    for slot in range(HAND_LIMIT):
        seen.hand[slot] = CARD_ROWS[card_in_hand(view, owner, slot, seat)]
        seen.hand[slot].unseen = player.unseen[slot]
    seen.points = min(player.points, MOST_SHOWN)
    seen.cards = player.cards
    seen.nobles = player.nobles


@kernel
def observe_turn(view: View, seen: Observation1, seat: int) -> None:
    card = int64(NONE)
    if view.phase == PAY and view.chosen < MARKET:
        card = int64(view.market[view.chosen])
    elif view.phase == PAY:
        card = card_in_hand(view, int64(view.active), int64(view.chosen) - MARKET, seat)
    seen.buying = CARD_ROWS[card]
    for gem in range(GEMS):
        seen.gold_for[gem] = view.gold_for[gem]
    seen.lowest = view.lowest
    seen.received = view.received
    seen.passes = view.passes
    seen.round_number = min(view.round_number, MOST_SHOWN)


@kernel
def observe_options(view: View, seen: Observation1) -> None:
    seen.rounds = min(view.rounds, MOST_SHOWN)
    seen.target = view.target
    seen.cap = 1 if view.token_rule == CAP_TOKENS else 0
    for rule in range(3):
        seen.noble_rule[rule] = 1 if view.noble_rule == rule else 0
    seen.nobles_each = view.nobles_each


@entry
def observe_in(views: Row[View], game: int, seat: int, seen: Row[Observation], to: int) -> None:
    observe(seen[to], views[game], seat)


def scales() -> npt.NDArray[np.float32]:
    """A factor for each number that brings it between 0 and about 1."""
    most = np.ones(1, OBSERVATION)
    card = (7,) * GEMS + (1,) * (GEMS + LEVELS) + (5, 1, 1)
    for name, largest in (("supply", 7), ("deck_sizes", 40), ("gold_for", 5), ("lowest", 5),
                          ("passes", 4), ("round_number", 100), ("rounds", 100), ("target", 30),
                          ("nobles_each", 5), ("noble_points", 5)):  # fmt: skip
        most[name] = largest
    most["market"] = np.array(card, np.int8).view(CARD_SEEN)
    most["buying"] = np.array(card, np.int8).view(CARD_SEEN)
    most["nobles"]["requires"] = 4
    for name, largest in (("tokens", 7), ("bonuses", 7), ("points", 20), ("cards", 20),
                          ("nobles", 5)):  # fmt: skip
        most["players"][name] = largest
    most["players"]["hand"] = np.array(card, np.int8).view(CARD_SEEN)
    return (1 / most.view(np.int8)).astype(np.float32)


SCALES = scales()
LAYOUTS = (
    Layout(OBSERVATION_1, SCALES[: OBSERVATION_1.itemsize], observe_1, hides=True),
    Layout(OBSERVATION, SCALES, observe, hides=True),
)
