"""Misbehaving bots, and pools of bots, for tests."""

import asyncio
import contextlib
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from splendor import Game
from splendor.bots.simple import Greedy
from splendor.core.kernel import COMPILED
from splendor.ruleset import Move
from splendor.server.workers.pool import WorkerPool
from splendor.server.workers.queue import Asker
from splendor.view import View

T = TypeVar("T")
ODD = "tests.server.workers.odd_bots:Odd"
SLOW = "search,sims=100000000"  # never finishes within its budget
SIMS = 50 if COMPILED else 2
PATIENCE = 600.0  # seconds; a busy machine may have to compile first


class Odd(Greedy):
    """A bot that waits for a file, creates one when it is asked, or fails in some way."""

    def __init__(self, seed: str, how: str = "", wait: str = "", leave: str = "") -> None:
        super().__init__(seed)
        self.how, self.wait, self.leave = how, wait, leave

    def choose(self, view: View, clock: object = None) -> Move:
        print("this goes nowhere near the answers")
        first = bool(self.leave) and not Path(self.leave).exists()
        if self.leave:
            Path(self.leave).touch()
        while self.wait and not Path(self.wait).exists():
            time.sleep(0.01)
        if self.how == "hang" or (self.how == "hang once" and first):
            time.sleep(PATIENCE)
        if self.how == "die":
            os._exit(9)
        if self.how == "raise":
            raise KeyError("the hand holds 17")
        if self.how == "leave":
            raise SystemExit("the hand holds 17")
        return "nonsense" if self.how == "illegal" else super().choose(view)  # type: ignore[return-value]


def a_view(rules: str = "official", seed: int = 1) -> View:
    game = Game(rules, seed=seed)
    return game.view(game.active)


def with_pool(use: Callable[[WorkerPool], Awaitable[T]], **settings: Any) -> T:
    async def run() -> T:
        pool = WorkerPool(**settings)
        await pool.open()
        try:
            return await asyncio.wait_for(use(pool), PATIENCE)
        finally:
            await pool.close()

    return asyncio.run(run())


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def ask(pool: WorkerPool, bot: str, user: str = "ann") -> "asyncio.Task[str]":
    """Request a move in a separate task."""
    return asyncio.create_task(pool._choose(a_view(), bot, "seed", Asker(user)))


async def gone(task: "asyncio.Task[Any]") -> None:
    """Cancel the caller of a request."""
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with contextlib.suppress(OSError):  # a zombie does not count as running
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return True
