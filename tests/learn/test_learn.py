"""Learning: what self-play records, gradients, and runs that stop and go on without loss."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from splendor import RulesError
from splendor.arena.scores import Score
from splendor.bots.evaluators import network
from splendor.bots.evaluators.network import INPUTS
from splendor.bots.search import Search
from splendor.cli import main
from splendor.learn import release
from splendor.learn.match import play_match
from splendor.learn.positions import Positions, join, positions_of
from splendor.learn.run import Run, Settings, evaluation, read_games
from splendor.learn.selfplay import Games, Play, Player, new_table, play_some
from splendor.learn.shared import shared_inputs, shared_policy
from splendor.learn.training import Losses, Recipe, Trainer
from splendor.ruleset import GAMES
from tests.bots.midgames import midgames

TRAINING = Path(__file__).resolve().parents[2] / "training"
QUICK = Play(full=16, brief=6, stray_share=0.8)
SETTINGS = Settings(
    "base", 2, part=4, generation=4, first_generation=8, evaluate_every=1, deals=2, simulations=8
)


@cache
def some_games(game: str = "base", players: int = 2) -> Games:
    return play_some(Player(game, players, 16, None), 6, QUICK, "test")


@cache
def some_positions(game: str = "base", players: int = 2) -> Positions:
    return positions_of(some_games(game, players), players)


@pytest.mark.parametrize("game, players", [("base", 2), ("base", 4), ("duel", 2)])
def test_self_play_records_every_decision_with_its_result(game: str, players: int) -> None:
    games = some_games(game, players)
    decisions = games.decisions
    assert games.count == 6
    for number in range(6):
        of_game = decisions[decisions["game"] == number]
        assert of_game["ply"].tolist() == list(range(len(of_game)))
        assert of_game["left"].tolist() == list(range(len(of_game), 0, -1))
    np.testing.assert_allclose(decisions["results"].sum(1), 1, rtol=1e-6)
    np.testing.assert_allclose(decisions["values"].sum(1), 1, rtol=1e-5)
    full = decisions[decisions["count"] > 0]
    assert 0 < len(full) < len(decisions)
    for decision in full:
        tried = games.tried[decision["tried"] : decision["tried"] + decision["count"]]
        assert tried["visits"].sum() == QUICK.full
        assert len(set(tried["action"].tolist())) == decision["count"]


def test_self_play_is_the_same_for_the_same_seed() -> None:
    first, again, other = (
        play_some(Player("base", 2, 16, None), 2, QUICK, seed) for seed in ("a", "a", "b")
    )
    assert first.views.tobytes() == again.views.tobytes()
    assert first.tried.tobytes() == again.tried.tobytes()
    assert first.views.tobytes() != other.views.tobytes()


def test_before_a_random_move_only_the_search_is_believed() -> None:
    positions = some_positions()
    strayed = np.flatnonzero(~positions.is_clean)
    assert len(strayed)
    np.testing.assert_array_equal(positions.targets(strayed, 0.0), positions.values[strayed])
    clean = np.flatnonzero(positions.is_clean)
    np.testing.assert_array_equal(positions.targets(clean, 0.0), positions.results[clean])


def test_joined_positions_are_those_of_the_parts() -> None:
    part = some_positions()
    both = join([part, part])
    assert len(both) == 2 * len(part)
    for number in (0, 17, len(part) - 1):
        for positions, at in ((part, number), (both, number), (both, len(part) + number)):
            begin, end = positions.input_starts[at : at + 2]
            first, last = part.input_starts[number : number + 2]
            assert positions.inputs[begin:end].tolist() == part.inputs[first:last].tolist()
            begin, end = positions.row_starts[at : at + 2]
            first, last = part.row_starts[number : number + 2]
            assert positions.rows[begin:end].tolist() == part.rows[first:last].tolist()


# Gradients


def whole_loss(trainer: Trainer, data: Positions, recipe: Recipe) -> float:
    """What `step` minimises, from the losses that are reported; extras are switched off."""
    losses = trainer._propagate(data, np.arange(len(data)), recipe, trainer.weights)
    return losses.value + recipe.policy * losses.policy


@pytest.mark.parametrize("game", ["base", "duel"])
def test_gradients_are_the_slopes_of_the_loss(game: str) -> None:
    """For random directions in each array: the change of the loss over a small step."""
    data, recipe = some_positions(game), Recipe(extras=0.0)
    trainer = Trainer(game, 2, seed=3)
    whole_loss(trainer, data, recipe)
    trainer._inputs.collect(trainer._gradients["first"], trainer._gradients["first_shared"])
    trainer._policy.collect(trainer._gradients["policy"], trainer._gradients["policy_shared"])
    gradients = {name: array.copy() for name, array in trainer._gradients.items()}
    for name, weights in trainer.weights.items():
        if name.startswith("extras"):
            continue
        direction = gradients[name] / max(1e-12, float(np.abs(gradients[name]).max()))
        expected = float((gradients[name] * direction).sum())
        before, size = weights.copy(), 2e-3
        losses = []
        for sign in (1, -1):
            weights[:] = before + sign * size * direction
            losses.append(whole_loss(trainer, data, recipe))
        weights[:] = before
        slope = (losses[0] - losses[1]) / (2 * size)
        assert slope == pytest.approx(expected, rel=0.05, abs=1e-4), name


def test_cards_share_what_they_have_in_common() -> None:
    for game, players in (("base", 2), ("base", 3), ("duel", 2)):
        for shared in (shared_inputs(game, players), shared_policy(game)):
            assert shared.numbers.max() == shared.count - 1
            assert len(shared.numbers) == shared.starts[-1]
            assert np.bincount(shared.numbers).max() > 1


def test_training_lowers_the_loss() -> None:
    data, recipe = some_positions(), Recipe()
    trainer = Trainer("base", 2)
    before = trainer.check(data, recipe)
    for losses in trainer.train(data, 60, recipe, 0):
        assert all(np.isfinite(getattr(losses, name)) for name in Losses.__slots__)
    after = trainer.check(data, recipe)
    assert after.value < before.value
    assert after.policy < before.policy


def test_a_checkpoint_goes_on_where_it_was(tmp_path: Path) -> None:
    trainer, other = Trainer("base", 2), Trainer("base", 2, seed=1)
    list(trainer.train(some_positions(), 5, Recipe(), 0))
    trainer.save(tmp_path / "checkpoint.npz")
    other.load(tmp_path / "checkpoint.npz")
    assert other.steps == 5
    difference = trainer.exported().arrays["first"].astype(int) - other.exported().arrays["first"]
    assert np.abs(difference).max() <= 1  # saved in half precision
    with pytest.raises(RulesError, match="another network"):
        Trainer("duel", 2).load(tmp_path / "checkpoint.npz")


def test_a_match_counts_every_seat_once() -> None:
    sides = [Player("base", 3, 8, None) for _ in range(2)]
    score = play_match(sides[0], sides[1], 4, 8, "test")
    assert score.deals == 4
    assert 0 <= score.mean <= 1


# Runs


def lines(run: Run) -> list[dict[str, object]]:
    return [json.loads(line) for line in (run.folder / "log.jsonl").read_text().splitlines()]


def settings() -> Settings:
    return replace(SETTINGS, play=QUICK)


def test_a_run_goes_on_after_any_stop(tmp_path: Path) -> None:
    run = Run(tmp_path, settings(), lambda line: None)
    run.load_window()
    for _ in range(2):
        run.play_part()
    assert run.has_enough_games()
    run.train()
    assert (run.progress.generation, run.progress.games) == (1, 8)
    assert not run.has_enough_games()
    run.play_part()  # with the network
    again = Run(tmp_path, Settings("base", 2), lambda line: None)
    again.load_window()
    assert again.progress == run.progress
    assert again.settings == run.settings
    assert sorted(again.window) == [0, 1, 2]
    again.train()
    assert [line["generation"] for line in lines(again)] == [1, 2]
    assert all("estimate" in line for line in lines(again))


def test_a_run_without_its_games_plays_new_ones_first(tmp_path: Path) -> None:
    run = Run(tmp_path, settings(), lambda line: None)
    run.play_part()
    run.play_part()
    run.train()
    for path in (tmp_path / "games").iterdir():
        path.unlink()
    again = Run(tmp_path, settings(), lambda line: None)
    again.load_window()
    again.play_part()
    assert not again.has_enough_games()
    assert list(again.window) == [2]


@pytest.mark.parametrize("damage", ["cut", "outdated"])
def test_a_file_of_games_that_cannot_be_used_is_played_again(tmp_path: Path, damage: str) -> None:
    run = Run(tmp_path, settings(), lambda line: None)
    run.play_part()
    path = run.part_file(0)
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:500])
    else:
        games = read_games(path, "base")
        np.savez(path, views=games.views["market"], decisions=games.decisions, tried=games.tried)
    again = Run(tmp_path, settings(), lambda line: None)
    again.load_window()
    assert not again.window
    assert not path.exists()


def test_recorded_games_are_read_as_they_were_written(tmp_path: Path) -> None:
    run = Run(tmp_path, settings(), lambda line: None)
    run.play_part()
    games = read_games(run.part_file(0), "base")
    assert games.views.dtype == new_table("base", 2).dtype
    again = positions_of(games, 2)
    assert again.inputs.tolist() == run.window[0].inputs.tolist()
    assert again.shares.tolist() == run.window[0].shares.tolist()


def test_a_folder_of_another_run_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Run(tmp_path, settings(), lambda line: None).save_state()
    given = ["learn", "--hours", "0.0001", "--out", str(tmp_path)]
    assert main([*given, "--game", "duel"]) == 2
    assert "choose another --out" in capsys.readouterr().err
    (tmp_path / "run.json").write_text("{}")
    assert main(given) == 2
    assert "is not the state of a run" in capsys.readouterr().err


@pytest.mark.parametrize(
    "given, why",
    [
        (["--game", "chess"], "there is no network for 'chess'"),
        (["--game", "duel", "--players", "3"], "not played by 3"),
        (["--hours", "0"], "must be above 0"),
        (["--hours", "nan"], "not a"),
    ],
)
def test_what_cannot_be_trained_is_refused(
    given: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["learn", "--out", str(tmp_path / "run"), *given]) == 2
    assert why in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


# Warm starts, curves, releases


def trained_run(folder: Path, **others: object) -> Run:
    run = Run(folder, replace(settings(), **others), lambda line: None)  # type: ignore[arg-type]
    while not run.has_enough_games():
        run.play_part()
    run.train()
    return run


def test_a_run_for_four_begins_with_the_weights_for_two(tmp_path: Path) -> None:
    two = trained_run(tmp_path / "two")
    warm = str(tmp_path / "two")
    four = Run(tmp_path / "four", replace(settings(), players=4, warm_start=warm), lambda _: None)
    first, of_two = four.trainer.weights["first"], two.trainer.averages["first"]
    np.testing.assert_allclose(first[: len(of_two)], of_two, atol=1e-3)
    seat = INPUTS["base"].SEAT_INPUTS
    np.testing.assert_array_equal(first[-seat:], first[-2 * seat : -seat])
    np.testing.assert_allclose(
        four.trainer.weights["value"][3], two.trainer.averages["value"][1], atol=1e-3
    )
    assert four.weights is not None  # plays with the network at once
    four.play_part()
    with pytest.raises(RulesError, match="checkpoint of another game"):
        Trainer("duel", 2).adopt(tmp_path / "two" / "checkpoint.npz")


def test_the_curve_shows_every_evaluation(tmp_path: Path) -> None:
    run = trained_run(tmp_path)
    assert not (tmp_path / "curve.svg").exists()
    run.play_part()
    run.train()
    svg = (tmp_path / "curve.svg").read_text()
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert svg.count("<circle") == 2 * 2  # by games and by hours


@pytest.mark.parametrize("score, players, elo", [(0.5, 2, 0), (0.25, 4, 0), (0.75, 2, 191)])
def test_an_even_share_is_zero_elo(score: float, players: int, elo: int) -> None:
    assert evaluation(Score(score, 0.01, 10), players)["elo"] == elo


@pytest.fixture
def own_releases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of releases, in place of the package's."""
    folder = tmp_path / "networks"
    for module in (network, release):
        monkeypatch.setattr(module, "RELEASES", folder)
    return folder


