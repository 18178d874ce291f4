"""Glicko-2, against the published example and what follows from the definition."""

import pytest

from splendor.arena.glicko import (
    Meeting,
    Strength,
    anchor,
    doubt_of,
    expected_score,
    pairwise,
    score_between,
    updated,
)

# Mark Glickman, "Example of the Glicko-2 system", 2022 (www.glicko.net/glicko/glicko2.pdf): a
# player of 1500 meets three opponents, wins against the first and loses against the others.
PLAYER = Strength(1500, 200, 0.06)
OPPONENTS = (Strength(1400, 30), Strength(1550, 100), Strength(1700, 300))
SCORES = (1.0, 0.0, 0.0)


def test_the_published_example_gives_the_published_rating() -> None:
    after = updated(PLAYER, [Meeting(*met) for met in zip(OPPONENTS, SCORES, strict=True)])
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@pytest.mark.parametrize(
    "opponent, doubt, expected",
    [
        (OPPONENTS[0], 0.9955, 0.639),
        (OPPONENTS[1], 0.9531, 0.432),
        (OPPONENTS[2], 0.7242, 0.303),
    ],
)
def test_the_steps_of_the_example_are_the_published_ones(
    opponent: Strength, doubt: float, expected: float
) -> None:
    assert doubt_of(opponent) == pytest.approx(doubt, abs=0.0001)
    assert expected_score(PLAYER, opponent) == pytest.approx(expected, abs=0.001)


def test_a_period_without_games_only_widens_the_interval() -> None:
    after = updated(PLAYER, [])
    # Step 6: the root of φ² + σ², both on the inner scale.
    assert after.deviation == pytest.approx(200.2714, abs=0.0001)
    assert (after.rating, after.volatility) == (PLAYER.rating, PLAYER.volatility)


def test_a_part_of_a_period_widens_the_interval_by_its_part() -> None:
    now = PLAYER
    for _ in range(12):
        now = updated(now, [], 1 / 12)
    assert now.deviation == pytest.approx(updated(PLAYER, []).deviation)


def test_the_origin_of_the_scale_does_not_matter() -> None:
    moved = [Meeting(Strength(each.rating - 1500, each.deviation), 1.0) for each in OPPONENTS]
    here = [Meeting(each, 1.0) for each in OPPONENTS]
    after = updated(Strength(0, 200), moved)
    assert after.rating == pytest.approx(updated(PLAYER, here).rating - 1500)


def test_a_game_of_four_weighs_as_much_as_a_game_of_two() -> None:
    alike = anchor(1600)
    of_two = updated(PLAYER, pairwise([alike], [1.0]))
    of_four = updated(PLAYER, pairwise([alike] * 3, [1.0] * 3))
    assert of_four.rating == pytest.approx(of_two.rating)
    assert of_four.deviation == pytest.approx(of_two.deviation)


def test_an_opponent_without_a_rating_is_left_out_and_keeps_its_share() -> None:
    met = pairwise([anchor(1600), None], [1.0, 0.0])
    assert [(each.score, each.weight) for each in met] == [(1.0, 0.5)]


def test_many_games_against_anchors_find_the_rating_and_narrow_the_interval() -> None:
    """Half the games against 1000 won, and half against 1200: the rating is between them."""
    now = Strength(700)
    for _ in range(200):
        for level, score in ((1000, 1.0), (1200, 0.0)):
            now = updated(now, pairwise([anchor(level)], [score]))
    assert 1060 < now.rating < 1140
    assert now.interval < 150


def test_an_extreme_surprise_keeps_everything_finite() -> None:
    now = Strength(3000, 30)
    for _ in range(50):
        now = updated(now, pairwise([anchor(0)], [0.0]))
    assert 0 < now.deviation < 400
    assert -1000 < now.rating < 3000


@pytest.mark.parametrize(
    "mine, theirs, score",
    [((1, 15), (0, 14), 1.0), ((0, 9), (0, 9), 0.5), ((0, 9, -8), (0, 9, -7), 0.0)],
)
def test_the_final_order_decides_a_meeting(
    mine: tuple[int, ...], theirs: tuple[int, ...], score: float
) -> None:
    assert score_between(mine, theirs) == score
