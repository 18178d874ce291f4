"""The Gymnasium environments: the library's checks, and what agents are given."""

import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import splendor
from splendor.envs import ID_OF, SplendorEnv, SplendorVectorEnv
from splendor.envs.ids import every_id
from splendor.envs.rewards import ILLEGAL, leads

VARIANTS: list[dict[str, Any]] = [
    {},
    {"opponents": "greedy", "players": 4, "observation": "float32"},
    {"rules": "duel", "opponents": "greedy", "reward": "shaped"},
    {"opponents": ["newcomer", "random"], "simulations": 4, "rounds": 5, "reward": "margin"},
]


def legal(mask: np.ndarray[Any, Any], chance: np.random.Generator) -> int:
    return int(chance.choice(np.flatnonzero(mask)))


def test_every_rule_set_has_an_id_and_a_version() -> None:
    assert ID_OF["official"] == "splendor/Official-v2"
    assert ID_OF["duel"] == "splendor/Duel-v2"
    assert set(every_id()) <= set(gymnasium.registry)


@pytest.mark.parametrize("name", sorted(every_id()))
def test_every_id_passes_the_checks_of_the_library(name: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*out of date")  # it has a newer version
        env = gymnasium.make(name).unwrapped
    check_env(env)


@pytest.mark.parametrize("arguments", VARIANTS)
def test_every_variant_plays_to_the_end(arguments: dict[str, Any]) -> None:
    chance = np.random.default_rng(1)
    env = SplendorEnv(**arguments)
    seen, info = env.reset(seed=3)
    total, over = 0.0, False
    while not over:
        assert seen in env.observation_space
        assert (env.action_masks() == info["action_mask"]).all()
        seen, reward, over, cut, info = env.step(np.int64(legal(info["action_mask"], chance)))
        total += reward
        assert not cut
    assert -1.5 <= total <= 1.5
    assert not info["action_mask"].any()


def test_a_seed_deals_the_same_game_as_game() -> None:
    env = SplendorEnv(seat=0, start=0, rounds=9)
    seen, info = env.reset(seed=7)
    game = splendor.Game(seed=7, start=0, rounds=9)
    assert seen.tobytes() == game.observation(0).tobytes()
    assert info["action_mask"].tobytes() == game.mask.tobytes()


@pytest.mark.parametrize("arguments", [{}, {"opponents": ["newcomer"], "simulations": 4}])
def test_an_illegal_action_loses_the_game(arguments: dict[str, Any]) -> None:
    env = SplendorEnv(**arguments)
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(np.int64(wrong))
    assert (reward, over, info["illegal"]) == (ILLEGAL, True, True)


@pytest.mark.parametrize("arguments", VARIANTS[:3])
def test_a_vector_plays_the_games_of_single_environments(arguments: dict[str, Any]) -> None:
    many, steps = SplendorVectorEnv(3, **arguments), 0
    singles = [SplendorEnv(**arguments) for _ in range(3)]
    chance = np.random.default_rng(2)
    seen, info = many.reset(seed=5)
    others = [env.reset(seed=5 + number) for number, env in enumerate(singles)]
    going = np.ones(3, bool)
    while going.any() and steps < 400:
        for number in np.flatnonzero(going):
            assert seen[number].tobytes() == others[number][0].tobytes()
        actions = np.array([legal(mask, chance) for mask in info["action_mask"]])
        seen, rewards, over, _, info = many.step(actions)
        for number in np.flatnonzero(going):
            row, reward, ended, _, _ = singles[number].step(actions[number])
            assert (rewards[number], over[number]) == (pytest.approx(reward), ended)
            if ended:
                assert info["final_obs"][number].tobytes() == row.tobytes()
            others[number] = row, {}
        going &= ~over
        steps += 1


def test_a_vector_works_with_the_wrappers_of_the_library() -> None:
    env = RecordEpisodeStatistics(gymnasium.make_vec(ID_OF["official"], 4, rounds=6))
    assert isinstance(env.unwrapped, SplendorVectorEnv)
    chance, ended = np.random.default_rng(3), 0
    _, info = env.reset(seed=1)
    for _ in range(40):
        actions = np.array([legal(mask, chance) for mask in info["action_mask"]])
        seen, _, over, _, info = env.step(actions)
        assert seen in env.observation_space
        ended += int(over.sum())
    assert ended > 0


def test_shaping_adds_up_to_the_difference_of_potentials() -> None:
    """With gamma 1, a game's shaped rewards are its outcome less the potential at its start."""
    chance = np.random.default_rng(4)
    plain, shaped = SplendorEnv(rounds=20), SplendorEnv(rounds=20, reward="shaped")
    for seed in range(3):
        info = plain.reset(seed=seed)[1]
        shaped.reset(seed=seed)
        total, over, reward, steps = 0.0, False, 0.0, []
        while not over:
            action = np.int64(legal(info["action_mask"], chance))
            _, reward, over, _, info = plain.step(action)
            steps.append(shaped.step(action)[1])
        total = sum(steps)
        assert total == pytest.approx(reward)
        assert len(set(steps)) > 2
    assert leads([[3, 1, 2]]).sum() == pytest.approx(0)


def test_the_table_is_rendered_as_text_picture_and_pixels(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = {}
    for mode in ("ansi", "svg", "rgb_array", "human"):
        env = SplendorEnv(render_mode=mode)
        env.reset(seed=1)
        found[mode] = env.render()
    assert found["ansi"] in capsys.readouterr().out + found["ansi"]
    assert found["svg"].startswith("<svg ")
    assert found["rgb_array"].dtype == np.uint8
    assert found["rgb_array"].shape[1:] == (960, 3)
    assert len(np.unique(found["rgb_array"].reshape(-1, 3), axis=0)) > 100
    assert found["human"] is None


@pytest.mark.parametrize(
    "arguments",
    [
        {"reward": "money"}, {"gamma": 0}, {"observation": "float64"}, {"render_mode": "3d"},
        {"seat": 2}, {"opponents": ["random"], "players": 4}, {"layout": 9}, {"target": "x"},
    ],
)  # fmt: skip
def test_wrong_arguments_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(splendor.OptionError):
        SplendorEnv(**arguments)


def test_only_compiled_bots_play_in_a_vector() -> None:
    with pytest.raises(splendor.OptionError, match="compiled bots are random, greedy"):
        SplendorVectorEnv(2, opponents="expert")


WITHOUT = """
import sys
sys.modules["{package}"] = None
import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "{package}" else real(name, *rest)
import splendor.core.extras
splendor.core.extras.find_spec = importlib.util.find_spec
try:
    {code}
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize(
    "package, extra, code",
    [
        ("gymnasium", "envs", "from splendor.envs import SplendorEnv"),
        ("pettingzoo", "envs", "from splendor.envs import raw_env"),
        ("pyspiel", "openspiel", "import splendor.envs.spiel"),
    ],
)
def test_without_its_extra_one_line_says_what_to_install(
    package: str, extra: str, code: str
) -> None:
    script = WITHOUT.format(package=package, code=code)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.count("\n") == 1, done.stderr
    assert f"this needs {package}, the extra '{extra}'" in done.stdout
