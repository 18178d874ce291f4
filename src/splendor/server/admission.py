"""The door: may this request come in, from where does it come, and how often.

Everything here works on plain headers, a mapping of lower-case names, and knows no web framework.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from limits import RateLimitItem, parse
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from splendor.server.addresses import (
    USUAL_PORTS,
    in_brackets,
    ip_of,
    is_everywhere,
    is_loopback,
    own_names,
    same_household,
    split_host,
)
from splendor.server.refusals import RequestRefused
from splendor.server.settings import Settings


class NotAdmitted(RequestRefused):
    """The request comes under a wrong name or from another page. Nothing has happened."""


def plain_headers(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """The headers of a request, out of what ASGI gives.

    What stands twice is joined: a second Host or Origin then equals no allowed one, and what our
    proxy says stays the last of a list.
    """
    headers: dict[str, str] = {}
    for name, value in raw:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        between = "; " if key == "cookie" else ", "
        headers[key] = headers[key] + between + text if key in headers else text
    return headers


# Under which name, and from which page


class Admission:
    """Who may come in. `port` is the one that the server listens at."""

    def __init__(self, settings: Settings, port: int) -> None:
        self._port = port
        self._forwarded = settings.forwarded
        self._open = not is_loopback(settings.host)
        public = () if settings.public_url is None else (settings.public_url,)
        self._origins = frozenset((*public, *settings.origins))
        self._own = frozenset(self._own_hosts(settings.host))
        self._hosts = self._own | {
            name for origin in self._origins for name in host_headers_of(origin)
        }
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

    def check_host(self, headers: Mapping[str, str]) -> None:
        """Refuse a request under a foreign name: its page thinks that we are its own server."""
        host = headers.get("host", "").lower()
        if host not in self._hosts and not self._is_own(host):
            raise NotAdmitted("not_admitted", host=host[:100])

    def check_origin(self, headers: Mapping[str, str]) -> None:
        """Refuse what the page of another site, or of none, wants changed or wants to listen to."""
        origin, host = headers.get("origin", "").lower(), headers.get("host", "").lower()
        if origin in self._origins:
            return
        if origin != f"http://{host}" or not self._is_own(host):
            raise NotAdmitted("not_admitted", origin=origin[:100])

    def _is_own(self, host: str) -> bool:
        """A name or address of this machine, with our port.

        No name can be pointed at us that is an address already, so every address is believed
        once others may reach us at all: a machine has several, and they change.
        """
        if host in self._own:
            return True
        parts = split_host(host) if self._open else None
        if parts is None or ip_of(parts[0]) is None:
            return False
        return (USUAL_PORTS["http"] if parts[1] is None else parts[1]) == self._port

    def client_address(self, peer: str | None, headers: Mapping[str, str]) -> str:
        """Whose requests are counted together: the peer, or whom a proxy on this machine names."""
        peer = peer or "unknown"
        if self._forwarded and is_loopback(peer):
            # Only the last one was written by our proxy, what stands before by anybody.
            last = headers.get("x-forwarded-for", "").rpartition(",")[2].strip().lower()
            named = last if ip_of(last) else (split_host(last) or ("", None))[0]
            if ip_of(named):
                peer = named
        return same_household(peer)

    def headers(self, host: str | None = None) -> dict[str, str]:
        """What a page carries. `host` is the Host header of the request."""
        sockets = list(self._sockets)
        if host and self._is_own(host.lower()):
            sockets.append(f"ws://{host.lower()}")
        return {**self._headers, "content-security-policy": content_policy(sockets)}


def host_headers_of(origin: str) -> list[str]:
    """The Host headers that mean this origin: the usual port may be left out or not."""
    scheme, _, place = origin.partition("://")
    host, port = split_host(place) or (place, None)
    usual = USUAL_PORTS[scheme]
    full = f"{in_brackets(host)}:{port or usual}"
    return [full, in_brackets(host)] if port in (None, usual) else [full]


# What every answer says

# Headers that mean something for a page only, and media that are never a page of their own. A table
# loads a hundred of those: without these headers it is some 30 kB lighter.
PAGE_HEADERS: Final = (
    "content-security-policy",
    "cross-origin-opener-policy",
    "permissions-policy",
)
SUBRESOURCE_MEDIA: Final = ("text/javascript", "text/css", "font/")


def headers_for_media(headers: Mapping[str, str], media: str) -> dict[str, str]:
    """Of these headers, those that an answer of such media needs."""
    left_out = PAGE_HEADERS if media.startswith(SUBRESOURCE_MEDIA) else ()
    return {name: value for name, value in headers.items() if name not in left_out}


def content_policy(sockets: Iterable[str]) -> str:
    """Nothing but our own files. Older Safaris do not count sockets as `self`: they are named."""
    connect = " ".join(["'self'", *sockets])
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"font-src 'self'; connect-src {connect}; manifest-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )


def fixed_headers(secure: bool) -> dict[str, str]:
    headers = {
        "x-content-type-options": "nosniff",
        # The address of a table lets people in: it is told to no other site.
        "referrer-policy": "no-referrer",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }
    if secure:
        headers["strict-transport-security"] = "max-age=31536000"
    return headers


# How often

# For each thing: how often a player, and how often all at one address. Many people can share an
# address: a household, a school.
LIMITS: Final[Mapping[str, tuple[str | None, str]]] = {
    "guest": (None, "120 per 1 hour"),
    "table": ("20 per 10 minute", "120 per 10 minute"),
    "join": ("30 per 1 minute", "240 per 1 minute"),
    "command": ("60 per 10 second", "1200 per 10 second"),
    "chat": ("10 per 10 second", "120 per 10 second"),
    "hint": ("20 per 1 minute", "120 per 1 minute"),
    "read": ("300 per 1 minute", "3000 per 1 minute"),
    "socket": ("60 per 1 minute", "600 per 1 minute"),
    "bad": ("20 per 1 minute", "200 per 1 minute"),
}
MAX_COUNTERS = 50_000  # counters kept, about 15 MB


class WindowCounters(Storage):
    """Counts of a fixed window each, in memory: at most so many, the longest unused go first.

    The storage that `limits` brings along starts a thread every ten milliseconds of use to look
    through all keys, and takes any number of them.
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
        """Two for each that comes, if their time is over; any where there are too many."""
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
    """How often a player, and an address, may do each thing of `LIMITS`."""

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

    def allow(self, what: str, player: str | None, address: str) -> float:
        """Count it and return 0, or the seconds to wait: then it is refused."""
        for_player, for_address = self._limits[what]
        if not self._on:
            return 0.0
        # Who asks too often alone does not use up what others at the address may do.
        if for_player and player and (wait := self._wait(for_player, what, player)):
            return wait
        return self._wait(for_address, what, "at", address)

    def _wait(self, item: RateLimitItem, *who: str) -> float:
        if self._windows.hit(item, *who):
            return 0.0
        ends = self._counters.get_expiry(item.key_for(*who))
        return max(0.001, ends - self._counters.clock())

    def __len__(self) -> int:
        """How many counters are kept."""
        return len(self._counters)
