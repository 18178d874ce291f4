"""Database setup: create the schema of an empty one, back up and upgrade an older one, lock it."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import URL, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from splendor.core.errors import RulesError
from splendor.server.storage import schema
from splendor.server.storage.backup import copy_database, new_file
from splendor.server.storage.database import (
    WRITE_AHEAD,
    address_of,
    cannot_be_used,
    engine_of,
    file_of,
    is_sqlite,
    make_private,
    name_of,
)
from splendor.server.storage.migrations import create_schema, revision_of, upgrade_schema

LOCK_TIMEOUT = 2.0  # seconds to wait for a server that is shutting down
SCHEMA_LOCK = text("SELECT pg_advisory_xact_lock(7236847)")  # an arbitrary constant
TRY_SERVER_LOCK = text(  # one per PostgreSQL schema: a database may hold several
    "SELECT pg_try_advisory_lock(7236848, hashtext(coalesce(current_schema(), '')))"
)


def open_database(
    address: URL, backup_folder: Path | None = None, clock: Callable[[], float] = time.time
) -> Path | None:
    """Bring the schema to its newest revision. Returns the copy made of an older one, if any.

    The copy is put into `backup_folder`; by default beside the file (SQLite), or into the current
    directory (PostgreSQL).
    """
    if is_sqlite(address):
        make_private(file_of(address))
    engine = engine_of(address, writes=True, timeouts=False)
    try:
        return upgrade(engine, backup_folder, clock)
    except SQLAlchemyError as error:
        raise cannot_be_used(address, error) from None
    finally:
        engine.dispose()


def upgrade(engine: Engine, backup_folder: Path | None, clock: Callable[[], float]) -> Path | None:
    with engine.connect() as connection:
        revision_of(connection)  # refuses a foreign database before anything is changed
    if is_sqlite(engine.url):
        enable_write_ahead_log(engine)
    with engine.begin() as connection:
        if not is_sqlite(engine.url):
            connection.execute(SCHEMA_LOCK)  # of two servers that start at once, one waits
        revision = revision_of(connection)
        if revision == schema.REVISION:
            return None
        if revision is None:
            create_schema(connection)
            return None
        copy = back_up(engine.url, revision, backup_folder, clock)
        upgrade_schema(connection)
        return copy


def enable_write_ahead_log(engine: Engine) -> None:
    with closing(engine.raw_connection()) as connection:
        connection.cursor().execute(f"PRAGMA {WRITE_AHEAD}")


def revision_at(url: str) -> str | None:
    """The revision of the schema of an existing database; None if it is empty. Changes nothing."""
    address = address_of(url)
    engine = engine_of(address)
    try:
        with engine.connect() as connection:
            return revision_of(connection)
    except SQLAlchemyError as error:
        raise cannot_be_used(address, error) from None
    finally:
        engine.dispose()


# One server at a time


@contextmanager
def exclusive_use(url: str) -> Iterator[None]:
    """Refuse to share the database with another server: clients of one server would miss the other
    server's events. The lock is released however the server ends.
    """
    address = address_of(url)
    lock = file_lock(file_of(address)) if is_sqlite(address) else advisory_lock(address)
    with lock as is_ours:
        if not is_ours:
            raise RulesError(
                f"The database {name_of(address)} is used by another server: end it first, "
                "or choose another database"
            )
        yield


@contextmanager
def is_in_use(url: str) -> Iterator[bool]:
    """Whether a server uses the database. If not, none can begin to until this ends."""
    address = address_of(url)
    with file_lock(file_of(address)) if is_sqlite(address) else advisory_lock(address) as is_ours:
        yield not is_ours


@contextmanager
def file_lock(file: Path) -> Iterator[bool]:
    """An exclusive SQLite lock on an empty file beside the database."""
    path = file.with_name(f"{file.name}-server")
    make_private(path)
    with closing(sqlite3.connect(path, timeout=LOCK_TIMEOUT, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            yield False
        else:
            yield True


@contextmanager
def advisory_lock(address: URL) -> Iterator[bool]:
    """An advisory lock held by a PostgreSQL connection of its own. It is lost when the database
    restarts; the unique event numbers then still prevent two servers from writing the same event.
    """
    engine = engine_of(address)
    try:
        with engine.connect() as connection:
            end = time.monotonic() + LOCK_TIMEOUT
            while (
                not (is_ours := bool(connection.scalar(TRY_SERVER_LOCK))) and time.monotonic() < end
            ):
                time.sleep(0.1)
            connection.commit()
            connection.detach()  # closing a connection that is already lost must not fail
            yield is_ours
    except SQLAlchemyError as error:
        raise cannot_be_used(address, error) from None
    finally:
        engine.dispose()


def back_up(
    address: URL, revision: str, backup_folder: Path | None, clock: Callable[[], float]
) -> Path:
    """Copy the database to a file named after its revision and the time."""
    moment = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(clock()))
    source = file_of(address) if is_sqlite(address) else Path(f"{address.database}.sqlite3")
    folder = backup_folder or (source.parent if is_sqlite(address) else Path())
    copy = folder / f"{source.stem}-{revision}-{moment}{source.suffix}"
    if is_sqlite(address):
        copy_file(source, copy)
    else:
        copy_database(address, copy)
    return copy


def copy_file(source: Path, copy: Path) -> None:
    try:
        with (
            new_file(copy) as unfinished,
            closing(sqlite3.connect(source)) as old,
            closing(sqlite3.connect(unfinished)) as new,
        ):
            old.backup(new)
    except (sqlite3.Error, OSError) as error:
        raise RulesError(
            f"{copy}, to be made before an upgrade, cannot be written: {error}"
        ) from None
