"""What the scores of many deals say: an interval, a difference in Elo, and when it is enough."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt
from typing import Any

NORMAL = 1.96  # 95 % of a normal distribution lie within so many standard deviations
RISK = 0.05  # of either error, in a sequential test
DECIDED = log((1 - RISK) / RISK)  # the log-likelihood ratio that ends it: 2.94
FEWEST = 10  # deals before a sequential test may end


@dataclass(frozen=True, slots=True)
class Score:
    """The mean of an agent's deals, each from 0 to 1, with its standard error."""

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
    """What the agent scored in each deal, as a share of its games."""
    return [deal["score"][agent] / len(deal["games"]) for deal in deals]


def score_of(scores: Sequence[float]) -> Score:
    if not scores:
        return Score(0.5, inf, 0)
    mean = sum(scores) / len(scores)
    return Score(mean, sqrt(variance(scores) / len(scores)), len(scores))


def variance(scores: Sequence[float]) -> float:
    """Of one deal's score. A deal won and one lost are added, so that it is never zero."""
    values = [*scores, 0.0, 1.0]
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)


def elo_of(score: float) -> float:
    """The difference in Elo at which this score is expected; infinite for all or nothing."""
    if not 0 < score < 1:
        return inf if score >= 1 else -inf
    return 400 * log10(score / (1 - score))


def expected_score(elo: float) -> float:
    return float(1 / (1 + 10 ** (-elo / 400)))


def likelihood_ratio(scores: Sequence[float], bounds: tuple[float, float]) -> float:
    """How much likelier these scores are at the second difference in Elo than at the first.

    The logarithm, with the deals' scores taken as normally distributed.
    """
    if not scores:
        return 0.0
    low, high = (expected_score(elo) for elo in bounds)
    surplus = 2 * sum(scores) - len(scores) * (low + high)
    return (high - low) * surplus / (2 * variance(scores))


def verdict(scores: Sequence[float], bounds: tuple[float, float]) -> int:
    """1 when the second difference is accepted, -1 when the first is, 0 while it is open."""
    if len(scores) < FEWEST:
        return 0
    ratio = likelihood_ratio(scores, bounds)
    return (ratio >= DECIDED) - (ratio <= -DECIDED)
