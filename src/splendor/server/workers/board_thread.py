"""The thread in which positions of the analysis board are read and played.

Each request takes some milliseconds: in the event loop, a few that come together would keep every
table waiting.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from splendor.server.addresses import subscriber_of
from splendor.server.refusals import require

T = TypeVar("T")
MOST_WAITING = 32  # requests
MOST_AT_ADDRESS = 8


class BoardThread:
    """Does one thing after the other; what would wait for too long is refused as `busy`."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="board")
        self._waiting: Counter[str] = Counter()  # by address

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def run(self, address: str, work: Callable[[], T]) -> T:
        """What `work` returns or raises."""
        address = subscriber_of(address)
        require(self._waiting.total() < MOST_WAITING, "busy")
        require(self._waiting[address] < MOST_AT_ADDRESS, "busy")
        self._waiting[address] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]
