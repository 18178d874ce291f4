"""What the store knows of guests: queries of devices, links to a profile, and tables they touched.

Every function takes a connection: `Store.read` and `splendor admin` call them.
"""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, func, select

from splendor.server.storage.schema import (
    devices,
    events,
    members,
    metadata,
    notices,
    players,
    profile_links,
    push_subscriptions,
    puzzle_results,
    seat_links,
    tables,
    traces,
)
from splendor.server.storage.types import DeviceRow, PlayerRow, ProfileLinkRow, SubscriptionRow

SELECT_DEVICE = select(devices).where(devices.c.id == bindparam("of"))
SELECT_PLAYER = select(players).where(players.c.id == bindparam("of"))
SELECT_DEVICES = (
    select(devices)
    .where(devices.c.player == bindparam("of"))
    .order_by(devices.c.seen.desc(), devices.c.created.desc(), devices.c.id)
)
SELECT_LINK = select(profile_links).where(profile_links.c.token_hash == bindparam("hash"))
SELECT_LINKS = select(profile_links).where(profile_links.c.player == bindparam("of"))
SELECT_SUBSCRIPTIONS = select(push_subscriptions).where(
    push_subscriptions.c.player == bindparam("of")
)
SELECT_TRACES = (
    select(tables.c.id)
    .join(traces, traces.c.table == tables.c.id)
    .where(traces.c.player == bindparam("of"), tables.c.number > bindparam("after"))
    .order_by(tables.c.number)
)


def player(connection: Connection, id: str) -> PlayerRow | None:
    row = connection.execute(SELECT_PLAYER, {"of": id}).first()
    return PlayerRow(*row) if row else None


def device(connection: Connection, id: str) -> DeviceRow | None:
    row = connection.execute(SELECT_DEVICE, {"of": id}).first()
    return DeviceRow(*row) if row else None


def devices_of(connection: Connection, player: str) -> list[DeviceRow]:
    """The devices of a guest, the last used first."""
    return [DeviceRow(*row) for row in connection.execute(SELECT_DEVICES, {"of": player})]


def profile_link(connection: Connection, token_hash: str) -> ProfileLinkRow | None:
    """An unused link. The caller checks whether it has expired."""
    row = connection.execute(SELECT_LINK, {"hash": token_hash}).first()
    return ProfileLinkRow(*row) if row else None


def profile_links_of(connection: Connection, player: str) -> list[ProfileLinkRow]:
    return [ProfileLinkRow(*row) for row in connection.execute(SELECT_LINKS, {"of": player})]


def subscriptions_of(connection: Connection, player: str) -> list[SubscriptionRow]:
    """Where the devices of a guest are told about turns."""
    found = connection.execute(SELECT_SUBSCRIPTIONS, {"of": player})
    return [SubscriptionRow(*row) for row in found]


def traces_of(connection: Connection, player: str) -> list[str]:
    """The ids of all tables in whose log a guest appears, the oldest first."""
    return list(connection.scalars(SELECT_TRACES, {"of": player, "after": 0}))


def members_of(connection: Connection, player: str) -> set[str]:
    """The ids of the tables in the guest's list."""
    query = select(members.c.table).where(members.c.player == player)
    return set(connection.scalars(query))


def others_at(connection: Connection, table: str, player: str) -> bool:
    """Whether somebody else appears in the log of a table."""
    others = select(traces.c.player).where(traces.c.table == table, traces.c.player != player)
    return connection.execute(others.limit(1)).first() is not None


def guests_not_seen_since(
    connection: Connection, before: int, most: int, unused: bool = False
) -> Sequence[str]:
    """Guests whose last device was used before this time; with `unused`, only those who never
    appeared at a table and never tried a puzzle.
    """
    query = (
        select(devices.c.player)
        .group_by(devices.c.player)
        .having(func.max(devices.c.seen) < before)
        .limit(most)
    )
    if unused:
        for used in (traces, puzzle_results):
            query = query.where(devices.c.player.not_in(select(used.c.player)))
    return connection.scalars(query).all()


def tables_over_since(connection: Connection, before: int, most: int) -> Sequence[str]:
    """Finished tables that last changed before this time."""
    query = select(tables.c.id).where(tables.c.status == "over", tables.c.changed < before)
    return connection.scalars(query.limit(most)).all()


def tables_of_guest(connection: Connection, player: str) -> int:
    """The number of tables in the guest's list."""
    query = select(func.count()).select_from(members).where(members.c.player == player)
    return int(connection.scalar(query) or 0)


# What the export of a guest shows in another form, or not at all because it is a secret.
SHOWN_OTHERWISE = (
    events,
    devices,
    profile_links,
    push_subscriptions,
    members,
    traces,
    seat_links,
)


def kept_of(connection: Connection, player: str) -> list[tuple[str, dict[str, Any]]]:
    """What other tables have of a guest, such as results and ratings: the names and the rows."""
    others = [part for part in metadata.tables.values() if "player" in part.c]
    found = []
    for part in others:
        if part not in SHOWN_OTHERWISE:
            rows = connection.execute(select(part).where(part.c.player == player)).mappings()
            plain = [{str(key): value for key, value in row.items()} for row in rows]
            found += [(str(part.name), row) for row in plain]
    return found


def stand_in_of(player: str, table: str) -> str:
    """The id that stands for a deleted player: it differs from table to table."""
    digest = hashlib.sha256(f"deleted {player} {table}".encode()).digest()
    return urlsafe_b64encode(digest)[:22].decode()


# Notices


def last_notice(connection: Connection) -> int:
    return int(connection.scalar(select(func.max(notices.c.number))) or 0)


def notices_after(connection: Connection, number: int) -> list[tuple[int, str, str]]:
    """Number, kind and subject of what `splendor admin` changed since."""
    query = select(notices.c.number, notices.c.kind, notices.c.subject)
    query = query.where(notices.c.number > number).order_by(notices.c.number).limit(1000)
    return [(row[0], row[1], row[2]) for row in connection.execute(query)]
