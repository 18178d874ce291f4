"""Many learners at once, in one compiled loop: `SplendorVectorEnv`."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from splendor.batch import whole_numbers
from splendor.core.options import Value
from splendor.envs.pictures import METADATA, checked_mode, rendered
from splendor.envs.playing import Learners
from splendor.envs.rewards import Rewards
from splendor.envs.single import SEEDS, Info, Seen
from splendor.envs.spaces import in_form, observation_space, opponents_of, seat_of
from splendor.ruleset import ruleset_of
from splendor.view import SPECTATOR, View


class SplendorVectorEnv(VectorEnv[Seen, npt.NDArray[np.int64], Any]):
    """`num_envs` games against compiled bots (`random`, `greedy`), stepped in one compiled loop.

    The arguments are those of `SplendorEnv`, and game k with the seed s is the same as one of
    these with `reset(seed=s + k)`. A finished game is dealt again in the same step: `final_obs` in
    the info has what the learner saw at its end. With `copy=False`, the arrays are reused.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        **METADATA,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        rules: str = "official",
        opponents: str | Sequence[str] = "random",
        players: int | None = None,
        *,
        seat: int | None = None,
        observation: str = "int8",
        layout: int | None = None,
        reward: str = "outcome",
        gamma: float = 1.0,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        self.num_envs, self.ruleset, self.layout = num_envs, ruleset_of(rules), layout
        self.single_observation_space = observation_space(self.ruleset, layout, observation)
        self.single_action_space = spaces.Discrete(self.ruleset.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.render_mode = checked_mode(render_mode)
        self._form, self._copy = observation, copy or observation != "int8"
        bots = opponents_of(opponents, players)
        place = seat_of(seat, len(bots) + 1)
        shared: Any = {"layout": layout, "rewards": Rewards(reward, gamma), **options}
        self._learners = Learners(num_envs, rules, bots, place, **shared)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: Info | None = None
    ) -> tuple[Seen, Info]:
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is None:
            seeds = self.np_random.integers(SEEDS, size=self.num_envs).tolist()
        else:
            seeds = [seed + k for k in range(self.num_envs)] if isinstance(seed, int) else seed
        self._learners.begin(list(seeds))
        return self._seen(self._learners.batch.observations), self._info()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Seen, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Info]:
        rewards = self._learners.step(whole_numbers(actions))
        over = self._learners.over.astype(np.bool_)
        info = self._info()
        if over.any():
            info["final_obs"], info["_final_obs"] = self._seen(self._learners.final), over
            info["illegal"], info["_illegal"] = self._learners.illegal.astype(np.bool_), over
        seen = self._seen(self._learners.batch.observations)
        return seen, rewards, over, np.zeros(self.num_envs, np.bool_), info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions of every game, under the name that MaskablePPO asks for."""
        return self._learners.batch.masks.astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        if self.render_mode is None:
            return None
        states = self._learners.batch.states
        views = np.zeros(len(states), self.ruleset.state)
        for game in range(len(states)):
            self.ruleset.view(states, game, SPECTATOR, views, game)
        rows = (views[game : game + 1] for game in range(len(views)))
        return tuple(rendered(View(row, None), self.render_mode) for row in rows)

    def _seen(self, rows: npt.NDArray[np.int8]) -> Seen:
        if not self._copy:
            return rows
        return in_form(rows, self.ruleset, self.layout, self._form)

    def _info(self) -> Info:
        masks = self._learners.batch.masks
        return {"action_mask": masks.copy() if self._copy else masks}
