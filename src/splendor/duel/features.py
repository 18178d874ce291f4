"""How a view becomes the numbers that a network reads, in named blocks.

An observation is a record of small integers. The observing seat comes first among the players.
Layout 2 adds blocks at the end of layout 1. `docs/observations.md` lists the blocks.
"""

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from splendor.core.content import ABILITIES
from splendor.core.decks import HAND_LIMIT, LEVELS, NONE, UNSEEN
from splendor.core.gems import GEMS
from splendor.core.kernel import Row, entry, int64, kernel, record
from splendor.core.records import Layout
from splendor.duel.board import SPACES
from splendor.duel.state import (
    ABILITY,
    ANY,
    BONUS,
    CARDS,
    CHOOSE_SPACE,
    COSTS,
    END_OF_TURN,
    HIDDEN,
    MARKET,
    PHASES,
    ROYAL_PRESTIGE,
    ROYALS_IN_BOX,
    SEATS,
    TOKENS,
)
from splendor.duel.view import View, card_in_hand

MOST_SHOWN = 127  # the largest int8

CARD_SEEN = record(
    ("cost", "i1", COSTS),
    ("bonus", "i1", GEMS),  # how many bonuses of each colour
    ("wild", "i1"),
    ("ability", "i1", len(ABILITIES) - 1),  # one-hot: again, take, privilege, steal
    ("level", "i1", LEVELS),  # one-hot; all that is known of an unseen card
    ("points", "i1"),
    ("crowns", "i1"),
    ("present", "i1"),
    ("unseen", "i1"),  # in a hand: known only to its owner
)
PLAYER_SEEN = record(
    ("starts", "i1"),
    ("tokens", "i1", TOKENS),
    ("bonuses", "i1", GEMS),
    ("colour_points", "i1", GEMS),
    ("points", "i1"),
    ("crowns", "i1"),
    ("cards", "i1"),
    ("privileges", "i1"),
    ("royals", "i1"),
    ("hand", CARD_SEEN, HAND_LIMIT),
)
FIRST_BLOCKS: tuple[tuple[Any, ...], ...] = (
    ("phase", "i1", len(PHASES)),  # one-hot
    ("board", "i1", (TOKENS, SPACES)),  # for each token, 1 where it lies
    ("bag", "i1", TOKENS),
    ("pyramid", CARD_SEEN, MARKET),
    ("deck_sizes", "i1", LEVELS),
    ("royals", "i1", ROYALS_IN_BOX),  # 1 while it lies there
    ("privileges", "i1"),  # above the board
    ("players", PLAYER_SEEN, SEATS),
    ("chosen", CARD_SEEN),  # the card that is being reserved or bought
    ("gold_for", "i1", COSTS),
    ("matching", "i1", GEMS),  # one-hot
    ("lowest", "i1"),
    ("replenished", "i1"),
    ("purchased", "i1"),
    ("again", "i1"),
    ("quiet", "i1"),
    ("round_number", "i1"),
    ("idle", "i1"),
    ("refill_late", "i1"),
)
OBSERVATION_1 = record(*FIRST_BLOCKS)
OBSERVATION = record(  # layout 2
    *FIRST_BLOCKS,
    ("royal_points", "i1", ROYALS_IN_BOX),  # of the royal cards still on the table
    ("hidden_hands", "i1"),
)


class CardSeen(Protocol):
    cost: Row[int]
    bonus: Row[int]
    wild: int
    ability: Row[int]
    level: Row[int]
    points: int
    crowns: int
    present: int
    unseen: int


class PlayerSeen(Protocol):
    starts: int
    tokens: Row[int]
    bonuses: Row[int]
    colour_points: Row[int]
    points: int
    crowns: int
    cards: int
    privileges: int
    royals: int
    hand: Row[CardSeen]


class Observation1(Protocol):
    phase: Row[int]
    board: npt.NDArray[np.int8]
    bag: Row[int]
    pyramid: Row[CardSeen]
    deck_sizes: Row[int]
    royals: Row[int]
    privileges: int
    players: Row[PlayerSeen]
    chosen: CardSeen
    gold_for: Row[int]
    matching: Row[int]
    lowest: int
    replenished: int
    purchased: int
    again: int
    quiet: int
    round_number: int
    idle: int
    refill_late: int


class Observation(Observation1, Protocol):
    royal_points: Row[int]
    hidden_hands: int


def card_rows() -> npt.NDArray[np.void]:
    """A row for each card, then for unseen cards of levels 3, 2 and 1 and for an empty place.

    The last four are found by the negative numbers that stand for them.
    """
    rows = np.zeros(len(CARDS) + LEVELS + 1, CARD_SEEN)
    for card in CARDS:
        row = rows[card.id]
        row.cost = card.cost
        row.wild = BONUS[card.id] == ANY
        if card.bonus_count and not row.wild:
            row.bonus[BONUS[card.id]] = card.bonus_count
        if ABILITY[card.id]:
            row.ability[ABILITY[card.id] - 1] = 1
        row.level[card.level - 1] = 1
        row.points, row.crowns, row.present = card.points, card.crowns, 1
    for level in range(LEVELS):
        rows[UNSEEN - level].present = 1
        rows[UNSEEN - level].level[level] = 1
    return rows


