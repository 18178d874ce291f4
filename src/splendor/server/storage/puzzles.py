"""Queries about puzzles: what somebody did at them, their rating and their days."""

from dataclasses import dataclass, field

from sqlalchemy import Connection, select

from splendor.server.storage.schema import (
    own_puzzles,
    puzzle_days,
    puzzle_ratings,
    puzzle_results,
)
from splendor.server.storage.types import PuzzleRatingRow, PuzzleRow


@dataclass(frozen=True, slots=True)
class Solver:
    """All that is known of somebody who solves puzzles. `marks` has the days of the last year, the
    newest first, `own` the puzzles that they saved, as lines of a file.
    """

    results: dict[str, PuzzleRow]  # by puzzle
    rating: PuzzleRatingRow | None
    marks: dict[str, str]  # by day
    own: dict[str, str] = field(default_factory=dict)  # by puzzle


MOST_DAYS = 366


def solver(connection: Connection, player: str) -> Solver:
    own = select(puzzle_results).where(puzzle_results.c.player == player)
    rows = [PuzzleRow(*row) for row in connection.execute(own)]
    rated = select(puzzle_ratings).where(puzzle_ratings.c.player == player)
    rating = connection.execute(rated).first()
    days = select(puzzle_days.c.day, puzzle_days.c.mark).where(puzzle_days.c.player == player)
    newest = connection.execute(days.order_by(puzzle_days.c.day.desc()).limit(MOST_DAYS))
    saved = select(own_puzzles.c.puzzle, own_puzzles.c.content)
    mine = connection.execute(saved.where(own_puzzles.c.player == player))
    return Solver(
        results={row.puzzle: row for row in rows},
        rating=PuzzleRatingRow(*rating) if rating else None,
        marks={row.day: row.mark for row in newest},
        own={row.puzzle: row.content for row in mine},
    )


def own_puzzle(connection: Connection, player: str, puzzle: str) -> str | None:
    """A puzzle that somebody saved, as a line of a file."""
    mine = (own_puzzles.c.player == player, own_puzzles.c.puzzle == puzzle)
    found: str | None = connection.execute(select(own_puzzles.c.content).where(*mine)).scalar()
    return found
