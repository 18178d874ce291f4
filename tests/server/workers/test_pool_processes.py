"""Bot processes: replaced when they die, ended with their server, never blocking it."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from splendor.core.kernel import CACHE
from splendor.server.workers import worker_process
from splendor.server.workers.pool import BotFailed, WorkerPool
from splendor.server.workers.queue import Asker, Busy
from tests.server.workers.odd_bots import (
    ODD,
    PATIENCE,
    SLOW,
    a_view,
    ask,
    is_running,
    until,
    with_pool,
)

# Dying processes


def test_a_process_killed_while_thinking_is_replaced_and_its_job_repeated(
    tmp_path: Path,
) -> None:
    mark = tmp_path / "asked"

    async def use(pool: WorkerPool) -> None:
        choice = ask(pool, f"{ODD},how=hang once,leave={mark}")
        await until(mark.exists)
        [pid] = pool.pids
        os.kill(pid, signal.SIGKILL)
        assert a_view().parse(await choice) in a_view().legal_moves
        assert pool.restarts == 1
        assert pool.pids != (pid,)

    with_pool(use)


def test_a_killed_search_is_repeated(late: float) -> None:
    async def use(pool: WorkerPool) -> None:
        choice = ask(pool, SLOW)
        await until(lambda: pool.thinking == 1)
        os.kill(pool.pids[0], signal.SIGKILL)
        assert a_view().parse(await choice) in a_view().legal_moves
        assert pool.restarts == 1

    with_pool(use, deadline=late)


def test_a_job_is_tried_three_times_and_other_jobs_continue() -> None:
    async def use(pool: WorkerPool) -> None:
        deadly, other = ask(pool, f"{ODD},how=die"), ask(pool, "greedy", "bob")
        with pytest.raises(BotFailed):
            await deadly
        assert pool.restarts == 3
        await other

    with_pool(use)


def test_a_killed_idle_process_is_replaced() -> None:
    async def use(pool: WorkerPool) -> None:
        await until(lambda: pool.ready == 2)
        before = pool.pids
        os.kill(before[0], signal.SIGKILL)
        await until(lambda: pool.ready == 2 and before[0] not in pool.pids)
        assert before[1] in pool.pids
        assert (pool.alive, pool.restarts) == (2, 1)

    with_pool(use, size=2)


def test_jobs_fail_in_time_if_no_process_gets_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "WORKER_COMMAND", "raise SystemExit(1)")

    async def use(pool: WorkerPool) -> None:
        with pytest.raises(BotFailed):
            await pool.choose(a_view(), "greedy", "seed", Asker("ann"))
        assert pool.restarts == 3
        monkeypatch.undo()
        await pool.choose(a_view(), "greedy", "seed", Asker("ann"))

    with_pool(use)


def test_jobs_fail_in_time_if_no_process_can_be_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")

    async def use(pool: WorkerPool) -> None:
        with pytest.raises(BotFailed):
            await pool.choose(a_view(), "greedy", "seed", Asker("ann"))

    with_pool(use)


# Ending


def test_closing_ends_thinking_processes() -> None:
    async def use() -> None:
        pool = WorkerPool(2, deadline=PATIENCE)
        await pool.open()
        await until(lambda: pool.ready == 2)
        jobs = [ask(pool, bot, bot) for bot in (SLOW, f"{ODD},how=hang", "greedy,x=never")]
        await until(lambda: pool.thinking == 2)
        pids = pool.pids
        await pool.close()
        assert not any(map(is_running, pids))
        assert pool.alive == pool.waiting == pool.restarts == 0
        for error in await asyncio.gather(*jobs, return_exceptions=True):
            assert isinstance(error, Busy)

    asyncio.run(use())


def test_closing_ends_processes_that_are_not_ready() -> None:
    async def use() -> None:
        pool = WorkerPool(2)
        await pool.open()
        await until(lambda: pool.alive == 1)
        [pid] = pool.pids
        await pool.close()
        assert not is_running(pid)
        await WorkerPool().close()  # never opened

    asyncio.run(use())


ORPHANING = """
import asyncio
from tests.server.workers.odd_bots import SLOW, a_view, until
from splendor.server.workers.pool import WorkerPool
from splendor.server.workers.queue import Asker

async def main():
    pool = WorkerPool(deadline=3600.0)
    await pool.open()
    job = asyncio.create_task(pool._choose(a_view(), SLOW, "seed", Asker("ann")))
    await until(lambda: pool.thinking == 1)
    print(*pool.pids, flush=True)
    await job

asyncio.run(main())
"""


def test_a_thinking_process_ends_when_its_server_is_killed() -> None:
    command = [sys.executable, "-c", ORPHANING]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=child_environment())
    with server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        assert is_running(pid)
        server.kill()
    last = time.monotonic() + 60
    while is_running(pid):
        assert time.monotonic() < last, "it thinks on"
        time.sleep(0.02)


def child_environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


# Effects on the server


def test_the_event_loop_stays_responsive_while_bots_think(late: float) -> None:
    """Measured in CPU time, because a busy machine may suspend the process."""

    async def use(pool: WorkerPool) -> None:
        await until(lambda: pool.ready == 2)
        jobs = [ask(pool, SLOW, user) for user in ("ann", "bob")]
        worst, ticks, last = 0.0, 0, time.thread_time()
        while not all(job.done() for job in jobs):
            await asyncio.sleep(0.002)
            now = time.thread_time()
            worst, ticks, last = max(worst, now - last), ticks + 1, now
        assert worst < 0.5
        assert ticks > 100

    with_pool(use, size=2, deadline=late)


@pytest.mark.skipif(sys.platform == "win32", reason="there a process is started so")
def test_bot_processes_have_a_low_priority() -> None:
    async def use(pool: WorkerPool) -> int:
        await until(lambda: pool.ready == 1)
        return os.getpriority(os.PRIO_PROCESS, pool.pids[0])

    assert with_pool(use) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)


def test_bot_processes_use_one_thread_and_have_no_secrets_in_their_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("SPLENDOR_KEY", "SPLENDOR_DATABASE", "PGPASSWORD", "Api_Token"):
        monkeypatch.setenv(name, "hush")
    monkeypatch.setenv("NUMBA_NUM_THREADS", "7")
    found = worker_process.environment()
    assert "hush" not in found.values()
    assert found["NUMBA_NUM_THREADS"] == "1"
    assert found["SPLENDOR_CACHE_DIR"] == str(CACHE.parent)  # even if it is a temporary one
    assert os.environ["NUMBA_NUM_THREADS"] == "7"
