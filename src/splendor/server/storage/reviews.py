"""Queries about reviews: one, those of some games, and what they say of one person."""

from collections.abc import Collection
from dataclasses import dataclass, fields

from sqlalchemy import Connection, func, select

from splendor.server.storage.results import IN_TIME, Filter
from splendor.server.storage.schema import results, review_seats, reviews, tables
from splendor.server.storage.types import ReviewRow, ReviewSeatRow

SEAT_FIELDS = [review_seats.c[each.name] for each in fields(ReviewSeatRow)]
REVIEW_FIELDS = [reviews.c[each.name] for each in fields(ReviewRow) if each.name != "table"]


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A reviewed game of a person: its table, when it ended, how, and what the review says."""

    table: str
    ended: int
    result: str
    turning_points: int
    seat: ReviewSeatRow


def review_at(connection: Connection, table: str) -> ReviewRow | None:
    query = select(*REVIEW_FIELDS).join(tables, tables.c.number == reviews.c.table)
    row = connection.execute(query.where(tables.c.id == table)).first()
    return ReviewRow(table, *row) if row else None


def slips_at(connection: Connection, table: str, seats: Collection[int]) -> int:
    """How many turns of these seats have a label."""
    labels = (review_seats.c[name] for name in ("inaccuracies", "mistakes", "blunders"))
    query = select(func.sum(sum(labels))).join(tables, tables.c.number == review_seats.c.table)
    at_table = (tables.c.id == table) & review_seats.c.seat.in_(seats)
    return int(connection.scalar(query.where(at_table)) or 0)


def packed_reviews(connection: Connection, wanted: Collection[str]) -> dict[str, bytes]:
    """The reviews of these tables as they are stored."""
    query = select(tables.c.id, reviews.c.packed).join(reviews, tables.c.number == reviews.c.table)
    found = connection.execute(query.where(tables.c.id.in_(wanted)))
    return {row.id: row.packed for row in found}


def reviewed_games(
    connection: Connection, wanted: Filter, most: int, only: Collection[int] | None = None
) -> list[Reviewed]:
    """The last reviewed games of a person, the last first; `only`: among these tables."""
    query = (
        select(
            tables.c.id,
            results.c.ended,
            results.c.result,
            reviews.c.turning_points,
            *SEAT_FIELDS,
        )
        .join(tables, tables.c.number == results.c.table)
        .join(reviews, reviews.c.table == results.c.table)
        .join(
            review_seats,
            (review_seats.c.table == results.c.table) & (review_seats.c.seat == results.c.seat),
        )
        .where(wanted.condition)
    )
    if only is not None:
        query = query.where(results.c.table.in_(only))
    newest = query.order_by(*(column.desc() for column in IN_TIME)).limit(most)
    return [
        Reviewed(id, ended, result, points, ReviewSeatRow(*rest))
        for id, ended, result, points, *rest in connection.execute(newest)
    ]
