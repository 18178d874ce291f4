"""The worker processes of a match or another job: each does one task at a time.

Bots run only in these processes, because they may be third-party code: a bot that hangs or exits
loses its game, and the job continues. A process that dies is replaced.
"""

import contextlib
import multiprocessing
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from typing import Any, Protocol, TypeAlias

from splendor.arena.match import NOBODY, SetThinking
from splendor.core.errors import RulesError

Task: TypeAlias = tuple[int, Any]  # a number, and the rest of what a job needs: in a match a deal
Result: TypeAlias = Any  # and a rotation

AGENT, STARTED = range(2)  # fields of a worker's status in shared memory
MOST_TRIES = 3  # of a game whose worker died while no bot was thinking
POLL_SECONDS = 0.25  # between two checks for overdue workers
START_LIMIT = 60.0  # seconds that importing and making a bot may take, at least
ONE_THREAD = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class Job(Protocol):
    """What workers do: a `Match`, or anything else that consists of independent tasks.

    A job is copied to every process. The result of a task depends only on the job and the task,
    so a task can be repeated in another process or on another machine.
    """

    @property
    def agents(self) -> tuple[str, ...]:
        """The bots that think."""

    @property
    def move_limit(self) -> float:
        """Seconds after which a thinking bot has failed."""

    def start(self, set_thinking: SetThinking) -> Any:
        """Prepare a new process; what it returns is the result of `open`."""

    def run(self, task: Task, set_thinking: SetThinking) -> Result:
        """Do one task. `set_thinking` is called with the agent that thinks, or `NOBODY`."""

    def failed(self, task: Task, agent: int, why: str) -> Result:
        """The result of a task during which this agent ended its process or thought too long."""


# In the worker


