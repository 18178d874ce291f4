"""The worker processes of a match: each plays one game at a time and is replaced when it dies.

Bots run only in these processes, because they may be third-party code: a bot that hangs or exits
loses its game, and the match continues.
"""

import contextlib
import importlib
import importlib.metadata
import multiprocessing
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from typing import Any, TypeAlias

from splendor.arena.match import (
    NOBODY,
    AgentVersion,
    GameResult,
    Match,
    SetThinking,
    failed_game,
    play_game,
)
from splendor.bots import Clock, make_bot
from splendor.bots.simple import simulate
from splendor.core.engines import configured
from splendor.core.errors import RulesError
from splendor.game import Game

Task: TypeAlias = tuple[int, int]  # a deal and a rotation

AGENT, STARTED = range(2)  # fields of a worker's status in shared memory
MOST_TRIES = 3  # of a game whose worker died while no bot was thinking
POLL_SECONDS = 0.25  # between two checks for overdue workers
START_LIMIT = 60.0  # seconds that importing and making a bot may take, at least
ONE_THREAD = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


# In the worker


def work(match: Match, connection: Connection, status: Any) -> None:
    """Send the agents' versions, then play the requested games until the connection closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C and kills workers
    with contextlib.suppress(OSError, AttributeError):
        os.dup2(sys.stderr.fileno(), 1)  # keep bots' prints out of the match's output

    def set_thinking(agent: int) -> None:
        status[STARTED] = time.monotonic()
        status[AGENT] = agent

    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        connection.send(start_agents(match, set_thinking))
        while True:
            deal, rotation = connection.recv()
            connection.send(play_game(match, deal, rotation, set_thinking))


def start_agents(match: Match, set_thinking: SetThinking) -> list[AgentVersion] | str:
    """Make every agent once, and compile the built-in ones: their versions, or an error."""
    versions = []
    for agent, spec in enumerate(match.agents):
        own = ":" in spec or spec.partition(",")[0] in configured()
        set_thinking(agent if own else NOBODY)
        try:
            bot = make_bot(spec, 0)
            if not own:
                compile_bot(match, bot)
        except (RulesError, SystemExit) as error:
            return str(error)
        version = getattr(bot, "version", None)
        versions.append({"version": version_of(spec), "bot_version": version and str(version)})
    set_thinking(NOBODY)
    return versions


def compile_bot(match: Match, bot: Any) -> None:
    """Let a bot decide in a first and in a last turn, so that its kernels are compiled."""
    game: Game = match.deal(0)
    clock = Clock(seconds=0.01, simulations=8)
    bot.choose(game.view(game.active), clock)
    simulate(game, ["greedy"] * game.players, 0)
    while game.is_over or game.phase != "play":
        game.pop()
    bot.choose(game.view(game.active), clock)


def version_of(spec: str) -> str | None:
    """The version of this package or, for a custom bot, its module's `__version__` if any."""
    module, colon, _ = spec.partition(":")
    if not colon:
        return importlib.metadata.version("splendor")
    version = getattr(importlib.import_module(module), "__version__", None)
    return None if version is None else str(version)


# In the parent


