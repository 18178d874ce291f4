"""A listener: one socket at a table, with a bounded outbox."""

import asyncio
from collections import deque
from itertools import count

MAX_FRAMES = 64
MAX_BYTES = 256 * 1024
TOO_SLOW = "too_slow"

numbers = count()


class Listener:
    """One socket's outbox. A client that reads too slowly is dropped and may reconnect."""

    def __init__(
        self, player: str, since: int = 0, positions: bool = False, name: str = ""
    ) -> None:
        self.player = player
        self.name = name  # shown where this person watches
        self.number = next(numbers)  # grows with each socket
        self.why = TOO_SLOW  # the code of the refusal with which it is dropped
        self.since = since  # the last event that was sent
        self.positions = positions
        self.dropped = False
        self.behind = False  # not all events were sent: the next page follows when it has read
        self._frames: deque[bytes] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()

    @property
    def is_drained(self) -> bool:
        """Whether everything was given to the socket."""
        return not self._frames

    def send(self, frame: bytes) -> None:
        if self.dropped:
            return
        self._frames.append(frame)
        self._bytes += len(frame)
        # One frame always fits: the first news of a long game may be large.
        full = len(self._frames) > MAX_FRAMES or self._bytes > MAX_BYTES
        if full and len(self._frames) > 1:
            self.drop()
        self._wake.set()

    def drop(self, why: str = TOO_SLOW) -> None:
        """Send nothing more, and wake up the sender."""
        self.dropped, self.why = True, why
        self._frames.clear()
        self._wake.set()

    async def next(self) -> bytes | None:
        """The next frame to send, or None when this listener was dropped."""
        while not self._frames:
            if self.dropped:
                return None
            self._wake.clear()
            await self._wake.wait()
        frame = self._frames.popleft()
        self._bytes -= len(frame)
        return frame
