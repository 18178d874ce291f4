"""Restoring a backup: `splendor restore`. The server must not run, and nothing is overwritten."""

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

from splendor.core.errors import RulesError
from splendor.server.storage.backup import copy_database, new_file
from splendor.server.storage.database import address_of, file_of, is_sqlite
from splendor.server.storage.setup import exclusive_use, revision_at


def restore(source: str, target_url: str) -> tuple[int, Path | None]:
    """Put a backup in the place of a database. Returns the number of rows, and where the database
    is now that was there.

    A PostgreSQL database must be empty. If something fails, everything is as before.
    """
    backup = address_of(source) if "://" in source else URL.create("sqlite", database=source)
    check_backup(backup, target_url)
    target = address_of(target_url)
    with exclusive_use(target_url):
        if not is_sqlite(target):
            return sum(copy_database(backup, target).values()), None
        return replace_file(backup, file_of(target))


def check_backup(backup: URL, target_url: str) -> None:
    """Refuse what is no whole backup before anything is changed."""
    if is_sqlite(backup):
        file = file_of(backup)
        if not file.is_file():
            raise RulesError(f"{file} does not exist")
        if backup == address_of(target_url) or is_same_file(file, address_of(target_url)):
            raise RulesError(f"{file} is the database itself, not a backup")
        check_pages(file)
    if revision_at(backup.render_as_string(hide_password=False)) is None:
        raise RulesError("The backup is empty")


def is_same_file(file: Path, target: URL) -> bool:
    return is_sqlite(target) and file_of(target).exists() and file.samefile(file_of(target))


def check_pages(file: Path) -> None:
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
            [found] = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        found = str(error)
    if found != "ok":
        raise RulesError(f"{file} is damaged and was not restored: {str(found).splitlines()[0]}")


def replace_file(backup: URL, file: Path) -> tuple[int, Path | None]:
    """Copy the backup beside the database, then exchange the two by renaming."""
    moment = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    ready = file.with_name(f"{file.stem}-restored-{moment}{file.suffix}")
    rows = sum(copy_database(backup, ready).values())
    kept = None
    if file.exists():
        kept = file.with_name(f"{file.stem}-before-restore-{moment}{file.suffix}")
        set_aside(file, kept)
    os.replace(ready, file)
    return rows, kept


def set_aside(file: Path, kept: Path) -> None:
    """Copy the database, with its write-ahead log, into one file."""
    leftovers = (Path(f"{file}-wal"), Path(f"{file}-shm"))
    try:
        with (
            new_file(kept) as unfinished,
            closing(sqlite3.connect(file)) as old,
            closing(sqlite3.connect(unfinished)) as new,
        ):
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            old.backup(new)
    except sqlite3.Error:  # damaged, which may be why a backup is restored
        file.rename(kept)
        for leftover in filter(Path.exists, leftovers):
            leftover.rename(f"{kept}{leftover.name.removeprefix(file.name)}")
    for leftover in leftovers:
        leftover.unlink(missing_ok=True)
