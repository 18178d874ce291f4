"""The OpenSpiel games: the library's simulations, chance, hidden cards, searches."""

import pickle
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation

from splendor.envs import spiel
from splendor.ruleset import RULESETS

GAMES = ["splendor_official(rounds=6)", "splendor_official(players=4,rounds=3)",
         "splendor_landolt(players=3,rounds=4)", "splendor_duel(idle=4)"]  # fmt: skip


def played(game: Any, decisions: int, seed: int = 1) -> Any:
    """A state after some decisions, each of them and each draw at random."""
    chance, state, made = np.random.default_rng(seed), game.new_initial_state(), 0
    while not state.is_terminal() and (made < decisions or state.is_chance_node()):
        if state.is_chance_node():
            codes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(codes, p=odds)))
        else:
            state.apply_action(int(chance.choice(state.legal_actions())))
            made += 1
    return state


@pytest.mark.parametrize("name", GAMES)
def test_the_librarys_simulation_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), 1, True, False)


@pytest.mark.parametrize("name", ["splendor_official(rounds=2)", "splendor_duel(idle=2)"])
def test_a_playthrough_can_be_written(name: str) -> None:
    text = generate_playthrough.playthrough(name, action_sequence=None, seed=1)
    assert "IsTerminal() = True" in text


@pytest.mark.parametrize("name", GAMES)
def test_states_are_cloned_pickled_and_restored(name: str) -> None:
    game = pyspiel.load_game(name)
    state = played(game, 8)
    restored = game.deserialize_state(state.serialize())
    for other in (state.clone(), pickle.loads(pickle.dumps(state)), restored):
        assert str(other) == str(state)
        for player in range(game.num_players()):
            text = state.information_state_string(player)
            assert other.information_state_string(player) == text


@pytest.mark.parametrize("name", GAMES)
def test_chance_decides_everything_that_is_drawn(name: str) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    first = state.chance_outcomes()
    assert sum(odds for _, odds in first) == pytest.approx(1)
    assert [code for code, _ in first][:2] == [0, 1]
    one, other = played(state.get_game(), 30, seed=5), played(state.get_game(), 30, seed=5)
    assert str(one) == str(other)


def test_tokens_come_from_the_bag_by_chance() -> None:
    game = pyspiel.load_game("splendor_duel")
    found: set[str] = set()
    state, chance = game.new_initial_state(), np.random.default_rng(3)
    while not state.is_terminal() and len(found) < 2:
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            code = int(chance.choice([code for code, _ in outcomes]))
            if state.game is not None:
                found.add(state.action_to_string(code).split()[0])
            state.apply_action(code)
        else:
            state.apply_action(int(chance.choice(state.legal_actions())))
    assert found == {"card", "token"}


@pytest.mark.parametrize("name", ["splendor_official", "splendor_duel"])
def test_unseen_cards_change_nothing_for_a_player(name: str) -> None:
    game, resampled = pyspiel.load_game(name), 0
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    tensor = make_observation(game)
    for seed in range(4):
        state = played(game, 70, seed)
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, lambda: 0.3)
            assert recall.string_from(other, player) == recall.string_from(state, player)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            tensor.set_from(state, player)
            before = tensor.tensor.copy()
            tensor.set_from(other, player)
            assert (tensor.tensor == before).all()
            assert other.legal_actions() == state.legal_actions()
            resampled += str(other) != str(state)
    assert resampled


def test_searches_of_the_library_play() -> None:
    game = pyspiel.load_game("splendor_official(rounds=2)")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 3, random_state=np.random.RandomState(2))
    state, chance = game.new_initial_state(), np.random.default_rng(1)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(chance.choice([code for code, _ in state.chance_outcomes()])))
        else:
            state.apply_action(bot.step(state))
    assert sum(state.returns()) == pytest.approx(0)


def test_there_is_a_game_for_every_rule_set() -> None:
    assert {spiel.name_of(rules) for rules in RULESETS} <= set(pyspiel.registered_names())
