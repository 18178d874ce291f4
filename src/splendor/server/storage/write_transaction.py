"""The writer's connection: one transaction at a time, and the truth about what became of it."""

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
TRANSACTION_TIMEOUT = 2.5  # for a transaction on PostgreSQL, before its connection is cut
OUTCOME_TIMEOUT = 2.5  # for what became of a commit
OUTCOME_RETRY_PAUSE = 0.1  # two tries to ask
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
# Waits for a transaction that the server has not given up yet: it holds the row.
SELECT_COMMITS = select(writers.c.commits).where(writers.c.id == bindparam("of")).with_for_update()


class Unreachable(Exception):
    """The database cannot be reached: nothing has happened."""


class WriteConnection:
    """Made for one thread; `abort_if_stuck` alone may be called by another."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._counts_commits = engine.dialect.name == "postgresql"
        self._registered = False
        self._name = secrets.token_urlsafe(16)
        self._connection: Connection | None = None
        self._transaction = 0  # of the last transaction
        self._committing = False
        self._deadline: float | None = None  # when what is under way is stuck
        self._deadline_lock = threading.Lock()

    def commit(self, changes: list[Change], now: int) -> None:
        """Return when the changes are durable. Any error but OutcomeUnknown means: no change."""
        for _ in range(2):  # an idle connection may have been lost long ago: try a new one
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
        """End what is stuck, if it is: its thread then sees a lost connection."""
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
        """Before the first commit: only a row that is there can be waited for."""
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
        """After an error during a commit: raise, unless the commit happened nevertheless."""
        if not self._counts_commits:  # SQLite has rolled back what it could not commit
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
    """Shut the connection down without touching what its thread holds."""
    driver = connection.connection.driver_connection
    assert driver is not None
    with socket.socket(fileno=os.dup(driver.fileno())) as copy:
        copy.shutdown(socket.SHUT_RDWR)
