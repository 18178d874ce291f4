"""Looks at the disk, the descriptors, the queues and the store, and records what is wrong.

Most faults are recorded where they occur. This finds those that nobody would notice while nobody
plays, and those that are over.
"""

import asyncio
import contextlib
import shutil
from dataclasses import dataclass
from pathlib import Path

from splendor.server.descriptors import descriptor_limit, descriptors_in_use
from splendor.server.faults import WRITE_FAULTS, Faults
from splendor.server.storage.store import Store
from splendor.server.storage.types import StoreFailure
from splendor.server.workers.pool import WorkerPool

INTERVAL = 1.0  # seconds
NO_SPACE, LITTLE_SPACE = 2**20, 100 * 2**20  # bytes of the disk
LAST_DESCRIPTORS = 32  # those in use are too many if fewer than these are left
LONG_STORE_QUEUE = 1_000  # writes: as many as one transaction takes


def free_space(directory: Path | None) -> int | None:
    """Bytes; None if there is no such directory, or its disk does not tell."""
    try:
        return None if directory is None else shutil.disk_usage(directory).free
    except OSError:
        return None


@dataclass(slots=True)
class Watch:
    """The last measurements, for the metrics, and what they say about faults."""

    faults: Faults
    store: Store
    pool: WorkerPool
    descriptors: int = 0
    free: int | None = None

    async def run(self) -> None:
        await asyncio.gather(self._look_forever(), self._probe_forever())

    async def _look_forever(self) -> None:
        while True:
            await asyncio.to_thread(self.measure)
            self.judge()
            await asyncio.sleep(INTERVAL)

    async def _probe_forever(self) -> None:
        """While writes are refused, try whether they still are: perhaps nobody else writes."""
        while True:
            await asyncio.sleep(INTERVAL)
            if any(fault.code in WRITE_FAULTS for fault in self.faults.lasting()):
                with contextlib.suppress(StoreFailure):
                    await self.store.probe()

    def measure(self) -> None:
        self.descriptors = descriptors_in_use()
        self.free = free_space(self.store.directory)

    def judge(self) -> None:
        """Record faults that the measurements show."""
        if self.free is not None:
            if self.free < NO_SPACE:
                self.faults.occurred("disk_full")
            self.faults.set("disk_low", self.free < LITTLE_SPACE)
        if self.descriptors > descriptor_limit() - LAST_DESCRIPTORS:
            self.faults.occurred("descriptors")
        self.faults.set("store_queue", self.store.depth >= LONG_STORE_QUEUE)
        self.faults.set("bots_queue", self.pool.queue.is_crowded)
