"""Games of a learner against compiled bots: one loop steps many of them.

One seat of each game is the learner's. `Learners.step` plays its action and then the other seats,
until the learner decides again or the game is over.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from splendor.batch import Batch, generators
from splendor.bots.simple import KINDS, RANDOM, greedy_action
from splendor.core.chance import WORDS, Chance, Seed, random_below
from splendor.core.errors import OptionError
from splendor.core.kernel import Row, entry, int64, kernel
from splendor.core.options import Value
from splendor.envs.rewards import ILLEGAL, Rewards, leads
from splendor.loops import is_marked, observe_some, write_result
from splendor.ruleset import apply, deal, is_over, legal_mask, random_action, view_of

ANY_SEAT = -1
OUTCOME = Rewards()
MOST_DEALS = 100  # in search of a game that is not over before the learner has decided


class Learners:
    """`games` games in which one seat is a learner's and compiled bots have the others.

    `opponents` names the bots in the order of turns after the learner. `seat` is the learner's;
    without it, each game draws one. With `again`, finished games are dealt again at once, and
    `final` has what the learner saw at the end.
    """

    def __init__(
        self,
        games: int,
        rules: str,
        opponents: Sequence[str],
        seat: int | None,
        *,
        layout: int | None = None,
        rewards: Rewards = OUTCOME,
        again: bool = True,
        **options: Value,
    ) -> None:
        unknown = [name for name in opponents if name not in KINDS]
        if unknown:
            raise OptionError(f"compiled bots are {', '.join(KINDS)}, not {unknown[0]!r}")
        players = len(opponents) + 1
        self.batch = Batch(
            games, rules, players, seed=0, layout=layout, deal_again=False, **options
        )
        self.players, self.rewards, self.again = players, rewards, again
        self._seat = ANY_SEAT if seat is None else seat
        self._kinds = np.array([KINDS[name] for name in opponents], np.int64)
        self.learners = np.zeros(games, np.int64)  # the learner's seat in each game
        self.final_seats = np.zeros(games, np.int64)  # the same in the game that ended last
        self.over = np.zeros(games, np.int8)
        self.illegal = np.zeros(games, np.int8)
        self._chances = np.zeros((games, WORDS), np.uint64)
        self._finals = np.zeros_like(self.batch.states)  # the position at the end
        self._final = np.zeros(games, self.batch.blocks.dtype)
        self._view = np.zeros(1, self.batch.ruleset.state)
        self._mask = np.zeros(self.batch.ruleset.actions, np.int8)
        self._places = np.arange(games)
        self._potential = np.zeros(games)

    @property
    def final(self) -> npt.NDArray[np.int8]:
        """What the learner saw at the end of the game that ended last in each place."""
        return self._final.view(np.int8).reshape(len(self.over), -1)

    def begin(self, seeds: Sequence[Seed] | None = None) -> None:
        """Deal every game; those of a seed are the same as `Game(seed=…)`."""
        if seeds is not None:
            self.batch.states["chance"] = generators(seeds, len(self.over))
            others = [f"{seed}/opponents" for seed in seeds]
            self._chances[:] = generators(others, len(self.over))
        self._run(self._places, True)
        self._potential[:] = self._potentials()

    def step(self, actions: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """Play an action in each game; return the learners' rewards. An illegal action loses."""
        self._run(actions, False)
        rewards = np.zeros(len(actions))
        if self.over.any():
            ended = np.flatnonzero(self.over)
            rewards[ended] = self._final_rewards(ended)
        if self.rewards.is_shaped:
            now = self._potentials()
            going_on = np.where(self.over == 1, 0.0, now)
            rewards += self.rewards.gamma * going_on - self._potential
            self._potential = now
        return rewards

    def _run(self, actions: npt.NDArray[np.int64], first: bool) -> None:
        batch = self.batch
        answer_all(
            actions, first, self.again, self._seat, self.learners, self._kinds, self._chances,
            self.over, self.illegal, self._finals, self.final_seats, self._mask,
            batch.states, batch.masks, batch.results, self._view,
        )  # fmt: skip
        observe_some(batch.states, self._places, self.learners, batch.blocks, self._view)
        if self.over.any():
            ended = np.flatnonzero(self.over)
            rows = np.zeros(len(ended), self._final.dtype)
            observe_some(self._finals, ended, self.final_seats[ended], rows, self._view)
            self._final[ended] = rows

    def _final_rewards(self, ended: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        results = self.batch.results[ended]
        points = results[self.batch.ruleset.scores[0]][:, : self.players]
        found = self.rewards.at_the_end(results["winners"][:, : self.players], points)
        seats = self.final_seats[ended]
        return np.where(self.illegal[ended], ILLEGAL, found[np.arange(len(ended)), seats])

    def _potentials(self) -> npt.NDArray[np.float64]:
        """The learner's lead in points, in every game that is going on."""
        if not self.rewards.is_shaped:
            return self._potential
        points = self.batch.states["players"][self.batch.ruleset.scores[0]][:, : self.players]
        return leads(points)[self._places, self.learners]


@entry
def answer_all(
    actions: Row[int],
    first: bool,
    again: bool,
    fixed: int,
    learners: Row[int],
    kinds: Row[int],
    chances: Any,
    over: Row[int],
    illegal: Row[int],
    finals: Row[Any],
    final_seats: Row[int],
    mask: Row[int],
    states: Row[Any],
    masks: Row[Any],
    results: Row[Any],
    view: Row[Any],
) -> None:
    """Play the learners' actions and all answers; or, `first`, deal and play up to the learners."""
    for game in range(len(states)):
        over[game] = 0
        illegal[game] = 0
        if first:
            begin_game(states, game, learners, fixed, kinds, chances[game], mask, view)
        elif is_marked(masks[game], actions[game]):
            apply(states, game, actions[game])
            play_others(states, game, learners[game], kinds, chances[game], mask, view)
        else:
            illegal[game] = 1
        if illegal[game] == 1 or is_over(states[game]):
            over[game] = 1
            final_seats[game] = learners[game]
            write_result(states[game], results[game])
            finals[game] = states[game]
            if again:
                begin_game(states, game, learners, fixed, kinds, chances[game], mask, view)
        legal_mask(states[game], masks[game])


@kernel
def begin_game(
    states: Row[Any],
    game: int,
    learners: Row[int],
    fixed: int,
    kinds: Row[int],
    chance: Chance,
    mask: Row[int],
    view: Row[Any],
) -> None:
    """Deal a game, and let the others play until the learner decides."""
    for _ in range(MOST_DEALS):
        deal(states, game)
        learners[game] = fixed
        if fixed == ANY_SEAT:
            learners[game] = random_below(chance, int64(states[game].seats))
        play_others(states, game, learners[game], kinds, chance, mask, view)
        if not is_over(states[game]):
            break


@kernel
def play_others(
    states: Row[Any],
    game: int,
    learner: int,
    kinds: Row[int],
    chance: Chance,
    mask: Row[int],
    view: Row[Any],
) -> None:
    state = states[game]
    while state.active != learner and not is_over(state):
        after = (int64(state.active) - learner - 1) % int64(state.seats)
        if kinds[after] == RANDOM:
            action = random_action(state, chance)
        else:
            legal_mask(state, mask)
            view_of(states, game, int64(state.active), view, int64(0))
            action = greedy_action(view[0], mask, chance)
        apply(states, game, action)
