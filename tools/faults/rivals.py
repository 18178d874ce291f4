"""Many pages of the same people at one table: all send at once, and one order must explain it.

Every player has four pages open, and each of them moves, chats, asks and answers as soon as it
can, without regard to the others; some commands are repeated, some under an id that is taken. The
order of the log must agree with what happened: a command that was sent after another one had been
acknowledged comes after it. Everything else is checked as after a kill (`evidence.py`).
"""

import asyncio
import random
import time
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection

from tools.faults.evidence import Evidence, read_rows
from tools.faults.kills import ACK_FAULTS, OTHER_FAULTS
from tools.faults.players import (
    Frame,
    Player,
    PlayerPool,
    create_guests,
    post_until_answered,
)
from tools.faults.server import Server

PAGES = 4  # of each person
TABLES = (("official", 2), ("duel", 2), ("official", 4), ("landolt", 3))
REPEATS, REUSES = 0.1, 0.05  # probabilities of sending an id again, and with another body
PAUSE = 0.005  # seconds after a refusal, in which news may come


class Operation(NamedTuple):
    """A command that was acknowledged: when it was sent, when the answer came, and its number."""

    table: str
    begin: float
    end: float
    seq: int


@dataclass
class RivalPool(PlayerPool):
    """What all pages share."""

    operations: list[Operation] = field(default_factory=list)
    answers: int = 0
    acked_by: dict[tuple[str, str], list[str]] = field(default_factory=dict)  # table, cookie: ids


class Rival(Player):
    """One of several pages of a person; it never waits for the others."""

    pool: RivalPool

    def __init__(self, pool: RivalPool, table: str, cookie: str) -> None:
        super().__init__(pool, table, cookie)
        self.longer = False
        self.reused = False  # the pending command has the id of another one

    @property
    def own_ids(self) -> list[str]:
        return self.pool.acked_by.setdefault((self.table, self.cookie), [])

    def choose(self, frame: Frame) -> dict[str, Any] | None:
        chance, self.reused = self.pool.chance, False
        if self.own_ids and chance.random() < REPEATS:
            again = self.pool.evidence.sent[self.table, chance.choice(self.own_ids)]
            self.reused = chance.random() < REUSES / REPEATS
            return {"type": "chat", "id": again["id"], "text": "other"} if self.reused else again
        return super().choose(frame)

    async def answered(self, socket: ClientConnection, frame: Frame) -> None:
        pool, evidence, now = self.pool, self.pool.evidence, time.monotonic()
        pool.longest = max(pool.longest, now - self.since)
        pool.answers += 1
        self.pending = None
        if frame.type != "ack":
            evidence.refuse(self.table, frame.id, frame.code)
            await asyncio.sleep(PAUSE)
            return
        if self.reused:
            evidence.fault("altered", self.table, f"{frame.id} was acknowledged with another body")
        if not evidence.has_acked(self.table, frame.id):
            pool.operations.append(Operation(self.table, self.since, now, frame.seq))
            self.own_ids.append(frame.id)
        evidence.ack(self.table, frame.id, frame.seq)
        self.last_ack = max(self.last_ack, frame.seq)


def out_of_order(operations: Iterable[Operation]) -> list[Operation]:
    """The operations that are in the log before one that had ended before they were sent."""
    found: list[Operation] = []
    by_table: dict[str, list[Operation]] = {}
    for each in operations:
        by_table.setdefault(each.table, []).append(each)
    for mine in by_table.values():
        ended = sorted(mine, key=lambda each: each.end)
        ends = [each.end for each in ended]
        highest = list(accumulate((each.seq for each in ended), max))
        for each in mine:
            before = bisect_left(ends, each.begin)
            if before and highest[before - 1] >= each.seq:
                found.append(each)
    return found


async def rivals(folder: Path, operations: int = 20_000, seed: int = 0) -> dict[str, Any]:
    """Play at several tables until this many commands have been answered."""
    folder.mkdir(parents=True, exist_ok=True)
    server = Server(folder)
    pool = RivalPool(server.url, Evidence(), random.Random(seed))
    try:
        await server.start()
        pool.up.set()
        await create_guests(pool, 8)
        playing = [asyncio.create_task(play_at(pool, *table)) for table in TABLES]
        while pool.answers < operations and not all(task.done() for task in playing):
            await asyncio.sleep(0.02)
        pool.ended = True
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        return checked(pool, server)
    finally:
        server.close()


async def play_at(pool: RivalPool, rules: str, players: int) -> None:
    """One table after the other, with every page of every player."""
    seats = [{"who": "me"}, *({"who": "open"} for _ in range(players - 1))]
    while not pool.ended:
        cookies = pool.chance.sample(pool.cookies, players)
        body = {"rules": rules, "seats": seats}
        made, _ = await post_until_answered(pool, cookies[0], "/api/tables", body)
        pool.evidence.tables.add(made["table"])
        pages = [Rival(pool, made["table"], cookie) for cookie in cookies for _ in range(PAGES)]
        await asyncio.gather(*(page.run() for page in pages))


def checked(pool: RivalPool, server: Server) -> dict[str, Any]:
    evidence = pool.evidence
    rows = read_rows(server.database)
    evidence.check(rows, evidence.snapshot())
    evidence.replay(rows)
    for each in out_of_order(pool.operations):
        evidence.fault("reordered", each.table, f"event {each.seq} is before an earlier one")
    return {
        "tables": len(evidence.tables),
        "answers": pool.answers,
        "acks": evidence.acks,
        "moves": evidence.moves,
        "longest_answer": round(pool.longest, 2),
        "refusals": dict(evidence.codes),
        "faults": {name: evidence.faults[name] for name in (*ACK_FAULTS, *OTHER_FAULTS)},
        "examples": evidence.examples,
    }
