"""`splendor admin` and `splendor restore`: on a database that no server uses, and on one in use."""

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from splendor.cli import main
from splendor.server.storage import admin, people
from splendor.server.storage.setup import exclusive_use
from splendor.server.storage.store import Store
from splendor.server.storage.types import (
    AddDevice,
    AddEvent,
    AddTable,
    AddTraces,
    DeviceRow,
    EventRow,
    PlayerRow,
    SavePlayer,
    SetMembers,
    TableRow,
)

SUMMARY = b'{"seats":[{"kind":"person","name":"Ann"},{"kind":"bot","bot":"master"}]}'
CREATED = b'{"kind":"created","deal":"hidden","chairs":[{"kind":"person","player":"ann"}]}'
CHAT = b'{"kind":"chatted","player":"ann","name":"Ann","text":"ring the \\u0007 bell"}'


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database with a table and two guests, found by default."""
    monkeypatch.setenv("SPLENDOR_DATA_DIR", str(tmp_path))
    monkeypatch.delenv("SPLENDOR_DATABASE", raising=False)
    monkeypatch.delenv("SPLENDOR_KEY", raising=False)
    url = f"sqlite:///{tmp_path / 'splendor.db'}"
    store = Store(url)
    store.open()
    row = TableRow("table", 1, 1_700_000_000_000, "playing", "official", 2, "5e" * 32, SUMMARY)
    events = [EventRow("table", 1, 1, "ann", None, "created", CREATED)]
    events.append(EventRow("table", 2, 2, "ann", None, "chatted", CHAT))
    asyncio.run(
        store.write(
            SavePlayer(PlayerRow("ann", "Ann", 1)),
            SavePlayer(PlayerRow("ben", "Ben", 1)),
            AddDevice(DeviceRow("phone", "ann", "Firefox, Android", 1, 1_700_000_000_000)),
            AddTable(row),
            *(AddEvent(each) for each in events),
            SetMembers("table", ("ann",)),
            AddTraces("table", ("ann",)),
        )
    )
    store.close()
    return url


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["admin", *words]) == 0
    return capsys.readouterr().out


def test_tables_and_guests_are_listed_and_looked_at(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "table  playing  official  2023-11-14 22:13  Ann, master" in said(capsys, "tables")
    assert "Ann" not in said(capsys, "tables", "--status", "over")
    assert "Ann" in said(capsys, "tables", "--guest", "ann")
    assert "Ann" not in said(capsys, "tables", "--guest", "ben")
    guests = said(capsys, "guests")
    assert guests.index("Ann") < guests.index("Ben")  # the last seen first
    assert "Ben" not in said(capsys, "guests", "--name", "AN")
    assert "Ann" not in said(capsys, "guests", "--name", "%")
    shown = said(capsys, "table", "table")
    assert "ring the ? bell" in shown
    assert "hidden" not in shown
    assert "Firefox, Android" in said(capsys, "guest", "ann")


def test_guests_are_banned_for_days_or_for_ever(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "ban", "ann", "--days", "7")
    assert "banned until 2" in said(capsys, "guest", "ann")
    said(capsys, "ban", "ann")
    assert "banned for ever" in said(capsys, "guest", "ann")
    said(capsys, "unban", "ann")
    assert "banned" not in said(capsys, "guest", "ann")


def test_tables_are_frozen_and_deleted(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "freeze", "table", "--reason", "spam")
    assert "frozen" in said(capsys, "tables")
    said(capsys, "unfreeze", "table")
    assert "frozen" not in said(capsys, "tables")
    said(capsys, "delete", "table")
    assert "Ann" not in said(capsys, "tables")


def test_a_guest_is_erased_with_the_tables_of_nobody_else(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "erase", "ann")
    assert "Ann" not in said(capsys, "guests")
    assert "Ann" not in said(capsys, "tables")
    assert "Ben" in said(capsys, "guests")


@pytest.mark.parametrize(
    "words, why",
    [
        (["freeze", "nowhere"], "There is no table nowhere"),
        (["delete", "nowhere"], "There is no table nowhere"),
        (["table", "nowhere"], "There is no table nowhere"),
        (["ban", "nobody"], "There is no guest nobody"),
        (["erase", "nobody"], "There is no guest nobody"),
        (["guest", "nobody"], "There is no guest nobody"),
        (["ban", "ann", "--days", "0"], "must be from 1"),
        (["tables", "--database", "sqlite:////nowhere/x.db"], "does not exist"),
        ([], "required"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(
    url: str, capsys: pytest.CaptureFixture[str], words: list[str], why: str
) -> None:
    assert main(["admin", *words]) != 0
    error = capsys.readouterr().err
    assert why in error
    assert error.count("\n") == 1


def test_while_a_server_runs_it_deletes_and_erases_itself(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has the table in its memory: the command leaves it a notice, and waits."""
    monkeypatch.setattr("splendor.server.storage.setup.LOCK_TIMEOUT", 0.1)
    monkeypatch.setattr("splendor.cli.admin.PATIENCE", 60.0)
    done = threading.Event()
    heeded: list[str] = []

    def server() -> None:
        while not done.wait(0.01):
            with admin.administration(url) as connection:
                for _, kind, subject in people.notices_after(connection, len(heeded)):
                    heeded.append(f"{kind} {subject}")
                    admin.delete_alone(connection, subject)

    with exclusive_use(url):
        thread = threading.Thread(target=server)
        thread.start()
        try:
            said(capsys, "delete", "table")
        finally:
            done.set()
            thread.join()
        assert heeded == ["delete table"]
        monkeypatch.setattr("splendor.cli.admin.PATIENCE", 0.0)
        assert main(["admin", "erase", "ann"]) != 0
        assert "has not done it yet" in capsys.readouterr().err


