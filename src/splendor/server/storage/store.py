"""Players, tables and their logs in SQL: SQLite or PostgreSQL, the same code for both."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, bindparam, exists, select, tuple_
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from splendor.server.faults import Faults
from splendor.server.storage.checkpoints import Checkpoints
from splendor.server.storage.database import (
    address_of,
    engine_of,
    fault_of,
    file_of,
    is_lost,
    is_sqlite,
)
from splendor.server.storage.schema import (
    deadlines,
    members,
    players,
    results,
    seat_links,
    snapshots,
    tables,
)
from splendor.server.storage.setup import open_database
from splendor.server.storage.sql_changes import (
    TABLE_NUMBER,
    archived_events,
    pack,
    unarchived_events,
)
from splendor.server.storage.types import (
    AddArchivePart,
    AddEvent,
    AddSeatLink,
    AddTable,
    Change,
    EventRow,
    OutcomeUnknown,
    PlayerRow,
    SavePlayer,
    SaveSnapshot,
    SeatLinkRow,
    SetDeadline,
    SetMembers,
    SetStatus,
    StoreFailure,
    TableRow,
    Touch,
    UseSeatLink,
)
from splendor.server.storage.writer import Write, Writer

__all__ = [
    "AddEvent",
    "AddSeatLink",
    "AddTable",
    "Change",
    "EventRow",
    "OutcomeUnknown",
    "PlayerRow",
    "SavePlayer",
    "SaveSnapshot",
    "SeatLinkRow",
    "SetDeadline",
    "SetMembers",
    "SetStatus",
    "Store",
    "StoreFailure",
    "TableRow",
    "UseSeatLink",
]


READER_THREADS = 4  # threads
READ_TIMEOUT = 10.0  # seconds
ARCHIVE_PART = 500  # events that are packed, and moved in one transaction

TABLE_FIELDS = [tables.c[field.name] for field in fields(TableRow)]
SELECT_TABLE = select(*TABLE_FIELDS).where(tables.c.id == bindparam("of"))
SELECT_PLAYER = select(players).where(players.c.id == bindparam("of"))
SELECT_LINK = select(seat_links).where(seat_links.c.token_hash == bindparam("hash"))
SELECT_SNAPSHOT = select(snapshots.c.seq, snapshots.c.packed).where(
    snapshots.c.table == TABLE_NUMBER
)
IS_HIDDEN = exists().where(
    results.c.table == tables.c.number,
    results.c.player == bindparam("player"),
    results.c.hidden == 1,
)
SELECT_DEADLINE = select(deadlines.c.due).where(deadlines.c.table == TABLE_NUMBER)
SELECT_OVERDUE = (
    select(tables.c.id)
    .join(deadlines, deadlines.c.table == tables.c.number)
    .where(deadlines.c.due <= bindparam("now"))
    .order_by(deadlines.c.due)
)
SELECT_TABLES_OF = (
    select(*TABLE_FIELDS)
    .join(members, tables.c.id == members.c.table)
    .where(members.c.player == bindparam("player"), ~IS_HIDDEN)
    .order_by(members.c.changed.desc(), members.c.table.desc())
)

T = TypeVar("T")


class Store:
    """When `write` returns, the changes are on disk. One thread writes, a few others read."""

    def __init__(
        self,
        url: str,
        *,
        clock: Callable[[], float] = time.time,
        backup_folder: Path | None = None,
        faults: Faults | None = None,
    ) -> None:
        """`backup_folder` is where a database is copied before it is upgraded."""
        self._address = address_of(url)
        self._clock = clock
        self.faults = faults or Faults()
        self._backup_folder = backup_folder
        self._reading = engine_of(self._address, connections=READER_THREADS)
        self._writing = engine_of(self._address, writes=True)
        self._readers = ThreadPoolExecutor(READER_THREADS, thread_name_prefix="store-reader")
        self._writer = Writer(self._writing, clock, self.faults)
        self._checkpoints: Checkpoints | None = None
        if is_sqlite(self._address):
            self._checkpoints = Checkpoints(file_of(self._address), self.faults)

    def open(self) -> Path | None:
        """Make or upgrade the schema, and start. Returns the copy made before an upgrade.

        A database that cannot be used is a RulesError.
        """
        copy = open_database(self._address, self._backup_folder, self._clock)
        self._writer.start()
        if self._checkpoints:
            self._checkpoints.start()
        return copy

    def close(self) -> None:
        """Write what is queued, then end. A closed store cannot be opened again."""
        self._writer.close()
        if self._checkpoints:
            self._checkpoints.close()
        self._readers.shutdown(cancel_futures=True)
        self._reading.dispose()
        self._writing.dispose()

    # Writing

    async def write(self, *changes: Change) -> None:
        """Return when all changes are durable. StoreFailure: none of them has happened.

        Cancelling the caller does not take a write back.
        """
        write = Write(changes)
        self._writer.add(write)
        await write.future

    async def archive(self, id: str) -> None:
        """Move the table's events into compressed parts. They stay readable, and more may follow.

        Packing is done outside the writer, and each part is a write of its own, so that no other
        write waits for a long log.
        """
        while part := await self._read(lambda connection: next_part(connection, id)):
            await self.write(part)

    async def probe(self) -> None:
        """Write something unimportant. Raises StoreFailure if writes are refused."""
        await self.write(Touch())

    @property
    def directory(self) -> Path | None:
        """Where SQLite keeps its files; None for another database."""
        return file_of(self._address).parent if is_sqlite(self._address) else None

    @property
    def depth(self) -> int:
        """The number of writes that wait or are being committed."""
        return self._writer.depth

    @property
    def commits(self) -> int:
        return self._writer.commits

    @property
    def rows(self) -> int:
        """The number of changes committed since the store was opened."""
        return self._writer.rows

    @property
    def last_batch(self) -> int:
        """The number of writes in the last commit."""
        return self._writer.last_batch

    # Reading

    async def table(self, id: str) -> TableRow | None:
        row = await self._read(
            lambda connection: connection.execute(SELECT_TABLE, {"of": id}).first()
        )
        return TableRow(*row) if row else None

    async def events(self, id: str, after: int = 0) -> list[EventRow]:
        """The events of a table after number `after`, in order, archived or not."""
        return await self._read(lambda connection: events_of(connection, id, after))

    async def snapshot(self, id: str) -> tuple[int, bytes] | None:
        """The last snapshot of a table: the number of its last event, and the packed state."""
        row = await self._read(
            lambda connection: connection.execute(SELECT_SNAPSHOT, {"of": id}).first()
        )
        return (row[0], row[1]) if row else None

    async def deadline(self, id: str) -> int:
        """When the time of the player to move is up; 0 if no such time is stored."""
        found = await self._read(lambda connection: connection.scalar(SELECT_DEADLINE, {"of": id}))
        return found or 0

    async def overdue(self, now: int, limit: int) -> list[str]:
        """The ids of tables on which somebody's time is up, those that are longest so first."""
        query = SELECT_OVERDUE.limit(limit)
        return list(
            await self._read(lambda connection: connection.scalars(query, {"now": now}).all())
        )

    async def tables_of(
        self,
        player: str,
        status: str | None = None,
        before: tuple[int, str] | None = None,
        limit: int = 20,
    ) -> list[TableRow]:
        """A player's tables, last changed first; the next page is `before` the last row's
        `(changed, id)`.
        """
        query = SELECT_TABLES_OF.limit(limit)
        if status is not None:
            query = query.where(members.c.status == status)
        if before is not None:
            query = query.where(tuple_(members.c.changed, members.c.table) < before)
        rows = await self._read(
            lambda connection: connection.execute(query, {"player": player}).all()
        )
        return [TableRow(*row) for row in rows]

    async def with_status(self, *status: str) -> list[str]:
        """The ids of all tables with one of these statuses."""
        query = select(tables.c.id).where(tables.c.status.in_(status))
        return list(await self._read(lambda connection: connection.scalars(query).all()))

    async def player(self, id: str) -> PlayerRow | None:
        row = await self._read(
            lambda connection: connection.execute(SELECT_PLAYER, {"of": id}).first()
        )
        return PlayerRow(*row) if row else None

    async def seat_link(self, token_hash: str) -> SeatLinkRow | None:
        """An unused link. The caller checks whether it has expired."""
        hashed = {"hash": token_hash}
        row = await self._read(lambda connection: connection.execute(SELECT_LINK, hashed).first())
        return SeatLinkRow(*row) if row else None

    async def ping(self) -> None:
        """Raise StoreFailure when the database does not answer."""
        await self._read(lambda connection: connection.scalar(select(1)))

    async def read(self, query: Callable[..., T], *arguments: object) -> T:
        """The result of a query of `people.py` or `results.py`."""
        return await self._read(lambda connection: query(connection, *arguments))

    async def _read(self, query: Callable[[Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        try:
            running = loop.run_in_executor(self._readers, self._query, query)
            return await asyncio.wait_for(running, READ_TIMEOUT)
        except (SQLAlchemyError, TimeoutError, RuntimeError, OverflowError, UnicodeError) as error:
            if fault := read_fault_of(error):
                self.faults.occurred(fault)
            raise StoreFailure("unreadable") from None

    def _query(self, query: Callable[[Connection], T]) -> T:
        try:
            with self._reading.connect() as connection:
                return query(connection)
        except DBAPIError as error:
            if not is_lost(error):
                raise
        # The connection was lost since the last query: connect again.
        with self._reading.connect() as connection:
            return query(connection)


def read_fault_of(error: Exception) -> str | None:
    """Other errors may be due to what a client asked for."""
    lost = isinstance(error, TimeoutError) or is_lost(error)
    return fault_of(error) or ("unreachable" if lost else None)


def events_of(connection: Connection, table: str, after: int) -> list[EventRow]:
    """Read the log before the archive: an event that is archived between the two reads is then seen
    twice rather than never.
    """
    rows = {row.seq: row for row in unarchived_events(connection, table, after)}
    if after + 1 in rows:
        return list(rows.values())
    archived = {row.seq: row for row in archived_events(connection, table, after)}
    return list((archived | rows).values())


def next_part(connection: Connection, table: str) -> AddArchivePart | None:
    """The first events of a table that are not archived, packed; None if there are none."""
    rows = unarchived_events(connection, table, most=ARCHIVE_PART)
    return AddArchivePart(table, rows[0].seq, rows[-1].seq, pack(rows)) if rows else None
