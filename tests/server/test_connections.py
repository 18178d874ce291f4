"""Clients that do not send, read or answer are disconnected and use little memory."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from splendor.server import connections, http
from splendor.server.app import MAX_CHUNK, send_in_chunks
from splendor.server.settings import Settings
from splendor.server.tables.listeners import MAX_BYTES
from splendor.server.traffic import (
    CONTROL_FRAMES,
    FRAMES,
    MAX_FRAGMENTS,
    MAX_UNREAD,
    Bucket,
    Traffic,
)
from tools.hostile.local_server import PATIENCE, LocalServer, Visitor, run, start_local_server
from tools.hostile.secrecy import start_table
from tools.hostile.victim import PING, TEXT, close_code, ws_frame

SHORT = 0.3  # seconds, instead of the usual timeouts


@pytest.fixture(autouse=True)
def short_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEAD_TIMEOUT", "STALLED_WRITE_TIMEOUT", "CLOSE_TIMEOUT"):
        monkeypatch.setattr(connections, name, SHORT)
    monkeypatch.setattr(http, "BODY_TIMEOUT", SHORT)


@contextlib.asynccontextmanager
async def connected(
    server: LocalServer, *sent: bytes
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        for data in sent:
            writer.write(data)
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def read_all(reader: asyncio.StreamReader) -> bytes:
    """Everything until the server closes the connection, which it must do."""
    with contextlib.suppress(ConnectionError):
        return await asyncio.wait_for(reader.read(), PATIENCE)
    return b""


def handshake(visitor: Visitor, table: str) -> bytes:
    request = visitor.request("GET", f"/api/tables/{table}/socket").removesuffix(b"\r\n")
    upgrade = b"upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\n"
    return request + upgrade + b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"


@contextlib.asynccontextmanager
async def listening(
    server: LocalServer, visitor: Visitor, table: str
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A socket that has sent `hello` and was accepted; it does not read the news."""
    before = server.context.sockets
    async with connected(server, handshake(visitor, table)) as (reader, writer):
        assert b" 101 " in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        writer.write(ws_frame(TEXT, b'{"type":"hello"}'))
        await until(lambda: server.context.sockets == before + 1)
        yield reader, writer


async def until(condition: object) -> None:
    assert callable(condition)
    end = asyncio.get_running_loop().time() + PATIENCE
    while not condition():
        assert asyncio.get_running_loop().time() < end, "the condition never became true"
        await asyncio.sleep(0.01)


# HTTP


@pytest.mark.parametrize(
    "begun", [b"", b"GET", b"GET / HTTP/1.1\r\nhost:", b"GET / HTTP/1.1\r\nx: y\r\n"]
)
def test_an_incomplete_request_times_out(begun: bytes, tmp_path: Path) -> None:
    async def work() -> None:
        async with start_local_server(tmp_path) as server, connected(server, begun) as (reader, _):
            assert await read_all(reader) == b""

    run(work())


def test_headers_that_trickle_in_time_out(tmp_path: Path) -> None:
    async def work() -> None:
        async with start_local_server(tmp_path) as server, connected(server) as (reader, writer):
            for letter in b"GET / HTTP/1.1\r\nx: " + b"y" * 10_000:
                if reader.at_eof() or writer.is_closing():
                    break
                writer.write(bytes([letter]))
                await asyncio.sleep(0.01)
            assert await read_all(reader) == b""

    run(work())


def test_a_request_without_its_body_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with start_local_server(tmp_path) as server:
            body = json.dumps({"name": "Mallory"})
            whole = Visitor(server).request("POST", "/api/guest", {"name": "Mallory"})
            async with connected(server, whole.removesuffix(body.encode()) + b"{") as (reader, _):
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
                assert head.startswith(b"HTTP/1.1 400 ")

    run(work())


def test_endless_headers_are_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with start_local_server(tmp_path) as server:
            head = b"GET / HTTP/1.1\r\nx: " + b"y" * 2 * connections.MAX_HEAD
            async with connected(server, head) as (reader, _):
                # A client that is still sending when the connection closes may miss the response.
                assert (await read_all(reader))[:13] in (b"HTTP/1.1 400 ", b"")

    run(work())


