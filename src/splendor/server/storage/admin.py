"""What `splendor admin` reads and changes in a database, while a server may be using it.

A change leaves a notice, which a running server reads (`upkeep.py`). Deleting and erasing are left
to the server if one is running: it has tables in its memory.
"""

import contextlib
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from splendor.core.errors import RulesError
from splendor.server.storage import people, schema
from splendor.server.storage.backup import require_source
from splendor.server.storage.database import address_of, cannot_be_used, engine_of
from splendor.server.storage.migrations import revision_of
from splendor.server.storage.schema import devices, members, notices, players, tables
from splendor.server.storage.sql_changes import archived_events, unarchived_events
from splendor.server.storage.sql_people import delete_tables, erase_guests, erase_traces
from splendor.server.storage.types import DeleteTable, EraseGuest, EraseTraces, EventRow

TABLE, GUEST, KEYS, DELETE, ERASE = "table", "guest", "keys", "delete", "erase"  # notices
NOTICES_KEPT = 7 * 24 * 3600 * 1000  # milliseconds


@contextlib.contextmanager
def administration(url: str, *, writes: bool = True) -> Iterator[Connection]:
    """A connection in one transaction; committed at the end."""
    address = address_of(url)
    require_source(address)
    engine = engine_of(address, writes=writes)
    try:
        with engine.begin() as connection:
            if revision_of(connection) != schema.REVISION:
                raise RulesError("The database is of an older version: start the server once first")
            yield connection
    except SQLAlchemyError as error:
        raise cannot_be_used(address, error) from None
    finally:
        engine.dispose()


def now() -> int:
    return int(1000 * time.time())


def notify(connection: Connection, kind: str, subject: str = "") -> None:
    """Tell a running server."""
    connection.execute(delete(notices).where(notices.c.at < now() - NOTICES_KEPT))
    connection.execute(insert(notices).values(at=now(), kind=kind, subject=subject))


# Looking


@dataclass(frozen=True, slots=True)
class TableLine:
    id: str
    status: str
    rules: str
    created: int
    changed: int
    frozen: str
    names: tuple[str, ...]


def list_tables(
    connection: Connection, status: str = "", guest: str = "", most: int = 50
) -> list[TableLine]:
    """Tables, the last changed first."""
    columns = (tables.c.id, tables.c.status, tables.c.rules, tables.c.created, tables.c.changed)
    query = select(*columns, tables.c.frozen, tables.c.summary)
    if status:
        query = query.where(tables.c.status == status)
    if guest:
        query = query.join(members, members.c.table == tables.c.id)
        query = query.where(members.c.player == guest)
    return table_lines(connection, query.order_by(tables.c.changed.desc()).limit(most))


def table_lines(connection: Connection, query: Select[Any]) -> list[TableLine]:
    lines = []
    for id, status, rules, created, changed, frozen, summary in connection.execute(query):
        names = names_in(summary)
        lines.append(TableLine(id, status, rules, created, changed, frozen, names))
    return lines


def names_in(summary: bytes) -> tuple[str, ...]:
    seats = [seat for seat in json.loads(summary).get("seats", []) if isinstance(seat, dict)]
    return tuple(seat.get("name") or seat.get("bot") or seat.get("kind", "") for seat in seats)


def events_at(connection: Connection, table: str) -> list[EventRow]:
    rows = {row.seq: row for row in archived_events(connection, table, 0)}
    rows |= {row.seq: row for row in unarchived_events(connection, table)}
    return list(rows.values())


def people_at(connection: Connection, table: str) -> list[str]:
    query = select(schema.traces.c.player).where(schema.traces.c.table == table)
    return sorted(connection.scalars(query))


@dataclass(frozen=True, slots=True)
class GuestLine:
    id: str
    name: str
    created: int
    seen: int
    banned: int


def list_guests(
    connection: Connection, name: str = "", id: str = "", most: int = 50
) -> list[GuestLine]:
    """Guests, the last seen first."""
    seen = func.coalesce(func.max(devices.c.seen), 0).label("seen")
    query = select(players.c.id, players.c.name, players.c.created, seen, players.c.banned)
    query = query.outerjoin(devices, devices.c.player == players.c.id).group_by(players.c.id)
    if name:
        query = query.where(func.lower(players.c.name).contains(name.lower(), autoescape=True))
    if id:
        query = query.where(players.c.id == id)
    return [GuestLine(*row) for row in connection.execute(query.order_by(seen.desc()).limit(most))]


# Changing


def require_table(connection: Connection, table: str) -> None:
    if connection.scalar(select(tables.c.number).where(tables.c.id == table)) is None:
        raise RulesError(f"There is no table {table}: splendor admin tables lists them")


def require_guest(connection: Connection, player: str) -> None:
    if people.player(connection, player) is None:
        raise RulesError(f"There is no guest {player}: splendor admin guests lists them")


def freeze(connection: Connection, table: str, reason: str) -> None:
    """No event can be added to the table from now on; an empty reason ends that."""
    require_table(connection, table)
    connection.execute(update(tables).where(tables.c.id == table).values(frozen=reason))
    notify(connection, TABLE, table)


def ban(connection: Connection, player: str, until: int) -> None:
    """0 ends a ban."""
    require_guest(connection, player)
    connection.execute(update(players).where(players.c.id == player).values(banned=until))
    notify(connection, GUEST, player)


def delete_alone(connection: Connection, table: str) -> None:
    """Delete a table while no server uses the database."""
    delete_tables(connection, [DeleteTable(table)], 0)


def erase_alone(connection: Connection, player: str) -> None:
    """Erase a guest while no server uses the database."""
    for table in people.traces_of(connection, player):
        whole = not people.others_at(connection, table, player)
        stand_in = people.stand_in_of(player, table)
        erase_traces(connection, [EraseTraces(table, player, stand_in, whole)], 0)
    erase_guests(connection, [EraseGuest(player)], 0)