def work(job: Job, connection: Connection, status: Any) -> None:
    """Send the result of `start`, then do the tasks until the connection closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C and kills workers
    with contextlib.suppress(OSError, AttributeError):
        os.dup2(sys.stderr.fileno(), 1)  # keep bots' prints out of the job's output

    def set_thinking(agent: int) -> None:
        status[STARTED] = time.monotonic()
        status[AGENT] = agent

    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        connection.send(started(job, set_thinking))
        while True:
            connection.send(job.run(connection.recv(), set_thinking))


def started(job: Job, set_thinking: SetThinking) -> tuple[Any, str | None]:
    """The result of `start`, or an error."""
    try:
        return job.start(set_thinking), None
    except (RulesError, SystemExit) as error:
        return None, str(error)


# In the parent


class Worker:
    """A worker process and its current task."""

    def __init__(self, context: SpawnContext, job: Job) -> None:
        self.connection, theirs = context.Pipe()
        self.status = context.RawArray("d", [NOBODY, 0.0])
        self.process = context.Process(target=work, args=(job, theirs, self.status))
        self.task: Task | None = None
        self.ready = False  # until it has started the job
        with single_threaded():
            self.process.start()
        theirs.close()

    def give(self, task: Task) -> None:
        self.task = task
        with contextlib.suppress(OSError):  # it has died: reading the pipe reports it
            self.connection.send(task)

    @property
    def thinking(self) -> int:
        return int(self.status[AGENT])

    def thinking_for(self) -> float:
        """How long its agent has been thinking, in seconds."""
        # Read the agent before the start time: the worker writes them in the other order.
        return 0.0 if self.thinking == NOBODY else time.monotonic() - self.status[STARTED]

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()

    def ended_by(self) -> str:
        self.process.join(1)
        code = self.process.exitcode or 0
        if code >= 0:
            return f"ended its process with status {code}"
        with contextlib.suppress(ValueError):
            return f"ended its process by {signal.Signals(-code).name}"
        return f"ended its process by signal {-code}"


@contextlib.contextmanager
def single_threaded() -> Iterator[None]:
    """Set the environment so that a new process computes with one thread."""
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value


class WorkerPool:
    """Up to `size` workers for one job; leaving the context kills them."""

    def __init__(self, job: Job, size: int) -> None:
        self.job, self.size = job, size
        self.context = multiprocessing.get_context("spawn")
        self.workers: list[Worker] = []
        self.waiting: deque[Task] = deque()
        self.tries: dict[Task, int] = {}

    def __enter__(self) -> "WorkerPool":
        return self

    def __exit__(self, *_: object) -> None:
        while self.workers:
            self.workers.pop().end()

    def open(self) -> Any:
        """Start the first worker, which compiles what is needed; in a match: agents' versions."""
        worker = self.launch()
        while not worker.connection.poll(POLL_SECONDS):
            if self.is_overdue(worker):
                raise RulesError(f"{self.culprit(worker)} took too long to be made")
        return self.receive_start(worker)

    def launch(self) -> Worker:
        worker = Worker(self.context, self.job)
        self.workers.append(worker)
        return worker

    def receive_start(self, worker: Worker) -> Any:
        try:
            result, error = worker.connection.recv()
        except (EOFError, OSError):
            raise RulesError(f"{self.culprit(worker)} {worker.ended_by()} when made") from None
        if error is not None:
            raise RulesError(error)
        worker.ready = True
        return result

    def play(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        """Do the tasks and yield each result as it is there, in any order."""
        self.waiting.extend(tasks)
        while True:
            self.feed()
            if all(worker.ready and worker.task is None for worker in self.workers):
                return
            timeout = min(POLL_SECONDS, self.job.move_limit / 4)
            ready = wait([worker.connection for worker in self.workers], timeout)
            for worker in [each for each in self.workers if each.connection in ready]:
                yield from self.receive(worker)
            for worker in [each for each in self.workers if self.is_overdue(each)]:
                yield from self.overdue(worker)

    def feed(self) -> None:
        """Give every idle worker a task, and start more workers while there are tasks."""
        for worker in self.workers:
            if worker.ready and worker.task is None and self.waiting:
                worker.give(self.waiting.popleft())
        starting = sum(not worker.ready for worker in self.workers)
        for _ in range(min(self.size - len(self.workers), len(self.waiting) - starting)):
            self.launch()

    def receive(self, worker: Worker) -> Iterator[tuple[Task, Result]]:
        if not worker.ready:
            self.receive_start(worker)
            return
        try:
            result: Result = worker.connection.recv()
        except (EOFError, OSError):
            yield from self.dead(worker)
            return
        assert worker.task is not None
        task, worker.task = worker.task, None
        yield task, result

    def dead(self, worker: Worker) -> Iterator[tuple[Task, Result]]:
        """The bot that was thinking loses its game; if none was, the game is played again."""
        agent, task, why = worker.thinking, worker.task, worker.ended_by()
        self.remove(worker)
        if task is None:
            return
        if agent != NOBODY:
            yield task, self.job.failed(task, agent, why)
            return
        self.tries[task] = self.tries.get(task, 0) + 1
        if self.tries[task] == MOST_TRIES:
            raise RulesError(f"game {task} cannot be played: while no bot thinks, a worker {why}")
        self.waiting.appendleft(task)

    def overdue(self, worker: Worker) -> Iterator[tuple[Task, Result]]:
        agent, task = worker.thinking, worker.task
        if agent == NOBODY or worker.connection.poll():
            return  # it has answered since
        if task is None:
            raise RulesError(f"{self.culprit(worker)} took too long to be made")
        self.remove(worker)
        why = f"thought longer than {self.job.move_limit:g} s"
        yield task, self.job.failed(task, agent, why)

    def is_overdue(self, worker: Worker) -> bool:
        limit = self.job.move_limit
        return worker.thinking_for() > (limit if worker.ready else max(limit, START_LIMIT))

    def remove(self, worker: Worker) -> None:
        self.workers.remove(worker)
        worker.end()

    def culprit(self, worker: Worker) -> str:
        agent = worker.thinking
        return "a worker" if agent == NOBODY else f"bot {self.job.agents[agent]!r}"


def default_size() -> int:
    return os.cpu_count() or 1
