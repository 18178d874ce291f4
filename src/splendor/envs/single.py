"""One learner against bots, as a Gymnasium environment: `SplendorEnv`."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from splendor.bots import Clock
from splendor.bots.simple import KINDS
from splendor.core.options import Value
from splendor.envs.opponents import Guests
from splendor.envs.pictures import METADATA, checked_mode, rendered
from splendor.envs.playing import Learners
from splendor.envs.rewards import Rewards
from splendor.envs.spaces import in_form, observation_space, opponents_of, seat_of
from splendor.ruleset import ruleset_of
from splendor.view import SPECTATOR, View

Seen: TypeAlias = npt.NDArray[np.int8] | npt.NDArray[np.float32]
Info: TypeAlias = dict[str, Any]
SEEDS = 2**62  # numbers from which the seed of a deal is drawn


class SplendorEnv(gymnasium.Env[Seen, np.int64]):
    """A game against bots; the learner decides at every step.

    `opponents` is a bot or level for all other seats, or one for each in the order of turns after
    the learner; `players` is needed only with one name. `seat` is the learner's; without it, every
    game draws one. `reset(seed=7)` deals the same game as `splendor.Game(seed=7)`. The legal
    actions are in `info["action_mask"]` and `action_masks()`; an illegal one loses the game.
    """

    metadata: dict[str, Any] = METADATA

    def __init__(
        self,
        rules: str = "official",
        opponents: str | Sequence[str] = "random",
        players: int | None = None,
        *,
        seat: int | None = None,
        observation: str = "int8",
        layout: int | None = None,
        reward: str = "outcome",
        gamma: float = 1.0,
        simulations: int | None = None,
        seconds: float | None = None,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        self.ruleset, self.layout = ruleset_of(rules), layout
        self.observation_space = observation_space(self.ruleset, layout, observation)
        self.action_space = spaces.Discrete(self.ruleset.actions)
        self.render_mode = checked_mode(render_mode)
        self._form = observation
        bots = opponents_of(opponents, players)
        place = seat_of(seat, len(bots) + 1)
        shared: Any = {"layout": layout, "rewards": Rewards(reward, gamma), **options}
        self._table: Compiled | Guests
        if all(name in KINDS for name in bots):
            self._table = Compiled(Learners(1, rules, bots, place, again=False, **shared))
        else:
            clock = Clock(seconds, simulations)
            self._table = Guests(rules, bots, place, clock=clock, **shared)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Seen, Info]:
        super().reset(seed=seed)
        self._table.begin(int(self.np_random.integers(SEEDS)) if seed is None else seed)
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, Info]:
        reward = self._table.step(int(action))
        info = self._info()
        if self._table.illegal:
            info["illegal"] = True
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, self._table.is_over, False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, under the name that MaskablePPO asks for."""
        return self._table.mask.astype(np.bool_)

    def render(self) -> Any:
        states = self._table.game.record
        views = np.zeros(1, self.ruleset.state)
        self.ruleset.view(states, 0, SPECTATOR, views, 0)
        return rendered(View(views, None), self.render_mode)

    def _seen(self) -> Seen:
        return in_form(self._table.observation, self.ruleset, self.layout, self._form)

    def _info(self) -> Info:
        return {"action_mask": self._table.mask.copy(), "seat": self._table.learner}


class Compiled:
    """`Learners` with one game, as `SplendorEnv` plays it."""

    def __init__(self, learners: Learners) -> None:
        self._learners = learners
        self._action = np.zeros(1, np.int64)
        self.observation = learners.batch.observations[0]
        self.mask = learners.batch.masks[0]

    def begin(self, seed: int) -> None:
        self._learners.begin([seed])

    def step(self, action: int) -> float:
        self._action[0] = action
        return float(self._learners.step(self._action)[0])

    @property
    def is_over(self) -> bool:
        return bool(self._learners.over[0])

    @property
    def illegal(self) -> bool:
        return bool(self._learners.illegal[0])

    @property
    def learner(self) -> int:
        return int(self._learners.learners[0])

    @property
    def game(self) -> Any:
        """What has the record of the present position."""
        return self

    @property
    def record(self) -> Any:
        return self._learners.batch.states
