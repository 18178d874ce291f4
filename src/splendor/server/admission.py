"""Admission of requests: hosts and origins, client addresses, security headers, rate limits.

Everything here works on plain headers, a mapping of lower-case names; it uses no web framework.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Final

from limits import RateLimitItem, parse
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from splendor.server.addresses import (
    USUAL_PORTS,
    forwarded_address,
    in_brackets,
    ip_of,
    is_everywhere,
    is_in,
    is_loopback,
    own_names,
    same_household,
    shares_of,
    split_host,
)
from splendor.server.refusals import RequestRefused
from splendor.server.settings import Settings


class NotAdmitted(RequestRefused):
    """The request has a wrong Host header or comes from another site. Nothing has changed."""


def plain_headers(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """The headers of an ASGI request as a mapping.

    Repeated headers are joined: a second Host or Origin then matches no allowed one, and the entry
    of our own proxy stays the last of its list.
    """
    headers: dict[str, str] = {}
    for name, value in raw:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        between = "; " if key == "cookie" else ", "
        headers[key] = headers[key] + between + text if key in headers else text
    return headers


# Host and origin


class Admission:
    """Decides which requests are admitted. `port` is the one that the server listens on."""

    def __init__(self, settings: Settings, port: int) -> None:
        self._port = port
        self._proxies = settings.proxies
        self._open = not is_loopback(settings.host)
        public = () if settings.public_url is None else (settings.public_url,)
        self._origins = frozenset((*public, *settings.origins))
        self._own = frozenset(self._own_hosts(settings.host))
        self._hosts = self._own | {
            name for origin in self._origins for name in host_headers_of(origin)
        }
        self._network: frozenset[str] = frozenset()
        self._headers = fixed_headers(settings.secure)
        self._sockets = sorted(origin.replace("http", "ws", 1) for origin in self._origins)

    def _own_hosts(self, host: str) -> Iterable[str]:
        names = ["127.0.0.1", "localhost", "::1"]
        if self._open:
            names += own_names()
        if not is_everywhere(host):
            names.append(host.lower())
        for name in names:
            yield from host_headers_of(f"http://{in_brackets(name)}:{self._port}")

    def is_at_home(self, host: str) -> bool:
        """Whether this Host header names the address with which the server was started."""
        return host in self._own

    def admit_network(self, origin: str) -> None:
        """Admit this origin, too, in place of the last one; none if it is empty."""
        self._network = frozenset(host_headers_of(origin) if origin else ())

    def check_host(self, headers: Mapping[str, str]) -> None:
        """Refuse a request with a foreign Host header (DNS rebinding)."""
        host = headers.get("host", "").lower()
        if host not in self._hosts and not self._is_own(host):
            raise NotAdmitted("not_admitted", host=host[:100])

    def check_origin(self, headers: Mapping[str, str]) -> None:
        """Refuse changes and sockets requested by pages of other sites, or without an Origin."""
        origin, host = headers.get("origin", "").lower(), headers.get("host", "").lower()
        if origin in self._origins:
            return
        if origin != f"http://{host}" or not self._is_own(host):
            raise NotAdmitted("not_admitted", origin=origin[:100])

    def _is_own(self, host: str) -> bool:
        """Whether this is a name or address of this machine, with our port.

        DNS rebinding needs a host name, so any IP address is accepted once the server is open to a
        network: a machine has several addresses, and they change.
        """
        if host in self._own or host in self._network:
            return True
        parts = split_host(host) if self._open else None
        if parts is None or ip_of(parts[0]) is None:
            return False
        return (USUAL_PORTS["http"] if parts[1] is None else parts[1]) == self._port

    def client_address(self, peer: str | None, headers: Mapping[str, str]) -> str:
        """The address for rate limits: the peer's, or the one that a trusted proxy names."""
        peer = peer or "unknown"
        if is_in(ip_of(peer), self._proxies):
            named = forwarded_address(headers.get("x-forwarded-for", ""), self._proxies)
            peer = named or peer
        return same_household(peer)

    def headers(self, host: str | None = None) -> dict[str, str]:
        """The security headers of a response. `host` is the Host header of the request."""
        sockets = list(self._sockets)
        if host and self._is_own(host.lower()):
            sockets.append(f"ws://{host.lower()}")
        return {**self._headers, "content-security-policy": content_policy(sockets)}


def host_headers_of(origin: str) -> list[str]:
    """The Host headers of this origin, with and without the default port."""
    scheme, _, place = origin.partition("://")
    host, port = split_host(place) or (place, None)
    usual = USUAL_PORTS[scheme]
    full = f"{in_brackets(host)}:{port or usual}"
    return [full, in_brackets(host)] if port in (None, usual) else [full]


# Security headers

# Headers that matter for pages only, and media types that are never pages. A table loads a hundred
# such files: leaving the headers out saves some 30 kB.
PAGE_HEADERS: Final = (
    "content-security-policy",
    "cross-origin-opener-policy",
    "permissions-policy",
)
SUBRESOURCE_MEDIA: Final = ("text/javascript", "text/css", "font/")


def headers_for_media(headers: Mapping[str, str], media: str) -> dict[str, str]:
    """Those of these headers that a response of this media type needs."""
    left_out = PAGE_HEADERS if media.startswith(SUBRESOURCE_MEDIA) else ()
    return {name: value for name, value in headers.items() if name not in left_out}


