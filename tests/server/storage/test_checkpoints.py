"""SQLite's log is copied while moves go on: none waits for that, and it does not grow for ever."""

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
    """How many are in the file itself, its log left out."""
    with (
        contextlib.closing(sqlite3.connect(f"file:{file}?immutable=1", uri=True)) as connection,
        contextlib.suppress(sqlite3.Error),  # it has no tables yet, or is being written
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


def test_the_log_is_copied_beside_the_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "INTERVAL", 0.01)
    file = tmp_path / "games"
    with opened(f"sqlite:///{file}") as store:
        asyncio.run(fill(store, 20))
        assert wait_until(lambda: events_in(file) == 20)


def test_no_move_copies_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "INTERVAL", 3600.0)
    file = tmp_path / "games"
    with opened(f"sqlite:///{file}") as store:
        asyncio.run(fill(store, 400))
        assert (
            unarchived_events(file).stat().st_size > 1000 * PAGE
        )  # SQLite itself would have copied it
        assert events_in(file) == 0
        begin = time.monotonic()
    assert time.monotonic() - begin < 60  # who closes does not wait for the next time
    assert events_in(file) == 400
    assert not unarchived_events(file).exists()


@pytest.mark.parametrize("what", ["connect", "copy_log"])
def test_what_goes_wrong_once_is_tried_again(
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
        ({"LONG_LOG": 10_000}, False),  # it is not long
        (
            {"MAX_REMAINING": 10},
            False,
        ),  # somebody reads from it for long: moves would wait for them
        (
            {"QUICK_ROUND": 0.0},
            False,
        ),  # much may have come meanwhile: moves would wait for all of it
    ],
)
def test_a_log_that_is_long_begins_anew_when_moves_need_not_wait_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: dict[str, float], anew: bool
) -> None:
    """While somebody reads, what came after that cannot be copied: the usual case under load."""
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
    """It changes when the log begins anew."""
    return unarchived_events(file).read_bytes()[:32]
