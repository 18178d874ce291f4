"""Failures of PostgreSQL: no acknowledged write is lost, and no write waits for long."""

import asyncio
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from sqlalchemy.pool import PoolProxiedConnection

from splendor.server.storage import write_transaction, writer
from splendor.server.storage.store import (
    AddEvent,
    AddTable,
    EventRow,
    OutcomeUnknown,
    Store,
    StoreFailure,
)
from tests.server.databases import PostgreSQL
from tests.server.storage.stored import a_table, an_event, fails, opened

PRODUCERS = 20
TIMEOUT = 120  # seconds, generous for a busy machine
WRITE_LIMIT = 10.0  # seconds that a write may take
SLACK = 10.0  # seconds that a busy machine may add


# Interrupted commits


@contextmanager
def interrupted_commits(store: Store, happen: bool, after: int = 0) -> Iterator[None]:
    """The connection breaks during a commit, which does `happen` or not, `after` other commits."""
    left = after
    dialect: Any = store._writing.dialect
    commit = dialect.do_commit

    def broken(connection: PoolProxiedConnection) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            dialect.do_commit = commit
        if happen or left >= 0:
            commit(connection)
        if left >= 0:
            return
        driver = connection.driver_connection
        assert isinstance(driver, psycopg.Connection)
        driver.close()
        raise psycopg.OperationalError("the connection is lost")

    dialect.do_commit = broken
    try:
        yield
    finally:
        dialect.do_commit = commit


def test_a_commit_whose_response_was_lost_is_a_success(postgresql: PostgreSQL) -> None:
    with opened(postgresql.new_database()) as store:
        asyncio.run(store.write(AddTable(a_table())))
        with interrupted_commits(store, happen=True):
            asyncio.run(store.write(AddEvent(an_event(1))))
        assert asyncio.run(store.events("table")) == [an_event(1)]
        asyncio.run(store.write(AddEvent(an_event(2))))


def test_a_commit_that_was_not_received_is_a_failure(postgresql: PostgreSQL) -> None:
    with opened(postgresql.new_database()) as store:
        asyncio.run(store.write(AddTable(a_table())))
        with interrupted_commits(store, happen=False), pytest.raises(StoreFailure) as caught:
            asyncio.run(store.write(AddEvent(an_event(1))))
        assert not isinstance(caught.value, OutcomeUnknown)
        assert asyncio.run(store.events("table")) == []
        asyncio.run(store.write(AddEvent(an_event(1))))
        assert asyncio.run(store.events("table")) == [an_event(1)]


@pytest.mark.parametrize("happen", [False, True])
def test_the_outcome_of_an_interrupted_first_commit_is_reported_correctly(
    postgresql: PostgreSQL, happen: bool
) -> None:
    with opened(postgresql.new_database()) as store:
        with interrupted_commits(store, happen, after=1):  # the writer registers itself first
            failed = asyncio.run(fails(store, AddTable(a_table())))
        assert failed != happen
        assert (asyncio.run(store.table("table")) is not None) == happen


def test_a_writer_that_could_not_register_itself_tries_again(postgresql: PostgreSQL) -> None:
    with opened(postgresql.new_database()) as store:
        with interrupted_commits(store, happen=False):
            asyncio.run(store.write(AddTable(a_table())))
        assert asyncio.run(store.table("table")) == a_table()


def test_without_a_database_the_outcome_is_unknown(
    postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write_transaction, "OUTCOME_TIMEOUT", 0.3)
    with opened(postgresql.new_database()) as store:
        asyncio.run(store.write(AddTable(a_table())))
        with interrupted_commits(store, happen=True), monkeypatch.context() as away:
            away.setattr(store._writing, "connect", lambda: 1 / 0)
            with pytest.raises(OutcomeUnknown, match="is not known"):
                asyncio.run(store.write(AddEvent(an_event(1))))
        assert asyncio.run(store.events("table")) == [an_event(1)]
        asyncio.run(store.write(AddEvent(an_event(2))))


def test_a_connection_lost_while_idle_is_replaced(postgresql: PostgreSQL) -> None:
    with opened(postgresql.new_database()) as store:
        asyncio.run(store.write(AddTable(a_table())))
        postgresql.stop()
        postgresql.start()
        asyncio.run(store.write(AddEvent(an_event(1))))
        assert asyncio.run(store.events("table")) == [an_event(1)]


