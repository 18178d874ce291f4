"""The results of a search for each move, and the choice of a move from them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt

from splendor.ruleset import Move


@dataclass(frozen=True, slots=True)
class Candidate:
    """The result of a search for one move.

    `value` is the seat's chance of winning after it and `error` the standard error of sampling;
    a bias of the evaluator is not included. `proven` values are exact. `line` is a likely
    continuation, starting with the move itself.

    >>> view = splendor.Game(seed=1, start=0).view(0)
    >>> best = splendor.analyse(view, simulations=20, seed=1).best
    >>> best.line[0] == best.move, 0 < best.value < 1
    (True, True)
    """

    move: Move
    value: float
    error: float
    visits: int
    prior: float
    proven: bool
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of a search: every legal move, the best first (purchases paid by default).

    >>> view = splendor.Game(seed=1, start=0).view(0)
    >>> found = splendor.analyse(view, simulations=20, seed=1)
    >>> len(found.candidates) == len(view.legal_moves), found.simulations
    (True, 20)
    """

    candidates: tuple[Candidate, ...]
    simulations: int
    seconds: float
    nodes: int
    depth: float  # of a simulation, on average
    seats: tuple[float, ...] = ()  # each seat's chance of winning, on average

    @property
    def best(self) -> Candidate:
        """The candidate of the best move.

        >>> view = splendor.Game(seed=1, start=0).view(0)
        >>> splendor.analyse(view, simulations=20, seed=1).best.move in view.legal_moves
        True
        """
        return self.candidates[0]

    @property
    def value(self) -> float:
        """The seat's chance of winning, if it plays the best move.

        >>> view = splendor.Game(seed=1, start=0).view(0)
        >>> 0 < splendor.analyse(view, simulations=20, seed=1).value < 1
        True
        """
        return self.best.value


def mean_and_error(total: float, spread: float, visits: int) -> tuple[float, float]:
    """The mean of the values and its standard error, which is not 0 even if all are equal.

    `spread` are their squared deviations from the mean, added up. The variance includes one more
    value, half a game away from the mean.
    """
    if visits == 0:
        return 0.0, 0.5
    return total / visits, sqrt((max(0.0, spread) + 0.25) / (visits + 1) / visits)


def pick(
    found: Sequence[Candidate], temperature: float, most_lost: float, luck: float
) -> Candidate:
    """The best candidate or, with a temperature, one sampled from the softmax of the values.

    Candidates more than `most_lost` below the best are excluded. `luck` is a random number from
    0 to 1.
    """
    if temperature <= 0.0:
        return found[0]
    searched = [candidate for candidate in found if candidate.visits > 0 or candidate.proven]
    best = max(candidate.value for candidate in searched)
    near = [candidate for candidate in searched if best - candidate.value <= most_lost]
    weights = [exp((candidate.value - best) / temperature) for candidate in near]
    luck *= sum(weights)
    for candidate, weight in zip(near, weights, strict=True):
        luck -= weight
        if luck < 0.0:
            return candidate
    return near[-1]
