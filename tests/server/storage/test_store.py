"""The store on SQLite and PostgreSQL: writes are complete, unique and in order."""

import asyncio
import threading
from pathlib import Path

import pytest
from sqlalchemy import create_engine, event, text

from splendor.server.storage.sql_changes import pack
from splendor.server.storage.store import (
    AddEvent,
    AddSeatLink,
    AddTable,
    Change,
    EventRow,
    PlayerRow,
    SavePlayer,
    SaveSnapshot,
    SetMembers,
    SetStatus,
    Store,
    StoreFailure,
    UseSeatLink,
)
from splendor.server.storage.types import AddArchivePart, SetDeadline
from tests.server.storage.stored import SECRET, a_table, an_event, fails, opened

FAR = 10**15  # milliseconds: a time in the future


# Tables, players, logs


def test_written_rows_can_be_read(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        row, player = a_table(), PlayerRow("ann", "Ann ♥", 7)
        log = [an_event(1, id="m1"), an_event(2, player=None), an_event(3, body=b"\x00\xff")]
        await store.write(AddTable(row), *map(AddEvent, log), SavePlayer(player))
        assert await store.table(row.id) == row
        assert await store.events(row.id) == log
        assert await store.events(row.id, after=2) == log[2:]
        assert await store.player("ann") == player

    with opened(database_url) as store:
        asyncio.run(scenario(store))


def test_written_rows_are_there_after_reopening(database_url: str) -> None:
    with opened(database_url) as store:
        asyncio.run(store.write(AddTable(a_table()), AddEvent(an_event())))
    with opened(database_url) as store:
        assert asyncio.run(store.table("table")) == a_table()
        assert asyncio.run(store.events("table")) == [an_event()]


def test_missing_rows_are_none_or_empty(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        assert await store.table("nobody's") is None
        assert await store.player("nobody") is None
        assert await store.seat_link("nothing") is None
        assert await store.events("nobody's") == []
        assert await store.tables_of("nobody") == []
        assert await store.with_status("playing") == []

    with opened(database_url) as store:
        asyncio.run(scenario(store))


def test_an_event_number_can_be_used_once(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.write(AddTable(a_table()), AddEvent(an_event(1, id="m1")))
        assert await fails(store, AddEvent(an_event(1, id="m2", body=b"other")))
        assert await store.events("table") == [an_event(1, id="m1")]

    with opened(database_url) as store:
        asyncio.run(scenario(store))


def test_a_message_id_is_used_once_by_each_player_at_each_table(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.write(AddTable(a_table()), AddTable(a_table("other")))
        await store.write(AddEvent(an_event(1, id="m")))
        assert await fails(store, AddEvent(an_event(2, id="m")))
        await store.write(AddEvent(an_event(2, id="m", player="ben")))
        await store.write(AddEvent(an_event(1, "other", id="m")))
        await store.write(AddEvent(an_event(3)), AddEvent(an_event(4)))
        assert [row.seq for row in await store.events("table")] == [1, 2, 3, 4]

    with opened(database_url) as store:
        asyncio.run(scenario(store))


@pytest.mark.parametrize(
    "change",
    [
        AddEvent(an_event(table="nowhere")),
        SetStatus("nowhere", "over", 2_000, b"{}"),
        SetMembers("nowhere", ("ann",)),
        AddSeatLink("hash", "nowhere", 0, "ann", FAR),
        UseSeatLink("nothing"),
        AddTable(a_table()),
        AddEvent(an_event(2**70)),
        AddEvent(an_event(2, id="\ud800")),
    ],
    ids=lambda change: type(change).__name__,
)
def test_an_impossible_write_is_refused_as_a_whole(database_url: str, change: Change) -> None:
    async def scenario(store: Store) -> None:
        await store.write(AddTable(a_table()))
        assert await fails(store, AddTable(a_table("new")), AddEvent(an_event()), change)
        assert await store.table("new") is None
        assert await store.events("table") == []
        await store.write(AddEvent(an_event()))

    with opened(database_url) as store:
        asyncio.run(scenario(store))


def test_a_status_changes_with_its_time_and_summary(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.write(AddTable(a_table("one")), AddTable(a_table("two")))
        await store.write(SetStatus("one", "over", 2_000, b"{1}"))
        row = await store.table("one")
        assert row is not None
        assert (row.status, row.changed, row.created) == ("over", 2_000, 1_000)
        assert row.summary == b"{1}"
        assert await store.with_status("over") == ["one"]
        assert sorted(await store.with_status("playing", "over")) == ["one", "two"]

    with opened(database_url) as store:
        asyncio.run(scenario(store))


def test_a_player_can_be_renamed(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.write(SavePlayer(PlayerRow("ann", "Ann", 7)))
        await store.write(SavePlayer(PlayerRow("ann", "Anna", 8)))
        assert await store.player("ann") == PlayerRow("ann", "Anna", 7)

    with opened(database_url) as store:
        asyncio.run(scenario(store))


# Links to seats


def test_a_seat_link_works_once(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.write(AddTable(a_table()), AddSeatLink("hash", "table", 1, "ann", FAR))
        link = await store.seat_link("hash")
        assert link is not None
        assert (link.table, link.seat, link.player, link.expires) == ("table", 1, "ann", FAR)
        tries = [fails(store, UseSeatLink("hash")) for _ in range(5)]
        assert sorted(await asyncio.gather(*tries)) == [False, True, True, True, True]
        assert await store.seat_link("hash") is None

    with opened(database_url) as store:
        asyncio.run(scenario(store))


def test_expired_seat_links_are_deleted_when_another_is_created(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.write(AddTable(a_table()), AddSeatLink("old", "table", 1, "ann", 1))
        assert await store.seat_link("old") is not None
        await store.write(AddSeatLink("new", "table", 1, "ann", FAR))
        assert await store.seat_link("old") is None
        assert await store.seat_link("new") is not None

    with opened(database_url) as store:
        asyncio.run(scenario(store))


# Lists


def test_lists_are_paginated_last_changed_first(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        rows = [a_table(f"Table-{n:02}", ("over", "open")[n % 2], n // 5) for n in range(30)]
        for row in rows:
            await store.write(AddTable(row), SetMembers(row.id, ("ann", f"guest of {row.id}")))
        await store.write(AddTable(a_table("table-not-hers")))
        rows.sort(key=lambda row: (row.changed, row.id), reverse=True)
        assert await all_pages(store, None) == rows
        assert await all_pages(store, "open") == [row for row in rows if row.status == "open"]
        assert await store.tables_of("guest of Table-07") == [
            row for row in rows if row.id == "Table-07"
        ]

    async def all_pages(store: Store, status: str | None) -> list[object]:
        found = page = await store.tables_of("ann", status, None, 7)
        while page:
            assert len(page) <= 7
            page = await store.tables_of("ann", status, (page[-1].changed, page[-1].id), 7)
            found = found + page
        return list(found)

    with opened(database_url) as store:
        asyncio.run(scenario(store))


def test_a_table_that_changes_moves_to_the_front(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        for number, name in enumerate(["one", "two", "three"]):
            await store.write(AddTable(a_table(name, changed=number)), SetMembers(name, ("ann",)))
        await store.write(SetStatus("one", "over", 9, b"{}"))
        assert [row.id for row in await store.tables_of("ann")] == ["one", "three", "two"]
        assert [row.id for row in await store.tables_of("ann", "playing")] == ["three", "two"]
        await store.write(SetMembers("three", ("ben", "ben")))
        assert [row.id for row in await store.tables_of("ann")] == ["one", "two"]
        assert [row.id for row in await store.tables_of("ben")] == ["three"]
        await store.write(SetMembers("three", ()))
        assert await store.tables_of("ben") == []

    with opened(database_url) as store:
        asyncio.run(scenario(store))


@pytest.mark.parametrize("status", [None, "over"])
def test_lists_are_read_from_an_index(tmp_path: Path, status: str | None) -> None:
    """The time does not depend on the number of games."""
    url = f"sqlite:///{tmp_path / 'games'}"
    with opened(url) as store:
        engine = store._reading
        asked: list[str] = []
        event.listen(
            engine,
            "before_cursor_execute",
            lambda connection, cursor, statement, *rest: asked.append(statement),
        )
        asyncio.run(store.tables_of("ann", status, (5, "x"), 7))
        [query] = [statement for statement in asked if "members" in statement]
        with engine.connect() as connection:
            count = query.count("?")
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", (1,) * count)
            lines = " / ".join(row[3] for row in plan)
    assert "INDEX members_by_" in lines
    assert "TEMP B-TREE" not in lines
    assert "SCAN" not in lines


# Archives


def test_an_archived_log_reads_the_same(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        log = [an_event(n, id=f"m{n}", body=b'{"\xc3\xa9":%d}' % n) for n in range(1, 71)]
        await store.write(AddTable(a_table()), *map(AddEvent, log))
        await store.archive("table")
        assert await store.events("table") == log
        assert await store.events("table", 60) == log[60:]
        assert await store.events("table", 70) == []

    with opened(database_url) as store:
        asyncio.run(scenario(store))


def test_events_can_be_added_after_archiving(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        log = [an_event(number) for number in range(1, 6)]
        await store.write(AddTable(a_table()), *map(AddEvent, log[:3]))
        await store.archive("table")
        assert await fails(store, AddEvent(an_event(3, body=b"again")))
        await store.write(*map(AddEvent, log[3:]))
        assert await store.events("table") == log
        assert await store.events("table", 2) == log[2:]
        assert await store.events("table", 4) == log[4:]
        await store.archive("table")
        await store.archive("table")
        assert await store.events("table") == log
        assert await fails(store, AddEvent(an_event(5, body=b"again")))

    with opened(database_url) as store:
        asyncio.run(scenario(store))


def test_archiving_saves_space_and_leaves_no_rows(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        log = [
            an_event(number, body=b'{"moves":["take white blue green"],"clock":[1,2]}' * 2)
            for number in range(1, 71)
        ]
        await store.write(AddTable(a_table()), *map(AddEvent, log))
        await store.archive("table")

    with opened(database_url) as store:
        asyncio.run(scenario(store))
    engine = create_engine(database_url)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM events")) == 0
        size = connection.scalar(text("SELECT length(packed) FROM archive_parts"))
    engine.dispose()
    assert size is not None
    assert size < 70 * 100 / 5


def test_a_long_log_is_archived_in_parts(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each part is a short write of its own, and contains only events that are not archived yet."""
    monkeypatch.setattr("splendor.server.storage.store.ARCHIVE_PART", 10)
    log = [an_event(number) for number in range(1, 36)]
    parts: list[Change] = []

    async def scenario(store: Store) -> None:
        write = store.write

        async def spy(*changes: Change) -> None:
            parts.extend(changes)
            await write(*changes)

        await store.write(AddTable(a_table()), *map(AddEvent, log[:25]))
        monkeypatch.setattr(store, "write", spy)
        await store.archive("table")
        assert [(part.first, part.last) for part in parts] == [(1, 10), (11, 20), (21, 25)]  # type: ignore[union-attr]
        parts.clear()
        await write(*map(AddEvent, log[25:]))
        await store.archive("table")
        assert [(part.first, part.last) for part in parts] == [(26, 35)]  # type: ignore[union-attr]
        for after in (0, 9, 10, 11, 25, 34, 35):
            assert await store.events("table", after) == log[after:]

    with opened(database_url) as store:
        asyncio.run(scenario(store))


def test_a_part_that_was_archived_already_is_refused(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        log = [an_event(number) for number in range(1, 4)]
        await store.write(AddTable(a_table()), *map(AddEvent, log))
        again = AddArchivePart("table", 1, 3, b"something else")
        await store.archive("table")
        assert await fails(store, again)
        assert await fails(store, AddArchivePart("table", 5, 5, b"after a gap"))
        assert await store.events("table") == log

    with opened(database_url) as store:
        asyncio.run(scenario(store))


def test_packing_is_not_done_by_the_writer(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []

    def spy(rows: list[EventRow]) -> bytes:
        threads.append(threading.current_thread().name)
        return pack(rows)

    monkeypatch.setattr("splendor.server.storage.store.pack", spy)

    async def scenario(store: Store) -> None:
        await store.write(AddTable(a_table()), AddEvent(an_event(1)))
        await store.archive("table")

    with opened(database_url) as store:
        asyncio.run(scenario(store))
    assert len(threads) == 1
    assert threads[0].startswith("store-reader")


# Snapshots


def test_a_snapshot_replaces_the_one_before(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.write(AddTable(a_table()))
        assert await store.snapshot("table") is None
        await store.write(SaveSnapshot("table", 10, b"ten"))
        await store.write(SaveSnapshot("table", 20, b"twenty"))
        assert await store.snapshot("table") == (20, b"twenty")
        assert await fails(store, SaveSnapshot("nobody's", 1, b""))

    with opened(database_url) as store:
        asyncio.run(scenario(store))


# Deadlines


def test_overdue_tables_are_found_in_order_until_their_deadline_is_removed(
    database_url: str,
) -> None:
    async def scenario(store: Store) -> None:
        for id in ("one", "two", "three"):
            await store.write(AddTable(a_table(id)))
        assert await store.deadline("one") == 0
        await store.write(SetDeadline("one", 30), SetDeadline("two", 10))
        await store.write(SetDeadline("one", 20))
        assert await store.deadline("one") == 20
        assert await store.overdue(9, 10) == []
        assert await store.overdue(20, 10) == ["two", "one"]
        assert await store.overdue(20, 1) == ["two"]
        await store.write(SetDeadline("two", 0), SetDeadline("three", 0))
        assert await store.overdue(20, 10) == ["one"]
        assert await fails(store, SetDeadline("nobody's", 1))

    with opened(database_url) as store:
        asyncio.run(scenario(store))


# Secrets


def test_no_secret_is_in_a_repr_or_an_error(database_url: str) -> None:
    link = AddSeatLink("0123abcd" * 8, "table", 0, "ann", FAR)
    assert SECRET not in repr(a_table())
    assert SECRET not in repr(AddTable(a_table()))
    assert link.token_hash not in repr(link) + repr(UseSeatLink(link.token_hash))

    async def scenario(store: Store) -> None:
        await store.write(AddTable(a_table()), link)
        for change in (AddTable(a_table()), link):
            with pytest.raises(StoreFailure) as caught:
                await store.write(change)
            actual = f"{caught.value!r} {caught.value.__cause__!r} {caught.value.__context__!r}"
            assert SECRET not in actual
            assert link.token_hash not in actual
            assert "nothing has changed" in str(caught.value)

    with opened(database_url) as store:
        asyncio.run(scenario(store))
