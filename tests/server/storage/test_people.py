"""Guests in the store: devices, links to a profile, and erasure from the logs of tables."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from splendor.server.storage import admin, people
from splendor.server.storage.backup import backup
from splendor.server.storage.restore import restore
from splendor.server.storage.setup import exclusive_use, is_in_use
from splendor.server.storage.sql_changes import pack
from splendor.server.storage.store import Store
from splendor.server.storage.types import (
    LINK,
    RECOVERY,
    AddDevice,
    AddEvent,
    AddProfileLink,
    AddSeatLink,
    AddTable,
    AddTraces,
    DeleteTable,
    DeviceRow,
    DropDeviceSubscription,
    DropSubscription,
    EraseGuest,
    EraseTraces,
    EventRow,
    PlayerRow,
    ProfileLinkRow,
    RemoveDevice,
    SavePlayer,
    SaveSnapshot,
    SaveSubscription,
    SeeDevice,
    SetMembers,
    SubscriptionRow,
    TableRow,
    UseProfileLink,
)
from tests.server.storage.stored import SECRET, an_event, fails, opened
from tests.server.storage.test_migrations import engine_at, make_older

Scenario = Callable[[Store], Any]


def run(url: str, scenario: Scenario) -> None:
    with opened(url) as store:
        asyncio.run(scenario(store))


def device(id: str, player: str = "ann", seen: int = 1) -> DeviceRow:
    return DeviceRow(id, player, "Firefox", 1, seen)


def test_devices_are_kept_seen_and_removed(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.write(AddDevice(device("one")), AddDevice(device("two", seen=5)))
        await store.write(AddDevice(device("other", "ben")))
        assert await store.read(people.device, "one") == device("one")
        assert [each.id for each in await store.read(people.devices_of, "ann")] == ["two", "one"]
        await store.write(SeeDevice("one", 9))
        assert [each.id for each in await store.read(people.devices_of, "ann")] == ["one", "two"]
        await store.write(RemoveDevice("one"))
        assert await store.read(people.device, "one") is None
        assert await fails(store, AddDevice(device("two")))

    run(database_url, scenario)


def told(device: str, player: str = "ann", endpoint: str = "") -> SubscriptionRow:
    return SubscriptionRow(
        device, player, endpoint or f"https://push.example/{device}", "p", "a", 1
    )


def test_a_device_has_one_push_subscription_which_ends_with_it(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.write(*(AddDevice(device(id)) for id in ("one", "two", "three")))
        await store.write(AddDevice(device("other", "ben")))
        await store.write(*(SaveSubscription(told(id)) for id in ("one", "two", "three")))
        assert set(await store.read(people.subscriptions_of, "ann")) == {
            *map(told, ("one", "two", "three"))
        }
        # Another address of the device; then the same browser, with another profile.
        await store.write(SaveSubscription(told("one", endpoint="https://push.example/anew")))
        await store.write(SaveSubscription(told("other", "ben", "https://push.example/two")))
        left = await store.read(people.subscriptions_of, "ann")
        assert {row.endpoint for row in left} == {
            "https://push.example/anew", "https://push.example/three",
        }  # fmt: skip
        await store.write(DropSubscription("https://push.example/anew"))
        await store.write(RemoveDevice("three"))
        assert await store.read(people.subscriptions_of, "ann") == []
        assert await fails(store, SaveSubscription(told("three")))  # signed out
        await store.write(DropDeviceSubscription("other"))
        assert await store.read(people.subscriptions_of, "ben") == []

    run(database_url, scenario)


def test_erasing_a_guest_erases_push_subscriptions(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.write(AddDevice(device("one")), SaveSubscription(told("one")))
        assert people_kept(await store.read(people.kept_of, "ann")) == set()  # keys stay secret
        await store.write(EraseGuest("ann"))
        assert await store.read(people.subscriptions_of, "ann") == []
        assert await store.read(people.devices_of, "ann") == []

    run(database_url, scenario)


def people_kept(found: list[tuple[str, dict[str, Any]]]) -> set[str]:
    return {name for name, _ in found}


def test_a_link_to_a_profile_is_used_once(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        link = ProfileLinkRow("hash", "ann", LINK, 10**15)
        await store.write(AddProfileLink(link))
        assert await store.read(people.profile_link, "hash") == link
        await store.write(UseProfileLink("hash"))
        assert await store.read(people.profile_link, "hash") is None
        assert await fails(store, UseProfileLink("hash"), AddDevice(device("one")))
        assert await store.read(people.device, "one") is None

    run(database_url, scenario)


def test_a_new_recovery_code_replaces_the_former_one(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        for number, (who, kind) in enumerate(
            [("ann", RECOVERY), ("ann", LINK), ("ben", RECOVERY), ("ann", RECOVERY)]
        ):
            row = ProfileLinkRow(f"hash {number}", who, kind, 10**15)
            await store.write(AddProfileLink(row))
        found = {row.token_hash for row in await store.read(people.profile_links_of, "ann")}
        assert found == {"hash 1", "hash 3"}
        assert await store.read(people.profile_link, "hash 2")

    run(database_url, scenario)


def test_expired_links_are_removed_when_another_is_made(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.write(AddProfileLink(ProfileLinkRow("old", "ann", LINK, 1)))
        await store.write(AddProfileLink(ProfileLinkRow("new", "ben", LINK, 10**15)))
        assert await store.read(people.profile_link, "old") is None
        assert await store.read(people.profile_link, "new")

    run(database_url, scenario)


# Erasure


def body(**fields: Any) -> bytes:
    return json.dumps(fields).encode()


LOG = (
    body(
        kind="created",
        owner="ann",
        chairs=[{"kind": "person", "player": "ann", "name": "Ann"}, {"kind": "open"}],
    ),
    body(kind="sat", seat=1, player="ben", name="Ann"),
    body(kind="chatted", player="ann", name="Ann", text="I am Ann, 5 Elm Street"),
    body(kind="chatted", player="ben", name="Ann", text="hello"),
    body(kind="moved", seat=0, moves=["WUG"]),
)
SUMMARY = body(seats=[{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ann"}])


async def a_log(store: Store, table: str = "table") -> None:
    row = TableRow(table, 1, 1, "playing", "official", 2, SECRET, SUMMARY)
    await store.write(AddTable(row), SetMembers(table, ("ann", "ben")))
    await store.write(AddTraces(table, ("ann", "ben")), AddTraces(table, ("ann",)))
    await store.write(AddSeatLink(f"link {table}", table, 0, "ann", 10**15))
    await store.write(SaveSnapshot(table, 1, b"packed"))
    for seq, each in enumerate(LOG, 1):
        player = "ben" if seq in (2, 4) else "ann"
        kind = json.loads(each)["kind"]
        await store.write(AddEvent(EventRow(table, seq, seq, player, f"m{seq}", kind, each)))


@pytest.mark.parametrize("archived", [False, True])
def test_an_erased_person_leaves_the_log_of_a_table(database_url: str, archived: bool) -> None:
    async def scenario(store: Store) -> None:
        await a_log(store)
        if archived:
            await store.archive("table")
        await store.write(EraseTraces("table", "ann", "somebody"))
        events = await store.events("table")
        assert [row.player for row in events] == ["somebody", "ben", "somebody", "ben", "somebody"]
        assert [row.id for row in events] == ["m1", "m2", "m3", "m4", "m5"]
        bodies = [json.loads(row.body) for row in events]
        assert bodies[0]["owner"] == "somebody"
        assert bodies[0]["chairs"][0] == {"kind": "person", "player": "somebody", "name": ""}
        assert bodies[2] == {"kind": "chatted", "player": "somebody", "name": "", "text": ""}
        assert [events[number].body for number in (1, 3, 4)] == [LOG[n] for n in (1, 3, 4)]
        row = await store.table("table")
        assert row is not None
        shown = json.loads(row.summary)["seats"]
        assert [each["name"] for each in shown] == ["", "Ann"]  # the other Ann keeps her name
        assert await store.snapshot("table") is None
        assert await store.seat_link("link table") is None
        assert await store.tables_of("ann") == []
        assert await store.read(people.traces_of, "ann") == []
        assert await store.read(people.traces_of, "ben") == ["table"]
        await store.write(AddEvent(an_event(6, player="ben")))

    run(database_url, scenario)


@pytest.mark.parametrize("archived", [False, True])
def test_a_deleted_table_leaves_nothing(database_url: str, archived: bool) -> None:
    async def scenario(store: Store) -> None:
        await a_log(store)
        await a_log(store, "other")
        if archived:
            await store.archive("table")
        await store.write(DeleteTable("table"))
        assert await store.table("table") is None
        assert await store.events("table") == []
        assert [row.id for row in await store.tables_of("ann")] == ["other"]
        assert len(await store.events("other")) == len(LOG)
        assert await fails(store, DeleteTable("table"))
        assert await fails(store, AddEvent(an_event(6)))

    run(database_url, scenario)


def test_an_erased_guest_has_no_devices_and_links(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        for who in ("ann", "ben"):
            await store.write(SavePlayer(PlayerRow(who, who.title(), 1)))
            await store.write(AddDevice(device(f"{who}'s", who)))
            await store.write(AddProfileLink(ProfileLinkRow(who, who, LINK, 10**15)))
        await store.write(EraseGuest("ann"))
        assert await store.player("ann") is None
        assert await store.read(people.device, "ann's") is None
        assert await store.read(people.profile_link, "ann") is None
        assert await store.player("ben")
        assert await store.read(people.device, "ben's")
        assert await store.read(people.profile_link, "ben")

    run(database_url, scenario)


def test_guests_not_seen_for_long_are_found(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.write(AddDevice(device("1", "ann", 5)), AddDevice(device("2", "ann", 20)))
        await store.write(AddDevice(device("3", "ben", 5)), AddDevice(device("4", "cleo", 9)))
        row = TableRow("table", 1, 7, "over", "official", 2, SECRET, b"{}")
        await store.write(AddTable(row), AddTraces("table", ("ben",)))
        assert sorted(await store.read(people.guests_not_seen_since, 10, 99)) == ["ben", "cleo"]
        assert await store.read(people.guests_not_seen_since, 10, 99, True) == ["cleo"]
        assert await store.read(people.guests_not_seen_since, 9, 99) == ["ben"]
        assert len(await store.read(people.guests_not_seen_since, 99, 2)) == 2
        assert await store.read(people.tables_over_since, 8, 9) == ["table"]
        assert await store.read(people.tables_over_since, 7, 9) == []

    run(database_url, scenario)


# Earlier databases


def test_guests_of_an_earlier_database_keep_their_cookies_and_tables(
    database_url: str, tmp_path: Path
) -> None:
    make_older(database_url, "0003")
    with engine_at(database_url) as engine, engine.begin() as connection:
        connection.execute(text("INSERT INTO players VALUES ('ann', 'Ann', 7), ('ben', 'Ben', 8)"))
        connection.execute(text("INSERT INTO members VALUES ('table', 'ben', 'playing', 1000)"))
        archived = pack([an_event(1, player="cleo"), an_event(2, player=None)])
        connection.execute(
            text("INSERT INTO archive_parts SELECT number, 2, :packed FROM tables"),
            {"packed": archived},
        )
    store = Store(database_url, backup_folder=tmp_path)
    store.open()

    async def check() -> None:
        assert await store.player("ann") == PlayerRow("ann", "Ann", 7)
        assert await store.read(people.device, "ann") == DeviceRow("ann", "ann", "", 7, 7)
        assert await store.read(people.device, "ben") == DeviceRow("ben", "ben", "", 8, 1000)
        for who in ("ann", "ben", "cleo"):  # in the log, at a seat, in an archive
            assert await store.read(people.traces_of, who) == ["table"]
        row = await store.table("table")
        assert row is not None
        assert row.frozen == ""

    try:
        asyncio.run(check())
    finally:
        store.close()


# What administrators do, on both kinds of database


def test_administrators_look_freeze_ban_and_erase(database_url: str) -> None:
    async def fill(store: Store) -> None:
        for who in ("ann", "ben"):
            await store.write(SavePlayer(PlayerRow(who, who.title(), 1)))
            await store.write(AddDevice(device(f"{who}'s", who, seen=5 if who == "ann" else 4)))
        await a_log(store)

    async def after_freezing(store: Store) -> None:
        assert await fails(store, AddEvent(an_event(6)))
        row = await store.table("table")
        assert row is not None
        assert row.frozen == "spam"

    run(database_url, fill)
    with admin.administration(database_url, writes=False) as connection:
        assert [row.id for row in admin.list_guests(connection)] == ["ann", "ben"]
        assert [row.id for row in admin.list_guests(connection, "B")] == ["ben"]
        assert [row.names for row in admin.list_tables(connection, "playing", "ann")] == [
            ("Ann", "Ann")
        ]
        assert len(admin.events_at(connection, "table")) == len(LOG)
        assert admin.people_at(connection, "table") == ["ann", "ben"]
    with admin.administration(database_url) as connection:
        admin.freeze(connection, "table", "spam")
        admin.ban(connection, "ben", 10**15)
        assert [kind for _, kind, _ in people.notices_after(connection, 0)] == ["table", "guest"]
    run(database_url, after_freezing)
    with is_in_use(database_url) as by_server, admin.administration(database_url) as connection:
        assert not by_server
        admin.erase_alone(connection, "ann")
        assert [row.banned for row in admin.list_guests(connection)] == [10**15]
        assert [row.names for row in admin.list_tables(connection)] == [("person", "Ann")]
        admin.delete_alone(connection, "table")
        assert admin.list_tables(connection) == []


def test_a_database_that_a_server_uses_is_known(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("splendor.server.storage.setup.LOCK_TIMEOUT", 0.1)
    with opened(database_url):
        pass
    with exclusive_use(database_url), is_in_use(database_url) as by_server:
        assert by_server
    with is_in_use(database_url) as by_server:
        assert not by_server


def test_a_backup_is_restored_into_an_empty_database(database_url: str, tmp_path: Path) -> None:
    source = f"sqlite:///{tmp_path / 'source.db'}"
    run(source, a_log)
    backup(source, tmp_path / "copy.db")
    rows, kept = restore(str(tmp_path / "copy.db"), database_url)
    assert kept is None

    async def check(store: Store) -> None:
        assert len(await store.events("table")) == len(LOG)

    run(database_url, check)
    assert rows > len(LOG)
