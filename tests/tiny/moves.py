"""The moves of the tiny game: those that all games share, and taking gems."""

from dataclasses import dataclass

import numpy as np

from splendor.core.decks import HAND_LIMIT
from splendor.core.gems import Gem
from splendor.core.moves import (
    Move,
    Pass,
    Purchase,
    PurchaseHand,
    Reserve,
    ReserveTop,
    move_of_text,
    numbering,
    require_text,
)
from tests.tiny.state import COLOURS, GEMS, LEVELS, MARKET, ROW

SETS = ((0, 1), (0, 2), (1, 2), (0,), (1,), (2,))
TAKEN = np.array([[gem in chosen for gem in range(GEMS)] for chosen in SETS], np.int8)


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Take one gem of each of these colours."""

    gems: tuple[Gem, ...]

    def __str__(self) -> str:
        return "".join(gem.letter for gem in self.gems)


RESERVE = len(SETS)
RESERVE_TOP = RESERVE + MARKET
PURCHASE = RESERVE_TOP + LEVELS
PURCHASE_HAND = PURCHASE + MARKET
PASS = PURCHASE_HAND + HAND_LIMIT
ACTIONS = PASS + 1

PLACES = tuple((level + 1, slot) for level in range(LEVELS) for slot in range(ROW))
MOVES: tuple[Move, ...] = (
    *(Take(tuple(COLOURS[gem] for gem in chosen)) for chosen in SETS),
    *(Reserve(*place) for place in PLACES),
    *(ReserveTop(level + 1) for level in range(LEVELS)),
    *(Purchase(*place) for place in PLACES),
    *(PurchaseHand(slot) for slot in range(HAND_LIMIT)),
    Pass(),
)
action_of = numbering(MOVES)
MOVE_OF_TEXT = {str(move).lower(): move for move in MOVES}
HELP = "moves look like WU, G, r2c, r1, b1a, bh1, pass"


def parse_move(text: str) -> Move:
    require_text(text)
    return move_of_text(text.strip().lower(), MOVE_OF_TEXT, text, HELP)
