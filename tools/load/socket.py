"""A client that uses little CPU, as it shares the machine with the measured server.

A WebSocket after RFC 6455 without extensions, and HTTP requests over one connection.
"""

import asyncio
import base64
import contextlib
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from tools.load.server import METRICS_TOKEN, Address

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
LAST, MASKED = 0x80, 0x80
NO_MASK = bytes(4)  # a mask of zeros is legal and costs nothing
SHORT, MIDDLE, LONG = 126, 126, 127  # below 126, the second byte is the length
ABNORMAL = 1006


@dataclass(frozen=True, slots=True)
class Callbacks:
    """The callbacks of a socket: for each text frame, and once when it is closed."""

    text: Callable[[memoryview], None]
    ended: Callable[[int], None]


class Socket(asyncio.Protocol):
    """One WebSocket. `opened` is resolved by the server's handshake, or fails."""

    def __init__(self, callbacks: Callbacks, request: bytes) -> None:
        self.callbacks, self.request = callbacks, request
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.code = ABNORMAL
        self.bytes = 0
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    def send(self, text: bytes) -> None:
        self._send(TEXT, text)

    def close(self, code: int = 1000) -> None:
        """Send a close frame; the server closes the connection."""
        self._send(CLOSE, code.to_bytes(2, "big"))

    def abort(self) -> None:
        if self._transport:
            self._transport.abort()

    def _send(self, kind: int, body: bytes) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        size = len(body)
        head = bytes((LAST | kind, MASKED | min(size, MIDDLE)))
        if size >= SHORT:
            head += size.to_bytes(2, "big")
        self._transport.write(head + NO_MASK + body)

    # Callbacks of asyncio

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's transport is not a subclass
        self._transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        self._buffer = self._buffer + data if self._buffer else data
        if not self.opened.done() and not self._handshake_done():
            return
        at = 0
        while (end := self._frame(at)) > at:
            at = end
        self._buffer = self._buffer[at:]

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server closed the connection"))
        self.callbacks.ended(self.code)

    # Frames

    def _handshake_done(self) -> bool:
        """Whether the response to the handshake has arrived and accepts it."""
        head, found, rest = self._buffer.partition(b"\r\n\r\n")
        if not found:
            return False
        if not head.startswith(b"HTTP/1.1 101 "):
            status = head.partition(b"\r\n")[0].decode("latin-1")
            self.opened.set_exception(ConnectionError(f"no socket: {status}"))
            self.abort()
            return False
        self._buffer = rest
        self.opened.set_result(None)
        return True

    def _frame(self, at: int) -> int:
        """Handle the frame that begins at `at`. Returns its end, or `at` if it is not complete."""
        data = self._buffer
        if len(data) < at + 2:
            return at
        kind, size, start = data[at] & 0xF, data[at + 1], at + 2
        if size >= SHORT:
            width = 2 if size == MIDDLE else 8
            if len(data) < start + width:
                return at
            size = int.from_bytes(data[start : start + width], "big")
            start += width
        end = start + size
        if len(data) < end:
            return at
        self._handle(kind, memoryview(data)[start:end])
        return end

    def _handle(self, kind: int, body: memoryview) -> None:
        if kind == TEXT:
            self.callbacks.text(body)
        elif kind == PING:
            self._send(PONG, bytes(body))
        elif kind == CLOSE:
            self.code = int.from_bytes(body[:2], "big")
            self._send(CLOSE, bytes(body[:2]))


def upgrade(address: Address, table: str, cookie: str) -> bytes:
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    lines = (
        f"GET /api/tables/{table}/socket HTTP/1.1",
        f"Host: {address.name}",
        f"Origin: {address.origin}",
        f"Cookie: {cookie}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
    )
    return "\r\n".join((*lines, "", "")).encode()


async def connect(address: Address, table: str, cookie: str, callbacks: Callbacks) -> Socket:
    loop = asyncio.get_running_loop()
    request = upgrade(address, table, cookie)
    _, socket = await loop.create_connection(
        lambda: Socket(callbacks, request), address.host, address.port
    )
    await socket.opened
    return socket


class Refused(Exception):
    """An HTTP response with an error status."""


class Http:
    """Requests over one connection, one after the other."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._fresh = True  # the connection has not been used yet
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def __aenter__(self) -> "Http":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def ask(
        self, method: str, path: str, cookie: str = "", body: Any = None
    ) -> tuple[bytes, str]:
        """The body of the response, and its cookie."""
        text = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self.address.name}\r\n"
            f"Origin: {self.address.origin}\r\nCookie: {cookie}\r\n"
            f"Authorization: Bearer {METRICS_TOKEN}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
        )
        reader, writer = await self._connection()
        writer.write(head.encode() + text)
        try:
            lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            if self._fresh:
                raise
            writer.close()
            self._streams = None  # an idle connection was closed meanwhile
            return await self.ask(method, path, cookie, body)
        self._fresh = False
        headers = {
            name.lower(): value.strip()
            for name, _, value in (line.partition(":") for line in lines[1:] if line)
        }
        answer = await reader.readexactly(int(headers.get("content-length", 0)))
        if not lines[0].split()[1].startswith("2"):
            raise Refused(f"{method} {path}: {lines[0]} {answer.decode()[:200]}")
        return answer, headers.get("set-cookie", "").partition(";")[0]

    async def _connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            self._fresh = True
            self._streams = await asyncio.open_connection(self.address.host, self.address.port)
        return self._streams

    async def close(self) -> None:
        if self._streams:
            self._streams[1].close()
            with contextlib.suppress(ConnectionError):
                await self._streams[1].wait_closed()