class Worker:
    """A worker process and its current task."""

    def __init__(self, context: SpawnContext, match: Match) -> None:
        self.connection, theirs = context.Pipe()
        self.status = context.RawArray("d", [NOBODY, 0.0])
        self.process = context.Process(target=work, args=(match, theirs, self.status))
        self.task: Task | None = None
        self.ready = False  # until it has sent its agents' versions
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
    """Up to `size` workers for one match; leaving the context kills them."""

    def __init__(self, match: Match, size: int) -> None:
        self.match, self.size = match, size
        self.context = multiprocessing.get_context("spawn")
        self.workers: list[Worker] = []
        self.waiting: deque[Task] = deque()
        self.tries: dict[Task, int] = {}

    def __enter__(self) -> "WorkerPool":
        return self

    def __exit__(self, *_: object) -> None:
        while self.workers:
            self.workers.pop().end()

    def open(self) -> list[AgentVersion]:
        """Start the first worker, which compiles what is needed; returns the agents' versions."""
        worker = self.launch()
        while not worker.connection.poll(POLL_SECONDS):
            if self.is_overdue(worker):
                raise RulesError(f"{self.culprit(worker)} took too long to be made")
        return self.receive_versions(worker)

    def launch(self) -> Worker:
        worker = Worker(self.context, self.match)
        self.workers.append(worker)
        return worker

    def receive_versions(self, worker: Worker) -> list[AgentVersion]:
        try:
            versions: list[AgentVersion] | str = worker.connection.recv()
        except (EOFError, OSError):
            raise RulesError(f"{self.culprit(worker)} {worker.ended_by()} when made") from None
        if isinstance(versions, str):
            raise RulesError(versions)
        worker.ready = True
        return versions

    def play(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, GameResult]]:
        """Play the games and yield each result as it finishes, in any order."""
        self.waiting.extend(tasks)
        while True:
            self.feed()
            if all(worker.ready and worker.task is None for worker in self.workers):
                return
            timeout = min(POLL_SECONDS, self.match.move_limit / 4)
            ready = wait([worker.connection for worker in self.workers], timeout)
            for worker in [each for each in self.workers if each.connection in ready]:
                yield from self.receive(worker)
            for worker in [each for each in self.workers if self.is_overdue(each)]:
                yield from self.overdue(worker)

    def feed(self) -> None:
        """Give every idle worker a game, and start more workers while there are games."""
        for worker in self.workers:
            if worker.ready and worker.task is None and self.waiting:
                worker.give(self.waiting.popleft())
        starting = sum(not worker.ready for worker in self.workers)
        for _ in range(min(self.size - len(self.workers), len(self.waiting) - starting)):
            self.launch()

    def receive(self, worker: Worker) -> Iterator[tuple[Task, GameResult]]:
        if not worker.ready:
            self.receive_versions(worker)
            return
        try:
            result: GameResult = worker.connection.recv()
        except (EOFError, OSError):
            yield from self.dead(worker)
            return
        assert worker.task is not None
        task, worker.task = worker.task, None
        yield task, result

    def dead(self, worker: Worker) -> Iterator[tuple[Task, GameResult]]:
        """The bot that was thinking loses its game; if none was, the game is played again."""
        agent, task, why = worker.thinking, worker.task, worker.ended_by()
        self.remove(worker)
        if task is None:
            return
        if agent != NOBODY:
            yield task, failed_game(self.match, task[1], agent, why)
            return
        self.tries[task] = self.tries.get(task, 0) + 1
        if self.tries[task] == MOST_TRIES:
            raise RulesError(f"game {task} cannot be played: while no bot thinks, a worker {why}")
        self.waiting.appendleft(task)

    def overdue(self, worker: Worker) -> Iterator[tuple[Task, GameResult]]:
        agent, task = worker.thinking, worker.task
        if agent == NOBODY or worker.connection.poll():
            return  # it has answered since
        if task is None:
            raise RulesError(f"{self.culprit(worker)} took too long to be made")
        self.remove(worker)
        why = f"thought longer than {self.match.move_limit:g} s"
        yield task, failed_game(self.match, task[1], agent, why)

    def is_overdue(self, worker: Worker) -> bool:
        limit = self.match.move_limit
        return worker.thinking_for() > (limit if worker.ready else max(limit, START_LIMIT))

    def remove(self, worker: Worker) -> None:
        self.workers.remove(worker)
        worker.end()

    def culprit(self, worker: Worker) -> str:
        agent = worker.thinking
        return "a worker" if agent == NOBODY else f"bot {self.match.agents[agent]!r}"


def default_size() -> int:
    return os.cpu_count() or 1