def test_responses_that_nobody_reads_are_discarded(tmp_path: Path) -> None:
    async def work() -> None:
        async with start_local_server(tmp_path, buffers=4096) as server:
            request = Visitor(server).request("GET", "/api/rules/official/cards")
            async with connected(server) as (_, writer):
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                writer.write(request * 500)
                await until(lambda: server.connections == 1)
                await until(lambda: server.connections == 0)

    run(work())


def test_a_connection_in_use_stays_open(tmp_path: Path) -> None:
    async def work() -> None:
        async with start_local_server(tmp_path) as server:
            anna = await server.guest("Anna")
            for _ in range(4):
                await asyncio.sleep(SHORT / 2)
                assert await anna.json("GET", "/api/guest") == {"name": "Anna"}

    run(work())


# Sockets


def test_a_client_that_does_not_read_is_dropped_and_others_go_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with start_local_server(tmp_path, buffers=4096) as server:
            people = [await server.guest(name) for name in ("Anna", "Ben")]
            table = await start_table(people, "official", {})
            socket = await people[0].socket(table)
            async with listening(server, people[1], table) as (_, writer):
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                path = f"/api/tables/{table}/commands"
                frames = 0
                while server.context.sockets == 2 and frames < 4000:
                    frames += 1
                    chat = {"type": "chat", "id": f"{frames}", "text": "x" * 300}
                    await people[0].json("POST", path, chat)
                    await socket.recv()
                    buffered = [each._bytes for each in server.table(table).listeners]
                    # One more frame disconnects the client.
                    assert max(buffered) <= MAX_BYTES + 16_384
                await until(lambda: server.context.sockets == 1)
            await socket.close()

    run(work())


def test_a_client_that_does_not_answer_pings_is_dropped(tmp_path: Path) -> None:
    """A half-open socket: the other end is gone without closing it."""

    async def work() -> None:
        async with start_local_server(tmp_path, pings=SHORT) as server:
            people = [await server.guest(name) for name in ("Anna", "Ben")]
            table = await start_table(people, "duel", {})
            async with listening(server, people[0], table) as (reader, _):
                assert close_code(await read_all(reader)) == 1011
                await until(lambda: server.context.sockets == 0)

    run(work())


def test_a_client_that_neither_reads_nor_answers_is_dropped(tmp_path: Path) -> None:
    """The closing handshake would never be completed."""

    async def work() -> None:
        async with start_local_server(tmp_path, pings=SHORT, buffers=4096) as server:
            people = [await server.guest(name) for name in ("Anna", "Ben")]
            table = await start_table(people, "official", {})
            async with listening(server, people[0], table) as (_, writer):
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                for number in range(10):
                    body = {"type": "chat", "id": f"{number}", "text": "x" * 300}
                    await people[1].json("POST", f"/api/tables/{table}/commands", body)
                await until(lambda: server.context.sockets == 0)

    run(work())


def test_pongs_are_not_sent_into_a_full_buffer(tmp_path: Path) -> None:
    async def work() -> None:
        async with start_local_server(tmp_path, buffers=4096) as server:
            people = [await server.guest(name) for name in ("Anna", "Ben")]
            table = await start_table(people, "official", {})
            async with listening(server, people[0], table) as (_, writer):
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                with contextlib.suppress(RuntimeError):  # when it is closed
                    for _ in range(200):
                        writer.write(ws_frame(PING, b"x" * 125) * 100)
                        await asyncio.sleep(0)
                await until(lambda: server.context.sockets == 0)

    run(work())


def test_a_socket_without_hello_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("splendor.server.socket.HELLO_TIMEOUT", SHORT)

    async def work() -> None:
        async with start_local_server(tmp_path) as server:
            people = [await server.guest(name) for name in ("Anna", "Ben")]
            table = await start_table(people, "official", {})
            async with connected(server, handshake(people[0], table)) as (reader, _):
                assert close_code(await read_all(reader)) == 1008

    run(work())


def test_invalid_text_closes_a_socket_without_a_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with start_local_server(tmp_path) as server:
            people = [await server.guest(name) for name in ("Anna", "Ben")]
            table = await start_table(people, "official", {})
            async with listening(server, people[0], table) as (reader, writer):
                writer.write(ws_frame(TEXT, b"\xff\xfe"))
                assert close_code(await read_all(reader)) == 1007

    run(work())
    assert not [record for record in caplog.records if record.exc_info]


# Frames

