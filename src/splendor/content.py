"""The cards as data: objects for people, arrays for kernels, checked when they are read."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from splendor.gems import COLOURS, GEMS, LETTERS

DATA = Path(__file__).parent / "data"


class DataError(ValueError):
    """A data file of the package is damaged."""


@dataclass(frozen=True, slots=True)
class Card:
    """A development card. `level` is 1 to 3; `cost` is in the order white to black."""

    id: int
    level: int
    bonus: str
    points: int
    cost: tuple[int, ...]

    @property
    def code(self) -> str:
        """Level, bonus, points and price in a word: `2k2-u1g4r2`."""
        letter = LETTERS[COLOURS.index(self.bonus)].lower()
        return f"{self.level}{letter}{self.points}-{amounts(self.cost).lower()}"

    def __str__(self) -> str:
        return f"level {self.level} {self.bonus}, {points_text(self.points)}, costs {self.price}"

    @property
    def price(self) -> str:
        """The price as people write it: `U1 G4 R2`."""
        return amounts(self.cost, " ")


@dataclass(frozen=True, slots=True)
class Noble:
    """A noble tile. `requires` counts bonuses in the order white to black."""

    id: int
    name: str
    points: int
    requires: tuple[int, ...]

    def __str__(self) -> str:
        needed = amounts(self.requires, " ")
        return f"{self.name}, {points_text(self.points)}, for bonuses {needed}"


def amounts(counts: tuple[int, ...], between: str = "") -> str:
    return between.join(f"{LETTERS[gem]}{count}" for gem, count in enumerate(counts) if count)


def points_text(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def rows(name: str) -> Iterator[dict[str, str]]:
    with (DATA / name).open(newline="", encoding="utf-8") as file:
        yield from csv.DictReader(file)


def gem_counts(row: dict[str, str]) -> tuple[int, ...]:
    return tuple(int(row[colour]) for colour in COLOURS)


def read_cards(name: str) -> tuple[Card, ...]:
    return tuple(
        Card(int(row["id"]), int(row["level"]), row["bonus"], int(row["points"]), gem_counts(row))
        for row in rows(name)
    )


def read_nobles(name: str) -> tuple[Noble, ...]:
    return tuple(
        Noble(int(row["id"]), row["name"], int(row["points"]), gem_counts(row))
        for row in rows(name)
    )


def check_deck(cards: tuple[Card, ...], sizes: tuple[int, ...]) -> None:
    """Refuse a deck with a wrong count, an unknown colour or a number out of range."""
    if [card.id for card in cards] != list(range(sum(sizes))):
        raise DataError(f"the cards are not numbered from 0 to {sum(sizes) - 1}")
    levels = [level for level, size in enumerate(sizes, start=1) for _ in range(size)]
    if [card.level for card in cards] != levels:
        raise DataError(f"the cards are not {sizes} of levels 1, 2, 3, in this order")
    for card in cards:
        if card.bonus not in COLOURS or not 0 <= card.points <= 5:
            raise DataError(f"card {card.id} has a wrong bonus or wrong points")
        if not all(0 <= count <= 7 for count in card.cost) or not any(card.cost):
            raise DataError(f"card {card.id} has a wrong cost")


def check_nobles(nobles: tuple[Noble, ...], count: int) -> None:
    if [noble.id for noble in nobles] != list(range(count)):
        raise DataError(f"the nobles are not numbered from 0 to {count - 1}")
    for noble in nobles:
        if not any(noble.requires) or not all(0 <= bonus <= 4 for bonus in noble.requires):
            raise DataError(f"noble {noble.id} asks for wrong bonuses")


def counts_table(counts: list[tuple[int, ...]]) -> npt.NDArray[np.int8]:
    """One row of five numbers for each card or noble, for kernels."""
    return np.array(counts, dtype=np.int8).reshape(len(counts), GEMS)
