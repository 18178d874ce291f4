"""Deals and draws derived from a seed again, in plain Python, without code of the engine.

The repetition is deliberate: a check must not depend on the engine that dealt (decision 0017).
`docs/decisions/0002-chance.md` describes the generator, `docs/fair.md` the rest.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from splendor.core.errors import FormatError
from splendor.core.gems import COLOURS, GOLD_NAME, PEARL_NAME

T = TypeVar("T")
Thing: TypeAlias = int | str  # a card, a noble or a token, as a transcript names it
Placed: TypeAlias = tuple[str, int]  # a token and its space

MASK = 2**64 - 1
RANDOM = "random"

TOKENS = (*COLOURS, PEARL_NAME, GOLD_NAME)
COUNTS = (4, 4, 4, 4, 4, 2, 3)
ALL_TOKENS = tuple(name for name, count in zip(TOKENS, COUNTS, strict=True) for _ in range(count))
SIDE = 5
SPACES = SIDE * SIDE
# From the centre down, then clockwise; a space is its row times five plus its column.
SPIRAL = (12, 17, 16, 11, 6, 7, 8, 13, 18, 23, 22, 21, 20,
          15, 10, 5, 0, 1, 2, 3, 4, 9, 14, 19, 24)  # fmt: skip


class Generator:
    """xoshiro256++, seeded with the SHA-256 of a text."""

    def __init__(self, seed: str) -> None:
        digest = hashlib.sha256(seed.encode("utf-8")).digest()
        self.words = [int.from_bytes(digest[8 * i : 8 * i + 8], "little") for i in range(4)]

    def next_word(self) -> int:
        s = self.words
        word = (rotated((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
        shifted = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = rotated(s[3], 45)
        return word

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each equally likely (Lemire's method)."""
        product = (self.next_word() >> 32) * limit
        while product % 2**32 < (2**32 - limit) % limit:
            product = (self.next_word() >> 32) * limit
        return product >> 32

    def shuffled(self, cards: Iterable[T]) -> list[T]:
        deck = list(cards)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck

    def draw(self, box: list[T], count: int) -> list[T]:
        """Take `count` things out of the box, one after the other, each equally likely."""
        return [box.pop(self.below(len(box))) for _ in range(count)]


def rotated(word: int, bits: int) -> int:
    return (word << bits | word >> 64 - bits) & MASK


# The deal


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a rule set deals: three decks, then what is drawn from a box, then the start player."""

    decks: tuple[tuple[Thing, ...], ...]
    box: tuple[Thing, ...]
    drawn: str  # "nobles", one more than players; or "board", everything
    players: tuple[int, ...]
    start: int | str  # a seat or RANDOM, if no option says otherwise


BASE_DECKS = (tuple(range(40)), tuple(range(40, 70)), tuple(range(70, 90)))
DUEL_DECKS = tuple(
    tuple(f"L{level}-{number:02}" for number in range(1, size + 1))
    for level, size in enumerate((30, 24, 13), start=1)
)
RECIPES = {
    "official": Recipe(BASE_DECKS, tuple(range(10)), "nobles", (2, 3, 4), RANDOM),
    "landolt": Recipe(BASE_DECKS, tuple(range(10)), "nobles", (2, 3, 4), 0),
    "duel": Recipe(DUEL_DECKS, ALL_TOKENS, "board", (2,), RANDOM),
}


def deal(recipe: Recipe, players: int, start: int | str, generator: Generator) -> dict[str, Any]:
    """The deal in the form of a transcript. The generator is left ready for the first draw."""
    decks = [generator.shuffled(deck)[::-1] for deck in recipe.decks]  # in drawing order
    count = players + 1 if recipe.drawn == "nobles" else len(recipe.box)
    drawn = generator.draw(list(recipe.box), count)
    first = generator.below(players) if start == RANDOM else start
    return {"decks": decks, recipe.drawn: drawn, "start": first}


# The bag of Splendor Duel


class Bag:
    """The contents of the bag and the empty spaces, derived from the steps of a transcript.

    This needs no rules: tokens that are paid or discarded stay in the bag until the board is
    replenished, and every step names the spaces from which tokens are taken.
    """

    def __init__(self) -> None:
        self.tokens: list[str] = []
        self.empty: set[int] = set()

    def follow(self, step: Mapping[str, Any]) -> None:
        """Apply a step; `FormatError` if something is missing in it."""
        match step.get("do"):
            case "take":
                for cell in list_of(step.get("cells")):
                    self.take(cell)
            case "privilege" | "take_matching":
                self.take(step.get("cell"))
            case "reserve":
                self.take(step.get("gold"))
            case "buy":
                self.add(paid(step.get("pay")))
            case "discard":
                self.add(list_of(step.get("tokens")))

    def take(self, cell: Any) -> None:
        space = space_at(cell)
        if space is None or space in self.empty:
            raise FormatError("no token can be taken from there")
        self.empty.add(space)

    def add(self, tokens: list[Any]) -> None:
        if len(self.tokens) + len(tokens) > SPACES or any(name not in TOKENS for name in tokens):
            raise FormatError("no such tokens can go into the bag")
        self.tokens += tokens

    def fill_board(self, generator: Generator) -> list[Placed]:
        """The tokens drawn onto the empty spaces along the spiral, until one of them runs out."""
        spaces = [space for space in SPIRAL if space in self.empty][: len(self.tokens)]
        box = sorted(self.tokens, key=TOKENS.index)
        tokens = generator.draw(box, len(spaces))
        self.tokens = box
        self.empty -= set(spaces)
        return list(zip(tokens, spaces, strict=True))


def paid(pay: Any) -> list[str]:
    """The tokens of a payment, one by one."""
    if not isinstance(pay, dict):
        raise FormatError("a payment is an object")
    counts = {name: whole(count) for name, count in pay.items()}
    if any(count is None or not 0 <= count <= SPACES for count in counts.values()):
        raise FormatError("a payment counts tokens")
    return [name for name, count in counts.items() for _ in range(count or 0)]


# Values from JSON


def whole(value: Any) -> int | None:
    """A whole number; 2.0 counts as 2, because some languages do not tell them apart."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return int(value) if isinstance(value, int) or value.is_integer() else None


def list_of(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise FormatError("a list is missing")
    return value


def space_at(cell: Any) -> int | None:
    """The space of a cell `[row, column]`, or `None` if it is not a cell."""
    if not isinstance(cell, list) or len(cell) != 2:
        return None
    row, column = whole(cell[0]), whole(cell[1])
    if row is None or column is None or not (0 <= row < SIDE and 0 <= column < SIDE):
        return None
    return SIDE * row + column


def space_name(space: int) -> str:
    return f"{'abcde'[space % SIDE]}{space // SIDE + 1}"
