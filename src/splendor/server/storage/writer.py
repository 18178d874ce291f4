"""The writer thread with group commit: all waiting writes become one transaction.

A commit costs about the same for one write as for a thousand; writes queue up while it runs. A
write that fails does not affect others: its group is halved until it is alone.
"""

import asyncio
import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable

from sqlalchemy import Engine
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError

from splendor.server.faults import WRITE_FAULTS, Faults
from splendor.server.storage.database import fault_of
from splendor.server.storage.sql_people import MissingRow
from splendor.server.storage.types import Change, Conflict, OutcomeUnknown, StoreFailure
from splendor.server.storage.write_transaction import (
    TRANSACTION_TIMEOUT,
    Unreachable,
    WriteConnection,
)

MAX_QUEUED = 10_000  # writes; further ones are refused at once
MAX_GROUP = 1_000  # writes in one transaction
# Seconds in the queue. Together with the timeouts of write_transaction.py and one attempt to
# connect, a write takes at most ten seconds.
QUEUE_TIMEOUT = 3.0

# Reasons of a `StoreFailure`; `server/refusals.py` has their texts.
DISK_FULL = "full"
CONFLICTING = "conflict"
UNREACHABLE = "unreachable"
QUEUE_FULL = "queue_full"
CLOSED = "closed"
REJECTED = "rejected"


def failure(reason: str) -> StoreFailure:
    return (Conflict if reason == CONFLICTING else StoreFailure)(reason)


def reason_of(error: Exception) -> str:
    """The reason of a failure, without the database's message, which may quote the data."""
    if isinstance(error, IntegrityError | MissingRow):
        return CONFLICTING
    return DISK_FULL if fault_of(error) == "disk_full" else REJECTED


def write_faults_of(error: Exception) -> tuple[str, ...]:
    """The database may refuse one change because of what is in it: others are not affected."""
    fault = fault_of(error)
    if fault in WRITE_FAULTS:
        return (fault,)
    general = "writes_refused" if isinstance(error, DBAPIError) else "change_refused"
    if isinstance(error, DataError | ProgrammingError):
        general = "change_refused"
    return (fault, general) if fault else (general,)


class Write:
    """The changes of one call, and the future that the caller awaits."""

    __slots__ = ("changes", "error", "future", "loop", "since")

    def __init__(self, changes: tuple[Change, ...]) -> None:
        self.changes = changes
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[None] = self.loop.create_future()
        self.since = time.monotonic()
        self.error: StoreFailure | None = None


def resolve_all(writes: Iterable[Write]) -> None:
    """One wake-up for each event loop, not for each write."""
    loops: dict[asyncio.AbstractEventLoop, list[Write]] = {}
    for write in writes:
        loops.setdefault(write.loop, []).append(write)
    for loop, found in loops.items():
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(resolve_each, found)


def resolve_each(writes: Iterable[Write]) -> None:
    for write in writes:
        if write.future.done():  # the caller was cancelled
            continue
        if write.error:
            write.future.set_exception(write.error)
        else:
            write.future.set_result(None)


class Writer:
    def __init__(self, engine: Engine, clock: Callable[[], float], faults: Faults) -> None:
        self.commits = 0
        self.rows = 0
        self.last_batch = 0
        self._connection = WriteConnection(engine)
        self._clock = clock
        self._faults = faults
        self._queue: deque[Write] = deque()
        self._in_progress = 0
        self._condition = threading.Condition()
        self._closing = False
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=self._work, name="store-writer", daemon=True)]
        if engine.dialect.name == "postgresql":
            self._threads.append(
                threading.Thread(target=self._watch, name="store-watch", daemon=True)
            )

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Write what is queued, then end."""
        with self._condition:
            self._closing = True
            self._condition.notify()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()

    def add(self, write: Write) -> None:
        with self._condition:
            if self._closing or self._ended.is_set():
                raise failure(CLOSED)
            if len(self._queue) >= MAX_QUEUED:
                self._faults.occurred("writes_refused")
                raise failure(QUEUE_FULL)
            self._queue.append(write)
            self._condition.notify()

    @property
    def depth(self) -> int:
        return len(self._queue) + self._in_progress

    # In the threads

    def _work(self) -> None:
        try:
            while group := self._next_group():
                self._in_progress = len(group)
                self._commit_group(group)
                self._in_progress = 0
                resolve_all(group)
        finally:
            self._ended.set()
            self._connection.disconnect()

    def _watch(self) -> None:
        while not self._ended.wait(TRANSACTION_TIMEOUT / 10):
            self._connection.abort_if_stuck()

    def _next_group(self) -> list[Write]:
        """The waiting writes; none when the store is closing and the queue is empty."""
        with self._condition:
            while not self._queue and not self._closing:
                self._condition.wait()
            many = min(len(self._queue), MAX_GROUP)
            return [self._queue.popleft() for _ in range(many)]

    def _commit_group(self, group: list[Write]) -> None:
        """Commit the group, or those writes that can be committed, and set errors for the rest."""
        late = time.monotonic() - QUEUE_TIMEOUT
        fresh = [write for write in group if write.since > late]
        if len(fresh) < len(group):
            self._faults.occurred("writes_refused")
            mark(failure(QUEUE_FULL), [write for write in group if write.since <= late])
        try:
            self._commit(fresh)
        except Unreachable:
            self._fail_all(failure(UNREACHABLE), fresh)
        except OutcomeUnknown as error:
            self._fail_all(error, fresh)
        except Exception as error:
            if len(fresh) == 1:
                self._refuse(error, fresh)
            else:
                self._commit_group(fresh[: len(fresh) // 2])
                self._commit_group(fresh[len(fresh) // 2 :])

    def _refuse(self, error: Exception, writes: list[Write]) -> None:
        reason = reason_of(error)
        if reason != CONFLICTING:
            for fault in write_faults_of(error):
                self._faults.occurred(fault)
        mark(failure(reason), writes)

    def _commit(self, group: list[Write]) -> None:
        if not group:
            return
        changes = [change for write in group for change in write.changes]
        self._connection.commit(changes, int(self._clock() * 1000))
        self.commits += 1
        self.rows += len(changes)
        self.last_batch = len(group)
        self._faults.over(*WRITE_FAULTS)

    def _fail_all(self, error: StoreFailure, group: list[Write]) -> None:
        """The database is unreachable: fail all waiting writes at once, not one by one."""
        self._faults.occurred("unreachable")
        mark(error, group)
        with self._condition:
            waiting = list(self._queue)
            self._queue.clear()
        mark(failure(UNREACHABLE), waiting)
        resolve_all(waiting)


def mark(error: StoreFailure, writes: Iterable[Write]) -> None:
    for write in writes:
        write.error = type(error)(error.reason)
