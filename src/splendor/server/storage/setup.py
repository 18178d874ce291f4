"""Opening a database: an empty one gets its schema, an older one is copied and upgraded."""

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

PATIENCE = 2.0  # seconds for a server that is just ending
LOCK = text("SELECT pg_advisory_xact_lock(7236847)")  # any number, always the same
TRY_ALONE = text(  # in this schema: a database may hold several
    "SELECT pg_try_advisory_lock(7236848, hashtext(coalesce(current_schema(), '')))"
)


def open_database(
    address: URL, copies: Path | None = None, clock: Callable[[], float] = time.time
) -> Path | None:
    """Bring the schema to its newest revision. Returns the copy made of an older one, if any.

    `copies` is the directory for it: beside the file (SQLite) or here (PostgreSQL) by default.
    """
    if is_sqlite(address):
        make_private(file_of(address))
    engine = engine_of(address, writes=True, prompt=False)
    try:
        return make_current(engine, copies, clock)
    except SQLAlchemyError as error:
        raise cannot_be_used(address, error) from None
    finally:
        engine.dispose()


def make_current(engine: Engine, copies: Path | None, clock: Callable[[], float]) -> Path | None:
    with engine.connect() as connection:
        revision_of(connection)  # refuses what is not ours, before anything is touched
    if is_sqlite(engine.url):
        write_ahead(engine)
    with engine.begin() as connection:
        if not is_sqlite(engine.url):
            connection.execute(LOCK)  # of two servers that start together, one waits
        revision = revision_of(connection)
        if revision == schema.REVISION:
            return None
        if revision is None:
            create_schema(connection)
            return None
        copy = copy_of(engine.url, revision, copies, clock)
        upgrade_schema(connection)
        return copy


def write_ahead(engine: Engine) -> None:
    with closing(engine.raw_connection()) as connection:
        connection.cursor().execute(f"PRAGMA {WRITE_AHEAD}")


# One server at a time


@contextmanager
def alone_with(url: str) -> Iterator[None]:
    """Refuse to share the database with another server: neither would tell its people of what
    happens at the other. However a server ends, its lock ends with it.
    """
    address = address_of(url)
    lock = lock_beside(file_of(address)) if is_sqlite(address) else lock_in(address)
    with lock as is_ours:
        if not is_ours:
            raise RulesError(
                f"The database {name_of(address)} is used by another server: end it first, "
                "or choose another database"
            )
        yield


@contextmanager
def lock_beside(file: Path) -> Iterator[bool]:
    """A lock of SQLite, on a file that holds nothing."""
    path = file.with_name(f"{file.name}-server")
    make_private(path)
    with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            yield False
        else:
            yield True


@contextmanager
def lock_in(address: URL) -> Iterator[bool]:
    """A lock of a PostgreSQL session, which does nothing else. When the database is stopped it is
    lost; the numbers of the events then still keep two servers from writing the same.
    """
    engine = engine_of(address)
    try:
        with engine.connect() as connection:
            end = time.monotonic() + PATIENCE
            while not (is_ours := bool(connection.scalar(TRY_ALONE))) and time.monotonic() < end:
                time.sleep(0.1)
            connection.commit()
            connection.detach()  # it may be dead when it is closed: then there is nothing to do
            yield is_ours
    except SQLAlchemyError as error:
        raise cannot_be_used(address, error) from None
    finally:
        engine.dispose()


def copy_of(address: URL, revision: str, copies: Path | None, clock: Callable[[], float]) -> Path:
    """A copy of the database as it is, named after its revision and the time."""
    moment = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(clock()))
    source = file_of(address) if is_sqlite(address) else Path(f"{address.database}.sqlite3")
    folder = copies or (source.parent if is_sqlite(address) else Path())
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
