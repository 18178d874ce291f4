"""A batch behaves like the same games one by one."""

from typing import Any

import numpy as np
import pytest

from splendor import Batch, Game, IllegalMove, OptionError, RulesError
from splendor.batch import perft
from splendor.core.chance import seeded
from splendor.core.kernel import COMPILED
from splendor.view import View

OPTIONS: list[dict[str, Any]] = [
    {},
    {"players": 3, "hands": "hidden"},
    {"rules": "landolt", "players": 4},
    {"nobles": "sought_free", "target": 5},
    {"rules": "duel"},
    {"rules": "duel", "hands": "hidden", "refill": "end_of_turn", "idle": 9},
]
STEPS = 300 if COMPILED else 40


def game_in(batch: Batch, index: int) -> Game:
    """The game at one index of the batch, as a `Game`."""
    records = batch.states[index : index + 1].copy()
    return Game.from_position(batch.ruleset.write_position(records[0]))


@pytest.mark.parametrize("options", OPTIONS)
def test_a_batch_plays_like_single_games(options: dict[str, Any]) -> None:
    batch, chance = Batch(5, seed="batch", **options), seeded("players")
    for _ in range(STEPS):
        actions = batch.random_actions(chance)
        games = [game_in(batch, index) for index in range(len(batch))]
        for game, action in zip(games, actions, strict=True):
            game.push(batch.ruleset.moves[action])
        batch.step(actions)
        for index, game in enumerate(games):
            assert bool(batch.done[index]) == game.is_over
            if not game.is_over:
                assert batch.states[index].tobytes() == game.record[0].tobytes()
            else:
                assert_result(batch, index, game)


def test_a_game_without_a_winner_pays_nothing() -> None:
    batch = Batch(2, seed=1)
    batch.results["winners"][1] = [1, 1, 0, 0]
    assert batch.payoffs.tolist() == [[0, 0, 0, 0], [0.5, 0.5, 0, 0]]


def assert_result(batch: Batch, index: int, game: Game) -> None:
    outcome, result, seats = game.outcome, batch.results[index], game.players
    assert outcome is not None
    assert tuple(np.flatnonzero(result.winners)) == outcome.winners
    for name in batch.ruleset.scores:
        assert tuple(result[name][:seats]) == getattr(outcome, name)
    assert batch.ruleset.reasons[result.reason] == outcome.reason
    assert result.rounds == game.round
    assert batch.payoffs[index].sum() == pytest.approx(1 if outcome.winners else 0)


