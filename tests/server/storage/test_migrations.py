"""A database is upgraded when it is opened; an unusable one is refused with one line."""

import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, create_engine, inspect, text

from splendor.core.errors import RulesError
from splendor.server.storage import migrations, schema
from splendor.server.storage.database import address_of, engine_of
from splendor.server.storage.migrations import create_schema, revision_of, upgrade_schema
from splendor.server.storage.sql_changes import pack
from splendor.server.storage.store import AddEvent, Store
from tests.server.databases import PostgreSQL
from tests.server.storage.stored import a_table, an_event, opened


@contextmanager
def engine_at(url: str) -> Iterator[Engine]:
    engine = engine_of(address_of(url), writes=True)
    try:
        yield engine
    finally:
        engine.dispose()


def make_older(url: str, revision: str = "0001") -> None:
    """Make a database of an older version, with a table and an event."""
    with engine_at(url) as engine, engine.begin() as connection:
        upgrade_schema(connection, revision)
        connection.execute(
            text(
                "INSERT INTO tables (id, created, changed, status, rules, players, secret, summary)"
                " VALUES ('table', 1000, 1000, 'playing', 'official', 2, :secret, :summary)"
            ),
            {"secret": a_table().secret, "summary": a_table().summary},
        )
        connection.execute(
            text(
                'INSERT INTO events ("table", seq, at, player, id, kind, body)'
                " SELECT number, 1, 1001, 'ann', NULL, 'moved', :body FROM tables"
            ),
            {"body": an_event().body},
        )


def shape_of(connection: Connection) -> dict[str, Any]:
    """The columns, keys and indexes of all tables of a database."""
    found = inspect(connection)
    shape: dict[str, Any] = {}
    for name in sorted(found.get_table_names()):
        columns = [
            (column["name"], str(column["type"]), column["nullable"], column["default"])
            for column in found.get_columns(name)
        ]
        indexes = sorted(
            f"{index['name']} {index['column_names']} {index['unique']} "
            f"{[str(option) for option in index.get('dialect_options', {}).values()]}"
            for index in found.get_indexes(name)
        )
        shape[name] = (
            sorted(map(str, columns)),
            str(found.get_pk_constraint(name)),
            sorted(map(str, found.get_foreign_keys(name))),
            sorted(map(str, found.get_unique_constraints(name))),
            indexes,
            str(found.get_table_options(name)),
        )
    return shape


def test_the_migrations_produce_the_schema(
    database_url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if database_url.startswith("sqlite"):
        other = f"sqlite:///{tmp_path / 'other'}"
    else:
        other = request.getfixturevalue("postgresql").new_database()
    with engine_at(database_url) as made, engine_at(other) as migrated:
        with made.begin() as connection:
            create_schema(connection)
            wanted = shape_of(connection)
        with migrated.begin() as connection:
            upgrade_schema(connection)
            assert shape_of(connection) == wanted
            assert revision_of(connection) == schema.REVISION
    assert set(wanted) == set(schema.metadata.tables)


def test_every_revision_is_known() -> None:
    folder = Path(migrations.__file__).parent / "versions"
    numbers = sorted(path.name.split("_")[1] for path in folder.glob("revision_*.py"))
    assert numbers == [*schema.OLDER, schema.REVISION]


def test_an_older_database_is_upgraded_after_a_copy(database_url: str, tmp_path: Path) -> None:
    make_older(database_url)
    copies = tmp_path / "copies"
    copies.mkdir()
    store = Store(database_url, clock=lambda: 1_700_000_000, backup_folder=copies)
    copy = store.open()
    try:
        assert asyncio.run(store.table("table")) == a_table()
        asyncio.run(store.write(AddEvent(an_event(2))))
        asyncio.run(store.archive("table"))
        assert asyncio.run(store.events("table")) == [an_event(1), an_event(2)]
    finally:
        store.close()
    assert copy is not None
    assert list(copies.iterdir()) == [copy]
    assert "-0001-20231114T221320Z" in copy.name
    assert copy.stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(copy)) as old:
        assert old.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
        assert old.execute("SELECT seq, body FROM events").fetchall() == [(1, an_event().body)]
    # The copy can itself be opened.
    with opened(f"sqlite:///{copy}") as again:
        assert asyncio.run(again.events("table")) == [an_event(1)]


def test_archives_of_an_older_database_stay_readable(database_url: str, tmp_path: Path) -> None:
    """Until revision 0002 a table had one archive, packed at another level."""
    make_older(database_url, "0002")
    log = [an_event(number) for number in range(1, 6)]
    with engine_at(database_url) as engine, engine.begin() as connection:
        connection.execute(text("DELETE FROM events"))
        connection.execute(text("UPDATE tables SET archived = 5"))
        connection.execute(
            text('INSERT INTO archives ("table", packed) SELECT number, :packed FROM tables'),
            {"packed": pack(log)},
        )

    async def scenario(store: Store) -> None:
        assert await store.events("table") == log
        await store.write(AddEvent(an_event(6)))
        await store.archive("table")
        assert await store.events("table") == [*log, an_event(6)]
        assert await store.events("table", 5) == [an_event(6)]

    store = Store(database_url, backup_folder=tmp_path)
    store.open()
    try:
        asyncio.run(scenario(store))
    finally:
        store.close()


