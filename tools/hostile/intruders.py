"""Clients of an attacker: plain sockets at an address of their own, as slow or quick as they like.

The attacker connects from another loopback address than everybody else, so that limits by address
concern the attacker only, as they would on the internet.
"""

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from tools.hostile.victim import TEXT, ws_frame

ADDRESS = "127.0.0.66"
BYTES_PER_SECOND = 1_250_000  # 10 Mbit/s
TIMEOUT = 30.0  # seconds for an answer
HELLO = ws_frame(TEXT, b'{"type":"hello"}')


@dataclass
class Intruder:
    """One visitor at the attacker's address, with or without a cookie."""

    port: int
    cookie: str = ""
    sent: int = field(default=0, compare=False)

    @contextmanager
    def connection(self, window: int = 0) -> Iterator[socket.socket]:
        """A connection; `window` is the size of the receive buffer in bytes."""
        with socket.socket() as connection:
            connection.settimeout(TIMEOUT)
            connection.bind((ADDRESS, 0))
            if window:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
            connection.connect(("127.0.0.1", self.port))
            yield connection

    def request(self, method: str, path: str, body: Any = None, *headers: str) -> bytes:
        data = b"" if body is None else json.dumps(body).encode()
        host = f"127.0.0.1:{self.port}"
        lines = [f"{method} {path} HTTP/1.1", f"host: {host}", f"origin: http://{host}"]
        lines += [f"cookie: {self.cookie}"] if self.cookie else []
        lines += ["content-type: application/json", f"content-length: {len(data)}", *headers]
        return "\r\n".join([*lines, "", ""]).encode() + data

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """The status and the body of an answer; 0 if the connection was closed without one."""
        self.sent += 1
        with self.connection() as connection, suppress(OSError):
            connection.sendall(self.request(method, path, body, "connection: close"))
            data = b"".join(iter(lambda: connection.recv(65536), b""))
            head, _, text = data.partition(b"\r\n\r\n")
            self.keep_cookie(head)
            return (int(head.split(b" ")[1]), text) if head else (0, b"")
        return 0, b""

    def leave(self, method: str, path: str, body: Any = None) -> None:
        """Ask for something, and close the connection before there can be an answer."""
        self.sent += 1
        with self.connection() as connection, suppress(OSError):
            connection.sendall(self.request(method, path, body))

    def keep_cookie(self, head: bytes) -> None:
        for line in head.split(b"\r\n"):
            if line.lower().startswith(b"set-cookie: "):
                self.cookie = line.partition(b": ")[2].partition(b";")[0].decode()

    def json(self, method: str, path: str, body: Any = None) -> Any:
        status, text = self.ask(method, path, body)
        assert 200 <= status < 300, (path, status, text[:300])
        return json.loads(text)

    def become(self, name: str) -> "Intruder":
        """Become a guest."""
        self.json("POST", "/api/guest", {"name": name})
        return self

    def table(self, *seats: str, **more: Any) -> str:
        """A table with these seats (`me`, `open` or a bot), at which the game has begun."""
        given = [{"who": s} if s in ("me", "open") else {"who": "bot", "level": s} for s in seats]
        made = self.json("POST", "/api/tables", {"seats": given, **more})
        self.command(made["table"], "ready", id="ready")
        return str(made["table"])

    def command(self, table: str, type: str, **fields: Any) -> tuple[int, bytes]:
        return self.ask("POST", f"/api/tables/{table}/commands", {"type": type, **fields})

    @contextmanager
    def websocket(self, table: str, window: int = 0) -> Iterator[socket.socket]:
        """A socket at a table, after `hello`; what it is sent is not read."""
        path = f"/api/tables/{table}/socket"
        upgrade = ("upgrade: websocket", "connection: Upgrade", "sec-websocket-version: 13")
        key = "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA=="
        with self.connection(window) as connection:
            connection.sendall(self.request("GET", path, None, *upgrade, key))
            head = b""
            while not head.endswith(b"\r\n\r\n"):
                head += (read := connection.recv(1))
                if not read:
                    raise ConnectionResetError
            connection.sendall(HELLO)
            yield connection


def paced(data: bytes, until: float) -> Iterator[bytes]:
    """The data again and again, at the attacker's bandwidth."""
    begin, sent = time.monotonic(), 0
    while time.monotonic() < until:
        yield data
        sent += len(data)
        time.sleep(max(0.0, begin + sent / BYTES_PER_SECOND - time.monotonic()))


def flood(open_socket: Callable[[], Any], data: bytes, until: float) -> tuple[int, int]:
    """Send data over one socket after the other. Returns the sockets used, and chunks sent."""
    sockets = chunks = 0
    while time.monotonic() < until:
        with suppress(OSError), open_socket() as connection:
            sockets += 1
            connection.settimeout(1.0)
            for chunk in paced(data, until):
                connection.sendall(chunk)
                chunks += 1
        time.sleep(0.05)
    return sockets, chunks
