"""Connections to SQLite and PostgreSQL: URLs, settings, errors."""

import os
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from splendor.core.errors import RulesError

URL_FORMS = "sqlite:///path/to/file or postgresql+psycopg://user:password@host/name"

# A commit returns when it is on disk, and readers never wait for the writer.
SQLITE_SETTINGS = (
    "foreign_keys=ON",
    "synchronous=FULL",
    "busy_timeout=4000",
    "wal_autocheckpoint=0",  # not within a commit: see checkpoints.py
)
WRITE_AHEAD = "journal_mode=WAL"
POSTGRESQL_SETTINGS = ("synchronous_commit = on", "client_encoding = 'UTF8'")
# Timeouts for the statements of moves and pages. Upgrades and backups may take longer.
TIMEOUT_SETTINGS = ("statement_timeout = 5000", "lock_timeout = 3000")
# Detect a lost peer within seconds.
POSTGRESQL_CONNECTION = {
    "connect_timeout": 2,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 8000,
}


def address_of(url: str) -> URL:
    """The parsed URL. The error does not repeat a wrong one, which may contain a password."""
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise RulesError(f"This is not the address of a database: use {URL_FORMS}") from None
    if address.drivername == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
    if address.drivername not in ("sqlite", "postgresql+psycopg"):
        kind = address.drivername
        raise RulesError(f"{kind} is not a kind of database that can be used: use {URL_FORMS}")
    if address.drivername == "sqlite" and address.database in (None, "", ":memory:"):
        raise RulesError("The database needs a file: use sqlite:///path/to/file")
    return address


def is_sqlite(address: URL) -> bool:
    return address.drivername == "sqlite"


def file_of(address: URL) -> Path:
    return Path(address.database or "")


def name_of(address: URL) -> str:
    """The database as messages name it, without the password."""
    return str(file_of(address)) if is_sqlite(address) else address.render_as_string()


def engine_of(
    address: URL, *, writes: bool = False, timeouts: bool = True, connections: int = 1
) -> Engine:
    """An engine that connects on first use. Its errors do not contain parameters."""
    if is_sqlite(address):
        engine = create_engine(address, hide_parameters=True, pool_size=connections)
        event.listen(engine, "connect", set_up_sqlite)
        begin = "BEGIN IMMEDIATE" if writes else "BEGIN"
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
        return engine
    engine = create_postgresql_engine(address, connections)
    settings = POSTGRESQL_SETTINGS + (TIMEOUT_SETTINGS if timeouts else ())

    def set_up(connection: Any, _: object) -> None:
        connection.execute("; ".join(f"SET {setting}" for setting in settings))
        connection.commit()

    event.listen(engine, "connect", set_up)
    return engine


def create_postgresql_engine(address: URL, connections: int) -> Engine:
    try:
        return create_engine(
            address,
            hide_parameters=True,
            pool_size=connections,
            connect_args=dict(POSTGRESQL_CONNECTION),
        )
    except ImportError:
        raise RulesError(
            "PostgreSQL needs an extra: pip install 'splendor[server,postgresql]'"
        ) from None


def set_up_sqlite(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # transactions are begun explicitly
    for setting in SQLITE_SETTINGS:
        connection.execute(f"PRAGMA {setting}")


def make_private(path: Path) -> None:
    """Create the file, readable by its owner only because it holds secrets, unless it exists."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except FileNotFoundError:
        raise RulesError(f"{path.parent} does not exist: create this directory first") from None
    except OSError as error:
        raise RulesError(f"{path} cannot be opened: {error.strerror}") from None


def cannot_be_used(address: URL, error: Exception) -> RulesError:
    """An error with the first line of the database's message."""
    said = error.orig if isinstance(error, DBAPIError) and error.orig else error
    lines = str(said).strip().splitlines() or [type(said).__name__]
    advice = ""
    if type(said) is sqlite3.DatabaseError:  # damaged, or not a database; not one of its subclasses
        advice = ": restore a backup, or move the file away to begin with an empty database"
    reason = lines[0].rstrip(": ")
    return RulesError(f"The database {name_of(address)} cannot be used: {reason}{advice}")


# The faults of `server/faults.py`, by the error code of each kind of database.
SQLITE_FAULTS = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_IOERR: "disk_error",
    sqlite3.SQLITE_CANTOPEN: "disk_error",
}
POSTGRESQL_FAULTS = {
    "53100": "disk_full",
    "XX001": "damaged",
    "XX002": "damaged",
    "58030": "disk_error",
}


def fault_of(error: BaseException | None) -> str | None:
    """The fault of the disk or the database that an error shows, if any."""
    said = error.orig if isinstance(error, DBAPIError) else error
    number = getattr(said, "sqlite_errorcode", None)
    if number is not None:
        return SQLITE_FAULTS.get(number & 0xFF)  # without what an extended code adds
    return POSTGRESQL_FAULTS.get(getattr(said, "sqlstate", None) or "")


def is_lost(error: BaseException) -> bool:
    """Whether the connection was lost or could not be made."""
    return isinstance(error, DBAPIError) and error.connection_invalidated
