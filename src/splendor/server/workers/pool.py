"""A pool of bot workers: processes that are started, given one job at a time, and replaced.

The event loop never blocks. A process receives only a view, a bot's name, a seed and a budget, and
its environment contains no secrets of the server.
"""

import asyncio
import contextlib
import json
import math
import os
import pickle
import subprocess
import sys
from asyncio.subprocess import Process
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from splendor.arena.pool import ONE_THREAD
from splendor.bots import BOTS
from splendor.bots.search import check_budget
from splendor.core.errors import RulesError
from splendor.core.kernel import CACHE
from splendor.server.refusals import RequestRefused
from splendor.server.workers.bot_worker import (
    LENGTH_HEADER,
    READY,
    Analyse,
    Choose,
    Request,
    WorkerReply,
    frame,
)
from splendor.view import View

# The bots that clients may name. Never `module:Class`, which would import code, nor `search`, whose
# settings decide how long it thinks: levels and styles have theirs.
OFFERED_BOTS = tuple(name for name in BOTS if name != "search")
WORKER_COMMAND = (
    "import sys; from splendor.server.workers.bot_worker import main; main(sys.argv[1:])"
)
SECRET_WORDS = ("KEY", "SECRET", "TOKEN", "PASSWORD", "DATABASE", "PGPASS")
MAX_ATTEMPTS = 3  # of a job whose process died
START_TIMEOUT = 600.0  # seconds: a new process may have to compile
MAX_RESTART_PAUSE = 30.0  # seconds between two processes that fail to start
EXIT_TIMEOUT = 2.0  # seconds for a process to exit after it closed its pipe
THINKING_SHARE = (
    0.5  # of the deadline is the bot's time limit, so that it meets the deadline on a busy machine
)
MAX_CANDIDATES = 50  # candidates of an analysis
# On Windows a process is started with low priority; elsewhere it lowers its own.
LOW_PRIORITY: int = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)


class Busy(RequestRefused):
    """Too many jobs are waiting. The request itself is valid."""

    def __init__(self, code: str = "busy") -> None:
        super().__init__(code)


class TooSlow(RequestRefused):
    """The bot exceeded its deadline. Its process was killed."""

    def __init__(self) -> None:
        super().__init__("bot_too_slow")


class BotFailed(RequestRefused):
    """The bot raised an exception or chose an illegal move; `why` is for the log."""

    def __init__(self, why: str) -> None:
        super().__init__("bot_failed")
        self.why = why


@dataclass(eq=False, slots=True)
class Job:
    """A request and the future of its reply."""

    user: str
    is_move: bool  # a game is waiting, so moves come before analyses
    request: bytes
    answer: asyncio.Future[WorkerReply] = field(repr=False)
    tries: int = 0


class JobQueue:
    """Waiting jobs: users take turns, and each user's jobs keep their order."""

    def __init__(self) -> None:
        self._jobs: dict[str, deque[Job]] = {}  # the next user first

    def __len__(self) -> int:
        return sum(map(len, self._jobs.values()))

    def put(self, job: Job) -> None:
        self._jobs.setdefault(job.user, deque()).append(job)

    def put_first(self, job: Job) -> None:
        mine = deque([job, *self._jobs.pop(job.user, ())])
        self._jobs = {job.user: mine, **self._jobs}

    def take(self) -> Job:
        user = next(iter(self._jobs))
        mine = self._jobs.pop(user)
        job = mine.popleft()
        if mine:
            self._jobs[user] = mine  # behind all other users
        return job

    def remove(self, job: Job) -> bool:
        """Remove a job. Returns whether it was waiting here."""
        mine = self._jobs.get(job.user, ())
        if job not in mine:
            return False
        self._jobs[job.user].remove(job)
        if not self._jobs[job.user]:
            del self._jobs[job.user]
        return True


