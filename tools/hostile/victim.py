"""A server under attack, with an honest table that must be unchanged after each attack."""

import json
import re
import socket
import sqlite3
import struct
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from splendor.client import Client, Table
from splendor.server.admission import SUBRESOURCE_MEDIA
from tests.server.serving import METRICS_TOKEN, Server

PATIENCE = 60.0
MOVE_WITHIN = 10.0  # seconds for an honest move meanwhile, on a busy machine
JSON = "application/json"
NONCE = "5ec7e7" * 8  # must not appear in the log
TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9  # kinds of WebSocket frames


MISTAKES = ("Traceback", "request failed", "Exception")


# The server and its honest players


class Victim:
    """A server and an honest table at it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.anna, self.ben = Client(server.url, "Anna"), Client(server.url, "Ben")
        self.mallory = Client(server.url, "Mallory")
        self.seats: list[Table] = []
        self.slowest = 0.0
        self.sit_down()
        path = f"/api/tables/{self.table}/seat-links"
        self.token = str(self.anna.ask("POST", path, {"seat": 0})["token"])

    def sit_down(self) -> None:
        self.leave()
        first = self.anna.create(seats=["me", "open"])
        second = self.ben.table(first.id)
        second.sit(1)
        for table in (first, second):
            table.ready(NONCE)
        self.seats = [first, second]
        for table in self.seats:
            table.wait_until(lambda table: table.room["status"] == "playing", PATIENCE)

    def leave(self) -> None:
        for table in self.seats:
            table.close()

    @property
    def table(self) -> str:
        return self.seats[0].id

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server.port}"

    def play_on(self, moves: int = 2) -> None:
        """Play moves at the honest table, and record the slowest acknowledgement."""
        for _ in range(moves):
            if self.seats[0].is_over:
                self.sit_down()
            self.look_around()
            mover = next(table for table in self.seats if table.view is not None)
            assert mover.view is not None
            begin = time.monotonic()
            mover.play(mover.view.legal_moves[0])
            self.slowest = max(self.slowest, time.monotonic() - begin)
        assert self.slowest < MOVE_WITHIN, f"a move took {self.slowest:.1f} s"

    def look_around(self) -> None:
        """Wait until both players have received all events."""
        # Long logs are sent in parts: ask for the events after the newest known one.
        known = max(table.news["seq"] for table in self.seats)
        seq = self.anna.ask("GET", f"/api/tables/{self.table}?since={known}")["seq"]
        for table in self.seats:
            table.wait_until(lambda table: bool(table.news["seq"] >= seq), PATIENCE)

    def check(self) -> None:
        """Check that the server is healthy, its log has no errors, and people can play."""
        assert self.anna.ask("GET", "/api/health")["status"] in ("ready", "degraded")
        self.play_on()
        log = self.server.log
        assert not [word for word in MISTAKES if word in log], log[-2000:]
        assert not [secret for secret in self.secrets() if secret in log], "a secret is in the log"

    def measured(self, name: str) -> float:
        """One of the measurements for Prometheus."""
        token = {"Authorization": f"Bearer {METRICS_TOKEN}"}
        request = urllib.request.Request(f"{self.server.url}/metrics", headers=token)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            lines = answer.read().decode().splitlines()
        return float(next(line for line in lines if line.startswith(f"{name} ")).split()[1])

    def secrets(self) -> list[str]:
        """Texts that must not be logged: they reveal hidden cards or give access to a seat."""
        with closing(sqlite3.connect(self.server.data / "splendor.db")) as database:
            found = [str(row[0]) for row in database.execute("SELECT secret FROM tables")]
        cookies = [each.cookie.partition("=")[2] for each in (self.anna, self.ben, self.mallory)]
        return [*found, *cookies, self.token, NONCE, *(table.id for table in self.seats)]

    # Ways to send something

    def raw(self, data: bytes, patience: float = PATIENCE) -> bytes:
        """Send bytes, and return everything until the server closes the connection."""
        with self.connection(patience) as connection:
            connection.sendall(data)
            return read_all(connection)

    @contextmanager
    def connection(self, patience: float = PATIENCE, window: int = 0) -> Iterator[socket.socket]:
        """`window` is the size of the receive buffer in bytes."""
        with socket.socket() as connection:
            connection.settimeout(patience)
            if window:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
            connection.connect(("127.0.0.1", self.server.port))
            yield connection

    def request(self, method: str, path: str, *headers: str, body: bytes = b"") -> "Answer":
        """One request; Host, Origin and Cookie are correct unless `headers` has them."""
        named = {header.partition(":")[0].lower() for header in headers}
        usual = {
            "host": self.host,
            "origin": self.server.url,
            "cookie": self.mallory.cookie,
            "connection": "close",
            "content-length": str(len(body)),
        }
        lines = [f"{method} {path} HTTP/1.1"]
        lines += [f"{key}: {value}" for key, value in usual.items() if key not in named]
        lines += [header for header in headers if not header.endswith(":")]
        return Answer(self.raw("\r\n".join([*lines, "", ""]).encode("latin-1") + body))

    def request_head(self, method: str, path: str, *headers: str, cookie: str = "") -> bytes:
        """The head of a request with a body; the caller sends the body."""
        usual = [f"host: {self.host}", f"origin: {self.server.url}", f"content-type: {JSON}"]
        usual += [f"cookie: {cookie or self.mallory.cookie}", "connection: close"]
        return "\r\n".join([f"{method} {path} HTTP/1.1", *usual, *headers, "", ""]).encode()

    def post(self, path: str, body: Any) -> "Answer":
        return self.request("POST", path, f"content-type: {JSON}", body=json.dumps(body).encode())

    @contextmanager
    def conversation(self, hello: bool = True, **more: Any) -> Iterator[ClientConnection]:
        """Mallory's socket at the honest table."""
        options: dict[str, Any] = {
            "origin": Origin(self.server.url),
            "additional_headers": {"Cookie": self.mallory.cookie},
            "open_timeout": PATIENCE,
            "compression": None,
            **more,
        }
        with connect(f"ws://{self.host}/api/tables/{self.table}/socket", **options) as connection:
            if hello:
                connection.send('{"type":"hello"}')
                assert json.loads(connection.recv(PATIENCE))["type"] == "news"
            yield connection

    @contextmanager
    def raw_socket(self, hello: bool = True, window: int = 0) -> Iterator[socket.socket]:
        """The same without a WebSocket library, so that invalid frames can be sent."""
        with self.connection(window=window) as connection:
            connection.sendall(self.handshake(f"/api/tables/{self.table}/socket"))
            head = b""
            while b"\r\n\r\n" not in head:
                head += connection.recv(1)
            assert b" 101 " in head, head
            if hello:
                connection.sendall(ws_frame(TEXT, b'{"type":"hello"}'))
            yield connection

    def handshake(self, path: str, **headers: str) -> bytes:
        usual = {"host": self.host, "origin": self.server.url, "cookie": self.mallory.cookie}
        lines = [f"GET {path} HTTP/1.1", "upgrade: websocket", "connection: Upgrade"]
        lines += ["sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==", "sec-websocket-version: 13"]
        lines += [f"{key}: {value}" for key, value in {**usual, **headers}.items() if value]
        return "\r\n".join([*lines, "", ""]).encode("latin-1")