def test_the_first_candidate_meets_the_hand_written_evaluator(
    tmp_path: Path, own_releases: Path
) -> None:
    candidate = release.candidate_of(trained_run(tmp_path / "run"))
    assert (candidate.name, candidate.opponent) == ("base2-1", release.HAND_WRITTEN)
    about = network.read_weights(candidate.file).about
    assert (about["generation"], about["games"]) == (1, 8)


def test_a_release_is_the_newest_and_the_next_candidate_meets_it(
    tmp_path: Path, own_releases: Path
) -> None:
    run = trained_run(tmp_path / "run")
    assert release.release(release.candidate_of(run)) == own_releases / "base2-1.npz"
    assert network.releases("base", 2) == ["base2-1"]
    following = release.candidate_of(run)
    assert (following.name, following.opponent) == (
        "base2-2",
        "search,evaluator=network,weights=base2-1",
    )


def test_a_candidate_is_kept_while_its_match_is_played(tmp_path: Path, own_releases: Path) -> None:
    run = trained_run(tmp_path / "run")
    candidate = release.candidate_of(run)
    before = network.read_weights(candidate.file).hash
    candidate.match_file.touch()
    run.play_part()
    run.train()
    assert network.read_weights(release.candidate_of(run).file).hash == before


@pytest.mark.parametrize(
    "low, players, better", [(0.49, 2, False), (0.51, 2, True), (0.26, 4, True)]
)
def test_a_candidate_is_better_if_its_whole_interval_is(
    low: float, players: int, better: bool
) -> None:
    candidate = release.Candidate("x", Path("x"), Path("x"), "y", players)
    assert candidate.is_better(Score(low + 0.0196, 0.01, 200)) == better


