"""The moves of Splendor: typed values outside, integers inside, and the text of each.

Numbers and texts are public: `docs/actions.md` and `docs/notation.md` list them. Levels
count from 1 to 3 and slots from 0; in texts slots are letters, or count from 1.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np

from splendor.base.state import MARKET, MOST_NOBLES, ROW, TOKENS
from splendor.core.decks import HAND_LIMIT, LEVELS
from splendor.core.gems import (
    COLOURS,
    GEMS,
    GOLD_LETTER,
    GOLD_NAME,
    LETTERS,
    ColourCounts,
    Gem,
    TokenCounts,
)
from splendor.core.moves import SLOT_LETTERS as SLOT_LETTERS
from splendor.core.moves import ChooseGold as ChooseGold
from splendor.core.moves import ChooseGoldHand as ChooseGoldHand
from splendor.core.moves import GoldFor as GoldFor
from splendor.core.moves import Move, move_of_text, numbering, require_text
from splendor.core.moves import Pass as Pass
from splendor.core.moves import PayNow as PayNow
from splendor.core.moves import Purchase as Purchase
from splendor.core.moves import PurchaseHand as PurchaseHand
from splendor.core.moves import Reserve as Reserve
from splendor.core.moves import ReserveTop as ReserveTop

TOKEN_LETTERS = LETTERS + GOLD_LETTER

MOST_TAKEN = 3  # B3.1
PAIR = 2  # B3.2
SETS = tuple(chosen for size in (3, 2, 1) for chosen in combinations(range(GEMS), size))

# Where each kind of action begins.
TAKE = 0
TAKE_PAIR = TAKE + len(SETS)
RESERVE = TAKE_PAIR + GEMS
RESERVE_TOP = RESERVE + MARKET
PURCHASE = RESERVE_TOP + LEVELS
PURCHASE_HAND = PURCHASE + MARKET
CHOOSE_GOLD = PURCHASE_HAND + HAND_LIMIT
CHOOSE_GOLD_HAND = CHOOSE_GOLD + MARKET
GOLD_FOR = CHOOSE_GOLD_HAND + HAND_LIMIT
PAY_NOW = GOLD_FOR + GEMS
RETURN_TOKEN = PAY_NOW + 1
RECEIVE = RETURN_TOKEN + TOKENS
DECLINE = RECEIVE + MOST_NOBLES
PASS = DECLINE + 1
ACTIONS = PASS + 1


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Take one gem of each of these colours: three, or as many as the rules leave (B3.1).

    >>> str(Take((Gem.WHITE, Gem.BLUE, Gem.GREEN)))
    'WUG'
    """

    gems: tuple[Gem, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "gems", tuple(sorted(map(Gem, self.gems))))

    def __str__(self) -> str:
        return "".join(gem.letter for gem in self.gems)


@dataclass(frozen=True, slots=True)
class TakePair(Move):
    """Take two gems of one colour (B3.2).

    >>> str(TakePair(Gem.RED))
    'RR'
    """

    gem: Gem

    def __post_init__(self) -> None:
        self._set_gem("gem", self.gem)

    def __str__(self) -> str:
        return self.gem.letter * PAIR


@dataclass(frozen=True, slots=True)
class ReturnToken(Move):
    """Return one token, because more than ten are held (B4.1).

    >>> str(ReturnToken(Gem.GOLD))
    '-J'
    """

    token: Gem

    def __post_init__(self) -> None:
        self._set_gem("token", self.token)

    def __str__(self) -> str:
        return f"-{self.token.letter}"


@dataclass(frozen=True, slots=True)
class ReceiveNoble(Move):
    """Receive, or seek, the noble in this slot (B5.1, B8.2).

    >>> str(ReceiveNoble(slot=0))
    'n1'
    """

    slot: int

    def __str__(self) -> str:
        return f"n{self.slot + 1}"


