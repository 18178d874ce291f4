"""Changes to guests as SQL statements: devices, links to a profile, erasure."""

import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, or_, select, text, update

from splendor.server.storage.schema import (
    archive_parts,
    deadlines,
    devices,
    events,
    members,
    own_puzzles,
    players,
    profile_links,
    push_subscriptions,
    puzzle_days,
    puzzle_ratings,
    puzzle_results,
    ratings,
    results,
    review_seats,
    reviews,
    seat_links,
    snapshots,
    tables,
    traces,
)
from splendor.server.storage.types import (
    RECOVERY,
    AddDevice,
    AddProfileLink,
    AddTraces,
    DeleteTable,
    DropDeviceSubscription,
    DropSubscription,
    EraseGuest,
    EraseTraces,
    RemoveDevice,
    SaveSubscription,
    SeeDevice,
    UseProfileLink,
)

COMPRESSION_LEVEL = 6  # level 9 takes many times as long and saves one per cent


class MissingRow(Exception):
    """A change refers to a row that does not exist, or to an event that is archived already."""


def require(found: int, wanted: int) -> None:
    if found != wanted:
        raise MissingRow


# Devices and links

SEE_DEVICE = update(devices).where(devices.c.id == bindparam("of")).values(seen=bindparam("at"))
REMOVE_DEVICE = delete(devices).where(devices.c.id == bindparam("of"))
DROP_OF_DEVICE = delete(push_subscriptions).where(push_subscriptions.c.device == bindparam("of"))
DROP_AT = delete(push_subscriptions).where(push_subscriptions.c.endpoint == bindparam("at"))
DROP_FORMER = delete(push_subscriptions).where(
    or_(
        push_subscriptions.c.device == bindparam("of"),
        push_subscriptions.c.endpoint == bindparam("at"),
    )
)
DELETE_EXPIRED = delete(profile_links).where(profile_links.c.expires < bindparam("now"))
DELETE_EARLIER_CODE = delete(profile_links).where(
    profile_links.c.player == bindparam("of"), profile_links.c.kind == RECOVERY
)
USE_PROFILE_LINK = delete(profile_links).where(profile_links.c.token_hash == bindparam("hash"))
ADD_TRACE = text(
    'INSERT INTO traces (player, "table") VALUES (:player, :table) ON CONFLICT DO NOTHING'
)


def add_devices(connection: Connection, changes: Sequence[AddDevice], _: int) -> None:
    connection.execute(insert(devices), [asdict(change.row) for change in changes])


def see_devices(connection: Connection, changes: Sequence[SeeDevice], _: int) -> None:
    connection.execute(SEE_DEVICE, [{"of": each.device, "at": each.seen} for each in changes])


def remove_devices(connection: Connection, changes: Sequence[RemoveDevice], _: int) -> None:
    values = [{"of": each.device} for each in changes]
    connection.execute(DROP_OF_DEVICE, values)
    connection.execute(REMOVE_DEVICE, values)


def save_subscriptions(connection: Connection, changes: Sequence[SaveSubscription], _: int) -> None:
    """One for each device, and one for each browser, which may have got another profile."""
    for change in changes:
        former = {"of": change.row.device, "at": change.row.endpoint}
        connection.execute(DROP_FORMER, former)
        connection.execute(insert(push_subscriptions), asdict(change.row))


def drop_subscriptions(connection: Connection, changes: Sequence[DropSubscription], _: int) -> None:
    connection.execute(DROP_AT, [{"at": each.endpoint} for each in changes])


def drop_device_subscriptions(
    connection: Connection, changes: Sequence[DropDeviceSubscription], _: int
) -> None:
    connection.execute(DROP_OF_DEVICE, [{"of": each.device} for each in changes])


def add_profile_links(connection: Connection, changes: Sequence[AddProfileLink], now: int) -> None:
    connection.execute(DELETE_EXPIRED, {"now": now})
    for change in changes:
        if change.row.kind == RECOVERY:
            connection.execute(DELETE_EARLIER_CODE, {"of": change.row.player})
        connection.execute(insert(profile_links), asdict(change.row))


def use_profile_links(connection: Connection, changes: Sequence[UseProfileLink], _: int) -> None:
    values = [{"hash": change.token_hash} for change in changes]
    require(connection.execute(USE_PROFILE_LINK, values).rowcount, len(values))


def add_traces(connection: Connection, changes: Sequence[AddTraces], _: int) -> None:
    connection.execute(
        ADD_TRACE,
        [{"player": who, "table": change.table} for change in changes for who in change.players],
    )


# Erasure


def delete_tables(connection: Connection, changes: Sequence[DeleteTable], _: int) -> None:
    for change in changes:
        number = number_of(connection, change.table)
        for part in (events, archive_parts, snapshots, results, deadlines, reviews, review_seats):
            connection.execute(delete(part).where(part.c.table == number))
        for part in (members, seat_links, traces):
            connection.execute(delete(part).where(part.c.table == change.table))
        connection.execute(delete(tables).where(tables.c.number == number))


