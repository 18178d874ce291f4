"""Reviews and puzzles of many games in the processes of a pool, on one machine or many."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from splendor.arena.cluster import in_order, pool_for
from splendor.arena.match import SetThinking
from splendor.arena.pool import Task
from splendor.core.errors import RulesError
from splendor.formats import transcript_line
from splendor.game import Game
from splendor.review.mining import Miner
from splendor.review.model import Budget
from splendor.review.puzzles import Puzzle
from splendor.review.reviewing import review


@dataclass(frozen=True, slots=True)
class Reviews:
    """Reviews with the same budget. A task is the number of a game and its transcript."""

    simulations: int
    seed: str
    agents: tuple[str, ...] = ()
    move_limit: float = 60.0

    def start(self, set_thinking: SetThinking) -> None:
        pass

    def run(self, task: Task, set_thinking: SetThinking) -> dict[str, Any]:
        number, text = task
        game = Game.from_transcript(json.loads(text))
        found = review(game, seed=self.seed, budget=Budget.of(self.simulations))
        return {"game": number, **found.to_json()}

    def failed(self, task: Task, agent: int, why: str) -> dict[str, Any]:
        raise RulesError(f"the review of game {task[0]} failed: {why}")  # no bots to blame


def review_all(
    games: Iterable[Game], reviews: Reviews, workers: int | None, ray: str | None = None
) -> Iterator[dict[str, Any]]:
    """The review of each game as JSON, in order, each as soon as it can be given."""
    tasks = [(number, transcript_line(game)) for number, game in enumerate(games)]
    with pool_for(reviews, workers, ray) as pool:
        pool.open()
        yield from in_order(tasks, pool.play(tasks))


@dataclass(frozen=True, slots=True)
class Mining:
    """Puzzles of games between bots. A task is the number of a game."""

    miner: Miner
    agents: tuple[str, ...] = ()
    move_limit: float = 60.0

    def start(self, set_thinking: SetThinking) -> None:
        pass

    def run(self, task: Task, set_thinking: SetThinking) -> list[Puzzle]:
        return self.miner.mine(task[0])

    def failed(self, task: Task, agent: int, why: str) -> list[Puzzle]:
        raise RulesError(f"the mining of game {task[0]} failed: {why}")  # no bots to blame


def mine_all(
    miner: Miner, numbers: Iterable[int], workers: int | None = None, ray: str | None = None
) -> Iterator[list[Puzzle]]:
    """The puzzles of each game, in order: mined here, in several processes or on a cluster."""
    job = Mining(replace(miner, solver=miner.solver.anew()))
    tasks = [(number, None) for number in numbers]
    if workers is None and ray is None:
        yield from (job.run(task, lambda _: None) for task in tasks)
        return
    with pool_for(job, workers, ray) as pool:
        pool.open()
        yield from in_order(tasks, pool.play(tasks))
