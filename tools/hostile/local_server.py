"""A server in this process, for tests that change its tables: real sockets, no disk.

Server and clients share one event loop, so a table can be changed between two messages.
"""

import asyncio
import contextlib
import dataclasses
import gc
import json
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import uvicorn
from uvicorn.loops.auto import auto_loop_factory
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from splendor.server.app import make_app, make_context, uvicorn_config
from splendor.server.context import Context
from splendor.server.guests import Guests
from splendor.server.settings import Settings
from splendor.server.storage import people
from splendor.server.storage.types import AddDevice, Change, DeviceRow, PlayerRow, SavePlayer
from splendor.server.tables.registry import Tables
from splendor.server.tables.table import Table
from splendor.server.workers.queue import Asker, Kind

PATIENCE = 60.0  # seconds for anything to happen, on a busy machine
NOW = 1_700_000_000.0  # the server's clock does not move
DATED = b"date:"

Outcome = TypeVar("Outcome")


class PlayerStore:
    """A store that keeps players and their devices only, so that a table can be reset and repeat
    events.
    """

    depth = commits = rows = 0

    def __init__(self) -> None:
        self.players: dict[str, PlayerRow] = {}
        self.devices: dict[str, DeviceRow] = {}

    async def write(self, *changes: Change) -> None:
        for change in changes:
            if isinstance(change, SavePlayer):
                self.players[change.row.id] = change.row
            if isinstance(change, AddDevice):
                self.devices[change.row.id] = change.row

    async def read(self, query: Callable[..., Any], *arguments: Any) -> Any:
        """Of all queries it answers those that a request needs."""
        if query is people.device:
            return self.devices.get(arguments[0])
        return 0 if query is people.last_notice else []

    async def player(self, id: str) -> PlayerRow | None:
        return self.players.get(id)

    async def table(self, id: str) -> None:
        return None

    async def ping(self) -> None:
        pass

    def close(self) -> None:
        pass


class NoBots:
    """A bot pool that is never used."""

    waiting = thinking = alive = ready = restarts = weakened = 0

    def require_room(self, kind: Kind, who: Asker) -> None:
        pass

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass


class LocalServer:
    """A server that runs in this event loop."""

    def __init__(self, context: Context, running: uvicorn.Server, port: int) -> None:
        self.context, self.running, self.port = context, running, port
        self.origin = f"http://127.0.0.1:{port}"
        self.visitors: list[Visitor] = []

    @property
    def tables(self) -> Tables:
        return self.context.tables

    @property
    def connections(self) -> int:
        return len(self.running.server_state.connections)

    def table(self, id: str) -> Table:
        return self.tables.live[id]

    async def guest(self, name: str) -> "Visitor":
        visitor = Visitor(self)
        head, _ = await visitor.ask("POST", "/api/guest", {"name": name})
        given = next(line for line in head.split(b"\r\n") if line.startswith(b"set-cookie: "))
        visitor.cookie = given.removeprefix(b"set-cookie: ").partition(b";")[0].decode()
        return visitor


class Visitor:
    """A client with or without a cookie, and a persistent connection."""

    def __init__(self, server: LocalServer, cookie: str = "") -> None:
        self.server, self.cookie = server, cookie
        server.visitors.append(self)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def request(self, method: str, path: str, body: Any = None) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.server.port}"]
        lines += [f"Origin: {self.server.origin}"]
        if self.cookie:
            lines.append(f"Cookie: {self.cookie}")
        data = b"" if body is None else json.dumps(body).encode()
        if data:
            lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
        return "\r\n".join([*lines, "", ""]).encode() + data

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[bytes, bytes]:
        """The head and the body of the response."""
        [answer] = await self.ask_all([self.request(method, path, body)])
        return answer

    async def json(self, method: str, path: str, body: Any = None) -> Any:
        """The response as JSON; its status must be 2xx."""
        head, text = await self.ask(method, path, body)
        assert head.split(b" ")[1].startswith(b"2"), (path, head, text)
        return json.loads(text)

    async def ask_all(self, requests: Iterable[bytes]) -> list[tuple[bytes, bytes]]:
        """Send several requests at once; return the responses."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.server.port)
        reader, writer = self._streams
        sent = list(requests)
        writer.write(b"".join(sent))
        return [await asyncio.wait_for(read_response(reader), PATIENCE) for _ in sent]

    async def socket(self, table: str, since: int = 0, positions: bool = True) -> ClientConnection:
        """A socket that has sent `hello` and has not read the first news."""
        connection = await connect(
            f"ws://127.0.0.1:{self.server.port}/api/tables/{table}/socket",
            origin=Origin(self.server.origin),
            additional_headers={"Cookie": self.cookie} if self.cookie else {},
            compression=None,
            max_size=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        hello = {"type": "hello", "since": since, "positions": positions}
        await connection.send(json.dumps(hello))
        return connection

    async def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            with contextlib.suppress(ConnectionError):
                await self._streams[1].wait_closed()
            self._streams = None


async def read_response(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """The head, without the date, and the body of one response."""
    head = await reader.readuntil(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(DATED)]
    length = next(line for line in lines if line.startswith(b"content-length: "))
    body = await reader.readexactly(int(length.partition(b": ")[2]))
    return b"\r\n".join(lines), body


@contextlib.asynccontextmanager
async def start_local_server(
    folder: Path, rates: bool = False, pings: float = 3600.0, buffers: int = 0, **more: Any
) -> AsyncIterator[LocalServer]:
    """A server without absence checks and, by default, without rate limits.

    `pings` is the interval and timeout of pings in seconds; `buffers` the size of the sockets'
    send buffer in bytes; `more` are further settings.
    """
    with socket.create_server(("127.0.0.1", 0)) as listener:
        if buffers:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffers)
        port = listener.getsockname()[1]
        usual: dict[str, Any] = {"rates": rates, "absent_after": 86_400, "pace": 0}
        settings = Settings(data=folder, port=port, **{**usual, **more})
        context = without_storage_and_bots(make_context(settings))
        config = uvicorn_config(make_app(context), context.traffic)
        config.timeout_keep_alive = 600  # keep idle connections open while others are busy
        config.ws_ping_interval = config.ws_ping_timeout = pings
        uvicorn_server = uvicorn.Server(config)
        serving = asyncio.create_task(uvicorn_server._serve([listener]))
        server = LocalServer(context, uvicorn_server, port)
        with restored_garbage_collector():
            try:
                await wait_until_ready(serving, uvicorn_server, context)
                yield server
            finally:
                for visitor in server.visitors:
                    await visitor.close()
                uvicorn_server.should_exit = True
                await serving


@contextlib.contextmanager
def restored_garbage_collector() -> Iterator[None]:
    """Restore the garbage collector, which a server freezes and tunes, after the block."""
    before = gc.get_threshold()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


async def wait_until_ready(
    serving: "asyncio.Task[None]", server: uvicorn.Server, context: Context
) -> None:
    while not server.started:
        assert not serving.done(), "the server did not start"
        await asyncio.sleep(0.01)


def without_storage_and_bots(context: Context) -> Context:
    """The same context with a store of players only, no bots, and a fixed clock."""
    store: Any = PlayerStore()
    bots: Any = NoBots()
    tables = Tables(
        store,
        bots,
        context.metrics,
        pace=0,
        absent_after=context.settings.absent_after,
        clock=lambda: NOW,
    )
    guests = Guests(store)
    return dataclasses.replace(context, store=store, pool=bots, tables=tables, guests=guests)


def run(work: Coroutine[Any, Any, Outcome]) -> Outcome:
    """Run a coroutine in the same kind of event loop as the server's."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        return runner.run(work)
