"""Getting ready: each game is compiled in a process of its own while the server serves tables.

Bots and hints wait for their game, visibly: the server tells its pages how far compiling is. No
other bot stands in meanwhile.
"""

import asyncio
import contextlib
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field

from msgspec import MsgspecError
from msgspec.json import decode
from msgspec.structs import replace

from splendor.bots.precompile import is_game_warm
from splendor.core.compiling import RULES, SEARCH, UNFINISHED
from splendor.core.kernel import COLD
from splendor.ruleset import first_rules, ruleset_of
from splendor.server.messages import Preparing
from splendor.server.workers.worker_process import environment

ATTEMPTS = 5  # of a process that ends before everything is compiled
FIRST_PAUSE = 1.0  # seconds before the second attempt, doubled before each further one
WORKER = (sys.executable, "-P", "-m", "splendor.server.workers.compile_worker")
LONGEST_LINE = 1000  # bytes
READY = Preparing("", 100)
BEGINNING = Preparing(RULES, 0)
LAST = Preparing(SEARCH, UNFINISHED)


@dataclass(slots=True)
class GameToPrepare:
    """A game that is being compiled."""

    rules: str
    now: Preparing = BEGINNING
    ready: asyncio.Event = field(default_factory=asyncio.Event)


class Preparation:
    """Compiles the games that the cache lacks. `changed` is called with the name of a game;
    `over`, if it is set, when all are compiled: a compiled server then takes over.

    `first` is the rule set that is waited for: the others are compiled at a lower priority.
    """

    def __init__(
        self,
        rules: Sequence[str] | None = None,
        *,
        first: str = "",
        command: Sequence[str] = (),
        pause: float = FIRST_PAUSE,
    ) -> None:
        self._command, self._pause = command or WORKER, pause
        self._first = ruleset_of(first).name if first else ""
        self._games = {ruleset_of(each).name: GameToPrepare(each) for each in cold(rules)}
        self.changed: Callable[[str], None] = lambda game: None
        self.over: Callable[[], None] | None = None

    def of(self, game: str) -> Preparing:
        """How far the game of this name is."""
        found = self._games.get(game)
        return found.now if found else READY

    @property
    def least(self) -> Preparing:
        """The game that is the farthest from being ready. The last step may be a change-over."""
        found = min((game.now for game in self._games.values()), key=percent_of, default=READY)
        return LAST if found == READY and self._games and self.over else found

    @property
    def is_over(self) -> bool:
        """Whether every game is compiled."""
        return all(game.ready.is_set() for game in self._games.values())

    def ready_rules(self) -> list[str]:
        """A rule set of each game that is compiled."""
        return [rules for rules in first_rules() if self.of(ruleset_of(rules).name) == READY]

    async def wait_for(self, game: str) -> None:
        """Return when the game of this name is compiled; never if that keeps failing."""
        if found := self._games.get(game):
            await found.ready.wait()

    async def wait_for_any(self) -> None:
        """Return when a game is compiled."""
        waiting = [asyncio.ensure_future(game.ready.wait()) for game in self._games.values()]
        if not self.ready_rules() and waiting:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()

    async def run(self) -> None:
        """Compile everything. Cancelling this ends the processes."""
        async with asyncio.TaskGroup() as group:  # waits for all, even if it is cancelled
            for name in self._games:
                group.create_task(self._prepare(name))
        if self._games and self.is_over and self.over:
            self.over()

    async def _prepare(self, name: str) -> None:
        for attempt in range(ATTEMPTS):
            if attempt:
                self._tell(name, replace(self.of(name), problem="again"))
                await asyncio.sleep(self._pause * 2 ** (attempt - 1))
            if await self._compile(name):
                self._games[name].ready.set()
                self._tell(name, READY)
                return
        self._tell(name, replace(self.of(name), problem="failed"))

    async def _compile(self, name: str) -> bool:
        """Whether the process of this game has compiled everything."""
        game = self._games[name]
        later = ["later"] if self._first not in ("", name) else []
        try:
            process = await asyncio.create_subprocess_exec(
                *(*self._command, game.rules, *later),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                env=environment(),
                limit=LONGEST_LINE,
                start_new_session=True,  # Ctrl-C in a terminal is for the server
            )
        except OSError:  # out of memory, or too many processes
            return False
        async with ended(process):
            async for news in told_by(process):
                self._tell(name, news)
            return await process.wait() == 0

    def _tell(self, name: str, news: Preparing) -> None:
        if self._games[name].now != news:
            self._games[name].now = news
            self.changed(name)


def cold(rules: Sequence[str] | None) -> list[str]:
    """The rule sets whose games are not compiled; `rules` instead, for tests.

    In a cold process that is every game: those that are compiled take no time, and the last process
    marks the cache as complete.
    """
    if rules is not None:
        return list(rules)
    return [each for each in first_rules() if COLD or not is_game_warm(ruleset_of(each).name)]


def percent_of(news: Preparing) -> int:
    return news.percent


async def told_by(process: Process) -> AsyncIterator[Preparing]:
    """What the process tells. Other lines are ignored: a game may print something."""
    assert process.stdout is not None
    while True:
        try:
            line = await process.stdout.readline()
        except ValueError:  # the line is too long
            continue
        if not line:
            return
        with contextlib.suppress(MsgspecError):
            yield decode(line, type=Preparing)


@contextlib.asynccontextmanager
async def ended(process: Process) -> AsyncIterator[None]:
    """Kill the process if the block is left before it has ended."""
    try:
        yield
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
