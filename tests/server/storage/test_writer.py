"""The writer: group commits, order, refusals of single writes, durability."""

import asyncio
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from splendor.server.storage import database, writer
from splendor.server.storage.store import (
    AddEvent,
    AddTable,
    Change,
    PlayerRow,
    SavePlayer,
    SetMembers,
    SetStatus,
    Store,
    StoreFailure,
)
from splendor.server.storage.write_transaction import WriteConnection
from tests.server.storage.stored import a_table, an_event, fails, opened

TIMEOUT = 60  # seconds, generous for a busy machine


class Gate:
    """Blocks the writer while it is shut."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached, self.open = threading.Event(), threading.Event()
        keep = WriteConnection.commit

        def wait_and_keep(connection: WriteConnection, changes: list[Change], now: int) -> None:
            self.reached.set()
            assert self.open.wait(TIMEOUT)
            keep(connection, changes, now)

        monkeypatch.setattr(WriteConnection, "commit", wait_and_keep)


# Group commit


def test_waiting_writes_are_committed_together(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(store: Store) -> None:
        await store.write(AddTable(a_table()))
        gate = Gate(monkeypatch)
        first = asyncio.create_task(store.write(AddEvent(an_event(1))))
        await asyncio.to_thread(gate.reached.wait, TIMEOUT)
        rest = [asyncio.create_task(store.write(AddEvent(an_event(n)))) for n in range(2, 102)]
        await asyncio.sleep(0)
        assert store.depth == 101
        before = store.commits
        gate.open.set()
        await asyncio.gather(first, *rest)
        assert store.commits - before == 2
        assert (store.last_batch, store.depth, store.rows) == (100, 0, 102)
        assert len(await store.events("table")) == 101

    with opened(database_url) as store:
        asyncio.run(scenario(store))


def test_writes_are_executed_in_order(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.write(AddTable(a_table()))
        writes = [
            store.write(
                SetStatus("table", f"status {number}", 2_000 + number, b"{}"),
                SetMembers("table", (f"player {number}",)),
                SavePlayer(PlayerRow("ann", f"name {number}", 0)),
            )
            for number in range(300)
        ]
        await asyncio.gather(*writes)
        [row] = await store.tables_of("player 299", "status 299")
        assert (row.status, row.changed) == ("status 299", 2_299)
        assert await store.tables_of("player 298") == []
        assert await store.player("ann") == PlayerRow("ann", "name 299", 0)

    with opened(database_url) as store:
        asyncio.run(scenario(store))


def test_one_bad_write_fails_alone(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(store: Store) -> None:
        await store.write(AddTable(a_table()), AddEvent(an_event(1, id="m")))
        gate = Gate(monkeypatch)
        writes = [fails(store, AddEvent(an_event(number))) for number in range(2, 102)]
        writes[30:30] = [fails(store, AddEvent(an_event(999)), AddEvent(an_event(1)))]
        writes[60:60] = [fails(store, AddEvent(an_event(888, id="m")))]
        tasks = [asyncio.create_task(write) for write in writes]
        await asyncio.sleep(0)
        gate.open.set()
        failed = await asyncio.gather(*tasks)
        assert [place for place, has in enumerate(failed) if has] == [30, 60]
        assert [row.seq for row in await store.events("table")] == list(range(1, 102))

    with opened(database_url) as store:
        asyncio.run(scenario(store))


def test_writes_beyond_the_queue_are_refused_at_once(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(store: Store) -> None:
        await store.write(AddTable(a_table()))
        gate = Gate(monkeypatch)
        monkeypatch.setattr(writer, "MAX_QUEUED", 5)
        first = asyncio.create_task(store.write(AddEvent(an_event(1))))
        await asyncio.to_thread(gate.reached.wait, TIMEOUT)
        waiting = [asyncio.create_task(store.write(AddEvent(an_event(n)))) for n in range(2, 7)]
        await asyncio.sleep(0)
        with pytest.raises(StoreFailure, match="too many writes are waiting"):
            await store.write(AddEvent(an_event(7)))
        gate.open.set()
        await asyncio.gather(first, *waiting)
        await store.write(AddEvent(an_event(7)))
        assert len(await store.events("table")) == 7

    with opened(database_url) as store:
        asyncio.run(scenario(store))


def test_writes_that_waited_too_long_are_refused(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(store: Store) -> None:
        await store.write(AddTable(a_table()))
        monkeypatch.setattr(writer, "QUEUE_TIMEOUT", -1.0)
        with pytest.raises(StoreFailure, match="too many writes are waiting"):
            await store.write(AddEvent(an_event(1)))
        monkeypatch.setattr(writer, "QUEUE_TIMEOUT", TIMEOUT)
        await store.write(AddEvent(an_event(1, body=b"second try")))
        assert [row.body for row in await store.events("table")] == [b"second try"]

    with opened(database_url) as store:
        asyncio.run(scenario(store))


def test_closing_executes_queued_writes(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(store: Store) -> None:
        await store.write(AddTable(a_table()))
        gate = Gate(monkeypatch)
        writes = [asyncio.create_task(store.write(AddEvent(an_event(1))))]
        await asyncio.to_thread(gate.reached.wait, TIMEOUT)
        writes += [asyncio.create_task(store.write(AddEvent(an_event(n)))) for n in range(2, 51)]
        await asyncio.sleep(0)
        closing = asyncio.create_task(asyncio.to_thread(store.close))
        await until_closed(store)
        gate.open.set()
        async with asyncio.timeout(TIMEOUT):
            await asyncio.gather(*writes, closing)
        with pytest.raises(StoreFailure, match="cannot be read"):
            await store.events("table")

    async def until_closed(store: Store) -> None:
        async with asyncio.timeout(TIMEOUT):
            while not store._writer._closing:
                await asyncio.sleep(0.01)
        with pytest.raises(StoreFailure, match="it is closed"):
            await store.write(AddEvent(an_event(51)))

    store = Store(database_url)
    store.open()
    asyncio.run(scenario(store))
    with opened(database_url) as store:
        assert len(asyncio.run(store.events("table"))) == 50


def test_a_cancelled_caller_does_not_affect_others(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(store: Store) -> None:
        await store.write(AddTable(a_table()))
        gate = Gate(monkeypatch)
        impatient = asyncio.create_task(store.write(AddEvent(an_event(1))))
        patient = asyncio.create_task(store.write(AddEvent(an_event(2))))
        await asyncio.to_thread(gate.reached.wait, TIMEOUT)
        impatient.cancel()
        await asyncio.gather(impatient, return_exceptions=True)
        gate.open.set()
        await patient
        assert len(await store.events("table")) == 2

    with opened(database_url) as store:
        asyncio.run(scenario(store))


# Failures


def test_writes_are_refused_while_the_disk_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = (*database.SQLITE_SETTINGS, "max_page_count=100")
    monkeypatch.setattr(database, "SQLITE_SETTINGS", settings)
    url = f"sqlite:///{tmp_path / 'games'}"

    async def fill(store: Store) -> int:
        await store.write(AddTable(a_table()), AddTable(a_table("big")))
        for number in range(1, 1000):
            try:
                await store.write(AddEvent(an_event(number, "big", body=bytes(4000))))
            except StoreFailure:
                return number - 1
        raise AssertionError("the disk never got full")

    with opened(url) as store:
        kept = asyncio.run(fill(store))
        assert kept > 10
        assert len(asyncio.run(store.events("big"))) == kept
        asyncio.run(store.ping())
        with pytest.raises(StoreFailure, match="the disk is full"):
            asyncio.run(store.write(AddEvent(an_event(1, body=bytes(9000)))))
        make_room(url)
        asyncio.run(store.write(AddEvent(an_event(1, body=bytes(9000)))))
        assert len(asyncio.run(store.events("table"))) == 1


def make_room(url: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM events"))
    engine.dispose()


def test_writes_are_refused_while_the_database_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = ("foreign_keys=ON", "synchronous=FULL", "busy_timeout=50")
    monkeypatch.setattr(database, "SQLITE_SETTINGS", settings)
    url = f"sqlite:///{tmp_path / 'games'}"
    other = create_engine(url)
    with opened(url) as store:
        asyncio.run(store.write(AddTable(a_table())))
        with other.begin() as connection:
            connection.execute(text("DELETE FROM events"))
            with pytest.raises(StoreFailure, match="refused"):
                asyncio.run(store.write(AddEvent(an_event(1))))
        asyncio.run(store.write(AddEvent(an_event(1))))
    other.dispose()


# Kills


KILLS = 6
PRODUCERS = 40

# Prints "table seq" after an event is stored; the mutant prints it before.
CHILD = """
import asyncio, sys
from splendor.server.storage.store import AddEvent, AddTable, Store
from tests.server.storage.stored import a_table, an_event

