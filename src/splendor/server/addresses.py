"""Network addresses: parsing hosts and origins, finding this machine's own, listening."""

import ipaddress
import re
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias
from urllib.parse import SplitResult, urlsplit

from splendor.core.errors import RulesError

IP: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

USUAL_PORTS = {"http": 80, "https": 443}
NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*\.?", re.IGNORECASE)
HOST = re.compile(r"(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9._-]{1,253}))(?::([0-9]{1,5}))?")
BACKLOG = 2048  # connections waiting to be accepted
# Nothing is sent to these: connecting a datagram socket shows which local address would be used.
PROBE_TARGETS = (
    (socket.AF_INET, "192.0.2.1"),
    (socket.AF_INET, "10.255.255.254"),
    (socket.AF_INET, "192.168.255.254"),
    (socket.AF_INET6, "2001:db8::1"),
)


def ip_of(text: str) -> IP | None:
    """The parsed IP address, or None. An IPv4-mapped IPv6 address is returned as IPv4."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def is_host(text: str) -> bool:
    """An IP address or a name, without brackets or a port."""
    return ip_of(text) is not None or (len(text) <= 253 and NAME.fullmatch(text) is not None)


def is_loopback(host: str) -> bool:
    address = ip_of(host)
    return host.lower() == "localhost" if address is None else address.is_loopback


def is_everywhere(host: str) -> bool:
    """Whether this is the unspecified address, such as 0.0.0.0: all addresses of this machine."""
    address = ip_of(host)
    return address is not None and address.is_unspecified


def in_brackets(host: str) -> str:
    """The host as it is written in a URL."""
    return f"[{host}]" if ":" in host else host


def split_host(text: str) -> tuple[str, int | None] | None:
    """The host, without brackets, and the port of a Host header; None if it is not one."""
    found = HOST.fullmatch(text.lower())
    if found is None:
        return None
    port = found[3]
    return found[1] or found[2], None if port is None else int(port)


def origin_of(text: str, what: str) -> str:
    """Scheme, host and port as a browser sends them; `what` names the setting in the refusal."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise wrong_origin(text, what) from None
    host = parts.hostname or ""
    plain = text.isascii() and text.isprintable() and " " not in text
    if not (plain and is_host(host) and is_only_an_origin(parts)):
        raise wrong_origin(text, what)
    usual = port is None or port == USUAL_PORTS[parts.scheme]
    return f"{parts.scheme}://{in_brackets(host)}" + ("" if usual else f":{port}")


def is_only_an_origin(parts: SplitResult) -> bool:
    if parts.scheme not in USUAL_PORTS or parts.port == 0:
        return False
    return "@" not in parts.netloc and parts.path in ("", "/") and not parts.query + parts.fragment


def wrong_origin(text: str, what: str) -> RulesError:
    # Do not log a password that was typed into the URL.
    shown = repr(text[:100]) if "@" not in text else "what was given"
    return RulesError(f"{what} must be like https://host or http://host:8000, not {shown}")


# Which addresses share a rate limit


def same_household(address: str) -> str:
    """An IPv4 address itself; the /64 network of an IPv6 address, which one subscriber is given."""
    known = ip_of(address)
    if isinstance(known, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((int(known) >> 64 << 64, 64)))
    return address if known is None else str(known)


# IPv6 providers give a subscriber a /64, a /56 or a /48. A wider network may hold several
# subscribers, so that it has several times the limit of an address.
WIDER = ((56, 2), (48, 8))


@lru_cache(4096)
def shares_of(address: str) -> tuple[tuple[str, int], ...]:
    """The address or network that `same_household` gave, and the wider ones around it, each with
    the number by which its limits are multiplied.
    """
    if not address.endswith("/64"):
        return ((address, 1),)
    network = ipaddress.IPv6Network(address)
    wider = ((str(network.supernet(new_prefix=size)), factor) for size, factor in WIDER)
    return ((address, 1), *wider)


def subscriber_of(address: str) -> str:
    """The network that most likely belongs to one subscriber: the /56 around a /64."""
    shares = shares_of(address)
    return shares[1][0] if len(shares) > 1 else address


# Proxies

LOOPBACK = ("127.0.0.0/8", "::1/128")
MAX_FORWARDED = 16  # entries of X-Forwarded-For that are read


def network_of(text: str) -> Network:
    """A network in CIDR notation, or one address; a ValueError if it is neither."""
    return ipaddress.ip_network(text)


