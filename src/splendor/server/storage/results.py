"""Queries about a person's finished games: pages of them, and statistics made in SQL.

Every function takes a connection, so that a caller runs it in a reader's thread (`Store.read`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    case,
    func,
    or_,
    select,
    tuple_,
)

from splendor.server.storage.schema import members, ratings, results, tables, to_record, traces
from splendor.server.storage.types import RatingRow, ResultRow

WON, SHARED, LOST, NONE, UNREADABLE = "won", "shared", "lost", "none", "unreadable"
BOTS, PEOPLE, HERE = "bots", "people", "here"

RATING_FIELDS = [ratings.c[each.name] for each in fields(RatingRow)]
RESULT_FIELDS = [results.c[each.name] for each in fields(ResultRow)]


@dataclass(frozen=True, slots=True)
class Filter:
    """Which games of a person; what is empty does not matter."""

    player: str
    game: str = ""
    players: int = 0
    against: str = ""
    level: str = ""
    result: str = ""

    @property
    def condition(self) -> ColumnElement[bool]:
        wanted = {each.name: getattr(self, each.name) for each in fields(self)}
        return and_(*(results.c[name] == value for name, value in wanted.items() if value))


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game in a person's list; `id` and `summary` are those of its table."""

    id: str
    summary: bytes
    number: int
    felt: str
    hidden: bool
    row: ResultRow


# Recording


def unrecorded(connection: Connection, most: int) -> list[str]:
    """The first finished tables whose results are not recorded."""
    query = select(tables.c.id).where(to_record).order_by(tables.c.changed).limit(most)
    return list(connection.scalars(query))


def ratings_of(connection: Connection, people: Sequence[str]) -> list[RatingRow]:
    query = select(*RATING_FIELDS).where(ratings.c.player.in_(people))
    ordered = query.order_by(ratings.c.game, ratings.c.players)
    return [RatingRow(*row) for row in connection.execute(ordered)]


# Lists


def games_of(
    connection: Connection,
    wanted: Filter,
    before: tuple[int, int] | None,
    limit: int,
    hidden: bool | None = False,
) -> list[Game]:
    """A page of a person's games, the last first; `before` is (ended, number) of the one before.
    With `hidden` None, hidden ones are among them.
    """
    query = listed().where(wanted.condition)
    if hidden is not None:
        query = query.where(results.c.hidden == int(hidden))
    if before is not None:
        query = query.where(tuple_(results.c.ended, results.c.table) < before)
    newest = query.order_by(results.c.ended.desc(), results.c.table.desc()).limit(limit)
    return [game_of(row) for row in connection.execute(newest)]


def game_at(connection: Connection, player: str, table: str) -> Game | None:
    """One of a person's games, by its table."""
    query = listed().where(tables.c.id == table, results.c.player == player)
    row = connection.execute(query).first()
    return game_of(row) if row else None


def listed() -> "Select[Any]":
    return select(
        tables.c.id,
        tables.c.summary,
        tables.c.number,
        results.c.felt,
        results.c.hidden,
        *RESULT_FIELDS,
    ).join(tables, tables.c.number == results.c.table)


def game_of(row: "Row[Any]") -> Game:
    id, summary, number, felt, hidden, *rest = list(row)
    return Game(id, summary, number, felt, bool(hidden), ResultRow(*rest))


def others_at(connection: Connection, table: str, player: str) -> bool:
    """Whether the table belongs to other people too: they sit there, played, or wrote."""
    theirs = [
        select(part.c.player).where(part.c.table == table, part.c.player != player).limit(1)
        for part in (members, traces)
    ]
    played = select(results.c.player).join(tables, tables.c.number == results.c.table)
    theirs.append(played.where(tables.c.id == table, results.c.player != player).limit(1))
    return any(connection.execute(query).first() is not None for query in theirs)


