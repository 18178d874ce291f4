"""A pool of bot workers: processes that are started, given one job at a time, and replaced.

The event loop never blocks. A process receives only a view, a bot's name, a seed and a budget, and
its environment contains no secrets of the server.
"""

import asyncio
import contextlib
import math
import pickle
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from splendor.bots import BOTS
from splendor.bots.search import check_budget
from splendor.core.errors import RulesError
from splendor.server.refusals import RequestRefused
from splendor.server.workers.bot_worker import (
    READY,
    Analyse,
    Choose,
    Coach,
    Explore,
    Judge,
    Request,
    WorkerReply,
)
from splendor.server.workers.engine_games import Course, Ended
from splendor.server.workers.queue import QUOTAS, Asker, Busy, Job, JobQueue, Kind, Quota
from splendor.server.workers.review_worker import ReviewRequest
from splendor.server.workers.worker_process import Worker
from splendor.view import View

# The bots that clients may name. Never `module:Class`, which would import code, nor `search`, whose
# settings decide how long it thinks: levels and styles have theirs.
OFFERED_BOTS = tuple(name for name in BOTS if name != "search")
MAX_ATTEMPTS = 3  # of a job whose process died
START_TIMEOUT = 600.0  # seconds: a new process may have to compile
MAX_RESTART_PAUSE = 30.0  # seconds between two processes that fail to start
THINKING_SHARE = (
    0.5  # of the deadline is the bot's time limit, so that it meets the deadline on a busy machine
)
MOVE_PATIENCE = 20.0  # seconds that a move waits for a process before it is refused
STREAM_PAUSE = 0.5  # seconds until a stream of jobs that finds no room tries again
MAX_CANDIDATES = 50  # candidates of an analysis


class TooSlow(RequestRefused):
    """The bot exceeded its deadline. Its process was killed."""

    def __init__(self) -> None:
        super().__init__("bot_too_slow")


class BotFailed(RequestRefused):
    """The bot raised an exception or chose an illegal move; `why` is for the log."""

    def __init__(self, why: str) -> None:
        super().__init__("bot_failed")
        self.why = why


class Games(Protocol):
    """The games that may still have to be compiled, in other processes."""

    @property
    def wait_for(self) -> Callable[[str], Awaitable[None]]: ...
    @property
    def wait_for_any(self) -> Callable[[], Awaitable[None]]: ...
    @property
    def ready_rules(self) -> Callable[[], list[str]]: ...


