"""kill -9 under load: every round starts a server, lets clients play, and kills it."""

import asyncio
import contextlib
import json
import platform
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from splendor.client import Client
from tests.server.databases import PostgreSQL
from tools.faults.evidence import Evidence, read_rows
from tools.faults.players import PlayerPool, decode_event, decode_frame, playing
from tools.faults.server import Server

PLAYED = (0.05, 0.6)  # seconds of play before a kill
WHILE_STARTING = 0.05  # the share of kills before the server has answered anything
# Seconds between the start of a server and such a kill, by whether it is a cold start.
START_KILL = {True: (0.0, 1.5), False: (0.0, 0.3)}
BOT_KILLS = 0.05  # the share of rounds in which the bot process is killed first
DATABASE_KILLS = 0.1  # the share of kills that hit PostgreSQL, too
PATIENCE = 120.0  # seconds to wait for anything
REPLAYED_EVERY = 25  # kills
MOST_REPORTED = 5  # faults that a result reports in full
# Faults of acknowledged moves, and other faults.
ACK_FAULTS = ("lost", "duplicated", "reordered", "altered")
OTHER_FAULTS = (
    "lost_table", "gap", "strange", "refused_and_stored", "sent_and_lost", "sent_differently",
    "stream", "frozen", "not_replayed", "standstill",
)  # fmt: skip


@dataclass
class Tally:
    """The totals of a run, written after every round."""

    kills: int = 0
    cold: int = 0  # kills of servers that were not forked
    bot_kills: int = 0
    database_kills: int = 0
    while_starting: int = 0
    tables: int = 0
    acks: int = 0
    moves: int = 0
    replayed: int = 0
    games_over: int = 0
    connections: int = 0
    log_errors: int = 0  # errors in the server's log
    seconds: float = 0.0
    restarts: list[float] = field(default_factory=list)  # seconds to the first acknowledgement
    faults: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path) -> "Tally":
        fields = json.loads(path.read_text(encoding="utf-8"))
        for name in ("faults", "refusals"):
            fields[name] = Counter(fields[name])
        return cls(**fields)

    def write(self, path: Path) -> None:
        beside = path.with_suffix(".new")
        beside.write_text(json.dumps(vars(self)), encoding="utf-8")
        beside.replace(path)

    def add(self, other: "Tally") -> None:
        for name, value in vars(other).items():
            mine = getattr(self, name)
            setattr(self, name, max(mine, value) if name == "seconds" else mine + value)

    def result(self) -> dict[str, Any]:
        """The totals as they are stored in docs/faults."""
        result = {**vars(self), "python": platform.python_version()}
        result["faults"] = {name: self.faults[name] for name in (*ACK_FAULTS, *OTHER_FAULTS)}
        result["restarts"] = spread(self.restarts)
        result["seconds"] = round(self.seconds)
        result["examples"] = self.examples[:MOST_REPORTED]
        return result


def spread(times: list[float]) -> dict[str, float]:
    if len(times) < 2:
        return {}
    hundredths = statistics.quantiles(times, n=100, method="inclusive")
    found = {"p50": hundredths[49], "p99": hundredths[98], "max": max(times)}
    return {name: round(value, 2) for name, value in found.items()}


