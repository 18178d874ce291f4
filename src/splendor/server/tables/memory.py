"""Which tables are in memory: unloading those that nobody uses, and waking those that are due.

A table does not have to stay in memory because a clock runs: the time at which the clock is over is
stored, and the table is loaded again then.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

from splendor.server.refusals import RequestRefused, require
from splendor.server.storage.store import Store
from splendor.server.storage.types import SetDeadline, StoreFailure
from splendor.server.tables.scheduler import Scheduler
from splendor.server.tables.state import OVER
from splendor.server.tables.table import Moment, Table

UNLOAD_AFTER = 600.0  # seconds without listeners until a table is unloaded
OVERDUE_AT_ONCE = 100  # tables that one pass wakes

T = TypeVar("T")


class LiveTables(Protocol):
    """The part of the table registry that is used here."""

    store: Store
    live: dict[str, Table]
    most: int

    @property
    def moment(self) -> Moment: ...
    @property
    def scheduler(self) -> Scheduler: ...
    @property
    def load(self) -> Callable[[str], Coroutine[Any, Any, Table | None]]: ...
    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]: ...
    def unload(self, table: Table) -> None: ...


class Memory:
    def __init__(self, tables: LiveTables) -> None:
        self.tables = tables

    # Unloading

    async def unload_idle(self) -> None:
        """Unload tables that nobody has used for a while, and archive finished ones."""
        now = time.monotonic()
        for table in list(self.tables.live.values()):
            is_idle = table.is_quiet and now - table.used > UNLOAD_AFTER
            if is_idle and await self.put_away(table) and table.state.status == OVER:
                self.tables.start(self.archive(table.id))

    async def archive(self, id: str) -> None:
        with contextlib.suppress(StoreFailure):
            await self.tables.store.archive(id)

    async def make_room(self) -> None:
        """Unload tables that nobody uses while there are too many, the finished ones first."""
        live = self.tables.live
        quiet = [table for table in live.values() if table.is_quiet]
        quiet.sort(key=lambda table: (table.state.status != OVER, table.used))
        for table in quiet[: max(0, len(live) - self.tables.most + 1)]:
            await self.put_away(table)

    async def require_room(self) -> None:
        """Make room for a new table, or refuse it. Finished tables do not count: their pages do."""
        await self.make_room()
        unfinished = sum(table.state.status != OVER for table in self.tables.live.values())
        require(unfinished < self.tables.most, "full")

    async def put_away(self, table: Table) -> bool:
        """Unload a table, unless it came into use meanwhile. A running clock goes on running."""
        if self.tables.live.get(table.id) is not table:
            return False
        runs = table.state.clocks and table.state.is_clock_running
        if runs and table.deciding_person is not None:
            try:
                await self.store_deadline(table)
            except StoreFailure:
                return False
            if not table.is_quiet or self.tables.live.get(table.id) is not table:
                return False
        self.tables.unload(table)
        return True

    async def store_deadline(self, table: Table) -> None:
        """Store when the time of the deciding person is up."""
        seat = table.deciding_person
        assert seat is not None
        async with table.lock:
            left = table.state.clocks[seat] - table.elapsed
            due = self.tables.moment.now + max(0, left)
            await self.tables.store.write(SetDeadline(table.id, due))
            table.deadline = due

    # Loading

    async def resume_clock(self, table: Table) -> None:
        """Let the clock of a loaded table go on as if the table had stayed in memory."""
        if table.state.setup.clock is None:
            return
        table.deadline = await self.tables.store.deadline(table.id)
        seat, moment = table.deciding_person, self.tables.moment
        if table.deadline and table.state.clocks and seat is not None:
            left = max(table.deadline, moment.grace) - moment.now
            used = max(0, table.state.clocks[seat] - left)
            table.since = time.monotonic() - used / 1000

    async def flag_overdue(self) -> None:
        """Load the tables on which somebody's time is up: the scheduler then ends it."""
        moment = self.tables.moment
        if moment.now < moment.grace:
            return
        for id in await self.tables.store.overdue(moment.now, OVERDUE_AT_ONCE):
            table = await self.loaded(id)
            if table is None or table.deciding_person is None:  # it is frozen, or a bot decides
                await self.tables.store.write(SetDeadline(id, 0))
            else:
                self.tables.scheduler.schedule_clock(table)

    async def loaded(self, id: str) -> Table | None:
        """The table, or None if its log is lost."""
        try:
            return self.tables.live.get(id) or await self.tables.load(id)
        except RequestRefused:
            return None
