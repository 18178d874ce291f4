"""Measure the store: `python -m tools.bench_store [--postgresql URL]` prints Markdown tables.

It measures events per second with several producers that each wait until their event is durable,
the bytes of a finished game before and after archiving, and the time to list a player's tables.
"""

import argparse
import asyncio
import secrets
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

from sqlalchemy import create_engine, insert, text

from splendor.server.storage.schema import members, tables
from splendor.server.storage.sql_changes import ADD_ARCHIVE_PART, pack
from splendor.server.storage.store import (
    AddEvent,
    AddTable,
    EventRow,
    SetMembers,
    Store,
    TableRow,
)

PRODUCERS = (1, 10, 100, 500)
GAMES = (1_000, 10_000, 100_000)
MEASURED_GAMES = 500
EVENTS_OF_A_GAME = 70
PAGE = 20
NOW = 1_700_000_000_000


def new_id() -> str:
    return secrets.token_urlsafe(16)


def a_table(number: int, status: str = "playing") -> TableRow:
    summary = b'{"seats":["Ann","Ben"],"result":null,"options":{}}'
    secret = secrets.token_hex(32)
    return TableRow(new_id(), NOW + number, NOW + number, status, "official", 2, secret, summary)


def an_event(table: str, seq: int, players: tuple[str, ...]) -> EventRow:
    """About 120 bytes of body, as a move has."""
    cards = secrets.randbelow(90), secrets.randbelow(90)
    body = (
        f'{{"seat":{seq % 2},"state":{seq * 3},"moves":["take white blue green","return red"],'
        f'"cards":[{cards[0]},{cards[1]}],"clock":[{600000 - seq * 1234},{600000 - seq * 987}]}}'
    )
    player = players[seq % len(players)]
    return EventRow(table, seq, NOW + seq * 7000, player, new_id(), "moved", body.encode())


async def make_tables(store: Store, many: int) -> list[TableRow]:
    rows = [a_table(number) for number in range(many)]
    await asyncio.gather(*(store.write(AddTable(row)) for row in rows))
    return rows


async def throughput(store: Store, producers: int, seconds: float) -> tuple[float, float, float]:
    """Events per second, the 99th percentile of the wait in ms, and events per commit."""
    rows = await make_tables(store, producers)
    waits: list[float] = []
    before, start = store.commits, time.perf_counter()

    async def produce(table: str) -> None:
        seq = 0
        while time.perf_counter() < start + seconds:
            seq += 1
            began = time.perf_counter()
            await store.write(AddEvent(an_event(table, seq, ("ann", "ben"))))
            waits.append(time.perf_counter() - began)

    await asyncio.gather(*(produce(row.id) for row in rows))
    took = time.perf_counter() - start
    commits = store.commits - before
    return len(waits) / took, statistics.quantiles(waits, n=100)[98] * 1000, len(waits) / commits


async def measure_throughput(url: str, seconds: float) -> Iterable[str]:
    store = Store(url)
    store.open()
    try:
        return [await throughput_line(store, many, seconds) for many in PRODUCERS]
    finally:
        store.close()


async def throughput_line(store: Store, producers: int, seconds: float) -> str:
    rate, wait, together = await throughput(store, producers, seconds)
    return f"| {producers:,} | {rate:,.0f} | {wait:.1f} ms | {together:.1f} |"


# Size of a game


async def play_games(store: Store, many: int) -> list[str]:
    rows = await make_tables(store, many)
    for row in rows:
        players = new_id(), new_id()
        log = [an_event(row.id, seq + 1, players) for seq in range(EVENTS_OF_A_GAME)]
        await store.write(SetMembers(row.id, players), *map(AddEvent, log))
    return [row.id for row in rows]


async def measure_size(url: str) -> Iterable[str]:
    store = Store(url)
    store.open()
    empty = size_of(url)
    try:
        games = await play_games(store, MEASURED_GAMES)
        played = size_of(url)
        for game in games:
            await store.archive(game)
        archived = size_of(url)
    finally:
        store.close()
    before, after = ((size - empty) / MEASURED_GAMES for size in (played, archived))
    return [f"| {before:,.0f} | {after:,.0f} |"]


