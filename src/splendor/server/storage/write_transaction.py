"""Write transactions: one at a time, with a reliable answer to whether each was committed."""

import contextlib
import os
import secrets
import socket
import threading
import time
from collections.abc import Iterator

from sqlalchemy import Connection, Engine, bindparam, delete, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from splendor.server.storage.database import is_lost
from splendor.server.storage.schema import writers
from splendor.server.storage.sql_changes import apply_changes
from splendor.server.storage.types import Change, OutcomeUnknown

# Seconds.
TRANSACTION_TIMEOUT = 2.5  # for a transaction on PostgreSQL, before its connection is shut down
OUTCOME_TIMEOUT = 2.5  # for finding out whether a commit succeeded
OUTCOME_RETRY_PAUSE = 0.1  # between two attempts to find out
WRITER_ROW_LIFETIME = 365 * 24 * 3600

INSERT_WRITER = text(
    "INSERT INTO writers (id, commits, at) VALUES (:of, 0, :now) ON CONFLICT (id) DO NOTHING"
)
DELETE_OLD_WRITERS = delete(writers).where(writers.c.at < bindparam("before"))
COUNT_COMMIT = (
    update(writers)
    .where(writers.c.id == bindparam("of"))
    .values(commits=bindparam("number"), at=bindparam("now"))
)
# FOR UPDATE waits for a transaction that is still open: it holds the row's lock.
SELECT_COMMITS = select(writers.c.commits).where(writers.c.id == bindparam("of")).with_for_update()


class Unreachable(Exception):
    """The database cannot be reached: nothing has changed."""


class WriteConnection:
    """The writer's connection, for one thread; another may only call `abort_if_stuck`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._counts_commits = engine.dialect.name == "postgresql"
        self._registered = False
        self._name = secrets.token_urlsafe(16)
        self._connection: Connection | None = None
        self._transaction = 0  # of the last transaction
        self._committing = False
        self._deadline: float | None = None  # of the present transaction
        self._deadline_lock = threading.Lock()

    def commit(self, changes: list[Change], now: int) -> None:
        """Return when the changes are durable. Any error but OutcomeUnknown means: no change."""
        for _ in range(2):  # an idle connection may have been lost: try a new one
            try:
                return self._run(changes, now)
            except Exception as error:
                if not is_lost(error) and not self._committing:
                    raise
                self.disconnect()
                if self._committing:
                    self._require_committed(error)
                    return None
        raise Unreachable

    def disconnect(self) -> None:
        """Disconnect; the next transaction connects again."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                connection.invalidate()
            connection.close()

    def abort_if_stuck(self) -> None:
        """Shut down the connection if its deadline has passed: its thread then sees it as lost."""
        with self._deadline_lock:
            if self._connection and self._deadline and self._deadline < time.monotonic():
                with contextlib.suppress(Exception):
                    shut_down_socket(self._connection)

    @contextlib.contextmanager
    def _within(self, seconds: float) -> Iterator[None]:
        with self._deadline_lock:
            self._deadline = time.monotonic() + seconds
        try:
            yield
        finally:
            with self._deadline_lock:
                self._deadline = None

    def _run(self, changes: list[Change], now: int) -> None:
        self._transaction += 1
        self._committing = False
        connection = self._connect()
        if self._counts_commits and not self._registered:
            self._register(connection, now)
        with self._within(TRANSACTION_TIMEOUT), connection.begin():
            if self._counts_commits:
                self._count_commit(connection, now)
            apply_changes(connection, changes, now)
            self._committing = True

    def _register(self, connection: Connection, now: int) -> None:
        """Insert this writer's row before the first commit: only an existing row can be locked."""
        with self._within(TRANSACTION_TIMEOUT), connection.begin():
            connection.execute(DELETE_OLD_WRITERS, {"before": now - WRITER_ROW_LIFETIME * 1000})
            connection.execute(INSERT_WRITER, {"of": self._name, "now": now})
        self._registered = True

    def _count_commit(self, connection: Connection, now: int) -> None:
        values = {"of": self._name, "number": self._transaction, "now": now}
        connection.execute(COUNT_COMMIT, values)

    def _connect(self) -> Connection:
        if self._connection is None:
            try:
                self._connection = self._engine.connect()
            except Exception:
                raise Unreachable from None
        return self._connection

    def _require_committed(self, error: Exception) -> None:
        """After an error during a commit: raise, unless the commit succeeded anyway."""
        if not self._counts_commits:  # SQLite has rolled back
            raise error
        if not self._was_committed():
            raise Unreachable

    def _was_committed(self) -> bool:
        end = time.monotonic() + OUTCOME_TIMEOUT
        while (left := end - time.monotonic()) > 0:
            try:
                connection = self._connect()
                with self._within(left), connection.begin():
                    return (
                        connection.scalar(SELECT_COMMITS, {"of": self._name}) == self._transaction
                    )
            except (SQLAlchemyError, Unreachable):
                self.disconnect()
            time.sleep(OUTCOME_RETRY_PAUSE)
        raise OutcomeUnknown


def shut_down_socket(connection: Connection) -> None:
    """Shut down the connection's socket without using the driver, which its thread is using."""
    driver = connection.connection.driver_connection
    assert driver is not None
    with socket.socket(fileno=os.dup(driver.fileno())) as copy:
        copy.shutdown(socket.SHUT_RDWR)
