"""The speed of the environments, where their extras are installed: steps per CPU second."""

import time
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from splendor.core.extras import is_installed

Figures: TypeAlias = dict[str, float | None]

GAMES = 1024  # of a vector
SECONDS = 0.5  # of CPU time for each figure


def measure_envs() -> Figures:
    """The figures by their documented keys; none for extras that are missing."""
    figures: Figures = {}
    if is_installed("envs"):
        for bot in ("random", "greedy"):
            figures[f"vector_{bot}_steps_per_s"] = steps_per_second(vector(bot))
        figures["gymnasium_steps_per_s"] = steps_per_second(single())
        figures["pettingzoo_steps_per_s"] = steps_per_second(agents())
    if is_installed("openspiel"):
        figures["openspiel_steps_per_s"] = steps_per_second(spiel("splendor_official"))
        figures["openspiel_backgammon_steps_per_s"] = steps_per_second(spiel("backgammon"))
    return figures


NAMES = {
    "vector_random_steps_per_s": "VectorEnv of 1,024 against random",
    "vector_greedy_steps_per_s": "the same against greedy",
    "gymnasium_steps_per_s": "Gymnasium, one game",
    "pettingzoo_steps_per_s": "PettingZoo, raw_env",
    "openspiel_steps_per_s": "OpenSpiel, chance nodes included",
    "openspiel_backgammon_steps_per_s": "OpenSpiel's backgammon (C++) from Python",
}


def env_lines(figures: Figures) -> list[str]:
    """The environments in the report, if there are any."""
    found = [
        f"  {name:<42} {figures[key]:>11,.0f}" for key, name in NAMES.items() if key in figures
    ]
    return ["", "environments, steps per CPU second", *found] if found else []


def steps_per_second(run: Callable[[], int]) -> float:
    """Steps per CPU second of `run`, which makes some and returns how many; after one call."""
    run()
    steps, began = 0, time.process_time()
    while time.process_time() - began < SECONDS:
        steps += run()
    return steps / (time.process_time() - began)


def vector(bot: str) -> Callable[[], int]:
    """Random learners; the time for choosing their actions counts as well."""
    from splendor.envs import SplendorVectorEnv

    env = SplendorVectorEnv(GAMES, opponents=bot, copy=False)
    env.reset(seed=1)
    batch = env._learners.batch

    def run() -> int:
        env.step(batch.random_actions())
        return GAMES

    return run


def single() -> Callable[[], int]:
    from splendor.envs import SplendorEnv

    env = SplendorEnv()
    env.reset(seed=1)
    chance = np.random.default_rng(1)

    def run() -> int:
        over, steps = False, 0
        mask = env.reset()[1]["action_mask"]
        while not over:
            _, _, over, _, info = env.step(drawn(mask, chance))
            mask, steps = info["action_mask"], steps + 1
        return steps

    return run


def agents() -> Callable[[], int]:
    from splendor.envs import raw_env

    env: Any = raw_env()
    chance = np.random.default_rng(1)

    def run() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            seen, _, over, _, _ = env.last()
            env.step(None if over else drawn(seen["action_mask"], chance))
            steps += 1
        return steps

    return run


def drawn(mask: Any, chance: np.random.Generator) -> Any:
    """A legal action, chosen in little time."""
    legal = mask.nonzero()[0]
    return legal[int(chance.random() * len(legal))]


def spiel(name: str) -> Callable[[], int]:
    """Random play with chance nodes; each decision and each draw is a step."""
    import pyspiel

    import splendor.envs.spiel  # noqa: F401  # registers its games

    game = pyspiel.load_game(name)
    chance = np.random.default_rng(1)

    def run() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                choices = [code for code, _ in state.chance_outcomes()]
            else:
                choices = state.legal_actions()
            state.apply_action(choices[int(chance.random() * len(choices))])
            steps += 1
        return steps

    return run
