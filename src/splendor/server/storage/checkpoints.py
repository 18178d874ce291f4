"""SQLite's write-ahead log, copied into the file of the database while moves go on.

By itself SQLite does that within the commit that fills a thousand pages, which is about one in a
hundred: on a slow disk its player, and everybody behind, would wait for all of it.
"""

import contextlib
import sqlite3
import threading
import time
from pathlib import Path

INTERVAL = 1.0  # seconds
LONG_LOG = 8192  # pages, 32 MB: a log that is longer begins anew even if it never rests
MAX_REMAINING = 1024  # pages that may be left to copy while moves wait
QUICK_ROUND = 0.25  # seconds in which not many more can have come
MAX_ROUNDS = 5
READER_TIMEOUT = 0.1  # seconds that moves may wait for readers to end


class Checkpoints:
    """One thread for one file."""

    def __init__(self, file: Path) -> None:
        self._file = file
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
            with contextlib.suppress(sqlite3.Error):  # a full disk, say: it is tried again
                connection = connection or connect(self._file)
                copy_log(connection)
        if connection:
            connection.close()


def connect(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=READER_TIMEOUT)
    connection.execute("PRAGMA synchronous=FULL")
    return connection


def copy_log(connection: sqlite3.Connection) -> None:
    """Copy the log, as far as nobody reads from it; no move waits for that.

    A log that grows meanwhile never begins anew by itself. Where it has become long and almost all
    of it is copied, moves wait for the rest, a moment.
    """
    for _ in range(MAX_ROUNDS):  # each copies what has come during the one before
        begin = time.monotonic()
        _, pages, copied = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if pages <= LONG_LOG or pages - copied > MAX_REMAINING:
            return
        if time.monotonic() - begin < QUICK_ROUND:
            connection.execute("PRAGMA wal_checkpoint(RESTART)")
            return
