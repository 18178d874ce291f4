"""What a search found out about each move, and how a move is picked from that."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt

from splendor.ruleset import Move


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a search found out about one move.

    `value` is the seat's chance of winning after it and `error` its standard error, as far as
    chance goes: the judgement itself may be wrong. `proven` values are exact. `line` is how the
    game could go on, the move itself first.

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
    """What a search found out: every legal move, the best first (purchases paid by default).

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

    @property
    def best(self) -> Candidate:
        """The best move, with what was found out about it.

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


def mean_and_error(total: float, squares: float, visits: int) -> tuple[float, float]:
    """The mean of the values and its standard error, which is never 0 for a few equal ones.

    The variance is taken as if one more value had been seen that is half a game off.
    """
    if visits == 0:
        return 0.0, 0.5
    mean = total / visits
    spread = max(0.0, squares / visits - mean * mean)
    return mean, sqrt((spread * visits + 0.25) / (visits + 1) / visits)


def pick(
    found: Sequence[Candidate], temperature: float, most_lost: float, luck: float
) -> Candidate:
    """The best candidate; or by luck, a number from 0 to 1, one that is not too much worse."""
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