@pytest.mark.parametrize("options", OPTIONS)
def test_masks_and_observations_are_those_of_the_active_seat(
    options: dict[str, Any],
) -> None:
    batch, chance = Batch(4, seed=7, **options), seeded("players")
    for _ in range(STEPS // 4):
        batch.step(batch.random_actions(chance))
        for index in range(len(batch)):
            game = game_in(batch, index)
            legal = [batch.ruleset.moves[action] for action in np.flatnonzero(batch.masks[index])]
            assert tuple(legal) == game.legal_moves
            assert batch.seats[index] == game.active
            assert (batch.observations[index] == observed(game.view(game.active))).all()


def observed(view: View) -> np.ndarray[Any, Any]:
    seen = np.zeros(1, view.ruleset.observation)
    view.ruleset.observe(view.record, 0, view.seat, seen, 0)  # type: ignore[arg-type]
    return seen.view(np.int8)


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_layout_1_is_the_beginning_of_layout_2(rules: str) -> None:
    old, new = Batch(3, rules, seed=1, layout=1), Batch(3, rules, seed=1)
    for _ in range(20):
        for batch in (old, new):
            batch.step(batch.random_actions(seeded("same")))
        width = old.observations.shape[1]
        assert (old.observations == new.observations[:, :width]).all()
        assert (old.observations_float32() == new.observations_float32()[:, :width]).all()
    assert width < new.observations.shape[1]


@pytest.mark.parametrize("layout", [0, 3, -1, "1", True])
def test_a_layout_that_does_not_exist_is_refused(layout: Any) -> None:
    with pytest.raises(OptionError, match="layouts 1 to 2"):
        Batch(1, layout=layout)


def test_a_finished_game_is_dealt_again() -> None:
    batch, chance = Batch(8, seed=1, target=5), seeded(2)
    ended = 0
    while ended < 8:
        batch.step(batch.random_actions(chance))
        for index in np.flatnonzero(batch.done):
            ended += 1
            state = batch.states[index]
            assert (state.round_number, state.phase) == (1, 0)
            assert not state.players["cards"].any()
            assert batch.masks[index].sum() == 30


def test_games_of_a_batch_differ_and_depend_only_on_the_seed() -> None:
    one, same, larger = Batch(16, seed="x"), Batch(16, seed="x"), Batch(32, seed="x")
    assert one.states.tobytes() == same.states.tobytes()
    assert one.states.tobytes() == larger.states[:16].tobytes()
    assert len({state.tobytes() for state in larger.states}) == 32


@pytest.mark.parametrize("action", [-1, 93, 94, 10**9])
def test_an_illegal_action_changes_nothing(action: int) -> None:
    batch = Batch(3, seed=1)
    before = batch.states.tobytes(), batch.masks.tobytes(), batch.observations.tobytes()
    with pytest.raises(IllegalMove, match=f"action {action} is not legal in game 1"):
        batch.step(np.array([0, action, 0]))
    assert before == (batch.states.tobytes(), batch.masks.tobytes(), batch.observations.tobytes())


def test_there_must_be_an_action_for_each_game() -> None:
    batch = Batch(3, seed=1)
    with pytest.raises(IllegalMove, match="3 games need 3 actions"):
        batch.step(np.array([0, 0]))


def test_a_batch_needs_a_game() -> None:
    with pytest.raises(OptionError, match="from 1 to"):
        Batch(0)


def test_observations_have_named_blocks_and_a_scaled_form() -> None:
    batch = Batch(2, seed=1)
    assert batch.blocks["supply"].tolist() == [[4, 4, 4, 4, 4, 5]] * 2
    scaled = batch.observations_float32()
    assert scaled.dtype == np.float32
    assert scaled.shape == batch.observations.shape
    assert 0 <= scaled.min() <= scaled.max() <= 1


def test_every_legal_action_is_picked_equally_often() -> None:
    batch, chance = Batch(1, seed=1), seeded(3)
    picks = 3000 if COMPILED else 600
    counts = np.bincount([int(batch.random_actions(chance)[0]) for _ in range(picks)], minlength=94)
    legal = batch.masks[0] == 1
    assert not counts[~legal].any()
    expected = picks / legal.sum()
    # 29 degrees of freedom: exceeded with a probability of 1/10,000
    assert ((counts[legal] - expected) ** 2 / expected).sum() < 66.2


@pytest.mark.parametrize("depth", [0, -1, 51, 1.0, "2", None, True])
def test_perft_refuses_invalid_depths(depth: Any) -> None:
    with pytest.raises(RulesError, match="sequences are from 1 to 50 decisions long"):
        perft(Game(seed=1).record, depth)


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_perft_refuses_views(rules: str) -> None:
    with pytest.raises(RulesError, match="a view cannot be played on"):
        perft(Game(rules, seed=1).view(0).record, 2)


def test_ragged_actions_are_refused() -> None:
    with pytest.raises(IllegalMove, match="actions are one row of whole numbers"):
        Batch(2, seed=1).step([[1], [2, 3]])


# Final positions, some of the games, any seat


@pytest.mark.parametrize("options", OPTIONS)
def test_the_end_of_a_game_is_kept_when_the_place_is_dealt_again(options: dict[str, Any]) -> None:
    batch, chance, ended = Batch(6, seed="ends", **options), seeded("players"), 0
    while ended < (6 if COMPILED else 1):
        games = [game_in(batch, index) for index in range(len(batch))]
        actions = batch.random_actions(chance)
        batch.step(actions)
        for index in np.flatnonzero(batch.done):
            game = games[index]
            game.push_action(actions[index])
            ended += 1
            for seat in range(game.players):
                final = batch.observations_of(seat, [index], final=True)[0]
                assert final.tobytes() == game.observation(seat).tobytes()
                assert not batch.masks_of(seat, [index], final=True).any()
            assert batch.final_states[index].tobytes() == game.record[0].tobytes()


def test_without_new_deals_a_finished_game_stays_until_it_is_dealt() -> None:
    batch = Batch(3, seed=1, target=5, deal_again=False)
    while not batch.over.all():
        going = ~batch.over
        batch.step(batch.random_actions()[going], games=going)
    assert not batch.masks.any()
    assert batch.random_actions().tolist() == [-1, -1, -1]
    assert (batch.observations[:, 4] == 1).all()  # the phase "over"
    ended = batch.states.tobytes()
    with pytest.raises(IllegalMove, match="action 0 is not legal in game 0"):
        batch.step([0, 0, 0])
    assert batch.states.tobytes() == ended == batch.final_states.tobytes()
    batch.deal(games=[1])
    assert batch.over.tolist() == [True, False, True]
    assert batch.masks.sum(axis=1).tolist() == [0, 30, 0]


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_some_games_are_stepped_and_the_others_stay(rules: str) -> None:
    batch, alone = Batch(5, rules, seed="some"), Batch(5, rules, seed="some")
    before = batch.states[[0, 2, 4]].tobytes()
    for games in ([3, 1], np.array([False, True, False, True, False])):
        actions, others = batch.random_actions(seeded(1)), alone.random_actions(seeded(2))
        batch.step(actions[[3, 1]] if isinstance(games, list) else actions[games], games=games)
        others[[1, 3]] = actions[[1, 3]]
        alone.step(others)
    assert batch.states[[0, 2, 4]].tobytes() == before
    assert batch.states[[1, 3]].tobytes() == alone.states[[1, 3]].tobytes()
    assert batch.masks[[1, 3]].tobytes() == alone.masks[[1, 3]].tobytes()
    assert batch.observations[[1, 3]].tobytes() == alone.observations[[1, 3]].tobytes()


@pytest.mark.parametrize(
    "games", [[0, 0], [3], [-1], [0.5], [[0]], 1, np.ones(2, bool), "all", [True]]
)
def test_places_that_are_not_in_the_batch_are_refused(games: Any) -> None:
    batch = Batch(3, seed=1)
    before = batch.states.tobytes()
    with pytest.raises(RulesError, match=r"games are|named twice"):
        batch.step([0, 0], games=games)
    with pytest.raises(RulesError, match=r"games are|named twice"):
        batch.deal(games)
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("options", OPTIONS)
def test_a_game_of_a_batch_has_the_deal_of_its_seed(options: dict[str, Any]) -> None:
    batch = Batch(3, seed=["one", 2, "three"], **options)
    batch.deal(games=[1], seeds=["two"])
    for index, seed in enumerate(["one", "two", "three"]):
        single = Game(seed=seed, **{**batch.ruleset.limits, **options})
        assert batch.states[index].tobytes() == single.record[0].tobytes()
        assert batch.masks[index].tobytes() == single.mask.tobytes()


@pytest.mark.parametrize("seeds", [["one"], "abc", 3, [1, 2, None, 4]])
def test_there_must_be_a_seed_for_each_game(seeds: Any) -> None:
    with pytest.raises(RulesError, match="one for each of 3 games"):
        Batch(3, seed=1).deal(seeds=seeds)


@pytest.mark.parametrize("options", OPTIONS)
def test_any_seat_can_be_asked_for_its_mask_and_observation(options: dict[str, Any]) -> None:
    batch, chance = Batch(3, seed=5, **options), seeded("players")
    for _ in range(STEPS // 6):
        batch.step(batch.random_actions(chance))
    for seat in range(int(batch.states["seats"][0])):
        seen, masks = batch.observations_of(seat), batch.masks_of(np.full(3, seat))
        for index in range(len(batch)):
            view = game_in(batch, index).view(seat)
            assert seen[index].tobytes() == view.observation().tobytes()
            assert masks[index].tobytes() == view.mask.tobytes()


@pytest.mark.parametrize("seats", [4, -1, [0], 0.5, "0"])
def test_seats_that_nobody_has_are_refused(seats: Any) -> None:
    with pytest.raises(RulesError, match="seats are"):
        Batch(3, players=4).observations_of(seats)


def test_a_layout_has_a_version() -> None:
    assert (Batch(1).layout, Batch(1, layout=1).layout) == ("base-2", "base-1")
    assert Batch(1, "duel").layout == "duel-2"