def test_a_new_key_is_made_and_the_former_one_kept(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "rotate-key")
    said(capsys, "rotate-key")
    assert len(list(tmp_path.glob("key.old-*"))) == 2
    said(capsys, "rotate-key", "--forget")
    assert list(tmp_path.glob("key.old-*")) == []


# Restoring


def names_in(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [row[0] for row in connection.execute("SELECT name FROM players ORDER BY name")]


def test_a_backup_is_restored_and_the_former_database_kept(url: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert main(["backup", str(copy)]) == 0
    assert main(["admin", "erase", "ann"]) == 0
    assert main(["restore", str(copy)]) == 0
    assert names_in(tmp_path / "splendor.db") == ["Ann", "Ben"]
    [kept] = tmp_path.glob("splendor-before-restore-*.db")
    assert names_in(kept) == ["Ben"]
    assert names_in(copy) == ["Ann", "Ben"]
    assert not list(tmp_path.glob("*-restored-*"))
    store = Store(url)
    store.open()
    store.close()


def test_a_backup_is_restored_where_nothing_is(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    new = tmp_path / "new"
    new.mkdir()
    monkeypatch.setenv("SPLENDOR_DATA_DIR", str(new))
    assert main(["restore", str(tmp_path / "copy.db")]) == 0
    assert names_in(new / "splendor.db") == ["Ann", "Ben"]


def test_nothing_is_restored_while_a_server_runs(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("splendor.server.storage.setup.LOCK_TIMEOUT", 0.1)
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    with exclusive_use(url):
        assert main(["restore", str(tmp_path / "copy.db")]) != 0
    assert "used by another server" in capsys.readouterr().err
    assert not list(tmp_path.glob("*restore*"))


@pytest.mark.parametrize("what", ["missing", "text", "damaged", "itself", "empty"])
def test_what_is_no_backup_is_refused_and_changes_nothing(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    file = tmp_path / "copy.db"
    if what == "text":
        file.write_text("Dear Ann, " * 1000)
    if what == "damaged":
        assert main(["backup", str(file)]) == 0
        whole = file.read_bytes()
        file.write_bytes(whole[:4096] + b"\xff" * 20_000 + whole[24_096:])
    if what == "empty":
        sqlite3.connect(file).close()
        file.touch()
    source = tmp_path / "splendor.db" if what == "itself" else file
    capsys.readouterr()
    assert main(["restore", str(source)]) != 0
    assert capsys.readouterr().err.count("\n") == 1
    assert names_in(tmp_path / "splendor.db") == ["Ann", "Ben"]
    assert not list(tmp_path.glob("*restore*"))


def test_a_damaged_database_is_replaced_and_kept(url: str, tmp_path: Path) -> None:
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    (tmp_path / "splendor.db").write_bytes(b"not a database any more" * 1000)
    assert main(["restore", str(tmp_path / "copy.db")]) == 0
    assert names_in(tmp_path / "splendor.db") == ["Ann", "Ben"]
    [kept] = tmp_path.glob("splendor-before-restore-*.db")
    assert kept.read_bytes().startswith(b"not a database")
