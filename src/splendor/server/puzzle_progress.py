"""What a try at a puzzle changes for somebody: rating, days, and when the puzzle comes back.

Only the first try counts, and looking at the solution counts as a wrong one; after a nudge both
count half. What was not found at once comes back after some days, and then no longer counts.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from splendor.arena.glicko import Meeting, Strength, anchor, updated
from splendor.review.puzzles import (
    KINDS,
    Puzzle,
    daily,
    next_puzzle,
    puzzles_of,
    read_puzzle,
)
from splendor.server.storage.puzzles import Solver
from splendor.server.storage.types import PuzzleRatingRow, PuzzleRow, SavePuzzle

DAY = 24 * 3600 * 1000  # milliseconds
COMES_BACK = 3 * DAY
# Of somebody who has not solved any; less uncertain than with games, because the daily puzzle may
# be far from anybody's strength.
START = Strength(500.0, 180.0)
PER_PERIOD = 12  # puzzles, as with games
NUDGED = 0.5  # the weight of a try after a nudge
WEEK = 7
FOUND, NEAR, SHOWN = "found", "near", "shown"  # marks of a day
NUDGE, RIGHT, WRONG, SOLUTION = "nudge", "right", "wrong", "solution"  # what somebody did


def day_of(now: int) -> date:
    return datetime.fromtimestamp(now / 1000, UTC).date()


def game_of(puzzle: Puzzle) -> str:
    return puzzle.position.ruleset.name


# One puzzle


def result_at(known: Solver, player: str, puzzle: Puzzle) -> PuzzleRow:
    """What is stored of the puzzle, or an empty row."""
    empty = PuzzleRow(player, puzzle.id, game_of(puzzle), puzzle.kind)
    return known.results.get(puzzle.id, empty)


def change_by(known: Solver, player: str, puzzle: Puzzle, did: str, now: int) -> SavePuzzle:
    """What is stored after somebody did something at a puzzle."""
    before = result_at(known, player, puzzle)
    row = row_after(before, did, now)
    mark = mark_of(row, did) if puzzle.id == daily(day_of(now)).id else ""
    day = day_of(now).isoformat() if mark else ""
    if before.at or did == NUDGE:
        return SavePuzzle(row, None, day, mark)
    rating = rating_after(known.rating, player, puzzle, did == RIGHT, bool(row.nudged))
    change = rating.rating - strength_of(known.rating).rating
    return SavePuzzle(replace(row, change=change), rating, day, mark)


def row_after(row: PuzzleRow, did: str, now: int) -> PuzzleRow:
    row = replace(row, steps=row.steps + 1)
    if did == NUDGE:
        return replace(row, nudged=1 if not row.at else row.nudged)
    first = not row.at
    row = replace(row, at=row.at or now)
    if did == RIGHT:
        came_back = 0 < row.due <= now
        due = 0 if came_back else row.due
        return replace(row, solved=1, due=due, found=int(first) or row.found)
    if did == SOLUTION and row.solved:
        return row  # it was found, and is only looked at
    return replace(row, due=now + COMES_BACK, shown=int(did == SOLUTION) or row.shown)


def mark_of(row: PuzzleRow, did: str) -> str:
    """The mark of a day on which this was done at its puzzle; empty as long as it is open."""
    if did == RIGHT:
        return FOUND if row.found and not row.nudged else NEAR
    return SHOWN if did == SOLUTION and not row.solved else ""


def strength_of(row: PuzzleRatingRow | None) -> Strength:
    return Strength(row.rating, row.deviation, row.volatility) if row else START


def rating_after(
    row: PuzzleRatingRow | None, player: str, puzzle: Puzzle, right: bool, nudged: bool
) -> PuzzleRatingRow:
    """The rating after the first try; the puzzle is an opponent whose rating does not change."""
    met = Meeting(anchor(puzzle.rating), float(right), NUDGED if nudged else 1.0)
    now = updated(strength_of(row), [met], 1 / PER_PERIOD)
    count = row.puzzles + 1 if row else 1
    return PuzzleRatingRow(player, now.rating, now.deviation, now.volatility, count)


def saved_row(player: str, puzzle: Puzzle, now: int) -> PuzzleRow:
    """A puzzle of somebody's own comes back like one that was not found, and never counts."""
    row = PuzzleRow(player, puzzle.id, game_of(puzzle), puzzle.kind)
    return replace(row, at=now, due=now + COMES_BACK, steps=1)


# All of them


def puzzles_in(games: Iterable[str]) -> list[Puzzle]:
    return [puzzle for game in games for puzzle in puzzles_of(game)]


def next_for(
    known: Solver, games: Iterable[str], kinds: tuple[str, ...], skip: str, now: int
) -> Puzzle | None:
    """The next puzzle for somebody: one that comes back, or a new one near their rating."""
    games = list(games)
    asked = [each for each in puzzles_in(games) if each.id != skip]
    back = {id for id, row in known.results.items() if 0 < row.due <= now}
    saved = [] if kinds else [read_puzzle(known.own[id]) for id in back & {*known.own} - {skip}]
    due = [each for each in asked if each.id in back and (not kinds or each.kind in kinds)]
    due += [each for each in saved if game_of(each) in games]
    if due:
        return min(due, key=lambda each: known.results[each.id].due)
    seen = {id for id, row in known.results.items() if row.at}
    return next_puzzle(asked, strength_of(known.rating).rating, sorted(seen), kinds)


def days_running(marks: Mapping[str, str], today: date) -> int:
    """How many days without a gap the daily was solved; today may still come."""
    day = today if is_solved(marks.get(today.isoformat())) else today - timedelta(1)
    count = 0
    while is_solved(marks.get(day.isoformat())):
        count, day = count + 1, day - timedelta(1)
    return count


def is_solved(mark: str | None) -> bool:
    return mark in (FOUND, NEAR)


def last_days(marks: Mapping[str, str], today: date) -> list[tuple[str, str]]:
    """The last seven days with their marks, today last."""
    days = [(today - timedelta(back)).isoformat() for back in reversed(range(WEEK))]
    return [(day, marks.get(day, "")) for day in days]


def solved_by_kind(known: Solver) -> list[tuple[str, str, int, int]]:
    """For each game and kind how many are solved, of how many; kinds without any are left out."""
    solved = Counter((row.game, row.theme) for row in known.results.values() if row.solved)
    counts = Counter((game, each.kind) for game in KINDS for each in puzzles_of(game))
    kinds = [(game, kind) for game in KINDS for kind in KINDS[game] if counts[game, kind]]
    return [(*each, min(solved[each], counts[each]), counts[each]) for each in kinds]
