"""Rewards: the outcome, the margin in points, or the outcome with potential-based shaping.

All are zero-sum: what one seat gains, the others lose. Shaping with a potential leaves the best
policies as they are (Ng, Harada and Russell, 1999) if `gamma` is the learner's discount factor.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from splendor.core.errors import OptionError
from splendor.core.refusals import shown

Array = npt.NDArray[np.float64]

REWARDS = ("outcome", "margin", "shaped")
POINTS = 20.0  # points that count as much as a victory, in margins and potentials
ILLEGAL = -1.0  # the reward of an illegal action, which ends the game


@dataclass(frozen=True, slots=True)
class Rewards:
    """How a learner is rewarded; `gamma` is its discount factor, which only shaping uses."""

    kind: str = "outcome"
    gamma: float = 1.0

    def __post_init__(self) -> None:
        if self.kind not in REWARDS:
            raise OptionError(f"rewards are {', '.join(REWARDS)}, not {shown(self.kind)}")
        if not isinstance(self.gamma, (int, float)) or not 0 < self.gamma <= 1:
            raise OptionError(f"gamma is above 0 and at most 1, not {shown(self.gamma)}")

    @property
    def is_shaped(self) -> bool:
        return self.kind == "shaped"

    def at_the_end(self, winners: npt.ArrayLike, points: npt.ArrayLike) -> Array:
        """The reward of each seat for finished games: rows of flags and of points, by seat."""
        return leads(points) if self.kind == "margin" else outcomes(winners)


def outcomes(winners: npt.ArrayLike) -> Array:
    """1 for the only winner and as much in sum for the losers; less if a victory is shared.

    >>> outcomes([[1, 0], [1, 1], [0, 0]]).tolist()
    [[1.0, -1.0], [0.0, 0.0], [0.0, 0.0]]
    >>> outcomes([[0, 1, 0]]).tolist()
    [[-0.5, 1.0, -0.5]]
    """
    flags = np.asarray(winners, np.float64)
    count = flags.sum(axis=1, keepdims=True)
    seats = flags.shape[1]
    return np.where(count > 0, (flags / np.maximum(count, 1) * seats - 1) / (seats - 1), 0.0)


def leads(points: npt.ArrayLike) -> Array:
    """The points of each seat less the mean of the others, as a part of `POINTS`.

    >>> leads([[15, 5]]).tolist()
    [[0.5, -0.5]]
    """
    own = np.asarray(points, np.float64)
    others = (own.sum(axis=1, keepdims=True) - own) / (own.shape[1] - 1)
    return np.asarray((own - others) / POINTS)
