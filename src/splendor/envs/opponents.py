"""A learner's game against bots of any kind, one at a time: `Guests`."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from splendor.bots import Bot, Clock, make_bot
from splendor.core.chance import Seed
from splendor.core.options import Value
from splendor.envs.rewards import ILLEGAL, Rewards, leads
from splendor.game import Game
from splendor.ruleset import ruleset_of


class Guests:
    """One game in which one seat is a learner's and bots have the others, as `Learners` has many.

    The bots are those of `make_bot`, in the order of turns after the learner.
    """

    def __init__(
        self,
        rules: str,
        opponents: Sequence[str],
        seat: int | None,
        *,
        layout: int | None,
        rewards: Rewards,
        clock: Clock,
        **options: Value,
    ) -> None:
        self.rules, self.opponents, self.clock = rules, tuple(opponents), clock
        self.options: dict[str, Any] = {
            **ruleset_of(rules).limits,
            **options,
            "players": len(opponents) + 1,
        }
        self.rewards, self.layout, self._seat = rewards, layout, seat
        self.learner = seat or 0
        self.illegal = False
        self.game = Game(rules, seed=0, **self.options)
        self._bots: list[Bot] = [make_bot(spec, seed=0) for spec in opponents]
        self._potential = 0.0

    def begin(self, seed: Seed) -> None:
        chance = np.random.default_rng(abs(hash_of(seed)))
        players = len(self.opponents) + 1
        self.learner = int(chance.integers(players)) if self._seat is None else self._seat
        self.game = Game(self.rules, seed=seed, **self.options)
        names = enumerate(self.opponents)
        self._bots = [make_bot(spec, seed=f"{seed}/{number}") for number, spec in names]
        self.illegal = False
        self._play_others()
        self._potential = self._lead()

    def step(self, action: int) -> float:
        self.illegal = action not in self.game.view(self.learner).legal_actions
        if not self.illegal:
            self.game.push_action(action)
            self._play_others()
        reward = self._final_reward() if self.is_over else 0.0
        if self.rewards.is_shaped:
            now = 0.0 if self.is_over else self._lead()
            reward += self.rewards.gamma * now - self._potential
            self._potential = now
        return reward

    @property
    def is_over(self) -> bool:
        return self.illegal or self.game.is_over

    @property
    def observation(self) -> npt.NDArray[np.int8]:
        return self.game.observation(self.learner, layout=self.layout)

    @property
    def mask(self) -> npt.NDArray[np.int8]:
        return self.game.view(self.learner).mask

    def _play_others(self) -> None:
        game, players = self.game, len(self.opponents) + 1
        while not game.is_over and game.active != self.learner:
            bot = self._bots[(game.active - self.learner - 1) % players]
            game.push(bot.choose(game.view(game.active), self.clock))

    def _final_reward(self) -> float:
        outcome = self.game.outcome
        if self.illegal or outcome is None:
            return ILLEGAL
        winners = [[seat in outcome.winners for seat in range(self.game.players)]]
        return float(self.rewards.at_the_end(winners, [outcome.points])[0, self.learner])

    def _lead(self) -> float:
        name = self.game.ruleset.scores[0]
        points = self.game.record["players"][name][:, : self.game.players]
        return float(leads(points)[0, self.learner])


def hash_of(seed: Seed) -> int:
    """A number for a seed, the same in every process."""
    from splendor.core.chance import seeded

    return int(seeded(f"{seed}/seat")[0])
