"""The files of finished games: each is made once, in a thread, and kept while there is room."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from splendor.server.refusals import RequestRefused

MAX_CACHED = 24 * 2**20  # bytes of all files
MAX_WAITING = 32  # files that are being made

Key = tuple[object, ...]
T = TypeVar("T")


class FileCache:
    """Files by key. Whatever the content depends on is part of the key."""

    def __init__(self, most_bytes: int = MAX_CACHED) -> None:
        self._most = most_bytes
        self._files: OrderedDict[Key, bytes] = OrderedDict()  # the least recently used first
        self._bytes = 0
        self._making: dict[Key, asyncio.Future[bytes]] = {}
        # One thread: making files must not take more of the interpreter than everything else.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="file-maker")

    def __len__(self) -> int:
        """The number of bytes that are kept."""
        return self._bytes

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def get(self, key: Key, make: Callable[[], bytes]) -> bytes:
        """The file of this key; `make` is called in a thread if there is none.

        `busy` if too many are being made. Whatever `make` raises is raised here.
        """
        if key in self._files:
            self._files.move_to_end(key)
            return self._files[key]
        if key not in self._making:
            if len(self._making) >= MAX_WAITING:
                raise RequestRefused("busy")
            self._making[key] = asyncio.ensure_future(self._make(key, make))
        return await asyncio.shield(self._making[key])

    async def run(self, make: Callable[[], T]) -> T:
        """What `make` returns, made in the same thread and not kept."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, make)

    async def _make(self, key: Key, make: Callable[[], bytes]) -> bytes:
        try:
            made = await asyncio.get_running_loop().run_in_executor(self._thread, make)
        finally:
            del self._making[key]
        self._keep(key, made)
        return made

    def _keep(self, key: Key, made: bytes) -> None:
        self._files[key] = made
        self._bytes += len(made)
        while self._bytes > self._most:
            _, dropped = self._files.popitem(last=False)
            self._bytes -= len(dropped)
