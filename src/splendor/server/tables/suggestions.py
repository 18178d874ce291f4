"""The next opponent: which level suits somebody, from their last games and from what they said."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from splendor.bots.levels import Level, ladders, level_of
from splendor.server.storage.results import LOST, WON
from splendor.server.storage.types import ResultRow

FIRST_LEVEL = "beginner"  # somebody who has just learned the rules can win against it
EASY, RIGHT, HARD = "easy", "right", "hard"
ANSWERS = (EASY, RIGHT, HARD)
EASY_STEPS = 2  # somebody for whom it was too easy wants more than the next level
WINS, LOSSES = 2, 3  # in a row: then another level is suggested
LOOKED_AT = 5  # games of each kind

# Why a level is suggested.
FIRST, AGAIN, WINNING, LOSING = "first", "again", "won", "lost"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A level for a game and number of players, and why: `count` games in a row against `of`."""

    game: str
    players: int
    level: str
    why: str
    of: str = ""
    count: int = 0
    asks: bool = False  # whether to ask if the first game was too easy


def suggestions(last: Iterable[tuple[ResultRow, str]]) -> list[Suggestion]:
    """One for each ladder, from the last games of each kind, the newest first."""
    games: dict[tuple[str, int], list[tuple[ResultRow, str]]] = {}
    for row, felt in last:
        games.setdefault((row.game, row.players), []).append((row, felt))
    return [suggestion(*kind, ladder, games.get(kind, [])) for kind, ladder in ladders().items()]


def suggestion(
    game: str, players: int, ladder: Sequence[Level], last: Sequence[tuple[ResultRow, str]]
) -> Suggestion:
    names = [level.name for level in ladder]
    if not last:
        return Suggestion(game, players, level_of(game, players, FIRST_LEVEL).name, FIRST)
    row, felt = last[0]
    asks = len(last) == 1 and not felt
    if row.level not in names:  # a style, or a level of another version
        return Suggestion(game, players, row.level, AGAIN, row.level)
    count = in_a_row([each for each, _ in last])
    steps, why = step_after(felt, row.result, count)
    place = min(len(names) - 1, max(1, names.index(row.level) + steps))  # 0 are random moves
    if names[place] == row.level:
        why = AGAIN
    return Suggestion(game, players, names[place], why, row.level, count, asks)


def step_after(felt: str, result: str, count: int) -> tuple[int, str]:
    """How many levels up, and why. What somebody says counts more than results."""
    if felt == EASY:
        return EASY_STEPS, EASY
    if felt == HARD:
        return -1, HARD
    if result == WON and count >= WINS:
        return 1, WINNING
    if result == LOST and count >= LOSSES:
        return -1, LOSING
    return 0, AGAIN


def in_a_row(rows: Sequence[ResultRow]) -> int:
    """How many of the last games had the same result against the same level."""
    alike = [(row.level, row.result) == (rows[0].level, rows[0].result) for row in rows]
    return alike.index(False) if False in alike else len(alike)
