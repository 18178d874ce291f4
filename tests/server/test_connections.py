"""Who does not send, does not read or does not answer holds neither memory nor a place for long."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from splendor.server import connections, http
from splendor.server.tables.listeners import MAX_BYTES
from tools.hostile.house import PATIENCE, House, Visitor, open_house, run
from tools.hostile.secrecy import begun_table
from tools.hostile.victim import PING, TEXT, close_code, ws_frame

SOON = 0.3  # seconds, in place of the usual ones


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEAD_TIMEOUT", "STALLED_WRITE_TIMEOUT", "CLOSE_TIMEOUT"):
        monkeypatch.setattr(connections, name, SOON)
    monkeypatch.setattr(http, "BODY_TIMEOUT", SOON)


@contextlib.asynccontextmanager
async def connected(
    house: House, *sent: bytes
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    try:
        for data in sent:
            writer.write(data)
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def all_of(reader: asyncio.StreamReader) -> bytes:
    """What comes until the server closes; that it does is what is tested."""
    with contextlib.suppress(ConnectionError):
        return await asyncio.wait_for(reader.read(), PATIENCE)
    return b""


def handshake(visitor: Visitor, table: str) -> bytes:
    request = visitor.request("GET", f"/api/tables/{table}/socket").removesuffix(b"\r\n")
    upgrade = b"upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\n"
    return request + upgrade + b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"


@contextlib.asynccontextmanager
async def listening(
    house: House, visitor: Visitor, table: str
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A socket that has said hello and been let in; it reads no news by itself."""
    before = house.context.sockets
    async with connected(house, handshake(visitor, table)) as (reader, writer):
        assert b" 101 " in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        writer.write(ws_frame(TEXT, b'{"type":"hello"}'))
        await until(lambda: house.context.sockets == before + 1)
        yield reader, writer


async def until(condition: object) -> None:
    assert callable(condition)
    end = asyncio.get_running_loop().time() + PATIENCE
    while not condition():
        assert asyncio.get_running_loop().time() < end, "it never happened"
        await asyncio.sleep(0.01)


# HTTP


@pytest.mark.parametrize(
    "begun", [b"", b"GET", b"GET / HTTP/1.1\r\nhost:", b"GET / HTTP/1.1\r\nx: y\r\n"]
)
def test_a_request_that_does_not_come_is_not_waited_for(begun: bytes, tmp_path: Path) -> None:
    async def work() -> None:
        async with open_house(tmp_path) as house, connected(house, begun) as (reader, _):
            assert await all_of(reader) == b""

    run(work())


