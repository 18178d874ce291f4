"""What a server says about its faults, and two faults that need no players."""

import asyncio
import contextlib
import http.client
import json
import re
import resource
import socket
import sqlite3
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from splendor.client import Client, ServerRefused
from tools.faults.server import Server

PATIENCE = 60.0  # seconds
FAULT_LINE = re.compile(r"a fault begins.*?fault=(\w+)")
PAGE = 4096
TABLES = 20
SPARE = 100  # descriptors beyond those in use


def health_of(url: str) -> dict[str, Any]:
    """The answer of /api/health, whatever its status."""
    try:
        with urllib.request.urlopen(f"{url}/api/health", timeout=PATIENCE) as answer:
            found: dict[str, Any] = json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            found = json.load(error)
    return found


def faults_in(health: dict[str, Any]) -> list[str]:
    return [each["fault"] for each in health.get("faults", [])]


def logged_faults(server: Server) -> list[str]:
    return FAULT_LINE.findall(server.log())


async def until(holds: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not await asyncio.to_thread(holds):
        if time.monotonic() > end:
            raise TimeoutError(what)
        await asyncio.sleep(0.1)


async def until_ready(url: str, *codes: str) -> None:
    """Wait until the server no longer reports these faults."""
    await until(lambda: not {*codes} & {*faults_in(health_of(url))}, f"still {codes}")


@contextlib.asynccontextmanager
async def running_server(folder: Path) -> AsyncIterator[Server]:
    folder.mkdir(parents=True, exist_ok=True)
    server = Server(folder)
    try:
        await server.start()
        await until(lambda: answers(server.url), "the server does not answer")
        yield server
    finally:
        server.close()


def answers(url: str) -> bool:
    with contextlib.suppress(OSError, ValueError):
        return bool(health_of(url))
    return False


def result(health: dict[str, Any], server: Server, acks: int, refused: int = 0) -> dict[str, Any]:
    return {
        "acks": acks,
        "refusals": {"store": refused},
        "longest_answer": 0.0,
        "faults": {},
        "examples": [],
        "health": health["status"],
        "seen": faults_in(health),
        "logged": logged_faults(server),
    }


async def damaged_pages(folder: Path, seed: int = 0) -> dict[str, Any]:
    """Overwrite all pages of the database but the first: reading them is refused, and noticed."""
    async with running_server(folder) as server:
        return await asyncio.to_thread(damage_and_look, server)


def damage_and_look(server: Server) -> dict[str, Any]:
    anna = Client(server.url, "Anna")
    for _ in range(TABLES):
        anna.create(seats=["me", "greedy"])
    file = server.data / "splendor.db"
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with file.open("r+b") as pages:
        for number in range(1, file.stat().st_size // PAGE):
            pages.seek(number * PAGE)
            pages.write(b"\xff" * PAGE)
    refused = 0
    try:
        anna.ask("GET", "/api/tables")
    except ServerRefused:
        refused = 1
    return result(health_of(server.url), server, TABLES, refused)


async def no_descriptors(folder: Path, seed: int = 0) -> dict[str, Any]:
    """Open connections until the server has no descriptors for more: those that it has still play,
    and writing still works.
    """
    async with running_server(folder) as server:
        return await asyncio.to_thread(connect_and_look, server)


def connect_and_look(server: Server) -> dict[str, Any]:
    in_use = len(list(Path(f"/proc/{server.pid}/fd").iterdir()))
    _, most = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (in_use + SPARE, most))
    open_before = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    with contextlib.closing(open_before), contextlib.ExitStack() as stack:
        asked(open_before, "GET", "/api/health")
        for _ in range(2 * SPARE):
            connection = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
            stack.enter_context(connection)
        end = time.monotonic() + PATIENCE
        while not faults_in(health := asked(open_before, "GET", "/api/health")):
            if time.monotonic() > end:
                break
            time.sleep(0.1)
        named = asked(open_before, "POST", "/api/guest", {"name": "Anna"})
        written = named.get("name") == "Anna"
        return {**result(health, server, int(written)), "written": written}


def asked(connection: http.client.HTTPConnection, method: str, path: str, body: Any = None) -> Any:
    """A request over a connection that is open already."""
    origin = f"http://{connection.host}:{connection.port}"
    headers = {"Origin": origin, "Content-Type": "application/json"}
    connection.request(method, path, json.dumps(body) if body else None, headers)
    return json.loads(connection.getresponse().read())