CARD_ROWS = card_rows()


@kernel
def observe(seen: Observation, view: View, seat: int) -> None:
    """Write what the view shows into `seen`, with `seat` first among the players.

    The state serves as well: only `card_in_hand` reads hands, and nothing here reads decks.
    """
    observe_1(seen, view, seat)
    for royal in range(ROYALS_IN_BOX):
        there = view.royal_owner[royal] == NONE
        seen.royal_points[royal] = ROYAL_PRESTIGE[royal] if there else 0
    seen.hidden_hands = view.hand_rule == HIDDEN


@kernel
def observe_1(seen: Observation1, view: View, seat: int) -> None:
    """The same in layout 1."""
    for phase in range(len(PHASES)):
        seen.phase[phase] = view.phase == phase
    for token in range(TOKENS):
        lying = int64(view.board[token])
        for space in range(SPACES):
            seen.board[token, space] = lying >> space & 1
        seen.bag[token] = view.bag[token]
    for place in range(MARKET):
        seen.pyramid[place] = CARD_ROWS[view.market[place]]
    for level in range(LEVELS):
        seen.deck_sizes[level] = view.deck_sizes[level]
    for royal in range(ROYALS_IN_BOX):
        seen.royals[royal] = view.royal_owner[royal] == NONE
    seen.privileges = view.privileges
    observe_player(view, seat, seen.players[0], seat)
    observe_player(view, 1 - seat, seen.players[1], seat)
    observe_turn(view, seen, seat)


@kernel
def observe_player(view: View, owner: int, seen: PlayerSeen, seat: int) -> None:
    player = view.players[owner]
    seen.starts = view.start == owner
    for token in range(TOKENS):
        seen.tokens[token] = player.tokens[token]
    for gem in range(GEMS):
        seen.bonuses[gem] = player.bonuses[gem]
        seen.colour_points[gem] = player.colour_points[gem]
    for slot in range(HAND_LIMIT):
        seen.hand[slot] = CARD_ROWS[card_in_hand(view, owner, slot, seat)]
        seen.hand[slot].unseen = player.unseen[slot]
    seen.points = min(player.points, MOST_SHOWN)
    seen.crowns = player.crowns
    seen.cards = player.cards
    seen.privileges = player.privileges
    seen.royals = player.royals


@kernel
def chosen_card(view: View, seat: int) -> int:
    place = int64(view.chosen)
    if place == NONE:
        return int64(NONE)
    if place < MARKET:
        return int64(view.market[place])
    if view.phase == CHOOSE_SPACE:
        return UNSEEN - (place - MARKET)  # the top card of a deck
    return card_in_hand(view, int64(view.active), place - MARKET, seat)


@kernel
def observe_turn(view: View, seen: Observation1, seat: int) -> None:
    seen.chosen = CARD_ROWS[chosen_card(view, seat)]
    for gem in range(COSTS):
        seen.gold_for[gem] = view.gold_for[gem]
    for gem in range(GEMS):
        seen.matching[gem] = view.matching == gem
    seen.lowest = view.lowest
    seen.replenished = view.replenished
    seen.purchased = view.purchased
    seen.again = view.again
    seen.quiet = min(view.quiet, MOST_SHOWN)
    seen.round_number = min(view.round_number, MOST_SHOWN)
    seen.idle = min(view.idle, MOST_SHOWN)
    seen.refill_late = view.refill_rule == END_OF_TURN


@entry
def observe_in(views: Row[View], game: int, seat: int, seen: Row[Observation], to: int) -> None:
    observe(seen[to], views[game], seat)


def scales() -> npt.NDArray[np.float32]:
    """A factor for each number that brings it between 0 and about 1."""
    most = np.ones(1, OBSERVATION)
    card = np.ones(1, CARD_SEEN)
    for name, largest in (("cost", 8), ("bonus", 2), ("points", 6), ("crowns", 3)):
        card[name] = largest
    for name in ("pyramid", "chosen"):
        most[name] = card[0]
    for name, largest in (("bag", 4), ("deck_sizes", 30), ("privileges", 3), ("gold_for", 3),
                          ("lowest", 6), ("quiet", 60), ("round_number", 100),
                          ("idle", 60), ("royal_points", 3)):  # fmt: skip
        most[name] = largest
    for name, largest in (("tokens", 4), ("bonuses", 7), ("colour_points", 10), ("points", 20),
                          ("crowns", 10), ("cards", 20), ("privileges", 3),
                          ("royals", 2)):  # fmt: skip
        most["players"][name] = largest
    most["players"]["hand"] = card[0]
    return (1 / most.view(np.int8)).astype(np.float32)


SCALES = scales()
LAYOUTS = (
    Layout(OBSERVATION_1, SCALES[: OBSERVATION_1.itemsize], observe_1, hides=True),
    Layout(OBSERVATION, SCALES, observe, hides=True),
)
