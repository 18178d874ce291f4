"""Backups: a copy is a consistent snapshot, and a failed copy leaves nothing behind."""

import asyncio
import sqlite3
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Table, create_engine, select

from splendor.core.errors import RulesError
from splendor.server.storage import schema
from splendor.server.storage.backup import EXCLUDED_TABLES, backup, copy_table
from splendor.server.storage.store import (
    AddEvent,
    AddSeatLink,
    AddTable,
    PlayerRow,
    SavePlayer,
    SetMembers,
    SetStatus,
    Store,
)
from splendor.server.storage.types import (
    LINK,
    AddDevice,
    AddProfileLink,
    AddTraces,
    DeviceRow,
    ProfileLinkRow,
    PuzzleRatingRow,
    PuzzleRow,
    RecordResults,
    SaveOwnPuzzle,
    SavePuzzle,
    SaveReview,
    SaveSubscription,
    SetDeadline,
    SubscriptionRow,
)
from tests.server.databases import PostgreSQL
from tests.server.storage.stored import (
    A_REVIEW,
    A_SEAT,
    a_rating,
    a_result,
    a_table,
    an_event,
    opened,
)
from tests.server.storage.test_migrations import make_older


async def fill(store: Store) -> None:
    """Fill every table with more rows than are copied at once."""
    await store.write(SavePlayer(PlayerRow("ann", "Ann ♥", 1)))
    for name in ("one", "two", "three"):
        await store.write(AddTable(a_table(name)), SetMembers(name, ("ann", "ben")))
    await store.write(*(AddEvent(an_event(n, "one", id=f"m{n}")) for n in range(1, 2502)))
    await store.write(*(AddEvent(an_event(n, "two")) for n in range(1, 9)))
    await store.archive("two")
    await store.write(AddSeatLink("hash", "one", 1, "ann", 10**15))
    await store.write(AddDevice(DeviceRow("device", "ann", "Firefox", 1, 2)))
    await store.write(SaveSubscription(SubscriptionRow("device", "ann", "https://a", "p", "a", 1)))
    await store.write(AddProfileLink(ProfileLinkRow("hash", "ann", LINK, 10**15)))
    await store.write(AddTraces("one", ("ann", "ben")))
    await store.write(RecordResults("one", (a_result("ann"),), (a_rating("ann"),)))
    await store.write(SetDeadline("three", 10**15))
    await store.write(SaveReview(replace(A_REVIEW, table="one"), (A_SEAT,)))
    solved = PuzzleRow("ann", "puzzle", "base", "win", steps=1)
    rating = PuzzleRatingRow("ann", 500.0, 90.0, 0.06, 1)
    await store.write(SavePuzzle(solved, rating, "2026-01-01", "found"))
    await store.write(SaveOwnPuzzle(replace(solved, puzzle="own"), "{}"))


def rows_of(url: str) -> dict[str, list[Any]]:
    engine = create_engine(url)
    with engine.connect() as connection:
        found = {
            name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for name, table in schema.metadata.tables.items()
            if name not in EXCLUDED_TABLES
        }
    engine.dispose()
    return found


@pytest.fixture
def filled(database_url: str) -> str:
    with opened(database_url) as store:
        asyncio.run(fill(store))
    return database_url


