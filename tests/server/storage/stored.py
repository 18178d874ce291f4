"""Stores and rows for tests."""

from collections.abc import Iterator
from contextlib import contextmanager

from splendor.server.storage.store import Change, EventRow, Store, StoreFailure, TableRow

SECRET = "5ec7e7" * 10 + "abcd"


@contextmanager
def opened(url: str) -> Iterator[Store]:
    store = Store(url)
    try:
        store.open()
        yield store
    finally:
        store.close()


def a_table(id: str = "table", status: str = "playing", changed: int = 1_000) -> TableRow:
    return TableRow(id, 1_000, changed, status, "official", 2, SECRET, b'{"seats":["Ann","Ben"]}')


def an_event(
    seq: int = 1,
    table: str = "table",
    player: str | None = "ann",
    id: str | None = None,
    body: bytes = b'{"moves":["take white blue green"]}',
) -> EventRow:
    return EventRow(table, seq, 1_000 + seq, player, id, "moved", body)


async def fails(store: Store, *changes: Change) -> bool:
    try:
        await store.write(*changes)
    except StoreFailure:
        return True
    return False
