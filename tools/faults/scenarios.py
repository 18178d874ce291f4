"""Faults other than kills, tried on real servers. Each scenario returns its results."""

import asyncio
import contextlib
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.server.databases import PostgreSQL
from tools.faults.disk import small_disk
from tools.faults.evidence import Evidence, read_rows
from tools.faults.health import damaged_pages as damaged_pages  # scenarios, too
from tools.faults.health import faults_in, health_of, logged_faults, until_ready
from tools.faults.health import no_descriptors as no_descriptors
from tools.faults.kills import ACK_FAULTS, OTHER_FAULTS, PATIENCE
from tools.faults.players import PlayerPool, playing
from tools.faults.rivals import rivals as rivals
from tools.faults.server import REAL, ROOT, Server


@dataclass
class Scenario:
    """A server with clients that play."""

    server: Server
    pool: PlayerPool

    @property
    def evidence(self) -> Evidence:
        return self.pool.evidence

    async def more_acks(self, count: int, patience: float = PATIENCE) -> None:
        """Wait until this many more commands are acknowledged."""
        goal = self.evidence.acks + count
        end = time.monotonic() + patience
        while self.evidence.acks < goal:
            if time.monotonic() > end:
                self.evidence.fault("standstill", "everywhere", f"not {count} acknowledgements")
                return
            await asyncio.sleep(0.02)

    async def more_refusals(self, code: str, count: int) -> None:
        goal = self.evidence.codes[code] + count
        end = time.monotonic() + PATIENCE
        while self.evidence.codes[code] < goal:
            if time.monotonic() > end:
                self.evidence.fault("standstill", "everywhere", f"not {count} refusals: {code}")
                return
            await asyncio.sleep(0.02)

    def check(self) -> None:
        """Compare everything with the database, and replay every game."""
        known = self.evidence.snapshot()
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
            "longest_answer": round(self.pool.longest, 2),
            "refusals": dict(evidence.codes),
            "faults": {name: evidence.faults[name] for name in (*ACK_FAULTS, *OTHER_FAULTS)},
            "examples": evidence.examples,
        }


@contextlib.asynccontextmanager
async def running_scenario(
    folder: Path, tables: int = 10, database: str = "", seed: int = 0
) -> AsyncIterator[Scenario]:
    folder.mkdir(parents=True, exist_ok=True)
    server = Server(folder, database)
    pool = PlayerPool(server.url, Evidence(), random.Random(seed))
    scenario = Scenario(server, pool)
    try:
        await server.start()
        pool.up.set()
        async with playing(pool, tables):
            await scenario.more_acks(tables)
            yield scenario
    finally:
        server.close()


async def lost_connections(folder: Path, acks: int = 2000, seed: int = 0) -> dict[str, Any]:
    """Cut the clients' connections repeatedly, often with a command pending."""
    async with running_scenario(folder, seed=seed) as scenario:
        scenario.pool.cuts = 0.3
        await scenario.more_acks(acks)
        scenario.pool.cuts = 0.0
        await scenario.more_acks(50)  # play continues
        scenario.check()
        return scenario.result(cut_off=scenario.pool.cut_off, connections=scenario.pool.connections)


async def full_disk(folder: Path, acks: int = 300, seed: int = 0) -> dict[str, Any]:
    """Fill the disk for a while: commands are refused, nothing is lost, then play continues."""
    scenarios: list[Scenario] = []
    with small_disk(folder / "data", lambda: scenarios[0].server.pid) as disk:
        async with running_scenario(folder, seed=seed) as scenario:
            scenarios.append(scenario)
            await scenario.more_acks(acks)
            disk.fill()
            await scenario.more_refusals("store", 50)
            health = health_of(scenario.server.url)
            disk.free()
            begin = time.monotonic()
            await scenario.more_acks(1)
            recovered = time.monotonic() - begin
            await scenario.more_acks(acks)
            await until_ready(scenario.server.url, "disk_full", "disk_error")
            scenario.check()
            return scenario.result(
                disk=disk.kind,
                health=health["status"],
                seen=faults_in(health),
                logged=logged_faults(scenario.server),
                recovered=round(recovered, 2),
            )


# A stopped database


async def stopped_database(
    folder: Path, postgresql: PostgreSQL, seconds: float = 4.0, seed: int = 0
) -> dict[str, Any]:
    """Suspend, stop and kill PostgreSQL, each for a while, under load."""
    ways = {
        "frozen": (postgresql.freeze, postgresql.thaw),
        "stopped": (postgresql.stop, postgresql.start),
        "killed": (postgresql.kill, postgresql.start),
    }
    recovered: dict[str, float] = {}
    async with running_scenario(folder, database=postgresql.new_database(), seed=seed) as scenario:
        for name, (stop, start) in ways.items():
            await scenario.more_acks(50)
            await asyncio.to_thread(stop)
            await asyncio.sleep(seconds)
            await asyncio.to_thread(start)
            begin = time.monotonic()
            await scenario.more_acks(1)
            recovered[name] = round(time.monotonic() - begin, 2)
        await scenario.more_acks(50)
        scenario.check()
        return scenario.result(recovered=recovered)


# Stopping, and a second server


async def sigterm(
    folder: Path,
    signals: Sequence[signal.Signals] = (signal.SIGTERM, signal.SIGTERM, signal.SIGHUP),
    seed: int = 0,
) -> dict[str, Any]:
    """Send SIGTERM, or SIGHUP as a terminal that is closed, under load: the server exits soon and
    cleanly, and notifies all clients.
    """
    statuses: list[int] = []
    took: list[float] = []
    async with running_scenario(folder, seed=seed) as scenario:
        pool, server = scenario.pool, scenario.server
        for how in signals:
            await scenario.more_acks(50)
            pool.up.clear()
            status, seconds = await server.terminate(how)
            statuses.append(status)
            took.append(round(seconds, 2))
            await server.start()
            pool.up.set()
        await scenario.more_acks(50)
        scenario.check()
        closings = {str(code): count for code, count in sorted(pool.closings.items())}
        return scenario.result(statuses=statuses, took=took, closings=closings)


async def second_server(
    folder: Path, postgresql: PostgreSQL | None = None, seed: int = 0
) -> dict[str, Any]:
    """Start a second server with the same data."""
    url = postgresql.new_database() if postgresql else ""
    async with running_scenario(folder, database=url, seed=seed) as scenario:
        second = Server(folder, scenario.server.database)
        command = [sys.executable, *REAL, *second.arguments()]
        begin = time.monotonic()
        done = await asyncio.to_thread(
            subprocess.run, command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE
        )
        took = time.monotonic() - begin
        await scenario.more_acks(50)
        scenario.check()
        says = re.sub(r"database \S+", "database ...", done.stderr.strip())  # no paths in results
        return scenario.result(status=done.returncode, says=says, took=round(took, 2))


async def second_server_on_postgresql(
    folder: Path, postgresql: PostgreSQL, seed: int = 0
) -> dict[str, Any]:
    return await second_server(folder, postgresql, seed)