def test_the_copy_is_beside_the_file_by_default(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    make_older(url)
    store = Store(url)
    copy = store.open()
    store.close()
    assert copy is not None
    assert copy.parent == tmp_path
    assert copy.name.startswith("games-0001-")
    assert copy.suffix == ".sqlite3"


def test_a_current_database_is_opened_without_a_copy(database_url: str, tmp_path: Path) -> None:
    with opened(database_url):
        pass
    before = sorted(tmp_path.iterdir())
    store = Store(database_url)
    assert store.open() is None
    store.close()
    assert sorted(tmp_path.iterdir()) == before


def test_a_failed_upgrade_changes_nothing(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_older(database_url)

    def break_off(connection: Connection) -> None:
        upgrade_schema(connection)
        raise RulesError("broken off")

    monkeypatch.setattr("splendor.server.storage.setup.upgrade_schema", break_off)
    store = Store(database_url, backup_folder=tmp_path)
    with pytest.raises(RulesError, match="broken off"):
        store.open()
    store.close()
    with engine_at(database_url) as engine, engine.connect() as connection:
        assert revision_of(connection) == "0001"
        assert not {"archives", "archive_parts"} & {*inspect(connection).get_table_names()}


def test_a_newer_database_is_refused_and_unchanged(database_url: str) -> None:
    with opened(database_url):
        pass
    with engine_at(database_url) as engine, engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    line = refusal(database_url)
    assert "newer version" in line
    assert "9999" in line


def test_a_database_of_another_program_is_refused_and_unchanged(database_url: str) -> None:
    engine = create_engine(database_url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE recipes (name TEXT)"))
    assert "another program" in refusal(database_url)
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == ["recipes"]
        if database_url.startswith("sqlite"):
            assert connection.scalar(text("PRAGMA journal_mode")) == "delete"
    engine.dispose()


def refusal(url: str) -> str:
    """The message, of one line, that refuses a database."""
    with pytest.raises(RulesError) as caught, opened(url):
        pass
    line = str(caught.value)
    assert "\n" not in line
    assert line
    return line


def test_a_file_that_is_not_a_database_is_refused_and_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "letter"
    path.write_text("Dear Ann, " * 1000)
    assert "not a database" in refusal(f"sqlite:///{path}")
    assert path.read_text() == "Dear Ann, " * 1000
    assert list(tmp_path.iterdir()) == [path]


def test_a_directory_is_refused(tmp_path: Path) -> None:
    assert "directory" in refusal(f"sqlite:///{tmp_path}")


def test_a_file_in_a_missing_directory_is_refused(tmp_path: Path) -> None:
    assert "create this directory" in refusal(f"sqlite:///{tmp_path / 'none' / 'games'}")


def test_a_read_only_file_is_refused() -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        path = Path(folder, "games")
        with opened(f"sqlite:///{path}"):
            pass
        path.chmod(0o444)
        with not_as_root():
            assert "Permission denied" in refusal(f"sqlite:///{path}")


@contextmanager
def not_as_root() -> Iterator[None]:
    """Run as another user: root may write every file."""
    me = os.geteuid()
    if me == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(me)


def test_an_unreachable_postgresql_is_refused(tmp_path: Path) -> None:
    line = refusal(f"postgresql+psycopg://me:hush@/games?host={tmp_path}")
    assert "cannot be used" in line
    assert "hush" not in line


def test_a_missing_postgresql_database_is_refused(postgresql: PostgreSQL) -> None:
    postgresql.start()
    assert "does not exist" in refusal(postgresql.url("none"))


@pytest.mark.parametrize(
    "url", ["", "games.sqlite3", "mysql://me:hush@host/games", "sqlite://", "sqlite:///:memory:"]
)
def test_an_address_of_another_form_is_refused(url: str) -> None:
    line = refusal(url)
    assert "use sqlite:///" in line
    assert "hush" not in line


def test_alembic_is_not_imported_when_no_migration_is_needed(tmp_path: Path) -> None:
    """Its import takes as long as that of the rest of the store."""
    script = (
        "import sys; from splendor.server.storage.store import Store; store = Store(sys.argv[1]); "
        "store.open(); store.close(); print('alembic' in sys.modules)"
    )
    command = [sys.executable, "-c", script, f"sqlite:///{tmp_path / 'games'}"]
    for _ in range(2):  # a new database, then a current one
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == "False"


def test_a_database_is_readable_only_by_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with opened(f"sqlite:///{path}"):
        for file in tmp_path.iterdir():
            assert file.stat().st_mode & 0o077 == 0


def test_two_stores_can_open_an_empty_database_together(database_url: str) -> None:
    script = (
        "import sys; from splendor.server.storage.store import Store; "
        "sys.stdin.readline(); store = Store(sys.argv[1]); store.open(); store.close()"
    )
    command = [sys.executable, "-c", script, database_url]
    children = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    for child in children:
        assert child.stdin
        child.stdin.write("go\n")
        child.stdin.flush()
    actual = [child.communicate(timeout=120)[1] for child in children]
    assert actual == ["", "", ""]
