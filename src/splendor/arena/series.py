"""Play a match: continue after the deals in its file, and stop early when SPRT decides."""

from collections.abc import Callable
from typing import Any, TypeAlias

from splendor.arena.cluster import AnyPool
from splendor.arena.match import DealResult, GameResult, Match, deal_result, header
from splendor.arena.matchfile import MatchFile
from splendor.arena.pool import Task, WorkerPool
from splendor.arena.scores import deal_scores, verdict

Report: TypeAlias = Callable[[list[DealResult]], None]  # called with all deals after each new one
Warn: TypeAlias = Callable[[str], None]


def play_match(
    match: Match,
    file: MatchFile,
    last: int,
    workers: "int | AnyPool",
    callbacks: tuple[Report, Warn],
) -> list[DealResult]:
    """Play until the file has `last` deals, and return all of them.

    `workers` is the number of processes, or a pool for this match.
    """
    report, warn = callbacks
    with WorkerPool(match, workers) if isinstance(workers, int) else workers as pool:
        file.begin(header(match, pool.open()))
        report(file.deals)
        first = len(file.deals)
        if first >= last or is_decided(match, file.deals):
            return file.deals
        rotations = range(match.players)
        tasks = ((deal, rotation) for deal in range(first, last) for rotation in rotations)
        done: dict[Task, GameResult] = {}
        for task, game in pool.play(tasks):
            done[task] = game
            if game["failure"]:
                warn(failure_text(match, task, game["failure"]))
            while deal := next_deal(match, len(file.deals), done):
                file.append(deal)
                report(file.deals)
                if is_decided(match, file.deals):
                    return file.deals
    return file.deals


def next_deal(match: Match, deal: int, done: dict[Task, GameResult]) -> DealResult | None:
    """The result of this deal, once all its games are played."""
    tasks = [(deal, rotation) for rotation in range(match.players)]
    if not all(task in done for task in tasks):
        return None
    return deal_result(match, deal, [done.pop(task) for task in tasks])


def is_decided(match: Match, deals: list[DealResult]) -> bool:
    return match.sprt is not None and verdict(deal_scores(deals, 0), match.sprt) != 0


def failure_text(match: Match, task: Task, failure: dict[str, Any]) -> str:
    deal, rotation = task
    name = match.agents[failure["agent"]]
    return f"{name} loses game {rotation} of deal {deal}: {failure['why']}"
