"""Statistics of the deals' scores: confidence interval, Elo difference, sequential test."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt
from typing import Any

NORMAL = 1.96  # standard deviations on either side of the mean that hold 95 % of a normal
RISK = 0.05  # the probability of either error of a sequential test
DECIDED = log((1 - RISK) / RISK)  # the log-likelihood ratio that ends the test: 2.94
FEWEST = 10  # deals before a sequential test may end


@dataclass(frozen=True, slots=True)
class Score:
    """The mean score of an agent's deals, from 0 to 1, with its standard error."""

    mean: float
    error: float
    deals: int

    @property
    def low(self) -> float:
        return max(0.0, self.mean - NORMAL * self.error)

    @property
    def high(self) -> float:
        return min(1.0, self.mean + NORMAL * self.error)


def deal_scores(deals: Sequence[dict[str, Any]], agent: int) -> list[float]:
    """The agent's score in each deal, as a share of the deal's games."""
    return [deal["score"][agent] / len(deal["games"]) for deal in deals]


def score_of(scores: Sequence[float]) -> Score:
    if not scores:
        return Score(0.5, inf, 0)
    mean = sum(scores) / len(scores)
    return Score(mean, sqrt(variance(scores) / len(scores)), len(scores))


def variance(scores: Sequence[float]) -> float:
    """The variance of the scores, with one win and one loss added so that it is never zero."""
    values = [*scores, 0.0, 1.0]
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)


def elo_of(score: float) -> float:
    """The Elo difference at which this score is expected; infinite for a score of 0 or 1."""
    if not 0 < score < 1:
        return inf if score >= 1 else -inf
    return 400 * log10(score / (1 - score))


def expected_score(elo: float) -> float:
    return float(1 / (1 + 10 ** (-elo / 400)))


def likelihood_ratio(scores: Sequence[float], bounds: tuple[float, float]) -> float:
    """The log-likelihood ratio of the second Elo difference in `bounds` to the first.

    The deals' scores are taken as normally distributed.
    """
    if not scores:
        return 0.0
    low, high = (expected_score(elo) for elo in bounds)
    surplus = 2 * sum(scores) - len(scores) * (low + high)
    return (high - low) * surplus / (2 * variance(scores))


def verdict(scores: Sequence[float], bounds: tuple[float, float]) -> int:
    """1 if the second Elo difference is accepted, -1 if the first is, 0 if undecided."""
    if len(scores) < FEWEST:
        return 0
    ratio = likelihood_ratio(scores, bounds)
    return (ratio >= DECIDED) - (ratio <= -DECIDED)
