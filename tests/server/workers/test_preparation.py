"""Compiling in other processes: what is told, who waits, and what happens when a process dies."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from splendor.server.messages import Preparing
from splendor.server.workers.pool import WorkerPool
from splendor.server.workers.preparation import ATTEMPTS, READY, WORKER, Preparation
from splendor.server.workers.queue import Asker, Kind
from tests.server.fakes import TIMEOUT, async_test, eventually
from tests.server.workers.odd_bots import a_view, until, with_pool

TELLS = 'print(\'{"type":"preparing","part":"search","percent":60}\', flush=True)'


def stand_in(folder: Path, *lines: str) -> tuple[str, ...]:
    """The command of a process that runs these lines."""
    script = folder / "compiles.py"
    script.write_text("\n".join(["import os, sys, time", *lines]))
    return sys.executable, str(script)


class Told:
    """A preparation of the base game with everything it tells, in order."""

    def __init__(self, *command: str) -> None:
        self.preparation = Preparation(["official"], command=command, pause=0.0)
        self.news: list[Preparing] = []
        self.preparation.changed = lambda game: self.news.append(self.preparation.of(game))

    async def run(self) -> list[Preparing]:
        await asyncio.wait_for(self.preparation.run(), TIMEOUT)
        return self.news


@async_test
async def test_what_the_process_tells_is_passed_on_and_the_game_is_ready_at_its_end(
    tmp_path: Path,
) -> None:
    told = Told(*stand_in(tmp_path, "print('hello')", "print('x' * 5000)", TELLS))
    waiting = asyncio.ensure_future(told.preparation.wait_for("base"))
    await asyncio.sleep(0)
    assert not waiting.done()
    assert await told.run() == [Preparing("search", 60), READY]
    await asyncio.wait_for(waiting, TIMEOUT)
    assert told.preparation.is_over


@async_test
async def test_a_process_that_dies_is_started_again(tmp_path: Path) -> None:
    once = tmp_path / "once"
    dies = (
        f"if not os.path.exists({str(once)!r}): open({str(once)!r}, 'w'); os.kill(os.getpid(), 9)"
    )
    told = Told(*stand_in(tmp_path, TELLS, dies))
    assert await told.run() == [
        Preparing("search", 60),
        Preparing("search", 60, "again"),
        Preparing("search", 60),
        READY,
    ]


@async_test
async def test_a_process_that_keeps_dying_is_given_up_and_said_so(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    told = Told(*stand_in(tmp_path, f"open({str(starts)!r}, 'a').write('.')", "sys.exit(1)"))
    news = await told.run()
    assert starts.read_text() == "." * ATTEMPTS
    assert news[-1].problem == "failed"
    assert not told.preparation.is_over
    assert told.preparation.least.problem == "failed"
    waiting = asyncio.ensure_future(told.preparation.wait_for("base"))
    await asyncio.sleep(0)
    assert not waiting.done()  # a bot waits rather than being replaced by another one
    waiting.cancel()


@async_test
async def test_a_command_that_cannot_be_started_is_given_up(tmp_path: Path) -> None:
    news = await Told(str(tmp_path / "nothing")).run()
    assert news[-1].problem == "failed"


@async_test
async def test_ending_the_server_ends_the_process(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    told = Told(
        *stand_in(
            tmp_path,
            f"open({str(file)!r}, 'w').write(str(os.getpid()) + ' ')",
            "time.sleep(3600)",
        )
    )
    running = asyncio.ensure_future(told.preparation.run())
    await eventually(lambda: file.exists() and file.read_text().endswith(" "))
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    with pytest.raises(ProcessLookupError):
        os.kill(int(file.read_text()), 0)


def test_a_compiler_ends_when_its_server_is_gone() -> None:
    """The pipe from the server is closed before anything is compiled."""
    done = subprocess.run(
        [*WORKER, "official"], stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT
    )
    assert (done.returncode, done.stdout) == (1, b"")


ANN = Asker("ann")


class Games:
    """Games that are compiled when the test says so."""

    def __init__(self) -> None:
        self.base, self.any = asyncio.Event(), asyncio.Event()

    async def wait_for(self, game: str) -> None:
        assert game == "base"
        await self.base.wait()

    async def wait_for_any(self) -> None:
        await self.any.wait()

    def ready_rules(self) -> list[str]:
        return ["duel"]


def test_a_bot_waits_for_its_own_game_even_if_a_process_is_ready_for_another() -> None:
    games = Games()

    async def use(pool: WorkerPool) -> None:
        asked = asyncio.ensure_future(pool.choose(a_view(), "greedy", "seed", ANN))
        pool.require_room(Kind.HINT, ANN)  # a hint may be asked for
        await asyncio.sleep(0)
        assert pool.alive == 0  # no process starts before it has something to load
        games.any.set()
        await until(lambda: pool.ready == 1)
        assert (asked.done(), pool.waiting, pool.thinking) == (False, 0, 0)
        games.base.set()
        assert a_view().parse(await asked) in a_view().legal_moves

    with_pool(use, games=games)


def test_a_pool_whose_games_are_never_compiled_can_be_closed() -> None:
    async def use(pool: WorkerPool) -> None:
        await asyncio.sleep(0)
        assert pool.alive == 0

    with_pool(use, games=Games())
