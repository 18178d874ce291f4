"""Queries about a person's finished games: pages of them, and statistics.

Every query takes a connection, so that a caller runs it in a reader's thread (`Store.read`).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    select,
    tuple_,
)

from splendor.server.storage.schema import members, ratings, results, tables, to_record, traces
from splendor.server.storage.types import RatingRow, ResultRow

WON, SHARED, LOST, NONE, UNREADABLE = "won", "shared", "lost", "none", "unreadable"
DECIDED = (WON, SHARED, LOST)
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


class Line(NamedTuple):
    """Of a finished game, what statistics are made of."""

    game: str
    players: int
    against: str
    level: str
    result: str
    ended: int
    points: int
    rounds: int
    rating: float | None
    deviation: float | None


IN_TIME = (results.c.ended, results.c.table)


def lines_of(connection: Connection, wanted: Filter) -> list[Line]:
    """All games in time. They are read once: in SQL every number would sort all of them again."""
    query = select(*(results.c[name] for name in Line._fields)).where(wanted.condition)
    return list(map(Line._make, connection.execute(query.order_by(*IN_TIME))))


def tallies(lines: Iterable[Line]) -> list[Tally]:
    """Results by game, number of players, opponents and level."""
    kinds: dict[tuple[str, int, str, str], Counter[str]] = {}
    for kind, count in Counter(line[:5] for line in lines).items():
        kinds.setdefault(kind[:4], Counter())[kind[4]] = count
    return [
        Tally(*kind, found.total(), *(found[result] for result in DECIDED))
        for kind, found in sorted(kinds.items())
    ]


def decided(lines: Iterable[Line]) -> list[Line]:
    """Games with a result: those that were abandoned or played against oneself have none."""
    return [line for line in lines if line.result in DECIDED]


def streaks(lines: Iterable[Line]) -> tuple[str, int, int]:
    """The result of the last games in a row, how many they are, and the most wins in a row."""
    found = groupby(line.result for line in decided(lines))
    runs = [(result, sum(1 for _ in run)) for result, run in found]
    longest = max((length for result, length in runs if result == WON), default=0)
    return (*runs[-1], longest) if runs else ("", 0, 0)


def periods(lines: Iterable[Line], most: int) -> list[Period]:
    """All games with a result in time, as at most this many groups of equal size."""
    rest = decided(lines)
    groups = []
    for left in range(min(most, len(rest)), 0, -1):
        size = -(-len(rest) // left)  # the first ones are larger by one
        groups.append(rest[:size])
        rest = rest[size:]
    return [period_of(group) for group in groups]


def period_of(lines: Sequence[Line]) -> Period:
    count = len(lines)
    won = sum([line.result == WON for line in lines])
    points, rounds = sum([line.points for line in lines]), sum([line.rounds for line in lines])
    return Period(
        lines[0].ended, lines[-1].ended, count, won, float(points / count), float(rounds / count)
    )


def rating_history(lines: Iterable[Line], most: int) -> list[RatingPoint]:
    """The ratings after rated games: of each kind at most about this many, with the last one."""
    kinds: dict[tuple[str, int], list[Line]] = {}
    for line in lines:
        if line.rating is not None:
            kinds.setdefault(line[:2], []).append(line)
    return [point for _, rated in sorted(kinds.items()) for point in thinned(rated, most)]


def thinned(rated: Sequence[Line], most: int) -> list[RatingPoint]:
    step = len(rated) // most + 1
    places = [*range(step, len(rated), step), len(rated)]
    return [rating_point(place, rated[place - 1]) for place in places]


def rating_point(place: int, line: Line) -> RatingPoint:
    rating, deviation = line.rating or 0.0, line.deviation or 0.0
    return RatingPoint(line.game, line.players, place, line.ended, rating, deviation)


def last_games(
    connection: Connection, player: str, kinds: Iterable[tuple[str, int]], most: int
) -> list[tuple[ResultRow, str]]:
    """The last games of each kind (game, number of players) against bots of one level, the last
    first, and how they felt.
    """
    found = []
    for game, players in kinds:
        mine = (Filter(player, game, players, BOTS).condition, results.c.result.in_(DECIDED))
        query = select(*RESULT_FIELDS, results.c.felt).where(*mine, results.c.level != "")
        newest = query.order_by(*(column.desc() for column in IN_TIME)).limit(most)
        found += [list(row) for row in connection.execute(newest)]
    return [(ResultRow(*row[:-1]), row[-1]) for row in found]
