"""What cards have in common, for training.

A row of the first layer or of the policy that belongs to a card is the sum of a row of its own and
of rows for its facts: level, points, bonus, each part of its cost. So what is learnt about one
card helps with all that resemble it. For play the sums are computed once.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from splendor.base.state import NOBLES_IN_BOX
from splendor.bots.evaluators import inputs_base, inputs_duel
from splendor.bots.evaluators.network import INPUTS
from splendor.core.kernel import Row, entry
from splendor.ruleset import GAMES

Fact = tuple[object, ...]


def facts_of(card: Any) -> Iterator[Fact]:
    """The facts about a card that it shares with others."""
    yield ("card",)
    for name in ("level", "points", "bonus", "bonus_count", "crowns", "ability"):
        if hasattr(card, name):
            yield (name, getattr(card, name))
    for kind, count in enumerate(card.cost):
        if count:
            yield ("cost", kind, count)


def card_rows(game: str) -> Iterator[tuple[int, Fact]]:
    """The inputs that belong to cards, with each of their facts."""
    inputs = INPUTS[game]
    kinds = (inputs.MARKET_MINE, inputs.MARKET_THEIRS, inputs.HAND_MINE, inputs.HAND_THEIRS)
    for card in GAMES[game].cards:
        for first in kinds:
            for distance in range(inputs.DISTANCES):
                for fact in facts_of(card):
                    yield (
                        first + card.id * inputs.DISTANCES + distance,
                        (first, distance, *fact),
                    )


def noble_rows() -> Iterator[tuple[int, Fact]]:
    for first in (inputs_base.NOBLE_MINE, inputs_base.NOBLE_THEIRS):
        for noble in range(NOBLES_IN_BOX):
            for distance in range(inputs_base.NOBLE_DISTANCES):
                yield first + noble * inputs_base.NOBLE_DISTANCES + distance, (first, distance)


def reach_rows() -> Iterator[tuple[int, Fact]]:
    for card in GAMES["duel"].cards:
        for fact in facts_of(card):
            yield inputs_duel.IN_REACH + card.id, ("reach", *fact)


MORE_ROWS = {"base": noble_rows, "duel": reach_rows}


def policy_rows(game: str) -> Iterator[tuple[int, Fact]]:
    inputs = INPUTS[game]
    for card in GAMES[game].cards:
        for first in (inputs.RESERVE_ROW, inputs.PURCHASE_ROW, inputs.PURCHASE_HAND_ROW):
            for fact in facts_of(card):
                yield first + card.id, (first, *fact)


class Shared:
    """Which shared rows each row of a layer is the sum of, beside its own."""

    def __init__(self, size: int, pairs: Iterator[tuple[int, Fact]]) -> None:
        numbers: dict[Fact, int] = {}
        of_row: list[list[int]] = [[] for _ in range(size)]
        for row, fact in pairs:
            of_row[row].append(numbers.setdefault(fact, len(numbers)))
        self.count = len(numbers)
        self.starts = np.cumsum([0, *map(len, of_row)])
        self.numbers = np.array([n for row in of_row for n in row], np.int32)

    def add(self, own: npt.NDArray[Any], shared: npt.NDArray[Any], rows: npt.NDArray[Any]) -> None:
        """Let `rows` be each row of its own plus its shared rows."""
        add_shared(own, shared, self.numbers, self.starts, rows)

    def collect(self, gradients: npt.NDArray[Any], shared: npt.NDArray[Any]) -> None:
        """The gradients of the shared rows from those of the sums."""
        collect_shared(gradients, self.numbers, self.starts, shared)


def shared_inputs(game: str, players: int) -> Shared:
    pairs = (*card_rows(game), *MORE_ROWS[game]())
    return Shared(INPUTS[game].inputs_for(players), iter(pairs))


def shared_policy(game: str) -> Shared:
    return Shared(INPUTS[game].ROWS, policy_rows(game))


@entry
def add_shared(own: Any, shared: Any, numbers: Row[int], starts: Row[int], rows: Any) -> None:
    for row in range(len(own)):
        for j in range(own.shape[1]):
            rows[row, j] = own[row, j]
        for k in range(starts[row], starts[row + 1]):
            number = numbers[k]
            for j in range(own.shape[1]):
                rows[row, j] += shared[number, j]


@entry
def collect_shared(gradients: Any, numbers: Row[int], starts: Row[int], shared: Any) -> None:
    for number in range(len(shared)):
        for j in range(shared.shape[1]):
            shared[number, j] = 0
    for row in range(len(gradients)):
        for k in range(starts[row], starts[row + 1]):
            number = numbers[k]
            for j in range(shared.shape[1]):
                shared[number, j] += gradients[row, j]
