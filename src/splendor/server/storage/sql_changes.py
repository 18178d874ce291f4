"""Changes as SQL statements; changes of one kind are executed together."""

import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any

import msgspec
from sqlalchemy import Connection, Integer, bindparam, delete, insert, select, text, update

from splendor.server.storage.schema import (
    archive_parts,
    deadlines,
    events,
    members,
    seat_links,
    tables,
)
from splendor.server.storage.sql_people import (
    APPLY_PEOPLE,
    packed_events,
    require,
)
from splendor.server.storage.sql_results import APPLY_RESULTS
from splendor.server.storage.types import (
    AddArchivePart,
    AddEvent,
    AddSeatLink,
    AddTable,
    Change,
    EventRow,
    SavePlayer,
    SaveSnapshot,
    SetDeadline,
    SetMembers,
    SetStatus,
    Touch,
    UseSeatLink,
)

EVENT_FIELDS = ("table", "seq", "at", "player", "id", "kind", "body")
INSERT_TABLE = insert(tables)
# The numbers of archived events are in use although the log has no rows for them. A table that an
# administrator has frozen takes no more events.
INSERT_EVENT = (
    insert(events)
    .from_select(
        list(EVENT_FIELDS),
        select(
            tables.c.number,
            *(bindparam(name, type_=events.c[name].type) for name in EVENT_FIELDS[1:]),
        ).where(
            tables.c.id == bindparam("of"),
            tables.c.archived < bindparam("seq", type_=Integer),
            tables.c.frozen == "",
        ),
    )
    .execution_options(preserve_rowcount=True)
)
INSERT_LINK = insert(seat_links)
SAVE_PLAYER = text(
    "INSERT INTO players (id, name, created) VALUES (:id, :name, :created) "
    "ON CONFLICT (id) DO UPDATE SET name = excluded.name"
)
TOUCH = text(
    "INSERT INTO writers (id, commits, at) VALUES ('probe', 0, :now) "
    "ON CONFLICT (id) DO UPDATE SET at = excluded.at"
)
SET_STATUS = (
    update(tables)
    .where(tables.c.id == bindparam("of"))
    .values(status=bindparam("to"), changed=bindparam("at"), summary=bindparam("with"))
)
SET_STATUS_OF_MEMBERS = (
    update(members)
    .where(members.c.table == bindparam("of"))
    .values(status=bindparam("to"), changed=bindparam("at"))
)
DELETE_MEMBERS = delete(members).where(members.c.table == bindparam("of"))
ADD_MEMBER = (
    insert(members)
    .from_select(
        ["table", "player", "status", "changed"],
        select(
            tables.c.id,
            bindparam("player", type_=members.c.player.type),
            tables.c.status,
            tables.c.changed,
        ).where(tables.c.id == bindparam("of")),
    )
    .execution_options(preserve_rowcount=True)
)
DELETE_EXPIRED_LINKS = delete(seat_links).where(seat_links.c.expires < bindparam("now"))
USE_LINK = delete(seat_links).where(seat_links.c.token_hash == bindparam("hash"))
TABLE_NUMBER = select(tables.c.number).where(tables.c.id == bindparam("of")).scalar_subquery()
SELECT_EVENTS = (
    select(*(events.c[name] for name in EVENT_FIELDS[1:]))
    .where(events.c.table == TABLE_NUMBER, events.c.seq > bindparam("after"))
    .order_by(events.c.seq)
)
DELETE_EVENTS = delete(events).where(
    events.c.table == TABLE_NUMBER, events.c.seq <= bindparam("last")
)
SELECT_ARCHIVE = (
    select(archive_parts.c.packed)
    .where(archive_parts.c.table == TABLE_NUMBER, archive_parts.c.last > bindparam("after"))
    .order_by(archive_parts.c.last)
)
ADD_ARCHIVE_PART = text(
    'INSERT INTO archive_parts ("table", last, packed) '
    "VALUES ((SELECT number FROM tables WHERE id = :of), :last, :packed)"
)
SET_ARCHIVED = (
    update(tables)
    .where(tables.c.id == bindparam("of"), tables.c.archived == bindparam("before"))
    .values(archived=bindparam("last"))
)
SAVE_SNAPSHOT = text(
    'INSERT INTO snapshots ("table", seq, packed) '
    "VALUES ((SELECT number FROM tables WHERE id = :of), :seq, :packed) "
    'ON CONFLICT ("table") DO UPDATE SET seq = excluded.seq, packed = excluded.packed'
)

SET_DEADLINE = text(
    'INSERT INTO deadlines ("table", due) '
    "SELECT number, :due FROM tables WHERE id = :of "
    'ON CONFLICT ("table") DO UPDATE SET due = excluded.due'
)
DELETE_DEADLINE = delete(deadlines).where(deadlines.c.table == TABLE_NUMBER)


def apply_changes(connection: Connection, changes: Iterable[Change], now: int) -> None:
    """Apply all changes, kind by kind, so that rows exist before others refer to them.

    Changes of one kind stay in order, and no change undoes one of another kind, so the result is
    the same as applying them one by one.
    """
    kinds: dict[type, list[Any]] = {}
    for change in changes:
        kinds.setdefault(type(change), []).append(change)
    for kind, keep in APPLY_ORDER:
        if found := kinds.get(kind):
            keep(connection, found, now)


