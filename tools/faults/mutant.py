"""The server with a deliberate fault: it acknowledges an event before it stores it.

python -m tools.faults.mutant SECONDS serve ...   stores events SECONDS later.

The checks must catch it: a check that misses the moves lost by this server proves nothing.
"""

import asyncio
import contextlib
import sys

from splendor.cli import main
from splendor.server.storage.store import AddEvent, Change, Store, StoreFailure

really_write = Store.write


def mutate(seconds: float) -> None:
    """Let writes of events return at once and happen later; other writes are unchanged."""

    async def write(self: Store, *changes: Change) -> None:
        if not isinstance(changes[0], AddEvent):
            await really_write(self, *changes)
            return
        loop = asyncio.get_running_loop()
        loop.call_later(seconds, lambda: loop.create_task(write_quietly(self, *changes)))

    Store.write = write  # type: ignore[method-assign]


async def write_quietly(store: Store, *changes: Change) -> None:
    with contextlib.suppress(StoreFailure):
        await really_write(store, *changes)


if __name__ == "__main__":
    mutate(float(sys.argv[1]))
    sys.exit(main(sys.argv[2:]))