class WorkerPool:
    """Up to `size` processes, and the queue of their jobs.

    The deadline is for the thinking itself, in seconds: waiting for a process does not count, nor
    for `games` to be compiled. Without `games`, processes compile what is missing themselves. A
    move that waits for longer than `patience` is refused: the game should go on.
    """

    def __init__(
        self,
        size: int = 1,
        *,
        deadline: float = 30.0,
        patience: float = MOVE_PATIENCE,
        quotas: Mapping[Kind, Quota] = QUOTAS,
        games: Games | None = None,
    ) -> None:
        self._games = games
        self.size, self.deadline, self.patience = size, deadline, patience
        self.restarts = 0
        self.queue = JobQueue(quotas)
        self._workers: list[Worker] = []
        self._supervisors: list[asyncio.Task[None]] = []
        self._closing, self._first_is_ready = asyncio.Event(), asyncio.Event()
        self._failures = 0  # processes in a row that failed to start

    # Metrics

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a process."""
        return len(self.queue)

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
        self, view: View, bot: str, seed: str, who: Asker, simulations: int | None = None,
        course: Course | None = None,
    ) -> str:  # fmt: skip
        """The notation of a legal move. `course` is the game so far, for engines."""
        if bot not in OFFERED_BOTS:
            raise RequestRefused("no_bot", name=bot, known=OFFERED_BOTS)
        return await self._choose(view, bot, seed, who, simulations, course)

    async def _choose(
        self, view: View, bot: str, seed: str, who: Asker, simulations: int | None = None,
        course: Course | None = None,
    ) -> str:  # fmt: skip
        """`choose` for any bot. For tests: clients must not name code to import."""
        seconds = THINKING_SHARE * self.deadline
        check_budget(simulations, seconds)
        request = Choose(view, bot, seed, simulations, seconds, course)
        answer = await self._ask(Kind.MOVE, who, request)
        return str(answer["move"])

    def tell_ended(self, news: Ended) -> None:
        """Tell all processes how a game ended: one of them may have an engine that played it."""
        for worker in self._workers:
            worker.tell(news)

    async def analyse(
        self,
        view: View,
        simulations: int,
        seconds: float,
        seed: str,
        who: Asker,
        most: int = 5,
        kind: Kind = Kind.HINT,
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
        answer = await self._ask(kind, who, Analyse(view, seed, simulations, seconds, most))
        return list(answer["candidates"])

    async def coach(
        self, view: View, simulations: int, seconds: float, seed: str, who: Asker
    ) -> dict[str, Any]:
        """The three steps of the coach, after a search of so many simulations or seconds."""
        check_budget(simulations, seconds)
        answer = await self._ask(Kind.HINT, who, Coach(view, seed, simulations, seconds))
        return dict(answer["coaching"])

    async def judge(
        self, view: View, moves: Sequence[str], effort: tuple[int, float], seed: str, who: Asker,
        kind: Kind = Kind.HINT,
    ) -> dict[str, Any] | None:  # fmt: skip
        """What a turn gives away, or `None` if it leaves nothing to judge. `effort` are the most
        simulations and seconds.
        """
        check_budget(*effort)
        answer = await self._ask(kind, who, Judge(view, tuple(moves), seed, *effort))
        return answer["trial"] and dict(answer["trial"])

    async def explore(self, request: Explore, who: Asker) -> dict[str, Any]:
        """Every move of a position with its statistics, for the analysis board. It waits until
        there is room: somebody who goes on to another position still has a search running.
        """
        check_budget(request.simulations, request.seconds)
        answer = await self._ask_patiently(Kind.BOARD, who, request)
        return dict(answer["analysis"])

    async def stream(
        self, requests: Iterable[Request], who: Asker, kind: Kind = Kind.REVIEW
    ) -> AsyncIterator[WorkerReply]:
        """The replies to many requests, each as soon as it is there.

        Each request is a job of its own, so that more urgent jobs pass between two of them. While
        there is no room for the next one, the stream waits.
        """
        for request in requests:
            yield await self._ask_patiently(kind, who, request)

    async def review(self, request: ReviewRequest, who: Asker) -> WorkerReply:
        """A part of a review. Whatever is more urgent comes first; it waits until there is room."""
        return await self._ask_patiently(Kind.REVIEW, who, request)

    async def _ask_patiently(self, kind: Kind, who: Asker, request: Request) -> WorkerReply:
        while True:
            try:
                return await self._ask(kind, who, request)
            except Busy as busy:
                if busy.code != "busy":
                    raise
                await asyncio.sleep(STREAM_PAUSE)

    async def _ask(self, kind: Kind, who: Asker, request: Request) -> WorkerReply:
        position = request.position
        if isinstance(position, View) and (position.is_over or position.seat != position.active):
            raise RequestRefused("nothing_to_decide")
        if self._games:
            await self._games.wait_for(position.ruleset.name)
        job = self._admit(kind, who, request)
        try:
            answer = await job.answer
        except asyncio.CancelledError:
            self._give_up(job)
            raise
        finally:
            self._stop_waiting(job)
        if "failed" in answer:
            raise BotFailed(answer["failed"])
        return answer

    def _give_up(self, job: Job) -> None:
        """Nobody waits for this job any more. A search for the analysis board ends at once; other
        kinds are short, or will be wanted.
        """
        if self.queue.remove(job):
            self.queue.forget(job)
        for worker in self._workers:
            if worker.job is job:
                worker.give_up()

    def require_room(self, kind: Kind, who: Asker) -> None:
        """Raise `Busy` if such a job would be refused now."""
        if not self._supervisors or self._closing.is_set():
            raise Busy("bots_closed")
        self.queue.require_room(kind, who)

    def _admit(self, kind: Kind, who: Asker, request: Request) -> Job:
        self.require_room(kind, who)
        loop = asyncio.get_running_loop()
        job = Job(kind, who, pickle.dumps(request), loop.create_future())
        self.queue.put(job)
        if kind is Kind.MOVE:
            self._wait_for_process(job)
        self._assign_jobs()
        return job

    def _wait_for_process(self, job: Job) -> None:
        """Refuse a move that has waited for too long."""
        loop = asyncio.get_running_loop()
        job.patience = loop.call_later(self.patience, self._lose_patience, job)

    def _lose_patience(self, job: Job) -> None:
        if not self.ready:  # the processes are being started or compile: that is no overload
            self._wait_for_process(job)
        elif self.queue.remove(job):
            self._finish(job, Busy())

    def _stop_waiting(self, job: Job) -> None:
        if job.patience is not None:
            job.patience.cancel()

    # Jobs

    def _assign_jobs(self) -> None:
        """Give every idle process a job."""
        for worker in self._workers:
            if worker.is_idle and (job := self._next_job()):
                loop = asyncio.get_running_loop()
                self._stop_waiting(job)
                worker.give(job)
                worker.timer = loop.call_later(self.deadline, self._deadline_passed, worker)

    def _next_job(self) -> Job | None:
        """The next job. Whatever is no move leaves one of several processes to moves."""
        busy = [worker.job for worker in self._workers if worker.job is not None]
        others = sum(job.kind is not Kind.MOVE for job in busy)
        everything = others < max(1, self.size - 1)
        return self.queue.take(Kind.BOARD if everything else Kind.MOVE)

    def _finish(self, job: Job, result: WorkerReply | RulesError) -> None:
        self.queue.forget(job)
        self._stop_waiting(job)
        if job.answer.done():  # its caller has gone
            return
        if isinstance(result, RulesError):
            job.answer.set_exception(result)
        else:
            job.answer.set_result(result)

    def _fail_waiting(self, error: RulesError) -> None:
        while job := self.queue.take():
            self._finish(job, error)

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
            self.queue.charge(job, time.monotonic() - worker.begun)
            self._finish(job, answer)
        self._assign_jobs()

    def _deadline_passed(self, worker: Worker) -> None:
        if job := worker.take_job():
            worker.kill()
            self.queue.charge(job, self.deadline)
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
        self.queue.put_back(job)
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