def save_players(connection: Connection, changes: Sequence[SavePlayer], _: int) -> None:
    rows = [change.row for change in changes]
    values = [{"id": row.id, "name": row.name, "created": row.created} for row in rows]
    connection.execute(SAVE_PLAYER, values)


def add_tables(connection: Connection, changes: Sequence[AddTable], _: int) -> None:
    connection.execute(INSERT_TABLE, [asdict(change.row) for change in changes])


def add_events(connection: Connection, changes: Sequence[AddEvent], _: int) -> None:
    values = [values_of(change.row) for change in changes]
    require(connection.execute(INSERT_EVENT, values).rowcount, len(values))


def values_of(row: EventRow) -> dict[str, Any]:
    return {
        "of": row.table,
        "seq": row.seq,
        "at": row.at,
        "player": row.player,
        "id": row.id,
        "kind": row.kind,
        "body": row.body,
    }


def set_statuses(connection: Connection, changes: Sequence[SetStatus], _: int) -> None:
    values = [
        {"of": change.table, "to": change.status, "at": change.changed, "with": change.summary}
        for change in changes
    ]
    require(connection.execute(SET_STATUS, values).rowcount, len(values))
    connection.execute(SET_STATUS_OF_MEMBERS, values)


def set_members(connection: Connection, changes: Sequence[SetMembers], _: int) -> None:
    last = {change.table: change.players for change in changes}
    connection.execute(DELETE_MEMBERS, [{"of": table} for table in last])
    values = [
        {"of": table, "player": player}
        for table, players in last.items()
        for player in dict.fromkeys(players)
    ]
    if values:
        require(connection.execute(ADD_MEMBER, values).rowcount, len(values))


def add_links(connection: Connection, changes: Sequence[AddSeatLink], now: int) -> None:
    connection.execute(DELETE_EXPIRED_LINKS, {"now": now})
    values = [
        {
            "token_hash": change.token_hash,
            "table": change.table,
            "seat": change.seat,
            "player": change.player,
            "expires": change.expires,
        }
        for change in changes
    ]
    connection.execute(INSERT_LINK, values)


def use_links(connection: Connection, changes: Sequence[UseSeatLink], _: int) -> None:
    values = [{"hash": change.token_hash} for change in changes]
    require(connection.execute(USE_LINK, values).rowcount, len(values))


# Archives


def add_archive_parts(connection: Connection, changes: Sequence[AddArchivePart], _: int) -> None:
    for change in changes:
        values = {"of": change.table, "last": change.last, "before": change.first - 1}
        require(connection.execute(SET_ARCHIVED, values).rowcount, 1)
        part = {"of": change.table, "last": change.last, "packed": change.packed}
        connection.execute(ADD_ARCHIVE_PART, part)
        connection.execute(DELETE_EVENTS, {"of": change.table, "last": change.last})


def save_snapshots(connection: Connection, changes: Sequence[SaveSnapshot], _: int) -> None:
    values = [{"of": each.table, "seq": each.seq, "packed": each.packed} for each in changes]
    connection.execute(SAVE_SNAPSHOT, values)


def set_deadlines(connection: Connection, changes: Sequence[SetDeadline], _: int) -> None:
    last = {change.table: change.due for change in changes}
    for table, due in last.items():
        if due:
            found = connection.execute(SET_DEADLINE, {"of": table, "due": due}).rowcount
            require(found, 1)
        else:
            connection.execute(DELETE_DEADLINE, {"of": table})


def unarchived_events(
    connection: Connection, table: str, after: int = 0, most: int | None = None
) -> list[EventRow]:
    """The events that are not in the archive; at most the first `most` of them."""
    found = connection.execute(SELECT_EVENTS.limit(most), {"of": table, "after": after})
    return [EventRow(table, *row) for row in found]


def archived_events(connection: Connection, table: str, after: int) -> list[EventRow]:
    """The events after number `after` that are in the archive."""
    parts = connection.scalars(SELECT_ARCHIVE, {"of": table, "after": after})
    return [row for packed in parts for row in unpack(table, packed) if row.seq > after]


def pack(rows: Iterable[EventRow]) -> bytes:
    """Deflated MessagePack: per event its number, time, player, id, kind and body."""
    return packed_events((row.seq, row.at, row.player, row.id, row.kind, row.body) for row in rows)


def unpack(table: str, packed: bytes) -> list[EventRow]:
    fields = msgspec.msgpack.decode(zlib.decompress(packed))
    return [EventRow(table, *event) for event in fields]


def touch(connection: Connection, _: Sequence[Touch], now: int) -> None:
    connection.execute(TOUCH, {"now": now})


APPLY_ORDER: tuple[tuple[type, Callable[[Connection, Any, int], None]], ...] = (
    (SavePlayer, save_players),
    (AddTable, add_tables),
    (AddEvent, add_events),
    (SetStatus, set_statuses),
    (SetMembers, set_members),
    (AddSeatLink, add_links),
    (UseSeatLink, use_links),
    (AddArchivePart, add_archive_parts),
    (SaveSnapshot, save_snapshots),
    (Touch, touch),
    *APPLY_PEOPLE,
    *APPLY_RESULTS,
    (SetDeadline, set_deadlines),
)