class KillRun:
    """One run in one folder, which holds everything needed to continue it."""

    def __init__(
        self,
        folder: Path,
        mutant: float | None,
        tables: int,
        seed: int,
        cold: float = 1.0,
        postgresql: PostgreSQL | None = None,
    ) -> None:
        """`cold` is the share of servers that start from scratch; the others are forked."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.tables = folder, tables
        self.cold = cold if mutant is None else 1.0
        self.acks, self.state = folder / "acks.jsonl", folder / "tally.json"
        self.postgresql = postgresql
        database = postgresql.new_database() if postgresql else ""
        self.server = Server(folder, database=database, mutant=mutant)
        self.evidence = Evidence()
        self.chance = random.Random(seed)
        self.tally = Tally()
        self.unreplayed: set[str] = set()  # tables that have changed since they were last replayed
        if self.state.exists():
            self.tally = Tally.read(self.state)
            self.evidence.read(self.acks)
            self.evidence.faults = self.tally.faults
        self.chance.seed(f"{seed}-{self.tally.kills}")
        self.before = Tally(**vars(self.tally))
        self.pool = PlayerPool(self.server.url, self.evidence, self.chance)

    async def run(self, kills: int, say: Any = print) -> Tally:
        begin = time.monotonic()
        try:
            async with playing(self.pool, self.tables):
                while self.tally.kills < kills:
                    await self.round()
                    self.store(begin)
                    if self.tally.kills % REPLAYED_EVERY == 0:
                        say(self.line())
                await self.final_check()
        finally:
            self.server.close()
        self.store(begin)
        return self.tally

    async def round(self) -> None:
        """Start, compare, play, kill."""
        server, pool, chance = self.server, self.pool, self.chance
        cold = chance.random() < self.cold
        await server.start(forked=not cold)
        known = self.evidence.snapshot(pool.live | self.unreplayed)
        pool.acked.clear()
        pool.up.set()
        if chance.random() < WHILE_STARTING and self.tally.kills:
            await asyncio.sleep(chance.uniform(*START_KILL[cold]))
            self.tally.while_starting += 1
        elif await self.wait_for(pool.acked, "no acknowledgement after a start"):
            if known.tables and cold:
                self.tally.restarts.append(time.monotonic() - server.started)
            rows = read_rows(server.database, known.tables)
            self.evidence.check(rows, known)
            if self.tally.kills % REPLAYED_EVERY == 0:
                await self.check_tables(known.tables)
            if chance.random() < BOT_KILLS:
                await self.kill_bot()
            await asyncio.sleep(chance.uniform(*PLAYED))
        self.unreplayed |= pool.live
        pool.up.clear()
        await self.kill()
        self.tally.kills += 1
        self.tally.cold += cold

    async def kill(self) -> None:
        """Kill the server, and now and then its database just before it."""
        if self.postgresql is None or self.chance.random() >= DATABASE_KILLS:
            self.server.kill()
            return
        self.postgresql.kill()
        self.server.kill()
        self.tally.database_kills += 1
        await asyncio.to_thread(self.postgresql.start)

    async def wait_for(self, event: asyncio.Event, else_: str) -> bool:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(event.wait(), PATIENCE)
            return True
        self.evidence.fault("standstill", f"after kill {self.tally.kills}", else_)
        return False

    async def kill_bot(self) -> None:
        """Kill the bot process; another one must replace it and move."""
        moved = self.pool.bot_moved
        moved.clear()
        await self.wait_for(moved, "no bot moves")
        await asyncio.sleep(self.chance.uniform(0, 0.1))
        self.tally.bot_kills += self.server.kill_bot()
        moved.clear()
        await self.wait_for(moved, "no bot moves after its process was killed")

    async def check_tables(self, tables: Iterable[str]) -> None:
        """Read whole tables through the API, and replay the logs in the database."""
        client = Client(self.server.url, cookie=self.pool.cookies[0])
        tables = sorted(tables)
        for table in tables:
            text = await asyncio.to_thread(client.fetch, "GET", f"/api/tables/{table}?since=0")
            for event in decode_frame(text).events:
                self.evidence.receive(table, decode_event(event).seq, bytes(event))
        self.evidence.replay(read_rows(self.server.database, tables))
        self.unreplayed = set()

    async def final_check(self) -> None:
        """Check everything ever acknowledged, and replay every game."""
        await self.server.start()
        self.pool.acked.clear()
        self.pool.up.set()
        await self.wait_for(self.pool.acked, "no acknowledgement after the last start")
        await self.check_tables(self.pool.live)
        known = self.evidence.snapshot()
        rows = read_rows(self.server.database)
        self.evidence.check(rows, known)
        self.tally.replayed, self.tally.games_over = self.evidence.replay(rows)
        self.pool.ended = True

    def store(self, begin: float) -> None:
        tally, before, evidence = self.tally, self.before, self.evidence
        tally.tables, tally.acks, tally.moves = len(evidence.tables), evidence.acks, evidence.moves
        tally.connections = before.connections + self.pool.connections
        tally.seconds = before.seconds + time.monotonic() - begin
        if tally.kills % REPLAYED_EVERY == 0 or self.pool.ended:
            tally.log_errors = self.server.log_errors
        tally.faults, tally.examples = evidence.faults, before.examples + evidence.examples
        tally.refusals = Counter(before.refusals) + evidence.codes
        evidence.write(self.acks)
        tally.write(self.state)

    def line(self) -> str:
        tally = self.tally
        found = ", ".join(f"{count} {name}" for name, count in sorted(tally.faults.items()))
        times = spread(tally.restarts)
        return (
            f"{tally.kills} kills, {tally.acks:,} acks, {tally.tables} tables, "
            f"{found or 'no faults'}; {tally.seconds:.0f} s; "
            f"seconds to the first ack: {times.get('p50')} (p99 {times.get('p99')})"
        )
