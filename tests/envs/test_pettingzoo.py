"""The PettingZoo environment: the library's tests, and nothing unseen."""

import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, render_test, seed_test

import splendor
from splendor.envs import RawEnv, env

KINDS: list[dict[str, Any]] = [{"rounds": 6}, {"players": 4, "rounds": 4}, {"rules": "duel"}]


@pytest.mark.parametrize("arguments", KINDS)
def test_the_tests_of_the_library_pass(arguments: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(**arguments), num_cycles=150, verbose_progress=False)
        seed_test(lambda: env(**arguments), num_cycles=60)


def test_every_way_to_render_passes() -> None:
    tests = {
        "ansi": lambda shown: isinstance(shown, str),
        "svg": lambda shown: isinstance(shown, str) and shown.startswith("<svg"),
    }
    render_test(lambda render_mode=None: env(render_mode=render_mode), custom_tests=tests)


@pytest.mark.parametrize("arguments", [{"players": 3, "hands": "hidden"}, {"rules": "duel"}])
def test_agents_are_given_their_own_masks_and_nothing_unseen(arguments: dict[str, Any]) -> None:
    table, chance = RawEnv(**arguments), np.random.default_rng(1)
    table.reset(seed=4)
    limits = table.ruleset.limits
    game = splendor.Game(seed=4, **{**limits, **arguments})
    while not game.is_over and len(game.moves) < 60:
        for seat, agent in enumerate(table.agents):
            seen = table.observe(agent)
            view = game.resample(seat, seed=1).view(seat)
            assert seen["observation"].tobytes() == view.observation().tobytes()
            assert seen["action_mask"].tobytes() == view.mask.tobytes()
        mask = table.infos[table.agent_selection]["action_mask"]
        action = int(chance.choice(np.flatnonzero(mask)))
        table.step(action)
        game.push_action(action)


@pytest.mark.parametrize("reward", ["outcome", "margin", "shaped"])
def test_rewards_add_up_to_zero_and_to_the_outcome(reward: str) -> None:
    table, chance = RawEnv(rounds=12, players=3, reward=reward), np.random.default_rng(2)
    table.reset(seed=9)
    totals = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, gained, over, _, _ = table.last()
        totals[agent] += gained
        masked = np.flatnonzero(seen["action_mask"])
        table.step(None if over else int(chance.choice(masked)))
    assert sum(totals.values()) == pytest.approx(0)
    assert reward == "margin" or sorted(totals.values()) == pytest.approx([-0.5, -0.5, 1.0])
    assert table.agents == []


def test_an_illegal_action_is_refused_by_the_raw_environment_and_lost_in_the_wrapped_one() -> None:
    raw = RawEnv()
    raw.reset(seed=1)
    with pytest.raises(splendor.IllegalMove, match="action 93 is not legal"):
        raw.step(93)
    wrapped = env()
    wrapped.reset(seed=1)
    loser = wrapped.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrapped.step(93)
    assert wrapped.rewards[loser] == -1