class Answer:
    """A parsed HTTP response."""

    def __init__(self, data: bytes) -> None:
        head, _, self.body = data.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        self.status = int(first.split(" ")[1]) if first else 0
        self.headers = {key.lower(): value for key, _, value in (x.partition(": ") for x in lines)}

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def read_all(connection: socket.socket) -> bytes:
    data = b""
    try:
        while chunk := connection.recv(65536):
            data += chunk
    except (TimeoutError, ConnectionError):
        pass
    return data


def ws_frame(kind: int, data: bytes, masked: bool = True, last: bool = True) -> bytes:
    mask = 0x80 if masked else 0
    size = len(data)
    if size < 126:
        head = bytes([(0x80 if last else 0) | kind, mask | size])
    elif size < 65536:
        head = bytes([(0x80 if last else 0) | kind, mask | 126]) + struct.pack("!H", size)
    else:
        head = bytes([(0x80 if last else 0) | kind, mask | 127]) + struct.pack("!Q", size)
    return head + (b"\0\0\0\0" if masked else b"") + data  # a mask of zeros changes nothing


def close_code(data: bytes) -> int:
    """The status code of the close frame at the end, or 0. A ping before it may contain anything,
    also what begins like one.
    """
    for found in re.finditer(rb"(?=\x88([\x02-\x7d])(..))", data, re.DOTALL):
        if found.start() + 2 + found[1][0] == len(data):
            return int.from_bytes(found[2], "big")
    return 0


def closed_with(connection: ClientConnection) -> int:
    try:
        while True:
            connection.recv(PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def victim_memory(victim: Victim) -> int:
    """The server's resident memory in KB."""
    with open(f"/proc/{victim.server.pid}/status", encoding="ascii") as status:
        return int(next(line for line in status if line.startswith("VmRSS")).split()[1])


def assert_guarded(answer: Answer, what: str) -> None:
    """Check the security headers, which every response must have, errors included.

    Subresources (scripts, styles, fonts) need only `nosniff` and the referrer policy.
    """
    if not answer.headers.get("content-type", "").startswith(SUBRESOURCE_MEDIA):
        policy = answer.headers.get("content-security-policy", "")
        assert "default-src 'none'" in policy, (what, answer.status)
        assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