# A database that stops and starts


async def produce(store: Store, table: str, kept: list[EventRow], until: asyncio.Event) -> None:
    """Write events one by one as the server does: after a failure, read the log first."""
    seq = 1
    while not until.is_set():
        row = an_event(seq, table, id=f"message {seq}")
        began = time.monotonic()
        try:
            await store.write(AddEvent(row))
            kept.append(row)
            seq += 1
        except OutcomeUnknown:
            seq = await next_number(store, table, until)
        except StoreFailure:
            await asyncio.sleep(0.05)
        assert time.monotonic() - began < WRITE_LIMIT + TIMEOUT


async def next_number(store: Store, table: str, until: asyncio.Event) -> int:
    while not until.is_set():
        try:
            return len(await store.events(table)) + 1
        except StoreFailure:
            await asyncio.sleep(0.05)
    return 0


async def more_than(kept: list[EventRow], many: int) -> None:
    async with asyncio.timeout(TIMEOUT):
        while len(kept) <= many:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["stopped", "crashed"])
def test_no_stored_event_is_lost_when_the_database_stops(
    postgresql: PostgreSQL, how: signal.Signals
) -> None:
    async def scenario(store: Store) -> None:
        kept: list[EventRow] = []
        names = [f"table {number}" for number in range(PRODUCERS)]
        await store.write(*(AddTable(a_table(name)) for name in names))
        until = asyncio.Event()
        tasks = [asyncio.create_task(produce(store, name, kept, until)) for name in names]
        for _ in range(2):
            await more_than(kept, len(kept) + 100)
            await asyncio.to_thread(postgresql.stop, how)
            with pytest.raises(StoreFailure):
                await store.ping()
            await asyncio.to_thread(postgresql.start)
        await more_than(kept, len(kept) + 100)
        until.set()
        await asyncio.gather(*tasks)
        await check(store, names, kept)

    async def check(store: Store, names: list[str], kept: list[EventRow]) -> None:
        logs = {name: await store.events(name) for name in names}
        for log in logs.values():
            assert [row.seq for row in log] == list(range(1, len(log) + 1))
        stored = {(row.table, row.seq): row for log in logs.values() for row in log}
        assert [row for row in kept if stored.get((row.table, row.seq)) != row] == []

    with opened(postgresql.new_database()) as store:
        asyncio.run(scenario(store))


def test_a_write_to_a_frozen_database_takes_at_most_ten_seconds(
    postgresql: PostgreSQL,
) -> None:
    async def scenario(store: Store) -> None:
        await store.write(AddTable(a_table()))
        await store.ping()
        postgresql.freeze()
        try:
            writes = [asyncio.create_task(store.write(AddEvent(an_event(n)))) for n in (1, 2)]
            await asyncio.sleep(0.1)
            writes.append(asyncio.create_task(store.write(AddEvent(an_event(3)))))
            async with asyncio.timeout(WRITE_LIMIT + TIMEOUT):
                actual = await asyncio.gather(*writes, store.ping(), return_exceptions=True)
        finally:
            postgresql.thaw()
        assert [answer for answer in actual if not isinstance(answer, StoreFailure)] == []
        await goes_on(store)

    async def goes_on(store: Store) -> None:
        async with asyncio.timeout(TIMEOUT):
            while True:
                try:
                    seq = len(await store.events("table")) + 1
                    await store.write(AddEvent(an_event(seq, id="afterwards")))
                    return
                except StoreFailure:
                    await asyncio.sleep(0.1)

    with opened(postgresql.new_database()) as store:
        asyncio.run(scenario(store))


def test_the_timeouts_add_up_to_ten_seconds() -> None:
    connecting = 2.0
    assert (
        writer.QUEUE_TIMEOUT
        + write_transaction.TRANSACTION_TIMEOUT
        + connecting
        + write_transaction.TRANSACTION_TIMEOUT
        <= WRITE_LIMIT
    )
    assert (
        writer.QUEUE_TIMEOUT
        + write_transaction.TRANSACTION_TIMEOUT
        + write_transaction.OUTCOME_TIMEOUT
        + connecting
        <= WRITE_LIMIT
    )