def erase_guests(connection: Connection, changes: Sequence[EraseGuest], _: int) -> None:
    for change in changes:
        own = (push_subscriptions, devices, profile_links, seat_links, members, traces)
        puzzles = (puzzle_results, puzzle_ratings, puzzle_days, own_puzzles)
        for part in (*own, *puzzles, results, ratings):
            connection.execute(delete(part).where(part.c.player == change.player))
        connection.execute(delete(players).where(players.c.id == change.player))


def erase_traces(connection: Connection, changes: Sequence[EraseTraces], _: int) -> None:
    for change in changes:
        if change.whole:
            delete_tables(connection, [DeleteTable(change.table)], 0)
        else:
            rewrite_table(connection, change)


def rewrite_table(connection: Connection, change: EraseTraces) -> None:
    number = number_of(connection, change.table)
    rewrite = Rewriting(change.player, change.stand_in)
    rewrite_archive(connection, number, rewrite)
    rewrite_events(connection, number, rewrite)
    summary = connection.scalar(select(tables.c.summary).where(tables.c.number == number))
    connection.execute(
        update(tables)
        .where(tables.c.number == number)
        .values(summary=rewrite.summary(summary or b"{}"))
    )
    connection.execute(delete(snapshots).where(snapshots.c.table == number))
    for part in (members, traces, seat_links):
        here = (part.c.table == change.table) & (part.c.player == change.player)
        connection.execute(delete(part).where(here))
    theirs = (results.c.table == number) & (results.c.player == change.player)
    connection.execute(delete(results).where(theirs))


def rewrite_archive(connection: Connection, number: int, rewrite: "Rewriting") -> None:
    query = select(archive_parts.c.last, archive_parts.c.packed)
    query = query.where(archive_parts.c.table == number).order_by(archive_parts.c.last)
    for last, packed in connection.execute(query).all():
        old = msgspec.msgpack.decode(zlib.decompress(packed))
        new = [
            (seq, at, rewrite.id(player), id, kind, rewrite.body(body))
            for seq, at, player, id, kind, body in old
        ]
        here = (archive_parts.c.table == number) & (archive_parts.c.last == last)
        connection.execute(update(archive_parts).where(here).values(packed=packed_events(new)))


def rewrite_events(connection: Connection, number: int, rewrite: "Rewriting") -> None:
    query = select(events.c.seq, events.c.player, events.c.body)
    query = query.where(events.c.table == number).order_by(events.c.seq)
    for seq, player, body in connection.execute(query).all():
        new = (rewrite.id(player), rewrite.body(body))
        if new != (player, body):
            here = (events.c.table == number) & (events.c.seq == seq)
            connection.execute(update(events).where(here).values(player=new[0], body=new[1]))


def number_of(connection: Connection, table: str) -> int:
    number = connection.scalar(select(tables.c.number).where(tables.c.id == table))
    if number is None:
        raise MissingRow
    return int(number)


def packed_events(fields: Iterable[Any]) -> bytes:
    """Deflated MessagePack: per event its number, time, player, id, kind and body."""
    return zlib.compress(msgspec.msgpack.encode(list(fields)), COMPRESSION_LEVEL)


class Rewriting:
    """Replaces a person in events: another id, no name, and nothing that they wrote.

    It knows only the form of events: objects with `player`, and seats in order. The log replays to
    the same game.
    """

    def __init__(self, player: str, stand_in: str) -> None:
        self.player, self.stand_in = player, stand_in
        self.seats: dict[int, str] = {}  # who has each seat

    def id(self, player: str | None) -> str | None:
        return self.stand_in if player == self.player else player

    def body(self, body: bytes) -> bytes:
        event = msgspec.json.decode(body)
        self.follow(event)
        return msgspec.json.encode(self.value(event)) if self.player.encode() in body else body

    def follow(self, event: Any) -> None:
        """Keep in mind who has which seat."""
        if not isinstance(event, dict):
            return
        for seat, chair in enumerate(event.get("chairs", ())):
            self.seats[seat] = chair.get("player", "")
        if "seat" in event and "player" in event and event.get("kind") == "sat":
            self.seats[event["seat"]] = event["player"]

    def value(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self.value(each) for each in value]
        if isinstance(value, dict):
            theirs = value.get("player") == self.player
            blank = ("name", "text") if theirs else ()
            return {key: "" if key in blank else self.value(it) for key, it in value.items()}
        return self.stand_in if value == self.player else value

    def summary(self, summary: bytes) -> bytes:
        """What lists show of the table, without the name."""
        known = msgspec.json.decode(summary)
        for seat, shown in enumerate(known.get("seats", ())):
            theirs = self.seats.get(seat) == self.player
            if theirs and isinstance(shown, dict) and shown.get("kind") != "bot":
                shown["name"] = ""
        return msgspec.json.encode(known)


APPLY_PEOPLE: tuple[tuple[type, Callable[[Connection, Any, int], None]], ...] = (
    (AddDevice, add_devices),
    (SeeDevice, see_devices),
    (DropSubscription, drop_subscriptions),
    (SaveSubscription, save_subscriptions),
    (DropDeviceSubscription, drop_device_subscriptions),
    (RemoveDevice, remove_devices),
    (AddProfileLink, add_profile_links),
    (UseProfileLink, use_profile_links),
    (AddTraces, add_traces),
    (EraseTraces, erase_traces),
    (EraseGuest, erase_guests),
    (DeleteTable, delete_tables),
)