def test_a_head_that_trickles_in_is_not_waited_for(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_house(tmp_path) as house, connected(house) as (reader, writer):
            for letter in b"GET / HTTP/1.1\r\nx: " + b"y" * 10_000:
                if reader.at_eof() or writer.is_closing():
                    break
                writer.write(bytes([letter]))
                await asyncio.sleep(0.01)
            assert await all_of(reader) == b""

    run(work())


def test_a_body_that_does_not_come_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_house(tmp_path) as house:
            body = json.dumps({"name": "Mallory"})
            whole = Visitor(house).request("POST", "/api/guest", {"name": "Mallory"})
            async with connected(house, whole.removesuffix(body.encode()) + b"{") as (reader, _):
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
                assert head.startswith(b"HTTP/1.1 400 ")

    run(work())


def test_a_head_without_end_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_house(tmp_path) as house:
            head = b"GET / HTTP/1.1\r\nx: " + b"y" * 2 * connections.MAX_HEAD
            async with connected(house, head) as (reader, _):
                # Who still sends when it is closed may not hear why.
                assert (await all_of(reader))[:13] in (b"HTTP/1.1 400 ", b"")

    run(work())


def test_an_answer_that_nobody_reads_is_not_kept(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_house(tmp_path, buffers=4096) as house:
            request = Visitor(house).request("GET", "/api/rules/official/cards")
            async with connected(house) as (_, writer):
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                writer.write(request * 500)
                await until(lambda: house.connections == 1)
                await until(lambda: house.connections == 0)

    run(work())


def test_a_connection_that_is_used_stays(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_house(tmp_path) as house:
            anna = await house.guest("Anna")
            for _ in range(4):
                await asyncio.sleep(SOON / 2)
                assert await anna.told("GET", "/api/guest") == {"name": "Anna"}

    run(work())


# Sockets


def test_who_does_not_read_is_dropped_and_the_others_play_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_house(tmp_path, buffers=4096) as house:
            people = [await house.guest(name) for name in ("Anna", "Ben")]
            table = await begun_table(people, "official", {})
            socket = await people[0].socket(table)
            async with listening(house, people[1], table) as (_, writer):
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                path = f"/api/tables/{table}/commands"
                frames = 0
                while house.context.sockets == 2 and frames < 4000:
                    frames += 1
                    chat = {"type": "chat", "id": f"{frames}", "text": "x" * 300}
                    await people[0].told("POST", path, chat)
                    await socket.recv()
                    kept = [each._bytes for each in house.table(table).listeners]
                    assert max(kept) <= MAX_BYTES + 16_384  # a frame more than that ends it
                await until(lambda: house.context.sockets == 1)
            await socket.close()

    run(work())


def test_who_does_not_answer_pings_is_gone(tmp_path: Path) -> None:
    """A half-open socket: the other end is away and nobody has said so."""

    async def work() -> None:
        async with open_house(tmp_path, pings=SOON) as house:
            people = [await house.guest(name) for name in ("Anna", "Ben")]
            table = await begun_table(people, "duel", {})
            async with listening(house, people[0], table) as (reader, _):
                assert close_code(await all_of(reader)) == 1011
                await until(lambda: house.context.sockets == 0)

    run(work())


def test_who_neither_reads_nor_answers_is_gone(tmp_path: Path) -> None:
    """Saying goodbye properly would take for ever."""

    async def work() -> None:
        async with open_house(tmp_path, pings=SOON, buffers=4096) as house:
            people = [await house.guest(name) for name in ("Anna", "Ben")]
            table = await begun_table(people, "official", {})
            async with listening(house, people[0], table) as (_, writer):
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                for number in range(10):
                    body = {"type": "chat", "id": f"{number}", "text": "x" * 300}
                    await people[1].told("POST", f"/api/tables/{table}/commands", body)
                await until(lambda: house.context.sockets == 0)

    run(work())


def test_who_only_sends_pings_gets_no_pongs_beyond_a_buffer(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_house(tmp_path, buffers=4096) as house:
            people = [await house.guest(name) for name in ("Anna", "Ben")]
            table = await begun_table(people, "official", {})
            async with listening(house, people[0], table) as (_, writer):
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                with contextlib.suppress(RuntimeError):  # when it is closed
                    for _ in range(200):
                        writer.write(ws_frame(PING, b"x" * 125) * 100)
                        await asyncio.sleep(0)
                await until(lambda: house.context.sockets == 0)

    run(work())


def test_a_socket_that_says_nothing_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("splendor.server.socket.HELLO_TIMEOUT", SOON)

    async def work() -> None:
        async with open_house(tmp_path) as house:
            people = [await house.guest(name) for name in ("Anna", "Ben")]
            table = await begun_table(people, "official", {})
            async with connected(house, handshake(people[0], table)) as (reader, _):
                assert close_code(await all_of(reader)) == 1008

    run(work())


def test_what_is_no_text_ends_a_conversation_quietly(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with open_house(tmp_path) as house:
            people = [await house.guest(name) for name in ("Anna", "Ben")]
            table = await begun_table(people, "official", {})
            async with listening(house, people[0], table) as (reader, writer):
                writer.write(ws_frame(TEXT, b"\xff\xfe"))
                assert close_code(await all_of(reader)) == 1007

    run(work())
    assert not [record for record in caplog.records if record.exc_info]
