"""Intervals, Elo, and the sequential test."""

from math import inf, sqrt

import numpy as np
import pytest

from splendor.arena.scores import (
    DECIDED,
    deal_scores,
    elo_of,
    expected_score,
    likelihood_ratio,
    score_of,
    verdict,
)


def pairs(score: float, count: int, seed: int) -> list[float]:
    """Scores of deals of two games, each won with this probability."""
    chance = np.random.default_rng(seed)
    return [float(wins) / 2 for wins in chance.binomial(2, score, count)]


def test_elo_and_expected_score_are_inverse() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)
    assert expected_score(elo_of(0.3)) == pytest.approx(0.3)
    assert (elo_of(1.0), elo_of(0.0)) == (inf, -inf)


def test_the_score_of_a_deal_is_a_share_of_its_games() -> None:
    deals = [{"score": [2.0, 1.0, 0.0], "games": [{}] * 3}]
    assert deal_scores(deals, 0) == [2 / 3]


def test_the_interval_contains_the_truth_as_often_as_it_should() -> None:
    inside = 0
    for seed in range(400):
        score = score_of(pairs(0.6, 100, seed))
        inside += score.low <= 0.6 <= score.high
    assert 0.92 <= inside / 400 <= 0.98


def test_pairs_that_cancel_out_give_a_narrower_interval() -> None:
    swapped = score_of([0.5] * 100)  # one game each, always: the deal decides everything
    independent = score_of([0.0, 1.0] * 50)
    assert swapped.error < independent.error / 4
    assert independent.error == pytest.approx(sqrt(0.25 / 100), rel=0.03)


def test_an_agent_that_wins_everything_has_an_interval_all_the_same() -> None:
    score = score_of([1.0] * 20)
    assert 0.8 < score.low < 0.95
    assert score.high == 1.0
    assert score_of([]).deals == 0


@pytest.mark.parametrize("elo, expected", [(60, 1), (-40, -1)])
def test_the_sequential_test_ends_with_the_right_verdict(elo: float, expected: int) -> None:
    verdicts = []
    for seed in range(20):
        scores = pairs(expected_score(elo), 4000, seed)
        ends = (verdict(scores[:count], (0, 35)) for count in range(10, 4000, 5))
        verdicts.append(next(end for end in ends if end))
    assert verdicts.count(expected) >= 19


def test_the_likelihood_ratio_is_that_of_two_normal_distributions() -> None:
    scores = [0.5, 1.0, 0.0, 1.0, 0.5, 1.0] * 5
    low, high = expected_score(0), expected_score(35)
    squares = sum((score - low) ** 2 - (score - high) ** 2 for score in scores)
    expected = squares / (2 * float(np.var([*scores, 0, 1], ddof=1)))
    assert likelihood_ratio(scores, (0, 35)) == pytest.approx(expected)


def test_the_sequential_test_waits_for_ten_deals() -> None:
    scores = [1.0] * 9
    assert likelihood_ratio([*scores, *scores], (0, 200)) > DECIDED
    assert verdict(scores, (0, 200)) == 0
    assert verdict([*scores, *scores], (0, 200)) == 1
    assert verdict([0.0] * 18, (0, 200)) == -1


def test_the_sequential_test_stays_open_between_its_bounds() -> None:
    assert verdict([0.5, 0.55] * 8, (0, 35)) == 0
    assert likelihood_ratio([], (0, 35)) == 0
