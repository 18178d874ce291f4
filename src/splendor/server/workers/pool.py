"""Bot processes: started, asked one thing at a time, watched, and replaced when they die.

Whoever asks waits; the event loop never does. Nothing but a view, a bot's name, a seed and a
budget is sent to a process, and its environment has no secrets of the server.
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
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from splendor.arena.pool import ONE_THREAD
from splendor.bots import BOTS
from splendor.bots.search import check_budget
from splendor.core.errors import RulesError
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

# Bots that anybody may ask for, by their name alone: never `module:Class`, which imports code.
OFFERED_BOTS = tuple(name for name in BOTS if name != "search")
WORKER_COMMAND = "from splendor.server.workers.bot_worker import main; main()"
SECRET_WORDS = ("KEY", "SECRET", "TOKEN", "PASSWORD", "DATABASE", "PGPASS")
MAX_ATTEMPTS = 3  # of a job whose process dies
START_TIMEOUT = 600.0  # seconds that a process may take to get ready: it may have to compile
MAX_RESTART_PAUSE = 30.0  # seconds between two processes that cannot get ready
EXIT_TIMEOUT = 2.0  # seconds for a process that says nothing more
THINKING_SHARE = (
    0.5  # of the deadline that a bot is told it has, so that it meets it on a busy machine
)
MAX_CANDIDATES = 50  # candidates of an analysis
# On Windows a process is started nice; elsewhere it makes itself so.
LOW_PRIORITY: int = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)


class Busy(RequestRefused):
    """Too much is waiting already. Nothing is wrong with what was asked."""

    def __init__(self, code: str = "busy") -> None:
        super().__init__(code)


class TooSlow(RequestRefused):
    """The bot thought longer than it may. Its process has been ended."""

    def __init__(self) -> None:
        super().__init__("bot_too_slow")


class BotFailed(RequestRefused):
    """The bot raised an exception or chose what is not legal; `why` is for the log."""

    def __init__(self, why: str) -> None:
        super().__init__("bot_failed")
        self.why = why


@dataclass(eq=False, slots=True)
class Job:
    """What somebody waits for."""

    user: str
    is_move: bool  # somebody's game stands still, so it comes before analyses
    request: bytes
    answer: asyncio.Future[WorkerReply] = field(repr=False)
    tries: int = 0


class JobQueue:
    """Jobs that wait: users take turns, and each user's jobs keep their order."""

    def __init__(self) -> None:
        self._jobs: dict[str, deque[Job]] = {}  # whose turn it is comes first

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
            self._jobs[user] = mine  # behind everybody else's
        return job

    def remove(self, job: Job) -> bool:
        """Whether it was waiting here."""
        mine = self._jobs.get(job.user, ())
        if job not in mine:
            return False
        self._jobs[job.user].remove(job)
        if not self._jobs[job.user]:
            del self._jobs[job.user]
        return True