def is_in(address: IP | None, networks: Sequence[Network]) -> bool:
    return address is not None and any(address in each for each in networks)


def forwarded_address(header: str, trusted: Sequence[Network]) -> str | None:
    """The client in an X-Forwarded-For header: the last entry that no trusted proxy has. Clients
    can send any entries before it. None if our proxy wrote something else than an address.
    """
    named = None
    for entry in reversed(header.lower().rsplit(",", MAX_FORWARDED)[-MAX_FORWARDED:]):
        last = entry.strip()
        host = last if ip_of(last) else (split_host(last) or ("", None))[0]
        known = ip_of(host)
        if known is None:
            break
        named = host
        if not is_in(known, trusted):
            break
    return named


# The addresses to share


def lan_addresses() -> list[str]:
    """The addresses of this machine in its networks, likely ones first; nothing is sent."""
    found: list[str] = []
    for family, target in PROBE_TARGETS:
        address = address_towards(family, target)
        if address is not None and address not in found:
            found.append(address)
    return found


PRIVATE = tuple(
    map(ipaddress.ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"))
)


def private_addresses() -> list[str]:
    """The same without public addresses, which the whole internet may reach; IPv4 first, because
    people can read and type it.
    """
    found = [address for address in lan_addresses() if is_in(ip_of(address), PRIVATE)]
    return sorted(found, key=lambda address: ":" in address)


def address_towards(family: socket.AddressFamily, target: str) -> str | None:
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect((target, 9))
        known = ip_of(asking.getsockname()[0])
        if known and not (known.is_loopback or known.is_unspecified or known.is_link_local):
            return str(known)
    return None


def own_names() -> list[str]:
    """The host names of this machine in its own network."""
    name = socket.gethostname().lower()
    if not is_host(name):
        return []
    return [name] if "." in name else [name, f"{name}.local"]


# Listening


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one."""
    at_all = is_everywhere(host) and ":" in host and socket.has_dualstack_ipv6()
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server(
            (host, port), family=family, backlog=BACKLOG, dualstack_ipv6=at_all
        )
    except (OSError, UnicodeError) as error:
        reason = reason_of(error)
        where = f"{in_brackets(host)}:{port}"
        raise RulesError(
            f"cannot listen at {where}: {reason}: choose another --host or --port"
        ) from None


def reason_of(error: OSError | UnicodeError) -> str:
    """Without what `create_server` adds: the address, which the sentence names already."""
    return str(getattr(error, "strerror", None) or error).partition(" (while attempting")[0]


def is_taken(host: str, port: int) -> bool:
    """Whether a server already answers at this address."""
    with suppress(OSError), socket.create_connection((host, port), timeout=1.0):
        return True
    return False


# The address of a running server, for a second `splendor play` with the same data directory

ADDRESS_FILE = "address"


@contextmanager
def kept_address(data: Path, host: str, port: int) -> Iterator[None]:
    """Keep the address of this server in its data directory during the block."""
    file = data / ADDRESS_FILE
    with suppress(OSError):
        file.write_text(url_of(local_host(host), port), encoding="utf-8")
    try:
        yield
    finally:
        with suppress(OSError):
            file.unlink()


def address_kept(data: Path) -> str | None:
    """The address of the server that uses the data directory; it may have been killed since."""
    try:
        return (data / ADDRESS_FILE).read_text(encoding="utf-8")
    except (OSError, UnicodeError):
        return None


def local_host(host: str) -> str:
    """The address at which this machine reaches a server that listens there."""
    return "127.0.0.1" if is_everywhere(host) else host


def welcome(host: str, port: int, public_url: str | None) -> list[str]:
    """The lines that the server prints at its start: its address, and the address to share."""
    lines = [f"Splendor is served at {url_of(local_host(host), port)} (Ctrl-C ends it)"]
    if public_url is not None:
        lines.append(f"Share this address: {public_url}/")
    elif is_loopback(host):
        lines.append("Only this machine reaches it; --host 0.0.0.0 lets others of its network in")
    elif is_everywhere(host):
        # An IPv4 socket does not accept IPv6 connections.
        found = [address for address in lan_addresses() if ":" in host or ":" not in address]
        lines += [f"Share this address in your network: {url_of(there, port)}" for there in found]
        if not found:
            lines.append("This machine seems to be in no network: there is no address to share")
    return lines


def url_of(host: str, port: int) -> str:
    usual = port == USUAL_PORTS["http"]
    return f"http://{in_brackets(host)}" + ("/" if usual else f":{port}/")