async def produce(store, table, mutant):
    await store.write(AddTable(a_table(table)))
    for seq in range(1, 1_000_000):
        if mutant:
            print(table, seq, flush=True)
        await store.write(AddEvent(an_event(seq, table)))
        if not mutant:
            print(table, seq, flush=True)

async def main(url, name, producers, mutant):
    store = Store(url)
    store.open()
    names = [f"{name}-{number}" for number in range(producers)]
    await asyncio.gather(*(produce(store, table, mutant) for table in names))

asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4] == "mutant"))
"""


def lost_by_a_kill(url: str, name: str, lines: int, mutant: bool = False) -> tuple[int, int]:
    """Kill a writing process after it has reported some events.

    Returns the number of reported events, and how many of them are missing.
    """
    how = "mutant" if mutant else "honest"
    command = [sys.executable, "-c", CHILD, url, name, str(PRODUCERS), how]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout
        actual = [child.stdout.readline() for _ in range(lines)]
        child.send_signal(signal.SIGKILL)
        actual += child.stdout.readlines()
    whole = [line.split() for line in actual if line.endswith("\n")]
    events = {(table, int(seq)) for table, seq in whole}
    with opened(url) as store:
        kept = asyncio.run(all_events(store, {table for table, _ in events}))
    return len(events), len(events - kept)


async def all_events(store: Store, tables: set[str]) -> set[tuple[str, int]]:
    kept = set()
    for table in tables:
        numbers = [row.seq for row in await store.events(table)]
        assert numbers == list(range(1, len(numbers) + 1))
        kept |= {(table, number) for number in numbers}
    return kept


def test_no_reported_event_is_lost_by_a_kill(database_url: str) -> None:
    for kill in range(KILLS):
        actual, lost = lost_by_a_kill(database_url, f"kill-{kill}", 50 + 150 * kill)
        assert actual >= 50
        assert lost == 0


def test_a_store_that_reports_before_it_stores_is_caught(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games'}"
    losses = (lost_by_a_kill(url, f"kill-{kill}", 300, mutant=True)[1] for kill in range(20))
    assert any(losses)
