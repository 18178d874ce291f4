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
from tools.faults.evidence import Evidence, read_rows
from tools.faults.players import World, decode_frame, decode_told, playing
from tools.faults.server import Server

PLAYED = (0.05, 0.6)  # seconds of play before a kill
WHILE_STARTING = 0.05  # the share of kills before the server has answered anything
STARTED = {True: (0.0, 1.5), False: (0.0, 0.3)}  # seconds after which they come: anew, quickly
BOT_KILLS = 0.05  # of all rounds, those in which the bot's process is killed first
PATIENCE = 120.0  # seconds for whatever must happen
REPLAYED_EVERY = 25  # kills
MOST_TOLD = 5  # faults that a result reports in full
# What an acknowledged move must never be, and whatever else must never happen.
NEVER = ("lost", "duplicated", "reordered", "altered")
NOR = (
    "lost_table", "gap", "strange", "refused_and_kept", "told_and_lost", "told_otherwise",
    "stream", "frozen", "not_replayed", "standstill",
)  # fmt: skip


@dataclass
class Tally:
    """The totals of a run, written after every round."""

    kills: int = 0
    anew: int = 0  # of servers that had loaded everything themselves
    bot_kills: int = 0
    while_starting: int = 0
    tables: int = 0
    acks: int = 0
    moves: int = 0
    replayed: int = 0
    games_over: int = 0
    connections: int = 0
    troubles: int = 0  # errors in the server's log
    seconds: float = 0.0
    restarts: list[float] = field(default_factory=list)  # seconds to the first acknowledgement
    faults: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path) -> "Tally":
        told = json.loads(path.read_text(encoding="utf-8"))
        for name in ("faults", "refusals"):
            told[name] = Counter(told[name])
        return cls(**told)

    def write(self, path: Path) -> None:
        beside = path.with_suffix(".new")
        beside.write_text(json.dumps(vars(self)), encoding="utf-8")
        beside.replace(path)

    def add(self, other: "Tally") -> None:
        for name, value in vars(other).items():
            mine = getattr(self, name)
            setattr(self, name, max(mine, value) if name == "seconds" else mine + value)

    def result(self) -> dict[str, Any]:
        """For docs/faults: the faults one by one, the restarts in three numbers."""
        told = {**vars(self), "python": platform.python_version()}
        told["faults"] = {name: self.faults[name] for name in (*NEVER, *NOR)}
        told["restarts"] = spread(self.restarts)
        told["seconds"] = round(self.seconds)
        told["examples"] = self.examples[:MOST_TOLD]
        return told


def spread(times: list[float]) -> dict[str, float]:
    if len(times) < 2:
        return {}
    hundredths = statistics.quantiles(times, n=100, method="inclusive")
    found = {"p50": hundredths[49], "p99": hundredths[98], "max": max(times)}
    return {name: round(value, 2) for name, value in found.items()}


class Killing:
    """One run in one folder, which holds everything needed to continue it."""

    def __init__(
        self, folder: Path, mutant: float | None, tables: int, seed: int, anew: float = 1.0
    ) -> None:
        """`anew`: of all servers, those that load everything themselves."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.tables = folder, tables
        self.anew = anew if mutant is None else 1.0
        self.acks, self.state = folder / "acks.jsonl", folder / "tally.json"
        self.server = Server(folder, mutant=mutant)
        self.evidence = Evidence()
        self.chance = random.Random(seed)
        self.tally = Tally()
        self.unplayed: set[str] = set()  # tables that were not replayed since they were live
        if self.state.exists():
            self.tally = Tally.read(self.state)
            self.evidence.read(self.acks)
            self.evidence.faults = self.tally.faults
        self.chance.seed(f"{seed}-{self.tally.kills}")
        self.before = Tally(**vars(self.tally))
        self.world = World(self.server.url, self.evidence, self.chance)

    async def run(self, kills: int, say: Any = print) -> Tally:
        begin = time.monotonic()
        try:
            async with playing(self.world, self.tables):
                while self.tally.kills < kills:
                    await self.round()
                    self.keep(begin)
                    if self.tally.kills % REPLAYED_EVERY == 0:
                        say(self.line())
                await self.final_check()
        finally:
            self.server.close()
        self.keep(begin)
        return self.tally

    async def round(self) -> None:
        """Start, compare, play, kill."""
        server, world, chance = self.server, self.world, self.chance
        anew = chance.random() < self.anew
        await server.start(quickly=not anew)
        known = self.evidence.mark(world.live | self.unplayed)
        world.acked.clear()
        world.up.set()
        if chance.random() < WHILE_STARTING and self.tally.kills:
            await asyncio.sleep(chance.uniform(*STARTED[anew]))
            self.tally.while_starting += 1
        elif await self.happens(world.acked, "no acknowledgement after a start"):
            if known.tables and anew:
                self.tally.restarts.append(time.monotonic() - server.started)
            rows = read_rows(server.database, known.tables)
            self.evidence.check(rows, known)
            if self.tally.kills % REPLAYED_EVERY == 0:
                await self.look(known.tables)
            if chance.random() < BOT_KILLS:
                await self.kill_bot()
            await asyncio.sleep(chance.uniform(*PLAYED))
        self.unplayed |= world.live
        world.up.clear()
        server.kill()
        self.tally.kills += 1
        self.tally.anew += anew

    async def happens(self, event: asyncio.Event, else_: str) -> bool:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(event.wait(), PATIENCE)
            return True
        self.evidence.fault("standstill", f"after kill {self.tally.kills}", else_)
        return False

    async def kill_bot(self) -> None:
        """Kill the bot process; another one must replace it and move."""
        moved = self.world.bot_moved
        moved.clear()
        await self.happens(moved, "no bot moves")
        await asyncio.sleep(self.chance.uniform(0, 0.1))
        self.tally.bot_kills += self.server.kill_bot()
        moved.clear()
        await self.happens(moved, "no bot moves after its process was killed")

    async def look(self, tables: Iterable[str]) -> None:
        """Read whole tables through the API, and replay the logs in the database."""
        client = Client(self.server.url, cookie=self.world.cookies[0])
        tables = sorted(tables)
        for table in tables:
            text = await asyncio.to_thread(client.fetch, "GET", f"/api/tables/{table}?since=0")
            for event in decode_frame(text).events:
                self.evidence.hear(table, decode_told(event).seq, bytes(event))
        self.evidence.replay(read_rows(self.server.database, tables))
        self.unplayed = set()

    async def final_check(self) -> None:
        """Check everything ever acknowledged, and replay every game."""
        await self.server.start()
        self.world.acked.clear()
        self.world.up.set()
        await self.happens(self.world.acked, "no acknowledgement after the last start")
        await self.look(self.world.live)
        known = self.evidence.mark()
        rows = read_rows(self.server.database)
        self.evidence.check(rows, known)
        self.tally.replayed, self.tally.games_over = self.evidence.replay(rows)
        self.world.ended = True

    def keep(self, begin: float) -> None:
        tally, before, evidence = self.tally, self.before, self.evidence
        tally.tables, tally.acks, tally.moves = len(evidence.tables), evidence.acks, evidence.moves
        tally.connections = before.connections + self.world.connections
        tally.seconds = before.seconds + time.monotonic() - begin
        if tally.kills % REPLAYED_EVERY == 0 or self.world.ended:
            tally.troubles = self.server.troubles
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
