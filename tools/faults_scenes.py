"""Other misfortunes, each a scene with real servers: what happened is returned as numbers."""

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.faults_evidence import Evidence, read_rows
from tools.faults_kills import NEVER, NOR, PATIENCE
from tools.faults_players import World, playing
from tools.faults_server import Server


@dataclass
class Scene:
    """A server that people play at."""

    server: Server
    world: World

    @property
    def evidence(self) -> Evidence:
        return self.world.evidence

    async def more_acks(self, many: int, patience: float = PATIENCE) -> None:
        """Wait until so many more commands were acknowledged."""
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


async def lost_connections(folder: Path, acks: int = 500, seed: int = 0) -> dict[str, Any]:
    """People are cut off again and again, often with a command under way."""
    async with people_play(folder, seed=seed) as scene:
        scene.world.cuts = 0.3
        await scene.more_acks(acks)
        scene.world.cuts = 0.0
        await scene.more_acks(50)  # everything goes on
        scene.check()
        return scene.result(cut_off=scene.world.cut_off, connections=scene.world.connections)
