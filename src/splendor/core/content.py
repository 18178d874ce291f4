"""The cards as data: objects for people, arrays for kernels, checked when they are read."""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import numpy as np
import numpy.typing as npt

from splendor.core.gems import (
    COLOURS,
    LETTERS,
    PEARL_LETTER,
    PEARL_NAME,
    ColourCounts,
    CostCounts,
    Counts,
    Gem,
)

DATA = Path(__file__).parents[1] / "data"


class DataError(ValueError):
    """A data file of the package is damaged."""


class Drawn:
    """A card, a noble or a royal card: a notebook shows it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        # Pictures are layers above this one, so they are known here by name only.
        return str(import_module("splendor.svg").card(self))


@dataclass(frozen=True, slots=True)
class Card(Drawn):
    """A development card. `level` is 1 to 3, `bonus` a colour such as "black".

    >>> card = splendor.card("2k2-u1g4r2")
    >>> card
    Card(id=67, level=2, bonus='black', points=2, cost=Counts(blue=1, green=4, red=2))
    >>> print(card)
    level 2 black, 2 points, costs U1 G4 R2
    """

    id: int
    level: int
    bonus: str
    points: int
    cost: Counts

    @property
    def code(self) -> str:
        """A short name of the card.

        >>> splendor.card(67).code
        '2k2-u1g4r2'
        """
        letter = LETTERS[COLOURS.index(self.bonus)].lower()
        return f"{self.level}{letter}{self.points}-{amounts(self.cost).lower()}"

    @property
    def price(self) -> str:
        """The price as people write it.

        >>> splendor.card(67).price
        'U1 G4 R2'
        """
        return amounts(self.cost, " ")

    @property
    def gem(self) -> Gem | None:
        """The gem that the card gives as a bonus; `None` for a wild bonus, or none.

        >>> splendor.card(67).gem
        Gem.BLACK
        """
        return Gem(COLOURS.index(self.bonus)) if self.bonus in COLOURS else None

    def __str__(self) -> str:
        return f"level {self.level} {self.bonus}, {points_text(self.points)}, costs {self.price}"


@dataclass(frozen=True, slots=True)
class Noble(Drawn):
    """A noble tile. `requires` counts the bonuses that a player needs.

    >>> print(splendor.nobles()[0])
    Niccolò Machiavelli, 3 points, for bonuses W4 U4
    """

    id: int
    name: str
    points: int
    requires: Counts

    def __str__(self) -> str:
        needed = amounts(self.requires, " ")
        return f"{self.name}, {points_text(self.points)}, for bonuses {needed}"


WILD = "wild"  # a bonus that takes the colour of a card its owner already has
NO_BONUS = "none"
NO_ABILITY = "none"
ABILITIES = (NO_ABILITY, "again", "take", "privilege", "steal")


@dataclass(frozen=True, slots=True, kw_only=True)
class JewelCard(Card):
    """A card of Splendor Duel, which counts crowns and pearls, too.

    `bonus` is a colour, "wild" or "none"; `bonus_count` is two for a double bonus.

    >>> print(splendor.card("L1-02", "duel"))
    level 1 white, 0 points, 1 crown, costs U3
    """

    name: str
    bonus_count: int
    crowns: int
    ability: str

    @property
    def code(self) -> str:
        """A short name of the card.

        >>> splendor.cards("duel")[0].code
        'L1-01'
        """
        return self.name

    def __str__(self) -> str:
        bonus = "without bonus" if self.bonus == NO_BONUS else self.bonus
        double = "double " if self.bonus_count == 2 else ""
        facts = [f"level {self.level} {double}{bonus}", points_text(self.points)]
        if self.crowns:
            facts.append("1 crown" if self.crowns == 1 else f"{self.crowns} crowns")
        if self.ability != NO_ABILITY:
            facts.append(self.ability)
        return f"{', '.join(facts)}, costs {self.price}"


@dataclass(frozen=True, slots=True)
class Royal(Drawn):
    """A royal card of Splendor Duel.

    >>> print(splendor.royals()[0])
    royal R1, 2 points, steal
    """

    id: int
    name: str
    points: int
    ability: str

    def __str__(self) -> str:
        ability = "" if self.ability == NO_ABILITY else f", {self.ability}"
        return f"royal {self.name}, {points_text(self.points)}{ability}"


def amounts(counts: tuple[int, ...], between: str = "") -> str:
    letters = LETTERS + PEARL_LETTER
    return between.join(f"{letters[gem]}{count}" for gem, count in enumerate(counts) if count)


def points_text(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def rows(name: str) -> Iterator[dict[str, str]]:
    with (DATA / name).open(newline="", encoding="utf-8") as file:
        yield from csv.DictReader(file)


def gem_counts(row: dict[str, str]) -> Counts:
    return ColourCounts(int(row[colour]) for colour in COLOURS)


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


def read_jewel_cards(name: str) -> tuple[JewelCard, ...]:
    return tuple(
        JewelCard(
            id=int(row["id"]),
            name=row["name"],
            level=int(row["level"]),
            bonus=row["bonus"],
            bonus_count=int(row["bonus_count"]),
            points=int(row["points"]),
            crowns=int(row["crowns"]),
            cost=CostCounts((*gem_counts(row), int(row[PEARL_NAME]))),
            ability=row["ability"],
        )
        for row in rows(name)
    )


def read_royals(name: str) -> tuple[Royal, ...]:
    return tuple(
        Royal(int(row["id"]), row["name"], int(row["points"]), row["ability"]) for row in rows(name)
    )


def check_numbering(cards: Sequence[Card], sizes: tuple[int, ...]) -> None:
    """Refuse a deck in which a card is missing or in the wrong place."""
    if [card.id for card in cards] != list(range(sum(sizes))):
        raise DataError(f"the cards are not numbered from 0 to {sum(sizes) - 1}")
    levels = [level for level, size in enumerate(sizes, start=1) for _ in range(size)]
    if [card.level for card in cards] != levels:
        raise DataError(f"the cards are not {sizes} of levels 1, 2, 3, in this order")


def check_deck(cards: tuple[Card, ...], sizes: tuple[int, ...]) -> None:
    """Refuse a deck with a wrong count, an unknown colour or a number out of range."""
    check_numbering(cards, sizes)
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


def check_jewel_deck(cards: tuple[JewelCard, ...], sizes: tuple[int, ...]) -> None:
    """The same for Splendor Duel, with the facts about its cards that D5.3 relies on."""
    check_numbering(cards, sizes)
    for card in cards:
        count = {NO_BONUS: (0,), WILD: (1,)}.get(card.bonus, (1, 2))
        if card.bonus not in (*COLOURS, WILD, NO_BONUS) or card.bonus_count not in count:
            raise DataError(f"card {card.name} has a wrong bonus")
        if not 0 <= card.points <= 6 or not 0 <= card.crowns <= 3:
            raise DataError(f"card {card.name} has wrong points or crowns")
        if not all(0 <= amount <= 8 for amount in card.cost) or not any(card.cost):
            raise DataError(f"card {card.name} has a wrong cost")
        if card.ability not in ABILITIES or (card.crowns and card.ability != NO_ABILITY):
            raise DataError(f"card {card.name} has a wrong ability, or one beside crowns")
        if card.ability == "take" and card.bonus not in COLOURS:
            raise DataError(f"card {card.name} takes a token of no colour")


def check_royals(royals: tuple[Royal, ...], count: int) -> None:
    if [royal.id for royal in royals] != list(range(count)):
        raise DataError(f"the royal cards are not numbered from 0 to {count - 1}")
    for royal in royals:
        if royal.ability not in ABILITIES or royal.ability == "take":
            raise DataError(f"royal card {royal.name} has a wrong ability")
        if not 0 <= royal.points <= 3:
            raise DataError(f"royal card {royal.name} has wrong points")


def counts_table(counts: list[tuple[int, ...]]) -> npt.NDArray[np.int8]:
    """A row of numbers for each card or noble, for kernels."""
    return np.array(counts, dtype=np.int8)
