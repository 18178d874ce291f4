"""Loading tables from the store: replayed in a thread, long ones from a snapshot."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import TypeVar

from splendor.server.logs import log
from splendor.server.refusals import RequestRefused
from splendor.server.storage.store import Store
from splendor.server.storage.types import SaveSnapshot, StoreFailure
from splendor.server.tables.log_lines import LogLines
from splendor.server.tables.snapshots import Unusable, pack_snapshot, unpack_snapshot
from splendor.server.tables.state import TableState
from splendor.server.tables.table import Table, replayed

SNAPSHOT_EVERY = 250  # events; most tables never have as many
LOADERS = 1  # threads: more would take turns with the event loop more often

T = TypeVar("T")
Replayed = tuple[TableState, LogLines, str]


class Loader:
    """Loads tables, and keeps snapshots of long ones."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._threads = ThreadPoolExecutor(LOADERS, thread_name_prefix="table-loader")
        self._saving: set[str] = set()
        self._closed: dict[str, asyncio.Event] = {}  # tables that are being changed

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    @contextmanager
    def closed(self, id: str) -> Iterator[None]:
        """Whoever wants to load the table meanwhile waits."""
        opened = self._closed[id] = asyncio.Event()
        try:
            yield
        finally:
            del self._closed[id]
            opened.set()

    async def settled(self, id: str) -> None:
        """Wait until nobody changes what is stored of the table."""
        while opened := self._closed.get(id):
            await opened.wait()

    async def load(self, id: str) -> Table | None:
        """A table as its log says, or None if there is no such table."""
        await self.settled(id)
        row = await self.store.table(id)
        if row is None:
            return None
        snapshot = await self.store.snapshot(id)
        found = await self._from_snapshot(id, row.secret, snapshot) if snapshot else None
        state, lines, wrong = found or await self._from_log(id, row.secret)
        if state.created is None:
            raise RequestRefused("frozen", problem=wrong or "its log is lost")
        table = Table(state, lines, row, wrong or row.frozen)
        table.snapshot_at = snapshot[0] if snapshot and found else 0
        return table

    async def _from_log(self, id: str, secret: str) -> Replayed:
        rows = await self.store.events(id)
        return await self._run(replayed, TableState(id, secret), LogLines(), rows)

    async def _from_snapshot(
        self, id: str, secret: str, snapshot: tuple[int, bytes]
    ) -> Replayed | None:
        """The snapshot and the events after it; None if the snapshot cannot be used."""
        rows = await self.store.events(id, snapshot[0])
        try:
            state, lines = await self._run(unpack_snapshot, id, secret, snapshot[1])
        except Unusable:
            log.info("a snapshot was not used", seq=snapshot[0])
            return None
        if state.seq != snapshot[0]:
            return None
        state, lines, wrong = await self._run(replayed, state, lines, rows)
        return None if wrong else (state, lines, "")

    async def _run(self, work: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    def is_due(self, table: Table) -> bool:
        """Whether a table has so many events since its last snapshot that it needs a new one."""
        grown = table.state.seq - table.snapshot_at
        return grown >= SNAPSHOT_EVERY and not table.problem and table.id not in self._saving

    async def save(self, table: Table) -> None:
        """Keep a snapshot. If that fails, the table is replayed from its log."""
        self._saving.add(table.id)
        try:
            state = table.state
            packed = await self._run(pack_snapshot, state, table.log)
            with suppress(StoreFailure):
                await self.store.write(SaveSnapshot(table.id, state.seq, packed))
                table.snapshot_at = state.seq
        finally:
            self._saving.discard(table.id)
