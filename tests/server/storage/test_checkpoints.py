"""Checkpoints of SQLite's write-ahead log: they delay no write, and the log stays bounded."""

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from splendor.server.storage import checkpoints
from splendor.server.storage.store import Store
from splendor.server.storage.types import AddEvent, AddTable
from tests.server.storage.stored import a_table, an_event, opened

PAGE = 4096  # bytes
LARGE = bytes(2 * PAGE)


def events_in(file: Path) -> int:
    """The number of events in the file itself, without its log."""
    with (
        contextlib.closing(sqlite3.connect(f"file:{file}?immutable=1", uri=True)) as connection,
        contextlib.suppress(sqlite3.Error),  # no tables yet, or being written
    ):
        return int(connection.execute("SELECT count(*) FROM events").fetchone()[0])
    return 0


def unarchived_events(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")


async def fill(store: Store, events: int) -> None:
    await store.write(AddTable(a_table()))
    for number in range(1, events + 1):
        await store.write(AddEvent(an_event(number, body=LARGE)))


def wait_until(seen: Callable[[], bool]) -> bool:
    until = time.monotonic() + 60
    while not seen() and time.monotonic() < until:
        time.sleep(0.01)
    return seen()


def test_checkpoints_run_beside_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "INTERVAL", 0.01)
    file = tmp_path / "games"
    with opened(f"sqlite:///{file}") as store:
        asyncio.run(fill(store, 20))
        assert wait_until(lambda: events_in(file) == 20)


def test_no_write_performs_a_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "INTERVAL", 3600.0)
    file = tmp_path / "games"
    with opened(f"sqlite:///{file}") as store:
        asyncio.run(fill(store, 400))
        assert (
            unarchived_events(file).stat().st_size > 1000 * PAGE
        )  # SQLite would have performed a checkpoint by itself
        assert events_in(file) == 0
        begin = time.monotonic()
    assert time.monotonic() - begin < 60  # closing does not wait for the next checkpoint
    assert events_in(file) == 400
    assert not unarchived_events(file).exists()


@pytest.mark.parametrize("what", ["connect", "copy_log"])
def test_a_failed_checkpoint_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    usual: Callable[[object], object] = getattr(checkpoints, what)
    wrong = iter([sqlite3.OperationalError("database or disk is full")])

    def fail_once(given: object) -> object:
        for error in wrong:
            raise error
        return usual(given)

    monkeypatch.setattr(checkpoints, "INTERVAL", 0.01)
    monkeypatch.setattr(checkpoints, what, fail_once)
    file = tmp_path / "games"
    with opened(f"sqlite:///{file}") as store:
        asyncio.run(fill(store, 5))
        assert wait_until(lambda: events_in(file) == 5)


@pytest.mark.parametrize(
    "setting, anew",
    [
        ({}, True),
        ({"LONG_LOG": 10_000}, False),  # the log is not long
        (
            {"MAX_REMAINING": 10},
            False,
        ),  # a long read: writes would have to wait for it
        (
            {"QUICK_ROUND": 0.0},
            False,
        ),  # much was written meanwhile: writes would have to wait for all of it
    ],
)
def test_a_long_log_is_restarted_if_writes_are_not_delayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: dict[str, float], anew: bool
) -> None:
    """During a read, later writes cannot be checkpointed: the usual case under load."""
    for name, value in {"LONG_LOG": 10, "QUICK_ROUND": 60.0, **setting}.items():
        monkeypatch.setattr(checkpoints, name, value)
    file = tmp_path / "file"
    with connected(file) as mover, connected(file) as reader, connected(file) as copier:
        mover.execute("PRAGMA journal_mode=WAL")
        mover.execute("CREATE TABLE moves (move BLOB)")
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM moves").fetchall()
        for _ in range(20):
            mover.execute("INSERT INTO moves VALUES (?)", (LARGE,))
        before = head_of_log(file)
        copier.set_trace_callback(lambda text: reader.rollback() if "RESTART" in text else None)
        checkpoints.copy_log(copier)
        reader.rollback()
        mover.execute("INSERT INTO moves VALUES (?)", (LARGE,))
        assert (head_of_log(file) != before) == anew


def connected(file: Path) -> contextlib.closing[sqlite3.Connection]:
    return contextlib.closing(sqlite3.connect(file, isolation_level=None))


def head_of_log(file: Path) -> bytes:
    """The header of the log, which changes when the log is restarted."""
    return unarchived_events(file).read_bytes()[:32]
