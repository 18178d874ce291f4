"""A copy of a whole database, made while the server runs: `splendor backup`."""

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    MetaData,
    Table,
    column,
    insert,
    inspect,
    select,
    table,
    text,
)
from sqlalchemy.exc import SQLAlchemyError

from splendor.core.errors import RulesError
from splendor.server.storage import schema
from splendor.server.storage.database import (
    address_of,
    cannot_be_used,
    engine_of,
    file_of,
    is_sqlite,
    make_private,
)
from splendor.server.storage.migrations import create_schema, revision_of, upgrade_schema

ROWS_PER_BATCH = 1_000  # in memory at once
# They describe the source only, or can be made again.
EXCLUDED_TABLES = (
    schema.version.name,
    schema.writers.name,
    schema.snapshots.name,
    schema.notices.name,
)

# PostgreSQL's sequence does not advance when numbers are inserted explicitly.
RESET_TABLE_NUMBERS = text(
    "SELECT setval(pg_get_serial_sequence('tables', 'number'), coalesce(max(number), 0) + 1, false)"
    " FROM tables"
)


def backup(source_url: str, target: str | Path) -> dict[str, int]:
    """Copy every row of a snapshot of the source; returns how many rows of each table.

    The target is a file that does not exist yet, or the address of an empty database. When
    something fails, nothing is left behind.
    """
    source = address_of(source_url)
    require_source(source)
    if "://" not in str(target):
        return copy_database(source, Path(target))
    address = address_of(str(target))
    return copy_database(source, file_of(address) if is_sqlite(address) else address)


def require_source(source: URL) -> None:
    if is_sqlite(source) and not file_of(source).is_file():
        raise RulesError(f"{file_of(source)} does not exist: there is nothing to copy")


def copy_database(source: URL, target: URL | Path) -> dict[str, int]:
    """The schema of the copy has the revision of the source."""
    if isinstance(target, Path):
        with new_file(target) as unfinished:
            return copy_rows(source, URL.create("sqlite", database=str(unfinished)))
    return copy_rows(source, target)


@contextlib.contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """A temporary file that is renamed to `path` if everything succeeds."""
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    refuse_existing(path)
    make_private(unfinished)
    try:
        yield unfinished
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        refuse_existing(path)
        unfinished.rename(path)
    finally:
        for leftover in (unfinished, Path(f"{unfinished}-journal")):
            leftover.unlink(missing_ok=True)


def refuse_existing(path: Path) -> None:
    if path.exists():
        raise RulesError(f"{path} exists already: choose another name")


def copy_rows(source: URL, target: URL) -> dict[str, int]:
    engines = engine_of(source, timeouts=False), engine_of(target, writes=True, timeouts=False)
    try:
        with snapshot(engines[0]) as old, writing(engines[1]) as new:
            return copy_tables(old, new)
    finally:
        for engine in engines:
            engine.dispose()


@contextlib.contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    try:
        connection = engine.connect()
        if not is_sqlite(engine.url):  # SQLite's transactions are snapshots already
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        with connection, connection.begin():
            yield connection
    except SQLAlchemyError as error:
        raise cannot_be_used(engine.url, error) from None


@contextlib.contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    try:
        with engine.begin() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise cannot_be_used(engine.url, error) from None


def copy_tables(old: Connection, new: Connection) -> dict[str, int]:
    revision = revision_of(old)
    if revision is None:
        raise RulesError("The database is empty: there is nothing to copy")
    if inspect(new).get_table_names():
        raise RulesError("The target is not empty: choose an empty database")
    if revision == schema.REVISION:
        create_schema(new)
    else:
        upgrade_schema(new, revision)
    made = MetaData()
    made.reflect(new)
    copied = [found for found in made.sorted_tables if found.name not in EXCLUDED_TABLES]
    counts = {found.name: copy_table(old, new, found) for found in copied}
    if not is_sqlite(new.engine.url):
        new.execute(RESET_TABLE_NUMBERS)
    return counts


def copy_table(old: Connection, new: Connection, found: Table) -> int:
    columns = [column(made.name, made.type) for made in found.columns]
    rows = old.execution_options(yield_per=ROWS_PER_BATCH).execute(
        select(*columns).select_from(table(found.name, *columns))
    )
    count = 0
    for some in rows.mappings().partitions():
        new.execute(insert(found), [dict(row) for row in some])
        count += len(some)
    return count
