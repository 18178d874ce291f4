"""Limits of what one address sends and leaves unread: frames, connections, bytes in flight."""

import time
from collections.abc import Callable
from typing import Protocol

from splendor.server.addresses import is_loopback, same_household
from splendor.server.settings import Settings

# Frames of one socket: per second on average, and at once. A page sends a message for each click.
FRAMES = (20.0, 100)
CONTROL_FRAMES = (2.0, 20)  # pings, pongs and closes: libraries send one in several seconds
MAX_FRAGMENTS = 64  # of one message, which has at most 4,096 bytes
MAX_UNREAD = 8 * 2**20  # bytes that connections of one address have not read


class Bucket:
    """Allows `rate` per second on average, and `burst` at once."""

    __slots__ = ("_at", "_burst", "_clock", "_left", "_rate")

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._at = burst, clock()

    def take(self, count: int) -> bool:
        """Count these, and return whether they are within the limit."""
        now = self._clock()
        self._left = min(self._burst, self._left + self._rate * (now - self._at)) - count
        self._at = now
        return self._left >= 0


class Buffered(Protocol):
    """The part of a transport that is used here."""

    def get_write_buffer_size(self) -> int: ...
    def abort(self) -> None: ...


class Traffic:
    """The connections of each address, and how much of what they were sent is unread.

    A proxy on this machine, if the settings trust one, is not limited: its connections are those
    of many people.
    """

    def __init__(self, settings: Settings) -> None:
        self.is_limited = settings.rates
        self._trusts_proxy = settings.forwarded
        self._most = settings.most_connections_per_address
        self._open: dict[str, int] = {}
        self._stalled: dict[str, dict[Buffered, None]] = {}  # the longest stalled first
        self.cut = 0  # connections that were refused or cut off

    def __len__(self) -> int:
        """The number of addresses with open connections."""
        return len(self._open)

    def enter(self, peer: str) -> bool:
        """Count a new connection. Returns whether it is allowed; if not, it was not counted."""
        address = same_household(peer)
        if self._applies_to(peer) and self._open.get(address, 0) >= self._most:
            self.cut += 1
            return False
        self._open[address] = self._open.get(address, 0) + 1
        return True

    def leave(self, peer: str) -> None:
        address = same_household(peer)
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def stall(self, peer: str, transport: Buffered) -> None:
        """A connection has a full send buffer. Abort the longest stalled ones if an address has
        too many bytes in flight.
        """
        address = same_household(peer)
        stalled = self._stalled.setdefault(address, {})
        stalled[transport] = None
        if not self._applies_to(peer):
            return
        unread = sum(each.get_write_buffer_size() for each in stalled)
        for each in list(stalled):
            if unread <= MAX_UNREAD:
                return
            unread -= each.get_write_buffer_size()
            self.cut += 1
            self.flow(peer, each)
            each.abort()

    def flow(self, peer: str, transport: Buffered) -> None:
        """A connection has read enough, or ended."""
        address = same_household(peer)
        stalled = self._stalled.get(address, {})
        stalled.pop(transport, None)
        if not stalled:
            self._stalled.pop(address, None)

    def _applies_to(self, peer: str) -> bool:
        return self.is_limited and not (self._trusts_proxy and is_loopback(peer))
