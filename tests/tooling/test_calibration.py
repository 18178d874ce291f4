"""Calibration: what the figures measure, and which games they are measured on."""

import json
from pathlib import Path

import numpy as np
import pytest

from splendor.core.kernel import COMPILED
from splendor.review.judge import Judge
from splendor.review.model import Budget
from splendor.review.shown import to_the_power
from tools import calibration
from tools.calibration import (
    KINDS,
    Samples,
    calibration_error,
    fit_slope,
    fitted,
    noise,
    parts,
    play_game,
    samples,
)


def test_the_calibration_error_is_the_mean_distance_over_bins() -> None:
    chances = np.array([0.25, 0.25, 0.25, 0.25, 0.95, 0.95])
    results = np.array([0.0, 0.0, 0.0, 1.0, 1.0, 0.0])
    assert calibration_error(chances, results) == pytest.approx(2 * 0.45 / 6)
    assert calibration_error(np.array([1.0]), np.array([1.0])) == 0


def test_perfect_chances_have_an_error_that_shrinks_with_their_number() -> None:
    few, many = np.linspace(0, 1, 50), np.linspace(0, 1, 5000)
    assert 0 < noise(many) < noise(few) / 5


def test_samples_are_divided_by_rounds_and_by_the_phases_of_reviews() -> None:
    rounds = np.array([1, 6, 7, 9, 20])
    found = Samples(np.full(5, 0.5), np.ones(5), rounds, np.arange(5))
    sizes = {name: len(some) for name, some in parts(found)}
    assert sizes["rounds 1-6"] == 2
    assert sizes["rounds from 19"] == 1
    assert (sizes["opening"], sizes["middle"], sizes["end"]) == (3, 1, 1)


@pytest.mark.parametrize("players", [2, 4])
def test_the_slope_undoes_chances_that_are_too_cautious(players: int) -> None:
    true = np.repeat(np.linspace(0.02, 0.98, 50), 400)
    results = (np.random.default_rng(1).random(len(true)) < true).astype(float)
    cautious = to_the_power(true, 1 / 1.4, players)
    games = np.arange(len(true)) // 4
    found = Samples(cautious, results, np.ones(len(true), int), games)
    assert fit_slope(found, players) == pytest.approx(1.4, abs=0.06)
    better = fitted(found, players)
    assert calibration_error(better.chances, results) < calibration_error(cautious, results) / 3
    assert to_the_power(np.array([1 / players]), 1.4, players) == pytest.approx(1 / players)


@pytest.mark.skipif(not COMPILED, reason="whole games")
@pytest.mark.parametrize("name", ["base-2-mixed", "base-2-equal"])
def test_games_can_be_continued_and_are_measured_once(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibration, "GAMES", tmp_path)
    monkeypatch.setattr(calibration, "RESULTS", tmp_path / "calibration.json")
    monkeypatch.setattr(calibration, "PLAYERS", ("greedy", "random"))
    monkeypatch.setattr(calibration, "SEARCHES", (("estimate", 1),))
    kind = KINDS[name]
    calibration.play(kind, 1)
    calibration.play(kind, 3)
    rows = calibration.read(kind.path)
    assert rows == [play_game(kind, number) for number in range(3)]
    assert not kind.is_equal or all(len(set(row["players"])) == 1 for row in rows)
    calibration.measure(name)
    found = json.loads(calibration.RESULTS.read_text())
    assert found[f"{name}/estimate@1"]["positions"] == 12
    monkeypatch.setattr(calibration, "samples", None)
    calibration.measure(name)


@pytest.mark.skipif(not COMPILED, reason="whole games")
def test_a_position_counts_for_the_seat_that_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibration, "GAMES", tmp_path)
    monkeypatch.setattr(calibration, "PLAYERS", ("greedy",))
    kind = KINDS["duel-2-equal"]
    calibration.play(kind, 2)
    found = samples(kind, Judge(Budget.of(1), "", "estimate"))
    assert len(found) == 2 * calibration.POSITIONS
    assert set(found.results) <= {0.0, 0.5, 1.0}