def test_nothing_is_released_before_it_was_trained(
    tmp_path: Path, own_releases: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["learn", "release", "--out", str(tmp_path / "nowhere")]) == 2
    assert "is not the state of a run" in capsys.readouterr().err
    Run(tmp_path / "run", settings(), lambda line: None).save_state()
    assert main(["learn", "release", "--out", str(tmp_path / "run")]) == 2
    assert "train it first" in capsys.readouterr().err


# From the committed checkpoints


@pytest.mark.parametrize("game, folder", [("base", "base2"), ("duel", "duel")])
def test_training_goes_on_from_a_committed_checkpoint(game: str, folder: str) -> None:
    """Games of its network lower the loss, and the network stays fair."""
    trainer = Trainer(game, 2)
    trainer.load(TRAINING / folder / "checkpoint.npz")
    play = Play(full=24, brief=8)
    data = positions_of(
        play_some(Player(game, 2, 24, trainer.exported()), 60, play, "checkpoint"), 2
    )
    before = trainer.check(data, Recipe())
    list(trainer.train(data, 40, Recipe(), 0))
    after = trainer.check(data, Recipe())
    assert after.value + after.policy < before.value + before.policy
    weights = trainer.exported()
    for number, position in enumerate(midgames(GAMES[game].rules[0], 3, 2)):
        view = position.view(position.active)
        elsewhere = view.imagine(number).view(position.active)
        found, again = (
            Search(each, seed=1, evaluator="network", weights=weights).run(50).candidates
            for each in (view, elsewhere)
        )
        assert found == again
