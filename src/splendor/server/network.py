"""Opening a local server to the machine's own network, and closing it again.

`splendor play` listens on this computer only. Somebody at this computer may open a second listener,
at one private address of the machine, never at all of its addresses. There is one at most. Host and
Origin of that address are accepted while it is open; afterwards nobody connects there any more, and
connections that exist last until they end.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from splendor.core.errors import RulesError
from splendor.server.addresses import is_loopback, listen, private_addresses, url_of
from splendor.server.admission import Admission
from splendor.server.logs import log
from splendor.server.refusals import RequestRefused, require

# A proxy adds one of these: then the person is not at this computer, whatever the peer is.
FORWARDED = (
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-real-ip",
)


class LocalNetwork:
    """The second listener of `splendor play`. The server sets `accept` when it starts."""

    def __init__(
        self,
        admission: Admission,
        port: int,
        addresses: Callable[[], Sequence[str]] = private_addresses,
    ) -> None:
        self.admission, self.port, self._addresses = admission, port, addresses
        self.accept: Callable[[socket.socket], Awaitable[asyncio.Server]] | None = None
        self.address = ""  # where it is open
        self.url = ""  # the same for a browser, without a slash at its end
        self._server: asyncio.Server | None = None
        self._lock = asyncio.Lock()

    @property
    def addresses(self) -> list[str]:
        """Where it can be opened, the likeliest first."""
        return list(self._addresses())

    async def open(self, address: str = "") -> None:
        """Open it at this address of the machine, or at the likeliest one."""
        async with self._lock:
            known = self.addresses
            require(known and self.accept, "no_network")
            chosen = address or known[0]
            require(chosen in known, "query_choice", name="address", values=known)
            if chosen == self.address:
                return
            self._close()
            await self._listen(listener_at(chosen, self.port), chosen)

    async def _listen(self, listener: socket.socket, address: str) -> None:
        assert self.accept is not None
        self._server = await self.accept(listener)
        port = listener.getsockname()[1]
        self.address, self.url = address, url_of(address, port).rstrip("/")
        self.admission.admit_network(self.url)
        log.warning("open to the network", url=self.url)

    async def close(self) -> None:
        async with self._lock:
            self._close()

    async def close_if_lost(self) -> None:
        """Close it if the machine no longer has the address, as after leaving a Wi-Fi."""
        if self.address and self.address not in self.addresses:
            await self.close()

    def _close(self) -> None:
        if self._server is None:
            return
        self._server.close()
        log.warning("closed to the network", url=self.url)
        self._server, self.address, self.url = None, "", ""
        self.admission.admit_network("")

    def is_asked_here(self, scope: Mapping[str, Any], headers: Mapping[str, str]) -> bool:
        """Whether a request comes from a page in a browser on this very computer.

        Peer and listener are this computer's own, no proxy is between them, and the page is ours
        at its local address. Other programs of this computer can send all that: they could open a
        listener of their own as well.
        """
        peer, here = scope.get("client") or ("", 0), scope.get("server") or ("", 0)
        host, origin = headers.get("host", "").lower(), headers.get("origin", "").lower()
        return (
            is_loopback(peer[0])
            and is_loopback(here[0])
            and here[0] != self.address
            and self.admission.is_at_home(host)
            and (origin == f"http://{host}" or (not origin and scope["method"] == "GET"))
            and headers.get("sec-fetch-site", "same-origin") == "same-origin"
            and not any(name in headers for name in FORWARDED)
        )


def listener_at(address: str, port: int) -> socket.socket:
    """A listening socket at the usual port, or at a free one if another program has it."""
    for each in (port, 0):
        with suppress(RulesError):
            return listen(address, each)
    raise RequestRefused("cannot_listen", address=address)
