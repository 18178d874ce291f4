"""Glicko-2: the rating of somebody who plays now and then, with its deviation and volatility.

The method is Mark Glickman's, "Example of the Glicko-2 system" (www.glicko.net/glicko/glicko2.pdf);
the numbers of the steps are those of the paper, and a test repeats its example. Two things are
added: a result may have a weight, and an opponent may be an anchor, whose rating is fixed and known
(deviation 0). Ratings are on the scale of Elo, with any origin.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import TypeAlias

SCALE = 400 / log(10)  # Elo per unit of the paper's inner scale, 173.7178
TAU = 0.5  # how much the volatility may change
DEVIATION, VOLATILITY = 350.0, 0.06  # of somebody who has not played yet
TOLERANCE = 1e-6
NINETY_FIVE_PER_CENT = 1.96  # standard deviations

Slope: TypeAlias = Callable[[float], float]


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating, its standard deviation, and how much the rating itself varies."""

    rating: float
    deviation: float = DEVIATION
    volatility: float = VOLATILITY

    @property
    def interval(self) -> float:
        """Half the width of the 95 % interval."""
        return NINETY_FIVE_PER_CENT * self.deviation


@dataclass(frozen=True, slots=True)
class Meeting:
    """A result against one opponent: 1 for a win, 0.5 for a draw, 0 for a loss."""

    opponent: Strength
    score: float
    weight: float = 1.0


def anchor(rating: float) -> Strength:
    """An opponent whose rating is known and does not change."""
    return Strength(rating, 0.0, 0.0)


def pairwise(opponents: Sequence[Strength | None], scores: Sequence[float]) -> list[Meeting]:
    """A game of several players as meetings of one with each of the others, which together weigh
    as much as one game. An opponent without a rating (None) is left out.
    """
    weight = 1 / len(opponents)
    met = zip(opponents, scores, strict=True)
    return [Meeting(opponent, score, weight) for opponent, score in met if opponent is not None]


def score_between(mine: tuple[int, ...], theirs: tuple[int, ...]) -> float:
    """The score of a meeting, from what decides the final order; more is better."""
    return 0.5 if mine == theirs else float(mine > theirs)


def updated(before: Strength, meetings: Sequence[Meeting], periods: float = 1.0) -> Strength:
    """The strength after a rating period with these results. Without any, only the deviation grows
    (step 6). `periods` is less than 1 for results of a part of a period, such as a single game.

    >>> before = Strength(1500, 200)
    >>> round(updated(before, [Meeting(Strength(1400, 30), 1.0)]).rating)
    1564
    """
    phi = before.deviation / SCALE
    if not meetings:
        grown = sqrt(phi**2 + periods * before.volatility**2)
        return Strength(before.rating, grown * SCALE, before.volatility)
    variance, surprise = estimated(before, meetings)
    volatility = new_volatility(before, variance, variance * surprise)
    started = phi**2 + periods * volatility**2  # step 6, squared
    new_phi = 1 / sqrt(1 / started + 1 / variance)  # step 7
    rating = before.rating + SCALE * new_phi**2 * surprise
    return Strength(rating, new_phi * SCALE, volatility)


def estimated(before: Strength, meetings: Sequence[Meeting]) -> tuple[float, float]:
    """Steps 3 and 4: the variance of the rating by these results alone, and the weighted sum of the
    differences between scores and expectations.
    """
    information = surprise = 0.0
    for each in meetings:
        doubt = doubt_of(each.opponent)
        expected = expected_score(before, each.opponent)
        information += each.weight * doubt**2 * expected * (1 - expected)
        surprise += each.weight * doubt * (each.score - expected)
    return 1 / max(information, 1e-12), surprise


def doubt_of(opponent: Strength) -> float:
    """g(φ) of the paper: how much a result says in view of the opponent's own deviation."""
    return 1 / sqrt(1 + 3 * (opponent.deviation / SCALE / pi) ** 2)


def expected_score(player: Strength, opponent: Strength) -> float:
    """E(μ, μj, φj) of the paper."""
    difference = (player.rating - opponent.rating) / SCALE
    return 1 / (1 + exp(-doubt_of(opponent) * difference))


def new_volatility(before: Strength, variance: float, change: float) -> float:
    """Step 5: the root of `slope`, by the Illinois algorithm. `change` is the paper's Δ."""
    spread = (before.deviation / SCALE) ** 2 + variance
    start = log(before.volatility**2)

    def slope(x: float) -> float:
        grown = spread + exp(x)
        return exp(x) * (change**2 - grown) / (2 * grown**2) - (x - start) / TAU**2

    low, high = start, bracket(before, change**2 - spread, slope)
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


def bracket(before: Strength, excess: float, slope: Slope) -> float:
    """The other end of an interval that contains the root."""
    if excess > 0:
        return log(excess)
    start, steps = log(before.volatility**2), 1
    while slope(start - steps * TAU) < 0:
        steps += 1
    return start - steps * TAU
