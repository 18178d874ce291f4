"""Checkpoints of SQLite's write-ahead log in a thread of their own.

By default SQLite runs a checkpoint inside the commit that fills a thousand pages, about one in a
hundred: on a slow disk that move, and all moves queued behind it, would wait for the whole copy.
"""

import sqlite3
import threading
import time
from pathlib import Path

from splendor.server.faults import Faults
from splendor.server.storage.database import fault_of

INTERVAL = 1.0  # seconds between two checkpoints
LONG_LOG = 8192  # pages, 32 MB: restart a longer log even if writes never pause
MAX_REMAINING = 1024  # pages that may remain to be copied while moves wait
QUICK_ROUND = 0.25  # seconds: during a quicker round the log has not grown much
MAX_ROUNDS = 5
READER_TIMEOUT = 0.1  # seconds that moves may wait for readers


class Checkpoints:
    """The checkpoint thread of one database file."""

    def __init__(self, file: Path, faults: Faults) -> None:
        self._file = file
        self._faults = faults
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._work, name="store-checkpoints", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _work(self) -> None:
        connection: sqlite3.Connection | None = None
        while not self._closing.wait(INTERVAL):
            try:
                connection = connection or connect(self._file)
                copy_log(connection)
                self._faults.over("log_not_copied")
            except sqlite3.Error as error:  # for example a full disk: try again later
                self._faults.occurred(
                    "damaged" if fault_of(error) == "damaged" else "log_not_copied"
                )
        if connection:
            connection.close()


def connect(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=READER_TIMEOUT)
    connection.execute("PRAGMA synchronous=FULL")
    return connection


def copy_log(connection: sqlite3.Connection) -> None:
    """Run passive checkpoints, for which no move waits.

    A log that keeps growing never restarts by itself. If it is long and almost all of it is copied,
    a restarting checkpoint copies the rest while moves wait for a moment.
    """
    for _ in range(MAX_ROUNDS):  # each copies what was written during the one before
        begin = time.monotonic()
        _, pages, copied = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if pages <= LONG_LOG or pages - copied > MAX_REMAINING:
            return
        if time.monotonic() - begin < QUICK_ROUND:
            connection.execute("PRAGMA wal_checkpoint(RESTART)")
            return