@dataclass(frozen=True, slots=True)
class DeclineNoble(Move):
    """Decline a noble that could be received (B8.2).

    >>> str(DeclineNoble())
    'n-'
    """

    def __str__(self) -> str:
        return "n-"


BaseMove: TypeAlias = (
    Take
    | TakePair
    | Reserve
    | ReserveTop
    | Purchase
    | PurchaseHand
    | ChooseGold
    | ChooseGoldHand
    | GoldFor
    | PayNow
    | ReturnToken
    | ReceiveNoble
    | DeclineNoble
    | Pass
)

PLACES = tuple((level + 1, slot) for level in range(LEVELS) for slot in range(ROW))

# Every move; its index is its action number.
MOVES: tuple[BaseMove, ...] = (
    *(Take(tuple(map(Gem, chosen))) for chosen in SETS),
    *(TakePair(gem) for gem in ColourCounts.order),
    *(Reserve(*place) for place in PLACES),
    *(ReserveTop(level + 1) for level in range(LEVELS)),
    *(Purchase(*place) for place in PLACES),
    *(PurchaseHand(slot) for slot in range(HAND_LIMIT)),
    *(ChooseGold(*place) for place in PLACES),
    *(ChooseGoldHand(slot) for slot in range(HAND_LIMIT)),
    *(GoldFor(gem) for gem in ColourCounts.order),
    PayNow(),
    *(ReturnToken(token) for token in TokenCounts.order),
    *(ReceiveNoble(slot) for slot in range(MOST_NOBLES)),
    DeclineNoble(),
    Pass(),
)
action_of = numbering(MOVES)
MOVE_OF_TEXT = {str(move).lower(): move for move in MOVES}

# Words that people type instead of the short forms, and the characters that may follow them.
WORDS = {
    "take": ("", LETTERS.lower()),
    "reserve": ("r", "123"),
    "buy": ("b", "123h"),
    "return": ("-", TOKEN_LETTERS.lower()),
    "noble": ("n", "12345-"),
}
LETTER_OF = dict(zip((*COLOURS, GOLD_NAME), TOKEN_LETTERS.lower(), strict=True))
HELP = "moves look like WUG, WW, r2c, r3, b1a, bh1, b1a+, J=W, pay, -K, n1, n-, pass"


def parse_move(text: str) -> BaseMove:
    """The move that a text stands for; words, blanks, case and the order of gems are free."""
    require_text(text)
    words = text.lower().replace(",", " ").removesuffix(".").split()
    short = shortened("".join(LETTER_OF.get(word, word) for word in words if word != "and"))
    if short and all(letter in LETTERS.lower() for letter in short):
        short = "".join(sorted(short, key=LETTERS.lower().index))
    return move_of_text(short, MOVE_OF_TEXT, text, HELP)


def shortened(text: str) -> str:
    """Replace a word at the beginning by its short form; empty if what follows does not fit."""
    for word, (letter, following) in WORDS.items():
        if text.startswith(word):
            rest = text.removeprefix(word).replace("hand", "h")
            return letter + rest if rest and rest[0] in following else ""
    return text


# Tables for kernels: what can be taken

# WAYS_TO_TAKE[size, supply]: a bit for each action that takes `size` different gems, where
# `supply` has a bit for each colour that is there.
WAYS_TO_TAKE = np.array(
    [
        [
            sum(
                1 << action
                for action, chosen in enumerate(SETS)
                if len(chosen) == size and all(supply >> gem & 1 for gem in chosen)
            )
            for supply in range(1 << GEMS)
        ]
        for size in range(MOST_TAKEN + 1)
    ],
    dtype=np.int64,
)
# The gems that each action takes; pairs come last.
TAKEN = np.array(
    [[gem in chosen for gem in range(GEMS)] for chosen in SETS]
    + [[PAIR * (gem == pair) for gem in range(GEMS)] for pair in range(GEMS)],
    dtype=np.int8,
)