class Worker:
    """A process and its present job."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.ready = self.killed = False
        self.job: Job | None = None
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
        self.job = job
        assert self.process.stdin is not None
        self.process.stdin.write(
            frame(job.request)
        )  # if the process is dead, reading from it will show that

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


class Games(Protocol):
    """The games that may still have to be compiled, in other processes."""

    @property
    def wait_for(self) -> Callable[[str], Awaitable[None]]: ...
    @property
    def wait_for_any(self) -> Callable[[], Awaitable[None]]: ...
    @property
    def ready_rules(self) -> Callable[[], list[str]]: ...


class WorkerPool:
    """Up to `size` processes. At most `most_waiting` jobs wait, `most_per_user` of one user.

    The deadline is for the thinking itself, in seconds: waiting for a process does not count, nor
    for `games` to be compiled. Without `games`, processes compile what is missing themselves.
    """

    def __init__(
        self,
        size: int = 1,
        *,
        most_waiting: int = 64,
        deadline: float = 30.0,
        most_per_user: int = 4,
        games: Games | None = None,
    ) -> None:
        self._games = games
        self.size, self.deadline = size, deadline
        self.most_waiting, self.most_per_user = most_waiting, most_per_user
        self.restarts = 0
        self._workers: list[Worker] = []
        self._moves, self._analyses = JobQueue(), JobQueue()
        self._jobs_of_user: Counter[str] = Counter()  # waiting or running jobs
        self._supervisors: list[asyncio.Task[None]] = []
        self._closing, self._first_is_ready = asyncio.Event(), asyncio.Event()
        self._failures = 0  # processes in a row that failed to start

    # Metrics

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a process."""
        return len(self._moves) + len(self._analyses)

    @property
    def thinking(self) -> int:
        return sum(worker.job is not None for worker in self._workers)

    @property
    def alive(self) -> int:
        """The number of processes, ready or not."""
        return len(self._workers)

    @property
    def ready(self) -> int:
        """The number of processes that have loaded or compiled everything they need."""
        return sum(worker.ready for worker in self._workers)

    @property
    def pids(self) -> tuple[int, ...]:
        return tuple(worker.process.pid for worker in self._workers)

    # Requests

    async def open(self) -> None:
        """Start the processes in the background. Jobs are accepted at once and wait."""
        self._supervisors = [
            asyncio.create_task(self._supervise(first=n == 0)) for n in range(self.size)
        ]

    async def close(self) -> None:
        """Kill all processes, even busy ones; waiting jobs fail."""
        self._closing.set()
        self._first_is_ready.set()
        for worker in self._workers:
            worker.kill()
        self._fail_waiting(Busy("bots_closed"))
        await asyncio.gather(*self._supervisors)

    async def choose(
        self, view: View, bot: str, seed: str, user: str, simulations: int | None = None
    ) -> str:
        """The notation of a legal move."""
        if bot not in OFFERED_BOTS:
            raise RequestRefused("no_bot", name=bot, known=OFFERED_BOTS)
        return await self._choose(view, bot, seed, user, simulations)

    async def _choose(
        self, view: View, bot: str, seed: str, user: str, simulations: int | None = None
    ) -> str:
        """`choose` for any bot. For tests: clients must not name code to import."""
        seconds = THINKING_SHARE * self.deadline
        check_budget(simulations, seconds)
        answer = await self._ask(user, Choose(view, bot, seed, simulations, seconds))
        return str(answer["move"])

    async def analyse(
        self, view: View, simulations: int, seconds: float, seed: str, user: str, most: int = 5
    ) -> list[dict[str, Any]]:
        """The best moves, the best first, with the statistics of a search.

        The search ends after `simulations` or `seconds`, whichever is first. A line ends where it
        would depend on unseen cards.
        """
        check_budget(simulations, seconds)
        longest = THINKING_SHARE * self.deadline
        if not 0 < seconds <= longest:
            raise RequestRefused("analysis_seconds", most=longest)
        if not 1 <= most <= MAX_CANDIDATES:
            raise RequestRefused("analysis_moves", most=MAX_CANDIDATES)
        answer = await self._ask(user, Analyse(view, seed, simulations, seconds, most))
        return list(answer["candidates"])

    async def _ask(self, user: str, request: Request) -> WorkerReply:
        if request.view.is_over or request.view.seat != request.view.active:
            raise RequestRefused("nothing_to_decide")
        if self._games:
            await self._games.wait_for(request.view.ruleset.name)
        job = self._admit(user, request)
        try:
            answer = await job.answer
        finally:
            if self._queue_of(job).remove(job):  # its caller was cancelled
                self._forget(job)
        if "failed" in answer:
            raise BotFailed(answer["failed"])
        return answer

    def require_room(self, user: str) -> None:
        """Raise `Busy` if a job of this user would be refused now."""
        if not self._supervisors or self._closing.is_set():
            raise Busy("bots_closed")
        if self.waiting >= self.most_waiting or self._jobs_of_user[user] >= self.most_per_user:
            raise Busy

    def _admit(self, user: str, request: Request) -> Job:
        self.require_room(user)
        future: asyncio.Future[WorkerReply] = asyncio.get_running_loop().create_future()
        job = Job(user, isinstance(request, Choose), pickle.dumps(request), future)
        self._jobs_of_user[user] += 1
        self._queue_of(job).put(job)
        self._assign_jobs()
        return job

    def _queue_of(self, job: Job) -> JobQueue:
        return self._moves if job.is_move else self._analyses

    # Jobs

    def _assign_jobs(self) -> None:
        """Give every idle process a job."""
        for worker in self._workers:
            if worker.is_idle and (job := self._next_job()):
                loop = asyncio.get_running_loop()
                worker.give(job)
                worker.timer = loop.call_later(self.deadline, self._deadline_passed, worker)

    def _next_job(self) -> Job | None:
        """The next job: moves first. Analyses leave at least one of several processes to moves."""
        if self._moves:
            return self._moves.take()
        busy = [worker.job for worker in self._workers if worker.job is not None]
        analyses = sum(not job.is_move for job in busy)
        if self._analyses and analyses < max(1, self.size - 1):
            return self._analyses.take()
        return None

    def _finish(self, job: Job, result: WorkerReply | RulesError) -> None:
        self._forget(job)
        if job.answer.done():  # its caller has gone
            return
        if isinstance(result, RulesError):
            job.answer.set_exception(result)
        else:
            job.answer.set_result(result)

    def _forget(self, job: Job) -> None:
        self._jobs_of_user[job.user] -= 1
        if not self._jobs_of_user[job.user]:
            del self._jobs_of_user[job.user]

    def _fail_waiting(self, error: RulesError) -> None:
        for line in (self._moves, self._analyses):
            while line:
                self._finish(line.take(), error)

    # Processes

    async def _supervise(self, first: bool) -> None:
        """Keep one process running. The first may have to compile; the others wait for it."""
        if not first:
            await self._first_is_ready.wait()
        await self._until_a_game_is_ready()
        while not self._closing.is_set():
            try:
                worker = await Worker.start(self._games.ready_rules() if self._games else None)
            except OSError:  # out of memory, or too many processes
                self._failed_to_start()
            else:
                await self._serve(worker)
            await self._pause()

    async def _until_a_game_is_ready(self) -> None:
        """Return when a game is compiled, or the pool is closed."""
        if self._games is None:
            return
        waiting = [
            asyncio.ensure_future(self._games.wait_for_any()),
            asyncio.ensure_future(self._closing.wait()),
        ]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    async def _serve(self, worker: Worker) -> None:
        """Receive the replies of a process until it exits."""
        self._workers.append(worker)
        if self._closing.is_set():
            worker.kill()
        loop = asyncio.get_running_loop()
        worker.timer = loop.call_later(START_TIMEOUT, worker.kill)
        async for answer in worker.answers():
            self._receive(worker, answer)
        self._workers.remove(worker)
        await worker.end()
        self._worker_died(worker)

    def _receive(self, worker: Worker, answer: WorkerReply) -> None:
        job = worker.take_job()
        if READY in answer:
            worker.ready = True
            self._failures = 0
            self._first_is_ready.set()
        elif job is not None:
            self._finish(job, answer)
        self._assign_jobs()

    def _deadline_passed(self, worker: Worker) -> None:
        if job := worker.take_job():
            worker.kill()
            self._finish(job, TooSlow())

    def _worker_died(self, worker: Worker) -> None:
        """A process has died: give its job to another one."""
        job = worker.take_job()
        if self._closing.is_set():
            if job:
                self._finish(job, Busy("bots_closed"))
            return
        self.restarts += 1
        if job:
            self._ask_again(job)
        elif not worker.ready:
            self._failed_to_start()

    def _ask_again(self, job: Job) -> None:
        job.tries += 1
        if job.tries == MAX_ATTEMPTS or job.answer.done():
            self._finish(job, BotFailed("its process died each time"))
            return
        self._queue_of(job).put_first(job)
        self._assign_jobs()

    def _failed_to_start(self) -> None:
        self._failures += 1
        if self._failures >= MAX_ATTEMPTS:
            self._fail_waiting(BotFailed("no process gets ready"))

    async def _pause(self) -> None:
        """Back off exponentially while processes fail to start."""
        if self._failures:
            seconds = min(MAX_RESTART_PAUSE, math.ldexp(0.25, min(self._failures, 20)))
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._closing.wait(), seconds)
