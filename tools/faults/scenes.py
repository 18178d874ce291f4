"""Other faults, each tried on real servers: a scene returns its results as numbers."""

import asyncio
import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from splendor.client import Client
from tests.server.databases import PostgreSQL, children_of
from tools.faults.disk import small_disk
from tools.faults.evidence import Evidence, read_rows
from tools.faults.kills import NEVER, NOR, PATIENCE
from tools.faults.players import World, playing
from tools.faults.server import REAL, ROOT, Server


@dataclass
class Scene:
    """A server that people play at."""

    server: Server
    world: World

    @property
    def evidence(self) -> Evidence:
        return self.world.evidence

    async def more_acks(self, many: int, patience: float = PATIENCE) -> None:
        """Wait until this many more commands are acknowledged."""
        goal = self.evidence.acks + many
        end = time.monotonic() + patience
        while self.evidence.acks < goal:
            if time.monotonic() > end:
                self.evidence.fault("standstill", "everywhere", f"not {many} acknowledgements")
                return
            await asyncio.sleep(0.02)

    async def more_refusals(self, code: str, many: int) -> None:
        goal = self.evidence.codes[code] + many
        end = time.monotonic() + PATIENCE
        while self.evidence.codes[code] < goal:
            if time.monotonic() > end:
                self.evidence.fault("standstill", "everywhere", f"not {many} refusals: {code}")
                return
            await asyncio.sleep(0.02)

    def check(self) -> None:
        """Compare everything with the database, and replay every game."""
        known = self.evidence.mark()
        rows = read_rows(self.server.database)
        self.evidence.check(rows, known)
        self.evidence.replay(rows)

    def result(self, **more: Any) -> dict[str, Any]:
        evidence = self.evidence
        return {
            "tables": len(evidence.tables),
            "acks": evidence.acks,
            "moves": evidence.moves,
            **more,
            "longest_answer": round(self.world.longest, 2),
            "refusals": dict(evidence.codes),
            "faults": {name: evidence.faults[name] for name in (*NEVER, *NOR)},
            "examples": evidence.examples,
        }


@contextlib.asynccontextmanager
async def people_play(
    folder: Path, tables: int = 10, database: str = "", seed: int = 0
) -> AsyncIterator[Scene]:
    folder.mkdir(parents=True, exist_ok=True)
    server = Server(folder, database)
    world = World(server.url, Evidence(), random.Random(seed))
    scene = Scene(server, world)
    try:
        await server.start()
        world.up.set()
        async with playing(world, tables):
            await scene.more_acks(tables)
            yield scene
    finally:
        server.close()


async def lost_connections(folder: Path, acks: int = 2000, seed: int = 0) -> dict[str, Any]:
    """Cut the clients' connections repeatedly, often with a command pending."""
    async with people_play(folder, seed=seed) as scene:
        scene.world.cuts = 0.3
        await scene.more_acks(acks)
        scene.world.cuts = 0.0
        await scene.more_acks(50)  # play continues
        scene.check()
        return scene.result(cut_off=scene.world.cut_off, connections=scene.world.connections)


async def full_disk(folder: Path, acks: int = 300, seed: int = 0) -> dict[str, Any]:
    """Fill the disk for a while: commands are refused, nothing is lost, then play continues."""
    playing_at: list[Scene] = []
    with small_disk(folder / "data", lambda: playing_at[0].server.pid) as disk:
        async with people_play(folder, seed=seed) as scene:
            playing_at.append(scene)
            await scene.more_acks(acks)
            disk.fill()
            await scene.more_refusals("store", 50)
            health = Client(scene.server.url).ask("GET", "/api/health")["status"]
            disk.free()
            begin = time.monotonic()
            await scene.more_acks(1)
            recovered = time.monotonic() - begin
            await scene.more_acks(acks)
            scene.check()
            return scene.result(disk=disk.kind, health=health, recovered=round(recovered, 2))


# A database that stops


async def stopped_database(
    folder: Path, postgresql: PostgreSQL, seconds: float = 4.0, seed: int = 0
) -> dict[str, Any]:
    """Suspend, stop and kill PostgreSQL, each for a while, under load."""
    ways = {
        "frozen": (postgresql.freeze, postgresql.thaw),
        "stopped": (postgresql.stop, postgresql.start),
        "killed": (lambda: kill_database(postgresql), postgresql.start),
    }
    recovered: dict[str, float] = {}
    async with people_play(folder, database=postgresql.new_database(), seed=seed) as scene:
        for name, (stop, start) in ways.items():
            await scene.more_acks(50)
            await asyncio.to_thread(stop)
            await asyncio.sleep(seconds)
            await asyncio.to_thread(start)
            begin = time.monotonic()
            await scene.more_acks(1)
            recovered[name] = round(time.monotonic() - begin, 2)
        await scene.more_acks(50)
        scene.check()
        return scene.result(recovered=recovered)


def kill_database(postgresql: PostgreSQL) -> None:
    """SIGKILL for all its processes at once."""
    process, postgresql._process = postgresql._process, None
    assert process is not None
    os.kill(process.pid, signal.SIGSTOP)  # so that it starts no new ones
    for pid in [*children_of(process.pid), process.pid]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    process.wait()


# Stopping, and a second server


async def told_to_end(folder: Path, times: int = 3, seed: int = 0) -> dict[str, Any]:
    """SIGTERM under load: the server ends soon and cleanly, and notifies all clients."""
    statuses: list[int] = []
    took: list[float] = []
    async with people_play(folder, seed=seed) as scene:
        world, server = scene.world, scene.server
        for _ in range(times):
            await scene.more_acks(50)
            world.up.clear()
            status, seconds = await server.terminate()
            statuses.append(status)
            took.append(round(seconds, 2))
            await server.start()
            world.up.set()
        await scene.more_acks(50)
        scene.check()
        closings = {str(code): many for code, many in sorted(world.closings.items())}
        return scene.result(statuses=statuses, took=took, closings=closings)


async def second_server(
    folder: Path, postgresql: PostgreSQL | None = None, seed: int = 0
) -> dict[str, Any]:
    """Start a second server with the same data."""
    url = postgresql.new_database() if postgresql else ""
    async with people_play(folder, database=url, seed=seed) as scene:
        second = Server(folder, scene.server.database)
        command = [sys.executable, *REAL, *second.arguments()]
        begin = time.monotonic()
        done = await asyncio.to_thread(
            subprocess.run, command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE
        )
        took = time.monotonic() - begin
        await scene.more_acks(50)
        scene.check()
        says = re.sub(r"database \S+", "database ...", done.stderr.strip())  # no paths in results
        return scene.result(status=done.returncode, says=says, took=round(took, 2))


async def second_server_on_postgresql(
    folder: Path, postgresql: PostgreSQL, seed: int = 0
) -> dict[str, Any]:
    return await second_server(folder, postgresql, seed)
