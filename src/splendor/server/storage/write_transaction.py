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
from splendor.server.storage.sql_changes import keep_changes
from splendor.server.storage.types import Change, FateUnknown

# Seconds.
STUCK = 2.5  # for a transaction on PostgreSQL, before its connection is cut
ASKING = 2.5  # for what became of a commit
BETWEEN = 0.1  # two tries to ask
FORGOTTEN_AFTER = 365 * 24 * 3600

INTRODUCE = text(
    "INSERT INTO writers (id, commits, at) VALUES (:of, 0, :now) ON CONFLICT (id) DO NOTHING"
)
FORGET_OTHERS = delete(writers).where(writers.c.at < bindparam("before"))
MARK = (
    update(writers)
    .where(writers.c.id == bindparam("of"))
    .values(commits=bindparam("number"), at=bindparam("now"))
)
# Waits for a transaction that the server has not given up yet: it holds the row.
MARKED = select(writers.c.commits).where(writers.c.id == bindparam("of")).with_for_update()


class Unreachable(Exception):
    """The database cannot be reached: nothing has happened."""


class Session:
    """Made for one thread; `cut` alone may be called by another."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._marks = engine.dialect.name == "postgresql"
        self._introduced = False
        self._name = secrets.token_urlsafe(16)
        self._connection: Connection | None = None
        self._number = 0  # of the last transaction
        self._committing = False
        self._end: float | None = None  # when what is under way is stuck
        self._cutting = threading.Lock()

    def keep(self, changes: list[Change], now: int) -> None:
        """Return when the changes are durable. Any error but FateUnknown: nothing has changed."""
        for _ in range(2):  # an idle connection may have been lost long ago: try a new one
            try:
                return self._transact(changes, now)
            except Exception as error:
                if not is_lost(error) and not self._committing:
                    raise
                self.drop()
                if self._committing:
                    self._require_kept(error)
                    return None
        raise Unreachable

    def drop(self) -> None:
        """Disconnect; the next transaction connects again."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                connection.invalidate()
            connection.close()

    def cut(self) -> None:
        """End what is stuck, if it is: its thread then sees a lost connection."""
        with self._cutting:
            if self._connection and self._end and self._end < time.monotonic():
                with contextlib.suppress(Exception):
                    cut_socket(self._connection)

    @contextlib.contextmanager
    def _watched(self, seconds: float) -> Iterator[None]:
        with self._cutting:
            self._end = time.monotonic() + seconds
        try:
            yield
        finally:
            with self._cutting:
                self._end = None

    def _transact(self, changes: list[Change], now: int) -> None:
        self._number += 1
        self._committing = False
        connection = self._connect()
        if self._marks and not self._introduced:
            self._introduce(connection, now)
        with self._watched(STUCK), connection.begin():
            if self._marks:
                self._mark(connection, now)
            keep_changes(connection, changes, now)
            self._committing = True

    def _introduce(self, connection: Connection, now: int) -> None:
        """Before the first commit: only a row that is there can be waited for."""
        with self._watched(STUCK), connection.begin():
            connection.execute(FORGET_OTHERS, {"before": now - FORGOTTEN_AFTER * 1000})
            connection.execute(INTRODUCE, {"of": self._name, "now": now})
        self._introduced = True

    def _mark(self, connection: Connection, now: int) -> None:
        values = {"of": self._name, "number": self._number, "now": now}
        connection.execute(MARK, values)

    def _connect(self) -> Connection:
        if self._connection is None:
            try:
                self._connection = self._engine.connect()
            except Exception:
                raise Unreachable from None
        return self._connection

    def _require_kept(self, error: Exception) -> None:
        """After an error during a commit: raise, unless the commit happened nevertheless."""
        if not self._marks:  # SQLite has rolled back what it could not commit
            raise error
        if not self._was_kept():
            raise Unreachable

    def _was_kept(self) -> bool:
        end = time.monotonic() + ASKING
        while (left := end - time.monotonic()) > 0:
            try:
                connection = self._connect()
                with self._watched(left), connection.begin():
                    return connection.scalar(MARKED, {"of": self._name}) == self._number
            except (SQLAlchemyError, Unreachable):
                self.drop()
            time.sleep(BETWEEN)
        raise FateUnknown


def cut_socket(connection: Connection) -> None:
    """Shut the connection down without touching what its thread holds."""
    driver = connection.connection.driver_connection
    assert driver is not None
    with socket.socket(fileno=os.dup(driver.fileno())) as copy:
        copy.shutdown(socket.SHUT_RDWR)
