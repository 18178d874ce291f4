"""Recording the results of finished games: those that have just ended, and those of earlier
versions. Both are finished tables that are not recorded yet, so nothing is lost in a crash.
"""

import asyncio
from contextlib import suppress
from functools import partial

from splendor.server.logs import log
from splendor.server.refusals import RequestRefused
from splendor.server.storage.results import ratings_of, unrecorded
from splendor.server.storage.store import Store
from splendor.server.storage.types import Conflict, RecordResults, StoreFailure
from splendor.server.tables.loading import Loader
from splendor.server.tables.results import finished_of, recorded

PART = 20  # tables that are looked for at once
PAUSE = 0.02  # seconds between two tables, so that others are served
INTERVAL = 5.0  # seconds between two searches
MOST_PATIENCE = 1.0  # seconds that a reader waits for games that have just ended


class Recorder:
    """Records finished tables one after the other, in the order in which they ended."""

    def __init__(self, store: Store, loader: Loader) -> None:
        self.store, self.loader = store, loader
        self._pass: asyncio.Task[int] | None = None

    async def run(self) -> None:
        """Record whatever ends, until cancelled."""
        while True:
            with suppress(StoreFailure):
                await self.record_all()
            await asyncio.sleep(INTERVAL)

    async def catch_up(self) -> bool:
        """Record what has just ended, for somebody who asks. Returns whether all is recorded."""
        with suppress(StoreFailure, TimeoutError):
            await asyncio.wait_for(self.record_all(), MOST_PATIENCE)
            return True
        return False

    async def record_all(self) -> int:
        """Record all tables that are over; a pass goes on if whoever started it gives up. Whoever
        comes during one waits for it and looks again. Returns how many there were.
        """
        if self._pass is not None and not self._pass.done():
            await asyncio.shield(self._pass)  # it may have looked before the latest table was over
        if self._pass is None or self._pass.done():
            self._pass = asyncio.ensure_future(self._record_all())
            self._pass.add_done_callback(forget)
        return await asyncio.shield(self._pass)

    async def close(self) -> None:
        if self._pass:
            self._pass.cancel()
            await asyncio.gather(self._pass, return_exceptions=True)

    async def _record_all(self) -> int:
        count, before = 0, list[str]()
        while found := await self.store.read(partial(unrecorded, most=PART)):
            if found == before:
                break  # they cannot be recorded now
            before = found
            for table in found:
                await self.record(table)
                await asyncio.sleep(PAUSE)
            count += len(found)
        if count:
            log.info("results were recorded", tables=count)
        return count

    async def record(self, table: str) -> None:
        """Record one table; a log that cannot be read any more has no results."""
        try:
            results = await self.results_of(table)
        except StoreFailure:
            raise
        except Exception as error:  # one table must not keep all others from being recorded
            log.error("results cannot be recorded", error=type(error).__name__)
            results = RecordResults(table, (), ())
        with suppress(Conflict):  # another server was faster
            await self.store.write(results)

    async def results_of(self, table: str) -> RecordResults:
        try:
            loaded = await self.loader.load(table)
        except RequestRefused:
            loaded = None
        if loaded is None:
            return RecordResults(table, (), ())
        events = await self.store.events(table)
        finished = finished_of(loaded.state, events, loaded.problem)
        people = sorted(loaded.state.people)
        known = await self.store.read(partial(ratings_of, people=people))
        return recorded(finished, known)


def forget(task: "asyncio.Task[int]") -> None:
    """A failure is told to whoever waited; nobody may have."""
    if not task.cancelled():
        task.exception()
