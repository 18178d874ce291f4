"""Delivering a message to a push service. Its address comes from a browser, and is not trusted.

Whoever subscribes chooses where this server connects to. So only addresses of the public Internet
are connected to, the one that was checked and no other, over TLS; no redirect is followed, and of
the answer only the status is read.
"""

import ipaddress
import re
import socket
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlsplit

from splendor.server.addresses import IP, ip_of
from splendor.server.refusals import RequestRefused

MAX_ENDPOINT = 800  # characters
HTTPS_PORT = 443
TIMEOUT = 5.0  # seconds for each of: connecting, the handshake, sending, the answer
MAX_ANSWER = 1024  # bytes that are read
HOST = re.compile(r"(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,62}")
PATH = re.compile(r"[!-~]*")  # printable, no space
STATUS = re.compile(rb"HTTP/1\.[01] ([1-5]\d\d)\b")
UNICAST = ipaddress.IPv6Network("2000::/3")
# Networks that are not public, or lead to other addresses; `is_global` of some Pythons allows them.
EXCLUDED = tuple(
    ipaddress.ip_network(text)
    for text in ("192.88.99.0/24", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
)


class Endpoint(NamedTuple):
    host: str
    port: int
    path: str  # with the query

    @property
    def service(self) -> str:
        """Scheme and host, as the signature names them."""
        return f"https://{self.host}" + ("" if self.port == HTTPS_PORT else f":{self.port}")


def endpoint_of(url: str, ports: tuple[int, ...] = (HTTPS_PORT,)) -> Endpoint:
    """The parts of a push service's address, or a refusal: https, a host name, the usual port."""
    try:
        parts = urlsplit(url)
        port = parts.port or HTTPS_PORT
    except ValueError:
        raise RequestRefused("bad_endpoint") from None
    host = (parts.hostname or "").lower()
    plain = len(url) <= MAX_ENDPOINT and PATH.fullmatch(url) and "@" not in parts.netloc
    if not plain or parts.scheme != "https" or port not in ports or not HOST.fullmatch(host):
        raise RequestRefused("bad_endpoint")
    return Endpoint(host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def is_public(address: IP) -> bool:
    """Whether this is an address of the public Internet, and of nothing nearer."""
    if isinstance(address, ipaddress.IPv6Address) and address not in UNICAST:
        return False
    is_excluded = any(address.version == net.version and address in net for net in EXCLUDED)
    return address.is_global and not address.is_multicast and not is_excluded


def resolved(host: str) -> list[str]:
    """The addresses of a host name."""
    found = socket.getaddrinfo(host, HTTPS_PORT, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


class NotDelivered(Exception):
    """The push service was not reached, or must not be."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """Posts messages; it blocks. Tests have a network of their own."""

    resolve: Callable[[str], list[str]] = resolved
    allows: Callable[[IP], bool] = is_public
    ports: tuple[int, ...] = (HTTPS_PORT,)
    tls: ssl.SSLContext = field(default_factory=ssl.create_default_context)
    timeout: float = TIMEOUT

    def post(self, endpoint: Endpoint, headers: Mapping[str, str], body: bytes) -> int:
        """The status of the answer, or `NotDelivered`."""
        try:
            address = (self.address_of(endpoint.host), endpoint.port)
            with (
                socket.create_connection(address, self.timeout) as plain,
                self.tls.wrap_socket(plain, server_hostname=endpoint.host) as connection,
            ):
                connection.sendall(request(endpoint, headers, body))
                return status_of(answer(connection, time.monotonic() + self.timeout))
        except (OSError, ValueError) as error:  # TimeoutError and ssl.SSLError are OSErrors
            raise NotDelivered(type(error).__name__) from None

    def address_of(self, host: str) -> str:
        """An address of the host. If one of them must not be connected to, none is."""
        addresses = self.resolve(host)
        known = [ip_of(address) for address in addresses]
        if not known or not all(each and self.allows(each) for each in known):
            raise NotDelivered("address")
        return addresses[0]


def request(endpoint: Endpoint, headers: Mapping[str, str], body: bytes) -> bytes:
    host = endpoint.service.removeprefix("https://")
    every = {"Host": host, **headers, "Content-Length": len(body), "Connection": "close"}
    lines = [f"POST {endpoint.path} HTTP/1.1", *(f"{key}: {every[key]}" for key in every)]
    return "\r\n".join((*lines, "", "")).encode("ascii") + body


def answer(connection: ssl.SSLSocket, until: float) -> bytes:
    """The first line of the answer, at most so many bytes and before this time."""
    found = b""
    while b"\n" not in found and len(found) < MAX_ANSWER:
        connection.settimeout(max(0.01, until - time.monotonic()))
        more = connection.recv(MAX_ANSWER - len(found))
        if not more or time.monotonic() > until:
            break
        found += more
    return found


def status_of(answer: bytes) -> int:
    found = STATUS.match(answer)
    if found is None:
        raise NotDelivered("answer")
    return int(found[1])
