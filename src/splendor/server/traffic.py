"""Limits of what one address sends and leaves unread: frames, connections, bytes in flight."""

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from splendor.server.addresses import ip_of, is_in, same_household, shares_of
from splendor.server.descriptors import most_connections
from splendor.server.faults import Faults
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

    A trusted proxy is not limited: its connections are those of many people. The number of all
    connections is limited, so that descriptors are left for the database and the bots.
    """

    def __init__(self, settings: Settings, faults: Faults | None = None) -> None:
        self.is_limited = settings.rates
        self._metrics_port = settings.metrics_port
        self._proxies = settings.proxies
        self._most = settings.most_connections_per_address
        self._bots = settings.bots
        self._faults = faults or Faults()
        self._open: dict[str, int] = {}
        self.connections = 0
        self._stalled: dict[str, dict[Buffered, str]] = {}  # peers, the longest stalled first
        self.cut = 0  # connections that were refused or cut off

    def __len__(self) -> int:
        """The number of addresses and networks with open connections."""
        return len(self._open)

    def is_free(self, here: tuple[str, int | None] | None) -> bool:
        """Whether connections to this address of the server are not counted."""
        return here is not None and here[1] is not None and here[1] == self._metrics_port

    def enter(self, peer: str) -> bool:
        """Count a new connection. Returns whether it is allowed; if not, it was not counted."""
        shares = shares_of(same_household(peer))
        limited = self._applies_to(peer) and has_too_many(self._open, shares, self._most)
        if limited or self._is_full():
            self.cut += 1
            return False
        self.connections += 1
        for network, _ in shares:
            self._open[network] = self._open.get(network, 0) + 1
        return True

    def leave(self, peer: str) -> None:
        self.connections -= 1
        for network, _ in shares_of(same_household(peer)):
            self._open[network] -= 1
            if not self._open[network]:
                del self._open[network]

    def stall(self, peer: str, transport: Buffered) -> None:
        """A connection has a full send buffer. Abort the longest stalled ones if an address, or a
        network around it, has too many bytes in flight.
        """
        shares = shares_of(same_household(peer))
        for network, _ in shares:
            self._stalled.setdefault(network, {})[transport] = peer
        if self._applies_to(peer):
            for network, factor in shares:
                self._abort_oldest(network, factor * MAX_UNREAD)

    def _abort_oldest(self, network: str, most: int) -> None:
        stalled = self._stalled.get(network, {})
        unread = sum(each.get_write_buffer_size() for each in stalled)
        for each, peer in list(stalled.items()):
            if unread <= most:
                return
            unread -= each.get_write_buffer_size()
            self.cut += 1
            self.flow(peer, each)
            each.abort()

    def flow(self, peer: str, transport: Buffered) -> None:
        """A connection has read enough, or ended."""
        for network, _ in shares_of(same_household(peer)):
            stalled = self._stalled.get(network, {})
            stalled.pop(transport, None)
            if not stalled:
                self._stalled.pop(network, None)

    def _is_full(self) -> bool:
        if self.connections < most_connections(self._bots):
            return False
        self._faults.occurred("descriptors")
        return True

    def _applies_to(self, peer: str) -> bool:
        return self.is_limited and not (self._proxies and is_in(ip_of(peer), self._proxies))


def has_too_many(counts: Mapping[str, int], shares: Iterable[tuple[str, int]], most: int) -> bool:
    """Whether an address, or a network around it, has as many as it may have."""
    return any(counts.get(network, 0) >= factor * most for network, factor in shares)
