"""Limits of what one address sends and leaves unread: frames, connections, bytes in flight."""

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from splendor.server.addresses import ip_of, is_in, same_household, shares_of
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

    A trusted proxy is not limited: its connections are those of many people.
    """

    def __init__(self, settings: Settings) -> None:
        self.is_limited = settings.rates
        self._proxies = settings.proxies
        self._most = settings.most_connections_per_address
        self._open: dict[str, int] = {}
        self._stalled: dict[str, dict[Buffered, None]] = {}  # the longest stalled first
        self.cut = 0  # connections that were refused or cut off

    def __len__(self) -> int:
        """The number of addresses and networks with open connections."""
        return len(self._open)

    def enter(self, peer: str) -> bool:
        """Count a new connection. Returns whether it is allowed; if not, it was not counted."""
        shares = shares_of(same_household(peer))
        if self._applies_to(peer) and has_too_many(self._open, shares, self._most):
            self.cut += 1
            return False
        for network, _ in shares:
            self._open[network] = self._open.get(network, 0) + 1
        return True

    def leave(self, peer: str) -> None:
        for network, _ in shares_of(same_household(peer)):
            self._open[network] -= 1
            if not self._open[network]:
                del self._open[network]

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
        return self.is_limited and not (self._proxies and is_in(ip_of(peer), self._proxies))


def has_too_many(counts: Mapping[str, int], shares: Iterable[tuple[str, int]], most: int) -> bool:
    """Whether an address, or a network around it, has as many as it may have."""
    return any(counts.get(network, 0) >= factor * most for network, factor in shares)
