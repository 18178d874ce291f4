"""Ratings: known strengths are recovered, and incomparable results are kept apart."""

from typing import Any

import numpy as np
import pytest

from splendor.arena.ratings import Source, ladders, other_versions
from splendor.core.errors import RulesError


def match_of(*names: str, seed: str = "1", rules: str = "official", version: str = "1") -> Any:
    return {
        "rules": rules,
        "players": len(names),
        "options": {"rounds": 100},
        "agents": [{"name": name, "version": version, "bot_version": None} for name in names],
        "seed": seed,
    }


def game_of(payoffs: list[float], failure: Any = None) -> dict[str, Any]:
    decisions = [30] * len(payoffs)
    cpu = [3.0] * len(payoffs)
    row = {"payoffs": payoffs, "failure": failure}
    return row if failure else {**row, "rounds": 28, "decisions": decisions, "cpu": cpu}


def simulated(truth: dict[str, float], *names: str, deals: int = 300, seed: int = 0) -> Source:
    """A match of agents with these ratings."""
    chance = np.random.default_rng([seed, len(names), *map(ord, "".join(names))])
    strengths = np.array([10 ** (truth[name] / 400) for name in names])
    wins = chance.choice(len(names), (deals, len(names)), p=strengths / strengths.sum())
    one_each = np.eye(len(names))
    rows = [
        {"deal": number, "games": [game_of(one_each[winner].tolist()) for winner in row]}
        for number, row in enumerate(wins)
    ]
    return Source("-".join(names), match_of(*names, seed=str(seed)), rows)


def won(first: str, second: str, wins: int, losses: int = 0, **facts: str) -> Source:
    games = [[1.0, 0.0]] * wins + [[0.0, 1.0]] * losses
    rows = [
        {"deal": number, "games": [game_of(pair), game_of(pair)]}
        for number, pair in enumerate(games)
    ]
    return Source(f"{first}-{second}", match_of(first, second, **facts), rows)


TRUTH = {"a": 0.0, "b": 150.0, "c": 300.0, "d": 450.0}


def test_known_strengths_are_recovered() -> None:
    pairs = [("a", "b"), ("b", "c"), ("c", "d"), ("a", "c"), ("b", "d")]
    [ladder] = ladders([simulated(TRUTH, *pair) for pair in pairs], ("a", 0.0))
    assert [rating.name for rating in ladder.ratings] == ["d", "c", "b", "a"]
    for rating in ladder.ratings:
        assert rating.elo == pytest.approx(TRUTH[rating.name], abs=60)
        assert rating.low <= rating.elo <= rating.high


def test_strengths_are_recovered_at_tables_of_four_and_from_three_seats_of_an_agent() -> None:
    sources = [simulated(TRUTH, "a", "b", "c", "d"), simulated(TRUTH, "d", "a", "a", "a")]
    [ladder] = ladders(sources, ("b", 150.0))
    for rating in ladder.ratings:
        assert rating.elo == pytest.approx(TRUTH[rating.name], abs=70)


def test_the_interval_contains_the_truth_as_often_as_it_should() -> None:
    truth = {"a": 0.0, "b": 120.0}
    inside = 0
    for seed in range(40):
        [ladder] = ladders([simulated(truth, "a", "b", deals=60, seed=seed)], ("a", 0.0))
        best = next(rating for rating in ladder.ratings if rating.name == "b")
        inside += best.low <= 120 <= best.high
    assert inside >= 34


def test_the_ratings_of_two_agents_follow_from_their_score() -> None:
    [ladder] = ladders([won("a", "b", 3000, 1000)], ("b", 0.0))
    assert ladder.ratings[0].elo == pytest.approx(190.8, abs=1)
    assert ladder.ratings[0].score == pytest.approx(0.75)


def test_an_agent_that_never_lost_has_a_finite_rating_with_a_wide_interval() -> None:
    [ladder] = ladders([won("a", "b", 100)], ("b", 0.0))
    best = ladder.ratings[0]
    assert 800 < best.elo < 1100  # as if it had lost one of 201
    assert 550 < best.low < best.elo - 100
    assert best.elo + 200 < best.high < 3000


def test_the_average_is_zero_without_an_anchor_and_the_anchor_has_no_error() -> None:
    source = won("a", "b", 60, 40)
    [ladder] = ladders([source])
    assert sum(rating.elo for rating in ladder.ratings) == pytest.approx(0, abs=1e-6)
    [held] = ladders([source], ("b", 1000.0))
    anchor = held.ratings[1]
    assert (anchor.name, anchor.elo, anchor.low, anchor.high) == ("b", 1000.0, 1000.0, 1000.0)


def test_the_same_files_give_the_same_intervals() -> None:
    source = won("a", "b", 60, 40)
    assert ladders([source]) == ladders([source])


def test_an_agent_in_several_files_is_one() -> None:
    [ladder] = ladders([won("a", "b", 60, 40), won("c", "b", 60, 40, seed="2")])
    assert len(ladder.ratings) == 3
    assert next(rating for rating in ladder.ratings if rating.name == "b").games == 400


def test_what_is_not_connected_or_not_the_same_game_has_its_own_table() -> None:
    sources = [won("a", "b", 6, 4), won("c", "d", 6, 4), won("a", "b", 6, 4, rules="duel")]
    found = ladders(sources)
    names = [sorted(rating.name for rating in ladder.ratings) for ladder in found]
    assert names == [["a", "b"], ["c", "d"], ["a", "b"]]
    assert [ladder.rules for ladder in found] == ["official", "official", "duel"]


def test_agents_are_connected_through_others() -> None:
    sources = [won("a", "b", 6, 4), won("c", "d", 6, 4), won("b", "c", 6, 4)]
    assert len(ladders(sources)) == 1


def test_figures_are_added_up() -> None:
    failed = game_of([0.0, 1.0], {"agent": 0, "why": "x"})
    rows = [{"deal": 0, "games": [failed, game_of([1.0, 0.0])]}]
    [ladder] = ladders([Source("f", match_of("a", "b"), rows)])
    first = next(rating for rating in ladder.ratings if rating.name == "a")
    assert (first.games, first.failures, first.score) == (2, 1, 0.5)
    assert (first.mean_rounds, first.cpu_per_decision) == (28, 0.1)
    assert sum(rating.failures for rating in ladder.ratings) == 1


def test_the_same_games_are_not_counted_twice() -> None:
    with pytest.raises(RulesError, match="a-b and a-b hold the same deals"):
        ladders([won("a", "b", 6), won("a", "b", 6)])


def test_what_cannot_be_rated_is_refused() -> None:
    with pytest.raises(RulesError, match="nothing to rate"):
        ladders([won("a", "b", 0)])
    with pytest.raises(RulesError, match="there is no agent 'z'"):
        ladders([won("a", "b", 6)], ("z", 0.0))


def test_agents_of_several_versions_are_named() -> None:
    sources = [won("a", "b", 6), won("a", "c", 6, version="2")]
    assert other_versions(sources) == ["a"]
    assert other_versions(sources[:1]) == []
