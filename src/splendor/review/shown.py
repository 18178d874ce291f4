"""Chances as people are shown them: those of a search, with an exponent fitted to held-out games.

A search is as sure of a lead as its own play makes it; people and weaker players throw leads away.
In Duel the chances of a search are too sure between equal players of all strengths, so a power of
them is shown. The search itself never sees it. `python -m tools.calibration` measures the
exponents, and docs/review.md tells how well they fit.
"""

from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from splendor.bots.candidates import Analysis, Candidate
from splendor.bots.search import Search
from splendor.view import View

# By game, number of players and evaluator; 1 for all others.
EXPONENTS = {("duel", 2, "network"): 0.8}

Chance = TypeVar("Chance", float, npt.NDArray[np.float64])


def exponent_of(game: str, players: int, evaluator: str) -> float:
    return EXPONENTS.get((game, players, evaluator), 1.0)


class ShownSearch(Search):
    """A search whose results are as people are shown them, or with another `exponent`.

    >>> game = splendor.Game("duel", seed=1)
    >>> view = game.view(game.active)
    >>> search, shown = splendor.Search(view, seed=1), ShownSearch(view, seed=1)
    >>> abs(shown.run(50).value - 0.5) < abs(search.run(50).value - 0.5)
    True
    """

    def __init__(self, view: View, *, exponent: float | None = None, **settings: Any) -> None:
        super().__init__(view, **settings)
        evaluator = "network" if self.weights else "estimate"
        usual = exponent_of(view.ruleset.name, view.players, evaluator)
        self._exponent = usual if exponent is None else exponent

    def analysis(self) -> Analysis:
        """The result so far, as it is shown."""
        return shown(super().analysis(), self._exponent)


def to_the_power(chance: Chance, exponent: float, players: int) -> Chance:
    """A seat's chance, with this exponent for every seat; the others share the rest equally.

    >>> to_the_power(0.5, 0.8, 2), round(to_the_power(0.9, 0.8, 2), 3)
    (0.5, 0.853)
    """
    if exponent == 1.0:
        return chance
    own = chance**exponent
    others = (players - 1) * ((1 - chance) / (players - 1)) ** exponent
    found: Chance = own / (own + others)
    return found


def shown(found: Analysis, exponent: float) -> Analysis:
    """What a search found, with the chances that are shown. The order of moves stays the same."""
    if exponent == 1.0:
        return found
    seats = np.array(found.seats) ** exponent
    return replace(
        found,
        candidates=tuple(candidate(each, exponent, len(seats)) for each in found.candidates),
        seats=tuple((seats / seats.sum()).tolist()),
    )


def candidate(found: Candidate, exponent: float, players: int) -> Candidate:
    """A move with the chance that is shown, and an error that covers what the first one did."""
    low, value, high = (
        to_the_power(min(1.0, max(0.0, found.value + error)), exponent, players)
        for error in (-found.error, 0.0, found.error)
    )
    return replace(found, value=value, error=(high - low) / 2)