def content_policy(sockets: Iterable[str]) -> str:
    """Allow our own files only. Sockets are listed: older Safaris do not count them as `self`."""
    connect = " ".join(["'self'", *sockets])
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"font-src 'self'; connect-src {connect}; manifest-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )


def fixed_headers(secure: bool) -> dict[str, str]:
    headers = {
        # Unless a response says otherwise, because everybody may see it.
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        # The address of a table grants access: no other site may see it as the referrer.
        "referrer-policy": "no-referrer",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }
    if secure:
        headers["strict-transport-security"] = "max-age=31536000"
    return headers


# Rate limits

# For each kind of request: the limit of a player, and the limit of all players at one address. Many
# people can share an address, in a household or a school: nobody there waits longer than a minute
# for what another one did.
LIMITS: Final[Mapping[str, tuple[str | None, str]]] = {
    "guest": (None, "30 per 1 minute"),
    "name": ("10 per 1 minute", "120 per 1 minute"),
    "profile": ("30 per 1 minute", "240 per 1 minute"),
    "claim": ("10 per 1 minute", "30 per 1 minute"),
    "table": ("20 per 10 minute", "60 per 1 minute"),
    "join": ("30 per 1 minute", "240 per 1 minute"),
    "command": ("60 per 10 second", "1200 per 10 second"),
    "chat": ("10 per 10 second", "120 per 10 second"),
    "emote": ("6 per 10 second", "120 per 10 second"),
    "review": ("20 per 10 minute", "60 per 1 minute"),
    "hint": ("40 per 1 minute", "240 per 1 minute"),
    "judge": ("40 per 1 minute", "240 per 1 minute"),
    "board": ("60 per 10 second", "240 per 10 second"),
    "think": ("80 per 1 minute", "320 per 1 minute"),
    "read": ("300 per 1 minute", "3000 per 1 minute"),
    "socket": ("60 per 1 minute", "600 per 1 minute"),
    "network": ("20 per 1 minute", "20 per 1 minute"),
    "bad": ("20 per 1 minute", "200 per 1 minute"),
}
MAX_COUNTERS = 50_000  # in memory, about 15 MB


class WindowCounters(Storage):
    """Fixed-window counters in memory. Beyond `most`, the least recently used are dropped.

    The in-memory storage of `limits` starts a thread every ten milliseconds of use to scan all
    keys, and its size is not bounded.
    """

    STORAGE_SCHEME = None

    def __init__(self, most: int, clock: Callable[[], float]) -> None:
        super().__init__()
        self.clock = clock
        self._most = most
        self._kept: OrderedDict[str, tuple[int, float]] = OrderedDict()  # count, end of window

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def base_exceptions(self) -> type[Exception]:
        return KeyError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        now = self.clock()
        count, ends = self._kept.get(key, (0, 0.0))
        if ends <= now:
            count, ends = 0, now + expiry
        self._kept[key] = (count + amount, ends)
        self._kept.move_to_end(key)
        self._drop_the_oldest(now)
        return count + amount

    def _drop_the_oldest(self, now: float) -> None:
        """Drop the two oldest counters if they have expired, or if there are too many."""
        for _ in range(2):
            oldest = next(iter(self._kept))
            if self._kept[oldest][1] <= now or len(self._kept) > self._most:
                del self._kept[oldest]

    def get(self, key: str) -> int:
        count, ends = self._kept.get(key, (0, 0.0))
        return count if ends > self.clock() else 0

    def get_expiry(self, key: str) -> float:
        return self._kept.get(key, (0, self.clock()))[1]

    def check(self) -> bool:
        return True

    def reset(self) -> int:
        dropped = len(self._kept)
        self._kept.clear()
        return dropped

    def clear(self, key: str) -> None:
        self._kept.pop(key, None)


class RateLimits:
    """The rate limits of players and addresses, one for each name in `LIMITS`.

    Guests and clients without a cookie are counted apart at each address: misuse by strangers does
    not bar the guests. The networks around an IPv6 address have limits as well.
    """

    def __init__(
        self,
        on: bool = True,
        *,
        limits: Mapping[str, tuple[str | None, str]] = LIMITS,
        most: int = MAX_COUNTERS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._on = on
        self._counters = WindowCounters(most, clock)
        self._windows = FixedWindowRateLimiter(self._counters)
        self._limits = {
            what: (player and parse(player), parse(address))
            for what, (player, address) in limits.items()
        }

    def allow(self, what: str, player: str | None, address: str, cost: int = 1) -> float:
        """Count a request and return 0, or return the seconds to wait if it must be refused.

        `cost`: how many requests it counts as.
        """
        for_player, for_address = self._limits[what]
        if not self._on:
            return 0.0
        # Check the player first: a player over the limit must not use up the limit of the address.
        if for_player and player and (wait := self._wait(cost, for_player, what, player)):
            return wait
        pool = "guests at" if player else "strangers at"
        for network, factor in shares_of(address):
            if wait := self._wait(cost, multiple(for_address, factor), what, pool, network):
                return wait
        return 0.0

    def _wait(self, cost: int, item: RateLimitItem, *who: str) -> float:
        if self._windows.hit(item, *who, cost=cost):
            return 0.0
        ends = self._counters.get_expiry(item.key_for(*who))
        return max(0.001, ends - self._counters.clock())

    def __len__(self) -> int:
        """The number of counters in memory."""
        return len(self._counters)


@cache
def multiple(item: RateLimitItem, factor: int) -> RateLimitItem:
    """A limit of this many times as many requests in the same time."""
    return item if factor == 1 else type(item)(factor * item.amount, item.multiples)
