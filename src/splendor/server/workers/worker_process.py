"""The process of a bot worker, as the server sees it: starting it, jobs and replies, its end."""

import asyncio
import contextlib
import json
import os
import pickle
import subprocess
import sys
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence

from splendor.arena.pool import ONE_THREAD
from splendor.core.kernel import CACHE
from splendor.server.workers.bot_worker import GIVE_UP, LENGTH_HEADER, WorkerReply, frame
from splendor.server.workers.engine_games import Ended
from splendor.server.workers.queue import Job

WORKER_COMMAND = (
    "import sys; from splendor.server.workers.bot_worker import main; main(sys.argv[1:])"
)
SECRET_WORDS = ("KEY", "SECRET", "TOKEN", "PASSWORD", "DATABASE", "PGPASS")
EXIT_TIMEOUT = 2.0  # seconds for a process to exit after it closed its pipe
# On Windows a process is started with low priority; elsewhere it lowers its own.
LOW_PRIORITY: int = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)


class Worker:
    """A process and its present job."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.ready = self.killed = False
        self.job: Job | None = None
        self.begun = 0.0  # when it was given its job
        self.timer: asyncio.TimerHandle | None = None

    @classmethod
    async def start(cls, rules: Sequence[str] | None = None) -> "Worker":
        """A process that has loaded the games of these rule sets, or all, when it is ready."""
        pipe = subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-c", WORKER_COMMAND, *(rules or ())),
            stdin=pipe,
            stdout=pipe,
            env=environment(),
            creationflags=LOW_PRIORITY,
            start_new_session=True,  # Ctrl-C in a terminal is for the server
        )
        return cls(process)

    @property
    def is_idle(self) -> bool:
        return self.ready and self.job is None and not self.killed

    def give(self, job: Job) -> None:
        self.job, self.begun = job, time.monotonic()
        assert self.process.stdin is not None
        self.process.stdin.write(
            frame(job.request)
        )  # if the process is dead, reading from it will show that

    def give_up(self) -> None:
        """Nobody waits for the answer to the present job."""
        assert self.process.stdin is not None
        self.process.stdin.write(frame(GIVE_UP))

    def tell(self, news: Ended) -> None:
        """Send news, to which there is no reply."""
        assert self.process.stdin is not None
        self.process.stdin.write(frame(pickle.dumps(news)))

    def take_job(self) -> Job | None:
        """Take the present job away from the worker."""
        job, self.job = self.job, None
        if self.timer is not None:
            self.timer.cancel()
        return job

    async def answers(self) -> AsyncIterator[WorkerReply]:
        """Its replies until it exits."""
        assert self.process.stdout is not None
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                [size] = LENGTH_HEADER.unpack(
                    await self.process.stdout.readexactly(LENGTH_HEADER.size)
                )
                yield json.loads(await self.process.stdout.readexactly(size))

    def kill(self) -> None:
        if not self.killed:
            self.killed = True
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()

    async def end(self) -> None:
        """Wait for the process to exit, then kill it (asyncio warns if a dead one is killed)."""
        try:
            await asyncio.wait_for(self.process.wait(), EXIT_TIMEOUT)
        except TimeoutError:
            self.kill()
            await self.process.wait()


def environment() -> dict[str, str]:
    """Our environment without secrets, with the same import path and one thread for libraries.

    The cache of kernels is named: if ours is a temporary one, the process shares it.
    """
    ours = {
        name: value
        for name, value in os.environ.items()
        if not any(word in name.upper() for word in SECRET_WORDS)
    }
    path = os.pathsep.join(place for place in sys.path if place)
    shared = {"PYTHONPATH": path, "SPLENDOR_CACHE_DIR": str(CACHE.parent)}
    return {**ours, **dict.fromkeys(ONE_THREAD, "1"), **shared}
