"""Changes to the results and reviews of finished games, and to puzzles, as SQL statements."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, insert, select, text, update

from splendor.server.storage.schema import (
    own_puzzles,
    puzzle_ratings,
    puzzle_results,
    ratings,
    results,
    review_seats,
    reviews,
    tables,
)
from splendor.server.storage.sql_people import number_of, require
from splendor.server.storage.types import (
    HideGame,
    RecordResults,
    SaveOwnPuzzle,
    SavePuzzle,
    SaveReview,
    SayHowItWas,
)

SET_RECORDED = (
    update(tables).where(tables.c.id == bindparam("of"), tables.c.recorded == 0).values(recorded=1)
)
RATING_FIELDS = tuple(column.name for column in ratings.columns)
SAVE_RATING = text(
    f"INSERT INTO ratings ({', '.join(RATING_FIELDS)}) "
    f"VALUES ({', '.join(f':{name}' for name in RATING_FIELDS)}) "
    "ON CONFLICT (player, game, players) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in RATING_FIELDS[3:])
)
MARK_DAY = text(
    "INSERT INTO puzzle_days (player, day, mark) VALUES (:player, :day, :mark) "
    "ON CONFLICT DO NOTHING"
)
TABLE_NUMBER = select(tables.c.number).where(tables.c.id == bindparam("of")).scalar_subquery()
RESULT_OF = (results.c.table == TABLE_NUMBER, results.c.player == bindparam("who"))
SET_HIDDEN = update(results).where(*RESULT_OF).values(hidden=bindparam("to"))
SET_FELT = update(results).where(*RESULT_OF).values(felt=bindparam("to"))


def record_results(connection: Connection, changes: Sequence[RecordResults], _: int) -> None:
    for change in changes:
        require(connection.execute(SET_RECORDED, {"of": change.table}).rowcount, 1)
        number = number_of(connection, change.table)
        rows = [{**asdict(row), "table": number} for row in change.results]
        if rows:
            connection.execute(insert(results), rows)
        if change.ratings:
            connection.execute(SAVE_RATING, [asdict(row) for row in change.ratings])


def hide_games(connection: Connection, changes: Sequence[HideGame], _: int) -> None:
    for each in changes:
        values = {"of": each.table, "who": each.player, "to": int(each.hidden)}
        require(connection.execute(SET_HIDDEN, values).rowcount, 1)


def say_how_it_was(connection: Connection, changes: Sequence[SayHowItWas], _: int) -> None:
    for each in changes:
        values = {"of": each.table, "who": each.player, "to": each.felt}
        require(connection.execute(SET_FELT, values).rowcount, 1)


def save_reviews(connection: Connection, changes: Sequence[SaveReview], _: int) -> None:
    for change in changes:
        number = number_of(connection, change.row.table)
        for part in (review_seats, reviews):
            connection.execute(delete(part).where(part.c.table == number))
        connection.execute(insert(reviews), {**asdict(change.row), "table": number})
        rows = [{**asdict(row), "table": number} for row in change.seats]
        if rows:
            connection.execute(insert(review_seats), rows)


def save_puzzles(connection: Connection, changes: Sequence[SavePuzzle], _: int) -> None:
    for change in changes:
        row, rating = change.row, change.rating
        where = (puzzle_results.c.player == row.player, puzzle_results.c.puzzle == row.puzzle)
        replace(connection, puzzle_results, (*where, puzzle_results.c.steps == row.steps - 1), row)
        if rating:
            owner = puzzle_ratings.c.player == rating.player
            before = puzzle_ratings.c.puzzles == rating.puzzles - 1
            replace(connection, puzzle_ratings, (owner, before), rating)
        if change.day:
            values = {"player": row.player, "day": change.day, "mark": change.mark}
            connection.execute(MARK_DAY, values)


def save_own_puzzles(connection: Connection, changes: Sequence[SaveOwnPuzzle], _: int) -> None:
    for change in changes:
        row = change.row
        connection.execute(insert(puzzle_results), asdict(row))
        values = {"player": row.player, "puzzle": row.puzzle, "content": change.content}
        connection.execute(insert(own_puzzles), values)


def replace(connection: Connection, part: Table, former: Sequence[Any], row: Any) -> None:
    """A row in place of its former version; with another version there, the key is in use."""
    connection.execute(delete(part).where(*former))
    connection.execute(insert(part), asdict(row))


APPLY_RESULTS: tuple[tuple[type, Callable[[Connection, Any, int], None]], ...] = (
    (RecordResults, record_results),
    (HideGame, hide_games),
    (SayHowItWas, say_how_it_was),
    (SaveReview, save_reviews),
    (SavePuzzle, save_puzzles),
    (SaveOwnPuzzle, save_own_puzzles),
)