@pytest.fixture(params=["file", "sqlite", "postgresql"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    if request.param == "postgresql":
        server: PostgreSQL = request.getfixturevalue("postgresql")
        return server.new_database()
    path = tmp_path / "copy"
    return path if request.param == "file" else f"sqlite:///{path}"


def url_of(target: str | Path) -> str:
    return f"sqlite:///{target}" if isinstance(target, Path) else target


def test_a_copy_has_every_row(filled: str, target: str | Path) -> None:
    counts = backup(filled, target)
    rows = rows_of(filled)
    assert rows_of(url_of(target)) == rows
    assert counts == {name: len(found) for name, found in rows.items()}
    assert all(counts.values())


def test_a_copy_can_be_used(filled: str, target: str | Path) -> None:
    backup(filled, target)
    with opened(url_of(target)) as store:
        asyncio.run(store.write(AddTable(a_table("four")), AddEvent(an_event(1, "four"))))
        asyncio.run(store.write(AddEvent(an_event(9, "two"))))
        assert len(asyncio.run(store.events("two"))) == 9
        assert asyncio.run(store.events("four")) == [an_event(1, "four")]


def test_copying_there_and_back_changes_nothing(
    filled: str, target: str | Path, tmp_path: Path
) -> None:
    backup(filled, target)
    backup(url_of(target), tmp_path / "back")
    assert rows_of(f"sqlite:///{tmp_path / 'back'}") == rows_of(filled)


def test_a_copy_made_during_writes_is_consistent(database_url: str, tmp_path: Path) -> None:
    """Every write adds an event to two tables and sets a time; their numbers agree in the copy."""
    copies = [tmp_path / f"copy-{number}" for number in range(3)]
    names = ("one", "two", *(f"table {number}" for number in range(2000)))
    done, another = threading.Event(), threading.Semaphore(0)

    async def write_on(store: Store) -> int:
        seq = 0
        while not done.is_set():
            seq += 1
            pair = [AddEvent(an_event(seq, name, body=bytes(500))) for name in ("one", "two")]
            await store.write(*pair, SetStatus("one", "playing", seq, b"{}"))
            another.release()
        return seq

    def copy_all() -> None:
        try:
            for copy in copies:
                backup(database_url, copy)
                while another.acquire(blocking=False):
                    pass
                for _ in range(2):  # two, so that one was written after the copy began
                    another.acquire(timeout=60)
        finally:
            done.set()

    with opened(database_url) as store:
        asyncio.run(store.write(*(AddTable(a_table(name, changed=0)) for name in names)))
        thread = threading.Thread(target=copy_all)
        thread.start()
        written = asyncio.run(write_on(store))
        thread.join()
    moments = [counts_in(copy) for copy in copies]
    assert all(one == two == changed for one, two, changed in moments)
    assert moments[0] < moments[-1]
    assert moments[-1][0] <= written


def counts_in(copy: Path) -> tuple[int, int, int]:
    """The number of events of the two tables, and the time set with the last one."""
    many = "(SELECT count(*) FROM events JOIN tables ON number = \"table\" WHERE tables.id = '{}')"
    changed = "(SELECT changed FROM tables WHERE id = 'one')"
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        found = f"SELECT {many.format('one')}, {many.format('two')}, {changed}"
        [(one, two, last)] = connection.execute(found).fetchall()
    return one, two, last


def test_a_copy_of_an_older_database_keeps_its_version(database_url: str, tmp_path: Path) -> None:
    make_older(database_url)
    assert backup(database_url, tmp_path / "copy")["events"] == 1
    with closing(sqlite3.connect(tmp_path / "copy")) as copy:
        assert copy.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    with opened(f"sqlite:///{tmp_path / 'copy'}") as store:
        assert asyncio.run(store.events("table")) == [an_event()]


def test_a_copy_is_readable_only_by_its_owner(filled: str, tmp_path: Path) -> None:
    backup(filled, tmp_path / "copy")
    assert (tmp_path / "copy").stat().st_mode & 0o077 == 0


def refusal(source: str, target: str | Path) -> str:
    with pytest.raises(RulesError) as caught:
        backup(source, target)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_an_existing_file_is_never_overwritten(filled: str, tmp_path: Path) -> None:
    path = tmp_path / "letter"
    path.write_text("Dear Ann")
    assert "exists already" in refusal(filled, path)
    assert "exists already" in refusal(filled, f"sqlite:///{path}")
    assert path.read_text() == "Dear Ann"


def test_a_database_that_is_not_empty_is_never_written_to(
    filled: str, postgresql: PostgreSQL
) -> None:
    target = postgresql.new_database()
    backup(filled, target)
    assert "not empty" in refusal(filled, target)


def test_a_copy_into_a_missing_directory_is_refused(filled: str, tmp_path: Path) -> None:
    assert "create this directory" in refusal(filled, tmp_path / "none" / "copy")


def test_a_missing_source_is_not_created(tmp_path: Path) -> None:
    assert "does not exist" in refusal(f"sqlite:///{tmp_path / 'none'}", tmp_path / "copy")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_source_is_refused(tmp_path: Path, postgresql: PostgreSQL) -> None:
    assert "is empty" in refusal(postgresql.new_database(), tmp_path / "copy")
    assert list(tmp_path.iterdir()) == []


def test_a_source_that_cannot_be_reached_is_refused(tmp_path: Path) -> None:
    line = refusal(f"postgresql://me:hush@/games?host={tmp_path}", tmp_path / "copy")
    assert "cannot be used" in line
    assert "hush" not in line
    assert list(tmp_path.iterdir()) == []


def test_a_failed_copy_leaves_nothing_behind(
    filled: str, target: str | Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sorted(tmp_path.iterdir())

    def break_off(old: Connection, new: Connection, found: Table) -> int:
        if found.name == "events":
            raise OSError("broken off")
        return copy_table(old, new, found)

    with monkeypatch.context() as broken:
        broken.setattr("splendor.server.storage.backup.copy_table", break_off)
        with pytest.raises(OSError, match="broken off"):
            backup(filled, target)
    assert sorted(tmp_path.iterdir()) == before
    backup(filled, target)  # the target is still empty
