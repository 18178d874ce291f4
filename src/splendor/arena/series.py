"""A match from where its file ends to its last deal: in order, and no longer than needed."""

from collections.abc import Callable
from typing import TypeAlias

from splendor.arena.match import Match, Row, deal_row, header
from splendor.arena.matchfile import MatchFile
from splendor.arena.pool import Pool, Task
from splendor.arena.scores import deal_scores, verdict

Report: TypeAlias = Callable[[list[Row]], None]  # is given all deals, after each new one
Complaint: TypeAlias = Callable[[str], None]


def play_match(
    match: Match, file: MatchFile, last: int, workers: int, tell: tuple[Report, Complaint]
) -> list[Row]:
    """Play up to `last` deals in all, and return them with those that the file had."""
    report, complain = tell
    with Pool(match, workers) as pool:
        file.begin(header(match, pool.open()))
        report(file.deals)
        first = len(file.deals)
        if first >= last or is_decided(match, file.deals):
            return file.deals
        rotations = range(match.players)
        tasks = ((deal, rotation) for deal in range(first, last) for rotation in rotations)
        done: dict[Task, Row] = {}
        for task, game in pool.play(tasks):
            done[task] = game
            if game["failure"]:
                complain(lost(match, task, game["failure"]))
            while row := next_deal(match, len(file.deals), done):
                file.append(row)
                report(file.deals)
                if is_decided(match, file.deals):
                    return file.deals
    return file.deals


def next_deal(match: Match, deal: int, done: dict[Task, Row]) -> Row | None:
    """The line of this deal, once all its games are played."""
    tasks = [(deal, rotation) for rotation in range(match.players)]
    if not all(task in done for task in tasks):
        return None
    return deal_row(match, deal, [done.pop(task) for task in tasks])


def is_decided(match: Match, deals: list[Row]) -> bool:
    return match.sprt is not None and verdict(deal_scores(deals, 0), match.sprt) != 0


def lost(match: Match, task: Task, failure: Row) -> str:
    deal, rotation = task
    name = match.agents[failure["agent"]]
    return f"{name} loses game {rotation} of deal {deal}: {failure['why']}"