def size_of(url: str) -> int:
    """The bytes of the database after freeing deleted pages."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text("VACUUM" if url.startswith("sqlite") else "VACUUM FULL"))
        if url.startswith("sqlite"):
            connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
        size = connection.scalar(
            text(
                "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
                if url.startswith("sqlite")
                else "SELECT pg_database_size(current_database())"
            )
        )
    engine.dispose()
    return int(size or 0)


# Time of a list


def fill(url: str, games: range) -> None:
    """Add finished games of one player who plays all of them, each against a new opponent."""
    event = [an_event("", seq, ("me", "other")) for seq in range(1, EVENTS_OF_A_GAME + 1)]
    packed = pack(event)
    engine = create_engine(url)
    with engine.begin() as connection:
        for start in range(games.start, games.stop, 1000):
            rows = [
                a_table(number, "over") for number in range(start, min(start + 1000, games.stop))
            ]
            connection.execute(insert(tables), [fields_of(row) for row in rows])
            seats = [(row, player) for row in rows for player in ("me", new_id())]
            connection.execute(insert(members), [member_of(row, player) for row, player in seats])
            parts = [{"of": row.id, "last": 1, "packed": packed} for row in rows]
            connection.execute(ADD_ARCHIVE_PART, parts)
    engine.dispose()


def fields_of(row: TableRow) -> dict[str, object]:
    return {name: getattr(row, name) for name in TableRow.__dataclass_fields__}


def member_of(row: TableRow, player: str) -> dict[str, object]:
    return {"table": row.id, "player": player, "status": row.status, "changed": row.changed}


async def measure_lists(url: str) -> Iterable[str]:
    store = Store(url)
    store.open()
    lines, done = [], 0
    try:
        for games in GAMES:
            fill(url, range(done, games))
            done = games
            lines.append(await list_line(store, games))
    finally:
        store.close()
    return lines


async def list_line(store: Store, games: int) -> str:
    middle = (NOW + games // 2, "")
    questions: list[Callable[[], Awaitable[object]]] = [
        lambda: store.tables_of("me", None, None, PAGE),
        lambda: store.tables_of("me", "over", middle, PAGE),
        lambda: store.with_status("open", "playing"),
    ]
    times = [f"{await typical(question) * 1000:.2f} ms" for question in questions]
    return f"| {games:,} | {' | '.join(times)} |"


async def typical(question: Callable[[], Awaitable[object]]) -> float:
    times = []
    for _ in range(50):
        began = time.perf_counter()
        await question()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


# Output


def measure(name: str, urls: Iterable[str], seconds: float) -> None:
    speed, size, lists = urls
    print(f"\n## {name}\n")
    print("| producers | events/s | 99 % wait at most | events per commit |\n|--:|--:|--:|--:|")
    print(*asyncio.run(measure_throughput(speed, seconds)), sep="\n", flush=True)
    print(f"\nBytes of a finished game of {EVENTS_OF_A_GAME} events, all tables and indexes:\n")
    print("| in the log | archived |\n|--:|--:|")
    print(*asyncio.run(measure_size(size)), sep="\n", flush=True)
    print(f"\nTime to list a page of {PAGE} tables of a player who played all games:\n")
    print("| games | first page | from the middle, finished | all running |\n|--:|--:|--:|--:|")
    print(*asyncio.run(measure_lists(lists)), sep="\n", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="for each number of producers")
    parser.add_argument("--folder", type=Path, help="directory for temporary SQLite files")
    parser.add_argument("--only", choices=["sqlite", "postgresql"])
    arguments = parser.parse_args()
    if arguments.only != "postgresql":
        with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
            files = [f"sqlite:///{folder}/{name}" for name in ("speed", "size", "lists")]
            measure("SQLite", files, arguments.seconds)
    if arguments.only != "sqlite":
        # The server that the tests start for themselves.
        from tests.server.databases import running_postgresql

        with running_postgresql() as server:
            measure("PostgreSQL", [server.new_database() for _ in range(3)], arguments.seconds)


if __name__ == "__main__":
    main()
