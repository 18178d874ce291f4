"""All seats are agents: the PettingZoo environment `RawEnv`, and `env` with its usual wrappers."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from splendor.batch import Batch
from splendor.core.options import Value
from splendor.envs.pictures import METADATA, checked_mode, rendered
from splendor.envs.rewards import Rewards, leads
from splendor.envs.single import SEEDS
from splendor.envs.spaces import in_form, mask_space, observation_space
from splendor.view import SPECTATOR, View

Agent: TypeAlias = str
Observed: TypeAlias = dict[str, npt.NDArray[Any]]


def env(**arguments: Any) -> AECEnv[Agent, Any, Any]:
    """`RawEnv` in the usual wrappers: an illegal action ends the game, and mistakes are explained.

    The wrappers take three quarters of the time of a step.
    """
    wrapped: Any = RawEnv(**arguments)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class RawEnv(AECEnv[Agent, Observed, int], EzPickle):  # type: ignore[misc]
    """A game in which every seat is an agent, `seat_0` and so on.

    An observation has the row `observation` and the row `action_mask`, which the info of the
    deciding agent has as well. `reset(seed=7)` deals the same game as `splendor.Game(seed=7)`. An
    illegal action raises `IllegalMove`.
    """

    def __init__(
        self,
        rules: str = "official",
        players: int = 2,
        *,
        observation: str = "int8",
        layout: int | None = None,
        reward: str = "outcome",
        gamma: float = 1.0,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        EzPickle.__init__(
            self, rules, players, observation=observation, layout=layout, reward=reward,
            gamma=gamma, render_mode=render_mode, **options,
        )  # fmt: skip
        AECEnv.__init__(self)
        self._batch = Batch(1, rules, players, seed=0, layout=layout, deal_again=False, **options)
        self.ruleset = self._batch.ruleset
        number = self.ruleset.layout_number(layout)
        self.metadata = {
            **METADATA,
            "name": f"splendor_{rules}_v{number}",
            "is_parallelizable": False,
        }
        self.render_mode = checked_mode(render_mode)
        self._form, self._layout, self._rewards = observation, layout, Rewards(reward, gamma)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[Agent] = []
        self._action = np.zeros(1, np.int64)
        self._nothing = np.zeros(self.ruleset.actions, np.int8)
        seen = observation_space(self.ruleset, layout, observation)
        space = spaces.Dict({"observation": seen, "action_mask": mask_space(self.ruleset)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        choices = spaces.Discrete(self.ruleset.actions)
        self.action_spaces = dict.fromkeys(self.possible_agents, choices)
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._potentials: dict[Agent, float] = {}
        self._np_random: np.random.Generator | None = None

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # Playing

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        if seed is not None or self._np_random is None:
            self._np_random, _ = seeding.np_random(seed)
        drawn = int(self._np_random.integers(SEEDS)) if seed is None else seed
        self._batch.deal(seeds=[drawn])
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._potentials = {}
        self._select()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._action[0] = -1 if action is None else action
        self._batch.step(self._action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        if self._batch.done[0]:
            self._end()
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        result, players = self._batch.results[0], len(self.possible_agents)
        points = result[self.ruleset.scores[0]][:players]
        ended = self._rewards.at_the_end([result.winners[:players]], [points])[0]
        for agent, reward in zip(self.possible_agents, ended.tolist(), strict=True):
            self.rewards[agent] = reward - self._potentials.get(agent, 0.0)
            self.terminations[agent] = True

    def _select(self) -> None:
        """Name the agent that decides; shaping rewards it for what changed since its last turn."""
        agent = self.agent_selection = self.possible_agents[int(self._batch.seats[0])]
        self.infos[agent] = {"action_mask": self._batch.masks[0].copy()}
        if self._rewards.is_shaped and not self.terminations[agent]:
            name, players = self.ruleset.scores[0], len(self.possible_agents)
            points = self._batch.states["players"][name][:, :players]
            now = float(leads(points)[0, self._seat_of[agent]])
            before = self._potentials.get(agent)
            if before is not None:
                self.rewards[agent] += self._rewards.gamma * now - before
            self._potentials[agent] = now

    # Looking

    def observe(self, agent: Agent) -> Observed:
        seat, batch = self._seat_of[agent], self._batch
        if seat == batch.seats[0]:
            seen, mask = batch.observations[0], batch.masks[0]
        else:
            seen, mask = batch.observations_of(seat)[0], self._nothing
        row = in_form(seen, self.ruleset, self._layout, self._form)
        return {"observation": row, "action_mask": mask.copy()}

    def render(self) -> Any:
        views = np.zeros(1, self.ruleset.state)
        self.ruleset.view(self._batch.states, 0, SPECTATOR, views, 0)
        return rendered(View(views, None), self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


raw_env = RawEnv
