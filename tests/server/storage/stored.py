"""Stores and rows for tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from splendor.server.storage.store import Change, EventRow, Store, StoreFailure, TableRow
from splendor.server.storage.types import RatingRow, ResultRow, ReviewRow, ReviewSeatRow

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


A_RESULT = ResultRow(
    "ann", 2_000, 0, 2, "official", "base", "bots", "regular", "won", "", 15, 28, 640.0, 120.0
)


A_REVIEW = ReviewRow("t1", 5_000, "finished", "estimate", "", 60, 30, 30, 2, b"packed")
A_SEAT = ReviewSeatRow(0, 91.5, 0.12, 0.4, 3, 1, 0, '{"deny":[2,0.2]}')


def a_result(player: str = "ann", **facts: Any) -> ResultRow:
    """A game for two against Regular that was won."""
    return replace(A_RESULT, player=player, **facts)


def a_rating(player: str = "ann", games: int = 1) -> RatingRow:
    return RatingRow(player, "base", 2, 640.0, 120.0, 0.06, games)


async def fails(store: Store, *changes: Change) -> bool:
    try:
        await store.write(*changes)
    except StoreFailure:
        return True
    return False
