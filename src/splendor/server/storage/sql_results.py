"""Changes to the results and reviews of finished games as SQL statements."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, text, update

from splendor.server.storage.schema import ratings, results, review_seats, reviews, tables
from splendor.server.storage.sql_people import number_of, require
from splendor.server.storage.types import HideGame, RecordResults, SaveReview, SayHowItWas

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


APPLY_RESULTS: tuple[tuple[type, Callable[[Connection, Any, int], None]], ...] = (
    (RecordResults, record_results),
    (HideGame, hide_games),
    (SayHowItWas, say_how_it_was),
    (SaveReview, save_reviews),
)