# Statistics


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games of one kind ended how."""

    game: str
    players: int
    against: str
    level: str
    games: int
    won: int
    shared: int
    lost: int


@dataclass(frozen=True, slots=True)
class Period:
    """Some games in a row: when, how many, and their averages."""

    since: int
    until: int
    games: int
    won: int
    points: float
    rounds: float


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after a game: its number among those with a rating, and when."""

    game: str
    players: int
    place: int
    at: int
    rating: float
    deviation: float


def count_of(result: str) -> ColumnElement[int]:
    return func.sum(case((results.c.result == result, 1), else_=0))


IN_TIME = (results.c.ended, results.c.table)
KIND = (results.c.game, results.c.players, results.c.against, results.c.level)


def tallies(connection: Connection, wanted: Filter) -> list[Tally]:
    """Results by game, number of players, opponents and level."""
    counts = (func.count(), count_of(WON), count_of(SHARED), count_of(LOST))
    query = select(*KIND, *counts).where(wanted.condition).group_by(*KIND).order_by(*KIND)
    return [Tally(*row) for row in connection.execute(query)]


def decided(wanted: Filter) -> ColumnElement[bool]:
    """Games with a result: those that were abandoned or played against oneself have none."""
    return and_(wanted.condition, results.c.result.in_((WON, SHARED, LOST)))


def streaks(connection: Connection, wanted: Filter) -> tuple[str, int, int]:
    """The result of the last games in a row, how many they are, and the most wins in a row.

    Counted here: the rows come in this order already, and SQL would number all of them twice.
    """
    query = select(results.c.result).where(decided(wanted)).order_by(*IN_TIME)
    runs = [(each, sum(1 for _ in run)) for each, run in groupby(connection.scalars(query))]
    longest = max((length for result, length in runs if result == WON), default=0)
    return (*runs[-1], longest) if runs else ("", 0, 0)


def periods(connection: Connection, wanted: Filter, most: int) -> list[Period]:
    """All games with a result in time, as at most this many groups of equal size."""
    group = func.ntile(most).over(order_by=(results.c.ended, results.c.table)).label("period")
    columns = ("ended", "result", "points", "rounds")
    games = select(*(results.c[name] for name in columns), group).where(decided(wanted)).subquery()
    won = func.sum(case((games.c.result == WON, 1), else_=0))
    averages = (func.avg(games.c.points), func.avg(games.c.rounds))
    query = (
        select(func.min(games.c.ended), func.max(games.c.ended), func.count(), won, *averages)
        .group_by(games.c.period)
        .order_by(games.c.period)
    )
    return [
        Period(since, until, games, won, float(points), float(rounds))
        for since, until, games, won, points, rounds in connection.execute(query)
    ]


def rating_history(connection: Connection, player: str, most: int) -> list[RatingPoint]:
    """The ratings after rated games: of each kind at most about this many, with the last one."""
    kind = (results.c.game, results.c.players)
    in_time = (results.c.ended, results.c.table)
    place = func.row_number().over(partition_by=kind, order_by=in_time).label("place")
    total = func.count().over(partition_by=kind).label("total")
    columns = (*kind, place, results.c.ended, results.c.rating, results.c.deviation, total)
    rated = select(*columns).where(results.c.player == player, results.c.rating.is_not(None))
    points = rated.subquery()
    step = points.c.total // most + 1
    query = (
        select(*points.c[:6])
        .where(or_(points.c.place % step == 0, points.c.place == points.c.total))
        .order_by(points.c.game, points.c.players, points.c.place)
    )
    return [RatingPoint(*row) for row in connection.execute(query)]


def last_games(
    connection: Connection, player: str, kinds: Iterable[tuple[str, int]], most: int
) -> list[tuple[ResultRow, str]]:
    """The last games of each kind (game, number of players) against bots of one level, the last
    first, and how they felt.
    """
    found = []
    for game, players in kinds:
        mine = decided(Filter(player, game, players, BOTS))
        query = select(*RESULT_FIELDS, results.c.felt).where(mine, results.c.level != "")
        newest = query.order_by(*(column.desc() for column in IN_TIME)).limit(most)
        found += [list(row) for row in connection.execute(newest)]
    return [(ResultRow(*row[:-1]), row[-1]) for row in found]