PONG = 10


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Budgets of frames that are not refilled, so that a slow machine changes nothing."""
    for name, (_, burst) in (("FRAMES", FRAMES), ("CONTROL_FRAMES", CONTROL_FRAMES)):
        monkeypatch.setattr(connections, name, (0.0, burst))


async def answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    """Whether the socket answers a last message, or was closed with 1008."""
    writer.write(ws_frame(TEXT, b'{"type":"hello"}'))  # the second one: it is refused
    data = b""
    while b"hello_again" not in data:
        chunk = await asyncio.wait_for(reader.read(65536), PATIENCE)
        data += chunk
        if not chunk:
            assert close_code(data) == 1008
            return False
    return True


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize(
    "sent, most",
    [
        (ws_frame(TEXT, b'{"type":"ping"}'), FRAMES[1] - 2),  # and hello before and behind
        (ws_frame(PING, b""), CONTROL_FRAMES[1]),
        (ws_frame(PONG, b"x"), CONTROL_FRAMES[1]),
    ],
    ids=["messages", "pings", "pongs"],
)
@pytest.mark.parametrize("more", [0, 1])
def test_too_many_frames_close_a_socket(sent: bytes, most: int, more: int, tmp_path: Path) -> None:
    async def work() -> None:
        async with start_local_server(tmp_path, rates=True) as server:
            server.context.rates = type(server.context.rates)(False)  # frames alone are limited
            people = [await server.guest(name) for name in ("Anna", "Ben")]
            table = await start_table(people, "official", {})
            async with listening(server, people[0], table) as (reader, writer):
                writer.write(sent * (most + more))
                assert await answered(reader, writer) == (more == 0)
                assert server.context.traffic.cut == more

    run(work())


@pytest.mark.parametrize("more", [0, 1])
def test_too_many_fragments_of_a_message_close_a_socket(more: int, tmp_path: Path) -> None:
    """Even where there are no rate limits."""

    async def work() -> None:
        async with start_local_server(tmp_path) as server:
            people = [await server.guest(name) for name in ("Anna", "Ben")]
            table = await start_table(people, "official", {})
            async with listening(server, people[0], table) as (reader, writer):
                empty = ws_frame(0, b"", last=False) * (MAX_FRAGMENTS - 2 + more)
                writer.write(ws_frame(TEXT, b'{"type":', last=False) + empty)
                writer.write(ws_frame(0, b'"ping"}'))
                assert await answered(reader, writer) == (more == 0)

    run(work())


def test_what_follows_too_many_frames_is_not_parsed(tmp_path: Path) -> None:
    """A flood costs no more than its first slices."""

    async def work() -> None:
        async with start_local_server(tmp_path, rates=True) as server:
            people = [await server.guest(name) for name in ("Anna", "Ben")]
            table = await start_table(people, "official", {})
            async with listening(server, people[0], table) as (reader, writer):
                await until(lambda: server.context.sockets == 1)
                with contextlib.suppress(ConnectionError, RuntimeError):  # when it is closed
                    for _ in range(20):
                        writer.write(ws_frame(PONG, b"") * 10_000)
                        await asyncio.sleep(0)
                await read_all(reader)
            await until(lambda: server.context.sockets == 0)
            assert server.context.traffic.cut == 1

    run(work())


def test_a_bucket_allows_a_burst_and_a_rate() -> None:
    now = [0.0]
    bucket = Bucket(2.0, 10, clock=lambda: now[0])
    assert bucket.take(10)
    assert not bucket.take(1)
    now[0] = 1.0
    assert bucket.take(1)
    assert not bucket.take(1)
    now[0] = 100.0
    assert bucket.take(10)  # no more than the burst is saved
    assert not bucket.take(1)


# Connections and unread bytes of an address


@pytest.mark.parametrize("rates", [True, False])
def test_the_connections_of_an_address_are_limited(rates: bool, tmp_path: Path) -> None:
    async def work() -> None:
        async with start_local_server(
            tmp_path, rates=rates, most_connections_per_address=3
        ) as server:
            async with contextlib.AsyncExitStack() as stack:
                for _ in range(3):
                    await stack.enter_async_context(connected(server))
                await until(lambda: server.connections == 3)
                request = Visitor(server).request("GET", "/api/guest")
                reader, _ = await stack.enter_async_context(connected(server, request))
                if rates:
                    assert await read_all(reader) == b""
                else:
                    assert (await asyncio.wait_for(reader.read(12), PATIENCE)) == b"HTTP/1.1 200"
            await until(lambda: server.connections == 0)
            assert len(server.context.traffic) == 0

    run(work())


def test_a_socket_counts_as_a_connection_until_it_ends(tmp_path: Path) -> None:
    async def work() -> None:
        async with start_local_server(tmp_path, rates=True) as server:
            people = [await server.guest(name) for name in ("Anna", "Ben")]
            table = await start_table(people, "official", {})
            for visitor in people:
                await visitor.close()
            await until(lambda: server.connections == 0)
            assert len(server.context.traffic) == 0
            async with listening(server, people[0], table):
                assert len(server.context.traffic) == 1
            await until(lambda: len(server.context.traffic) == 0)

    run(work())


@pytest.mark.parametrize("size", [0, 1, MAX_CHUNK, MAX_CHUNK + 1, 2 * MAX_CHUNK, 5 * MAX_CHUNK + 7])
def test_a_long_body_is_sent_in_chunks(size: int) -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    body = bytes(number % 251 for number in range(size))
    asyncio.run(send_in_chunks({"type": "http.response.body", "body": body}, send))
    assert b"".join(each["body"] for each in sent) == body
    assert max(len(each["body"]) for each in sent) <= MAX_CHUNK
    assert [each.get("more_body", False) for each in sent] == [True] * (len(sent) - 1) + [False]
    assert len(sent) == max(1, -(-size // MAX_CHUNK))


class FullBuffer:
    """A transport with unread bytes."""

    def __init__(self, unread: int) -> None:
        self.unread, self.aborted = unread, False

    def get_write_buffer_size(self) -> int:
        return self.unread

    def abort(self) -> None:
        self.aborted = True


def test_of_too_many_unread_bytes_the_oldest_are_dropped(tmp_path: Path) -> None:
    traffic = Traffic(Settings(data=tmp_path))
    buffers = [FullBuffer(MAX_UNREAD // 4) for _ in range(6)]
    for buffer in buffers[:4]:
        traffic.stall("192.0.2.1", buffer)
    assert not any(buffer.aborted for buffer in buffers)  # exactly the limit
    traffic.flow("192.0.2.1", buffers[0])
    traffic.stall("192.0.2.1", buffers[4])
    traffic.stall("192.0.2.2", FullBuffer(MAX_UNREAD))  # another address
    assert not any(buffer.aborted for buffer in buffers)
    traffic.stall("192.0.2.1", buffers[5])
    assert [buffer.aborted for buffer in buffers] == [False, True, False, False, False, False]


def test_networks_of_ipv6_have_limits_of_unread_bytes(tmp_path: Path) -> None:
    traffic = Traffic(Settings(data=tmp_path))
    buffers = [FullBuffer(MAX_UNREAD // 2) for _ in range(5)]
    for number, buffer in enumerate(buffers):  # each in a /64 of its own, within one /56
        traffic.stall(f"2001:db8:1:{number:x}::1", buffer)
    assert [buffer.aborted for buffer in buffers] == [True, False, False, False, False]
    for number, buffer in enumerate(buffers):
        traffic.flow(f"2001:db8:1:{number:x}::1", buffer)
    assert not traffic._stalled


def test_networks_of_ipv6_have_limits_of_connections(tmp_path: Path) -> None:
    traffic = Traffic(Settings(data=tmp_path, most_connections_per_address=2))
    peers = [f"2001:db8:1:{number:x}::1" for number in range(10)]
    assert [traffic.enter(peer) for peer in peers] == [*[True] * 4, *[False] * 6]
    assert traffic.enter("2001:db8:1:100::1")
    for peer in (*peers[:4], "2001:db8:1:100::1"):
        traffic.leave(peer)
    assert len(traffic) == 0


@pytest.mark.parametrize("trust", [{"forwarded": True}, {"trusted_proxies": ("127.0.0.1",)}])
def test_a_trusted_proxy_is_not_limited(tmp_path: Path, trust: dict[str, Any]) -> None:
    settings = Settings(
        data=tmp_path,
        public_url="https://example.org",
        most_connections_per_address=1,
        **trust,
    )
    traffic = Traffic(settings)
    assert traffic.enter("127.0.0.1")
    assert traffic.enter("127.0.0.1")
    assert traffic.enter("192.0.2.1")
    assert not traffic.enter("192.0.2.1")
    buffer = FullBuffer(2 * MAX_UNREAD)
    traffic.stall("127.0.0.1", buffer)
    assert not buffer.aborted
