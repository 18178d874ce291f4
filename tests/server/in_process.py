"""A server without a process: its application, called directly. Nothing listens, no bot runs.

async with a_site(tmp_path) as site:
anna = await site.guest("Anna")
answer = await anna.ask("GET", "/api/profile")
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp, Message

from splendor.server.app import make_app, make_context
from splendor.server.context import Context
from splendor.server.settings import Settings

HOST = b"127.0.0.1:8000"
ORIGIN = b"http://127.0.0.1:8000"
TIMEOUT = 60.0  # seconds, generous for a busy machine


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of a refusal."""
        return str(self.json["code"])

    @property
    def cookie(self) -> str:
        """The cookie that it sets, without its attributes; empty if it sets none."""
        found = [value for name, value in self.headers if name == "set-cookie"]
        return found[0].partition(";")[0] if found else ""


class Site:
    def __init__(self, context: Context, app: ASGIApp) -> None:
        self.context, self.app = context, app

    def later(self, seconds: float) -> None:
        """Let time pass."""
        wall = self.context.tables.wall
        self.context.tables.wall = lambda: wall() + seconds

    def visitor(self, cookie: str = "", address: str = "127.0.0.1") -> "Visitor":
        return Visitor(self, cookie, address)

    async def guest(self, name: str, address: str = "127.0.0.1") -> "Visitor":
        visitor = self.visitor(address=address)
        assert (await visitor.ask("POST", "/api/guest", {"name": name})).status == 200
        return visitor


class Visitor:
    """A browser: it keeps its cookie."""

    def __init__(self, site: Site, cookie: str, address: str) -> None:
        self.site, self.cookie, self.address = site, cookie, address
        self.server = ("127.0.0.1", 8000)  # where the connection was made to
        self.headers = {"host": HOST.decode(), "origin": ORIGIN.decode()}

    def _scope(self, kind: str, path: str) -> dict[str, Any]:
        headers = [(name.encode(), each.encode()) for name, each in self.headers.items()]
        headers.append((b"user-agent", b"Firefox Linux"))
        if self.cookie:
            headers.append((b"cookie", self.cookie.encode()))
        address = (self.address, 1234)
        return {
            "type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http",
            "path": path.partition("?")[0], "raw_path": path.encode(), "root_path": "",
            "query_string": path.partition("?")[2].encode(), "headers": headers,
            "client": address, "server": self.server, "subprotocols": [],
        }  # fmt: skip

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        scope = {**self._scope("http", path), "method": method}
        if body is not None:
            scope["headers"] = [*scope["headers"], (b"content-type", b"application/json")]
        sent: list[Message] = []
        waiting = [{"type": "http.request", "body": json.dumps(body).encode() if body else b""}]

        async def receive() -> Message:
            if waiting:
                return waiting.pop()
            await asyncio.sleep(TIMEOUT)
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            sent.append(message)

        await asyncio.wait_for(self.site.app(scope, receive, send), TIMEOUT)
        headers = [(name.decode(), value.decode()) for name, value in sent[0]["headers"]]
        whole = b"".join(each.get("body", b"") for each in sent)
        answer = Answer(sent[0]["status"], headers, whole)
        if answer.cookie:
            self.cookie = "" if answer.cookie.endswith("=") else answer.cookie
        return answer

    @contextlib.asynccontextmanager
    async def page(self, table: str) -> AsyncIterator["Page"]:
        """An open page of a table."""
        page = Page()
        scope = self._scope("websocket", f"/api/tables/{table}/socket")
        task = asyncio.ensure_future(self.site.app(scope, page.receive, page.send))
        page.put({"type": "websocket.receive", "text": '{"type":"hello","protocol":2}'})
        try:
            yield page
        finally:
            page.put({"type": "websocket.disconnect", "code": 1000})
            await asyncio.wait_for(task, TIMEOUT)


class Page:
    """One socket, and what the server sent."""

    def __init__(self) -> None:
        self.frames: asyncio.Queue[Message] = asyncio.Queue()
        self._typed: asyncio.Queue[Message] = asyncio.Queue()
        self._typed.put_nowait({"type": "websocket.connect"})

    def put(self, message: Message) -> None:
        self._typed.put_nowait(message)

    async def receive(self) -> Message:
        return await self._typed.get()

    async def send(self, message: Message) -> None:
        await self.frames.put(message)

    async def until(self, kind: str) -> Message:
        """The next message of this kind, such as `websocket.close`."""
        while True:
            message = await asyncio.wait_for(self.frames.get(), TIMEOUT)
            if message["type"] == kind:
                return message


@contextlib.asynccontextmanager
async def a_site(folder: Path, first: object = "", **settings: Any) -> AsyncIterator[Site]:
    """With `first`, a rule set, it is the server of `splendor play`."""
    context = make_context(Settings(data=folder, **{"rates": False, **settings}), str(first))
    context.store.open()
    try:
        yield Site(context, make_app(context))
    finally:
        await context.push.close()
        await context.tables.close()
        context.files.close()
        context.boards.close()
        await asyncio.to_thread(context.store.close)
