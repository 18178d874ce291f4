"""SQLite's write-ahead log, copied into the file of the database while moves go on.

By itself SQLite does that within the commit that fills a thousand pages, which is about one in a
hundred: on a slow disk its player, and everybody behind, would wait for all of it.
"""

import contextlib
import sqlite3
import threading
from pathlib import Path

EVERY = 1.0  # seconds
MANY = 8192  # pages, 32 MB: a log that is longer begins anew even if it never rests
PATIENCE = 0.1  # seconds that moves may be held up for that


class Checkpoints:
    """One thread for one file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._work, name="store-checkpoints", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._ending.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _work(self) -> None:
        with contextlib.closing(sqlite3.connect(self._file, timeout=PATIENCE)) as connection:
            connection.execute("PRAGMA synchronous=FULL")
            while not self._ending.wait(EVERY):
                with contextlib.suppress(sqlite3.Error):  # a full disk, say: moves tell of it
                    copy_log(connection)


def copy_log(connection: sqlite3.Connection) -> None:
    """Copy what nobody reads from the log any more; nobody waits for that."""
    _, pages, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    if pages > MANY:  # what has come meanwhile is little: to copy it holds moves up for a moment
        connection.execute("PRAGMA wal_checkpoint(RESTART)")
