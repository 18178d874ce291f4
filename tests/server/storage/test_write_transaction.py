"""PostgreSQL goes away and comes back: nothing acknowledged is lost, nobody waits for long."""

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
SOON = 120  # seconds that anything may take on a busy machine
AT_MOST = 10.0  # seconds that a write may take
BUSY = 10.0  # and what a busy machine may add


# A commit that is interrupted


@contextmanager
def commits_that(store: Store, happen: bool, after: int = 0) -> Iterator[None]:
    """The connection breaks before a commit reaches the database, or before its answer does;
    `after` some commits that go well.
    """
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


def test_a_commit_whose_answer_was_lost_is_a_success(postgresql: PostgreSQL) -> None:
    with opened(postgresql.new_database()) as store:
        asyncio.run(store.write(AddTable(a_table())))
        with commits_that(store, happen=True):
            asyncio.run(store.write(AddEvent(an_event(1))))
        assert asyncio.run(store.events("table")) == [an_event(1)]
        asyncio.run(store.write(AddEvent(an_event(2))))


def test_a_commit_that_did_not_arrive_is_a_failure(postgresql: PostgreSQL) -> None:
    with opened(postgresql.new_database()) as store:
        asyncio.run(store.write(AddTable(a_table())))
        with commits_that(store, happen=False), pytest.raises(StoreFailure) as caught:
            asyncio.run(store.write(AddEvent(an_event(1))))
        assert not isinstance(caught.value, OutcomeUnknown)
        assert asyncio.run(store.events("table")) == []
        asyncio.run(store.write(AddEvent(an_event(1))))
        assert asyncio.run(store.events("table")) == [an_event(1)]


@pytest.mark.parametrize("happen", [False, True])
def test_a_first_commit_that_was_interrupted_is_told_of_rightly(
    postgresql: PostgreSQL, happen: bool
) -> None:
    with opened(postgresql.new_database()) as store:
        with commits_that(store, happen, after=1):  # the writer introduces itself before
            failed = asyncio.run(fails(store, AddTable(a_table())))
        assert failed != happen
        assert (asyncio.run(store.table("table")) is not None) == happen


def test_a_writer_that_could_not_introduce_itself_tries_again(postgresql: PostgreSQL) -> None:
    with opened(postgresql.new_database()) as store:
        with commits_that(store, happen=False):
            asyncio.run(store.write(AddTable(a_table())))
        assert asyncio.run(store.table("table")) == a_table()


def test_when_nobody_can_be_asked_the_fate_is_unknown(
    postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write_transaction, "OUTCOME_TIMEOUT", 0.3)
    with opened(postgresql.new_database()) as store:
        asyncio.run(store.write(AddTable(a_table())))
        with commits_that(store, happen=True), monkeypatch.context() as away:
            away.setattr(store._writing, "connect", lambda: 1 / 0)
            with pytest.raises(OutcomeUnknown, match="is not known"):
                asyncio.run(store.write(AddEvent(an_event(1))))
        assert asyncio.run(store.events("table")) == [an_event(1)]
        asyncio.run(store.write(AddEvent(an_event(2))))


def test_a_connection_lost_while_idle_is_made_anew(postgresql: PostgreSQL) -> None:
    with opened(postgresql.new_database()) as store:
        asyncio.run(store.write(AddTable(a_table())))
        postgresql.stop()
        postgresql.start()
        asyncio.run(store.write(AddEvent(an_event(1))))
        assert asyncio.run(store.events("table")) == [an_event(1)]


# A database that stops and starts


async def produce(store: Store, table: str, kept: list[EventRow], until: asyncio.Event) -> None:
    """One event after the other, as the server does it: after a failure, look what is there."""
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
        assert time.monotonic() - began < AT_MOST + BUSY


async def next_number(store: Store, table: str, until: asyncio.Event) -> int:
    while not until.is_set():
        try:
            return len(await store.events(table)) + 1
        except StoreFailure:
            await asyncio.sleep(0.05)
    return 0


async def more_than(kept: list[EventRow], many: int) -> None:
    async with asyncio.timeout(SOON):
        while len(kept) <= many:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["stopped", "crashed"])
def test_nothing_kept_is_lost_when_the_database_stops(
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


def test_a_database_that_stands_still_is_waited_for_ten_seconds_at_most(
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
            async with asyncio.timeout(AT_MOST + BUSY):
                told = await asyncio.gather(*writes, store.ping(), return_exceptions=True)
        finally:
            postgresql.thaw()
        assert [answer for answer in told if not isinstance(answer, StoreFailure)] == []
        await goes_on(store)

    async def goes_on(store: Store) -> None:
        async with asyncio.timeout(SOON):
            while True:
                try:
                    seq = len(await store.events("table")) + 1
                    await store.write(AddEvent(an_event(seq, id="afterwards")))
                    return
                except StoreFailure:
                    await asyncio.sleep(0.1)

    with opened(postgresql.new_database()) as store:
        asyncio.run(scenario(store))


def test_the_times_add_up_to_ten_seconds() -> None:
    connecting = 2.0
    assert (
        writer.QUEUE_TIMEOUT
        + write_transaction.TRANSACTION_TIMEOUT
        + connecting
        + write_transaction.TRANSACTION_TIMEOUT
        <= AT_MOST
    )
    assert (
        writer.QUEUE_TIMEOUT
        + write_transaction.TRANSACTION_TIMEOUT
        + write_transaction.OUTCOME_TIMEOUT
        + connecting
        <= AT_MOST
    )