class Worker:
    """A process, and what it is doing."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.ready = self.killed = False
        self.job: Job | None = None
        self.timer: asyncio.TimerHandle | None = None

    @classmethod
    async def start(cls) -> "Worker":
        pipe = subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-c", WORKER_COMMAND),
            stdin=pipe,
            stdout=pipe,
            env=environment(),
            creationflags=LOW_PRIORITY,
        )
        return cls(process)

    @property
    def is_idle(self) -> bool:
        return self.ready and self.job is None and not self.killed

    def give(self, job: Job) -> None:
        self.job = job
        assert self.process.stdin is not None
        self.process.stdin.write(frame(job.request))  # if it is dead, its other pipe tells

    def take_job(self) -> Job | None:
        """What it was doing, which it need no longer do."""
        job, self.job = self.job, None
        if self.timer is not None:
            self.timer.cancel()
        return job

    async def answers(self) -> AsyncIterator[WorkerReply]:
        """What it says until it is dead."""
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
        """See it out. (One that is dead already is better not killed: asyncio would complain.)"""
        try:
            await asyncio.wait_for(self.process.wait(), EXIT_TIMEOUT)
        except TimeoutError:
            self.kill()
            await self.process.wait()


def environment() -> dict[str, str]:
    """Ours without what may be secret: imports from the same places, computes with one thread."""
    ours = {
        name: value
        for name, value in os.environ.items()
        if not any(word in name.upper() for word in SECRET_WORDS)
    }
    path = os.pathsep.join(place for place in sys.path if place)
    return {**ours, **dict.fromkeys(ONE_THREAD, "1"), "PYTHONPATH": path}


class WorkerPool:
    """Up to `size` processes. At most `most_waiting` jobs wait, `most_per_user` of one user.

    The deadline is for the thinking itself, in seconds: waiting for a process does not count.
    """

    def __init__(
        self,
        size: int = 1,
        *,
        most_waiting: int = 64,
        deadline: float = 30.0,
        most_per_user: int = 4,
    ) -> None:
        self.size, self.deadline = size, deadline
        self.most_waiting, self.most_per_user = most_waiting, most_per_user
        self.restarts = 0
        self._workers: list[Worker] = []
        self._moves, self._analyses = JobQueue(), JobQueue()
        self._jobs_of_user: Counter[str] = Counter()  # jobs that wait or are thought about
        self._supervisors: list[asyncio.Task[None]] = []
        self._closing, self._first_is_ready = asyncio.Event(), asyncio.Event()
        self._failures = 0  # processes in a row that did not get ready

    # What it is doing, for metrics

    @property
    def waiting(self) -> int:
        """How many jobs wait for a process."""
        return len(self._moves) + len(self._analyses)

    @property
    def thinking(self) -> int:
        return sum(worker.job is not None for worker in self._workers)

    @property
    def alive(self) -> int:
        """How many processes there are, ready or not yet."""
        return len(self._workers)

    @property
    def ready(self) -> int:
        """How many processes have loaded, or compiled, all they need."""
        return sum(worker.ready for worker in self._workers)

    @property
    def pids(self) -> tuple[int, ...]:
        return tuple(worker.process.pid for worker in self._workers)

    # For who asks

    async def open(self) -> None:
        """Begin to start the processes. Jobs may be given at once: they wait."""
        self._supervisors = [
            asyncio.create_task(self._supervise(first=n == 0)) for n in range(self.size)
        ]

    async def close(self) -> None:
        """End all processes, even while they think; whoever waits is told so."""
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
        """The same for any bot, as tests need them: nobody else may name what is imported."""
        seconds = THINKING_SHARE * self.deadline
        check_budget(simulations, seconds)
        answer = await self._ask(user, Choose(view, bot, seed, simulations, seconds))
        return str(answer["move"])

    async def analyse(
        self, view: View, simulations: int, seconds: float, seed: str, user: str, most: int = 5
    ) -> list[dict[str, Any]]:
        """The best moves, the best first, with what a search found out about each.

        A search ends after so many simulations or seconds, whichever is first. Of a line only
        what does not depend on cards that nobody has seen is told.
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
        job = self._admit(user, request)
        try:
            answer = await job.answer
        finally:
            if self._queue_of(job).remove(job):  # its caller has gone
                self._forget(job)
        if "failed" in answer:
            raise BotFailed(answer["failed"])
        return answer

    def require_room(self, user: str) -> None:
        """Refuse what would have to be refused if it were asked now."""
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
        """A move, if one is waited for. Analyses leave one of several processes to the moves."""
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
        """See to it that there is one process more. The first may compile: the others wait."""
        if not first:
            await self._first_is_ready.wait()
        while not self._closing.is_set():
            try:
                worker = await Worker.start()
            except OSError:  # no memory, or too many processes
                self._failed_to_start()
            else:
                await self._serve(worker)
            await self._pause()

    async def _serve(self, worker: Worker) -> None:
        """Listen to a process until it is dead."""
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
        """A process has died: another one is asked what it was doing."""
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
        """Processes that cannot get ready are tried again, less and less often."""
        if self._failures:
            seconds = min(MAX_RESTART_PAUSE, math.ldexp(0.25, min(self._failures, 20)))
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._closing.wait(), seconds)
