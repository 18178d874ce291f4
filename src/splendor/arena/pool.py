"""The processes that play a match: each one game at a time, watched, and replaced when it dies.

Bots are other people's code: here alone they are run, so that one that hangs or ends its process
loses its game and nothing else.
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

from splendor.arena.match import NOBODY, Match, Row, Watch, failed_game, play_game
from splendor.bots import Clock, make_bot
from splendor.bots.simple import simulate
from splendor.core.errors import RulesError
from splendor.game import Game

Task: TypeAlias = tuple[int, int]  # a deal and a rotation

WHO, SINCE = range(2)  # what a worker tells of itself in shared memory
MOST_TRIES = 3  # of a game whose worker died while no bot was thinking
LOOKING_AROUND = 0.25  # seconds between two looks at the workers' clocks
MAKING = 60.0  # seconds that importing and making a bot may always take
ONE_THREAD = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


# In the worker


def work(match: Match, connection: Connection, status: Any) -> None:
    """Introduce the agents, then play one game after the other until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, who ends us
    with contextlib.suppress(OSError, AttributeError):
        os.dup2(sys.stderr.fileno(), 1)  # what a bot prints is not the match's output

    def watch(agent: int) -> None:
        status[SINCE] = time.monotonic()
        status[WHO] = agent

    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        connection.send(introduce(match, watch))
        while True:
            deal, rotation = connection.recv()
            connection.send(play_game(match, deal, rotation, watch))


def introduce(match: Match, watch: Watch) -> list[Row] | str:
    """The version of each agent, or what is wrong with one. Built-in bots are compiled now."""
    versions = []
    for agent, spec in enumerate(match.agents):
        own = ":" in spec
        watch(agent if own else NOBODY)
        try:
            bot = make_bot(spec, 0)
            if not own:
                warm(match, bot)
        except (RulesError, SystemExit) as error:
            return str(error)
        version = getattr(bot, "version", None)
        versions.append({"version": version_of(spec), "bot_version": version and str(version)})
    watch(NOBODY)
    return versions


def warm(match: Match, bot: Any) -> None:
    """Let a bot decide in a first and in a last turn, so that no game waits for the compiler."""
    game: Game = match.deal(0)
    clock = Clock(seconds=0.01, simulations=8)
    bot.choose(game.view(game.active), clock)
    simulate(game, ["greedy"] * game.players, 0)
    while game.is_over or game.phase != "play":
        game.pop()
    bot.choose(game.view(game.active), clock)


def version_of(spec: str) -> str | None:
    """That of this package or, for people's own bots, of their module if it tells."""
    module, colon, _ = spec.partition(":")
    if not colon:
        return importlib.metadata.version("splendor")
    version = getattr(importlib.import_module(module), "__version__", None)
    return None if version is None else str(version)


# In the parent


class Worker:
    """A process, and what it is doing."""

    def __init__(self, context: SpawnContext, match: Match) -> None:
        self.connection, theirs = context.Pipe()
        self.status = context.RawArray("d", [NOBODY, 0.0])
        self.process = context.Process(target=work, args=(match, theirs, self.status))
        self.task: Task | None = None
        self.ready = False  # once its agents have introduced themselves
        with single_threaded():
            self.process.start()
        theirs.close()

    def give(self, task: Task) -> None:
        self.task = task
        with contextlib.suppress(OSError):  # it is dead, as its pipe is going to tell
            self.connection.send(task)

    @property
    def thinking(self) -> int:
        return int(self.status[WHO])

    def thinking_for(self) -> float:
        """How long its agent has been thinking. (Who is read before since when, on purpose.)"""
        return 0.0 if self.thinking == NOBODY else time.monotonic() - self.status[SINCE]

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
    """An environment in which a new process computes with one thread."""
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value


class Pool:
    """Up to `size` workers for one match. Close it, and none is left."""

    def __init__(self, match: Match, size: int) -> None:
        self.match, self.size = match, size
        self.context = multiprocessing.get_context("spawn")
        self.workers: list[Worker] = []
        self.waiting: deque[Task] = deque()
        self.tries: dict[Task, int] = {}

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        while self.workers:
            self.workers.pop().end()

    def open(self) -> list[Row]:
        """Start the first worker, which compiles what is missing; the agents' versions."""
        worker = self.launch()
        while not worker.connection.poll(LOOKING_AROUND):
            if self.is_overdue(worker):
                raise RulesError(f"{self.blamed(worker)} took too long to be made")
        return self.introduction(worker)

    def launch(self) -> Worker:
        worker = Worker(self.context, self.match)
        self.workers.append(worker)
        return worker

    def introduction(self, worker: Worker) -> list[Row]:
        try:
            versions: list[Row] | str = worker.connection.recv()
        except (EOFError, OSError):
            raise RulesError(f"{self.blamed(worker)} {worker.ended_by()} when made") from None
        if isinstance(versions, str):
            raise RulesError(versions)
        worker.ready = True
        return versions

    def play(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Row]]:
        """Play the games, and tell of each when it is done, in whatever order that is."""
        self.waiting.extend(tasks)
        while True:
            self.feed()
            if all(worker.ready and worker.task is None for worker in self.workers):
                return
            patience = min(LOOKING_AROUND, self.match.move_limit / 4)
            ready = wait([worker.connection for worker in self.workers], patience)
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

    def receive(self, worker: Worker) -> Iterator[tuple[Task, Row]]:
        if not worker.ready:
            self.introduction(worker)
            return
        try:
            row: Row = worker.connection.recv()
        except (EOFError, OSError):
            yield from self.dead(worker)
            return
        assert worker.task is not None
        task, worker.task = worker.task, None
        yield task, row

    def dead(self, worker: Worker) -> Iterator[tuple[Task, Row]]:
        """A bot ended its process; or something else did, and the game is played again."""
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

    def overdue(self, worker: Worker) -> Iterator[tuple[Task, Row]]:
        agent, task = worker.thinking, worker.task
        if agent == NOBODY or worker.connection.poll():
            return  # it has answered at the last moment
        if task is None:
            raise RulesError(f"{self.blamed(worker)} took too long to be made")
        self.remove(worker)
        why = f"thought longer than {self.match.move_limit:g} s"
        yield task, failed_game(self.match, task[1], agent, why)

    def is_overdue(self, worker: Worker) -> bool:
        limit = self.match.move_limit
        return worker.thinking_for() > (limit if worker.ready else max(limit, MAKING))

    def remove(self, worker: Worker) -> None:
        self.workers.remove(worker)
        worker.end()

    def blamed(self, worker: Worker) -> str:
        agent = worker.thinking
        return "a worker" if agent == NOBODY else f"bot {self.match.agents[agent]!r}"


def usual_size() -> int:
    return os.cpu_count() or 1
