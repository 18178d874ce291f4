"""What happens at a table by itself: the beginning, clocks that run out, bots that move."""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

from splendor.bots import Clock as Budget
from splendor.bots import make_bot
from splendor.errors import RulesError
from splendor.game import View
from splendor.server.commands import Decided, give_up, moved
from splendor.server.events import TIME, Began
from splendor.server.rows import StoreFailure
from splendor.server.story import ENGINE, PLAYING
from splendor.server.table import Table

T = TypeVar("T")

AGAIN = 1.0  # seconds until what could not be done is tried again
TRIES = 3  # of a bot, before another one chooses
WITHIN_A_TURN = 1 / 3  # of the pace: the second decision of a turn comes sooner


class Thinkers(Protocol):
    """What is needed of the pool of bots."""

    @property
    def choose(self) -> Callable[..., Coroutine[Any, Any, str]]: ...
    @property
    def analyse(self) -> Callable[..., Coroutine[Any, Any, list[dict[str, Any]]]]: ...


class Keepers(Protocol):
    """What is needed of the tables."""

    pace: float
    closed: bool
    live: dict[str, Table]

    @property
    def pool(self) -> Thinkers: ...
    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]: ...
    async def keep(self, table: Table, decided: Decided) -> int: ...
    def tell(self, table: Table) -> None: ...


class Due:
    """Sees to it that what is due at a table happens."""

    def __init__(self, tables: Keepers) -> None:
        self.tables = tables

    def consider(self, table: Table) -> None:
        """See what is due now that something has happened."""
        table.stop_clock()
        if table.problem or self.tables.closed:
            return
        if table.story.is_ready_to_begin:
            self.tables.start(self.begin(table))
        elif table.story.status == PLAYING:
            self.consider_clock(table)
            seat = table.story.playing.seat
            if table.story.seats[seat].bot and table.thinking is None:
                table.thinking = self.tables.start(self.think(table))

    def consider_clock(self, table: Table) -> None:
        seat = table.deciding_person
        if seat is None or not table.story.clocks:
            return
        left = max(0, table.story.clocks[seat] - table.elapsed) / 1000
        state = table.story.state
        loop = asyncio.get_running_loop()
        table.flag = loop.call_later(
            left + 0.01, lambda: self.tables.start(self.run_out(table, seat, state))
        )

    async def run_out(self, table: Table, seat: int, state: int) -> None:
        """Somebody's time is up: with two players the game is lost, with more a bot plays on."""
        async with table.lock:
            story = table.story
            if story.state != state or table.deciding_person != seat:
                return
            if story.clocks[seat] > table.elapsed:
                self.consider_clock(table)
                return
            events = give_up(story, seat, "time", TIME)
            with contextlib.suppress(StoreFailure):
                await self.tables.keep(table, Decided(events))
                self.tables.tell(table)

    async def begin(self, table: Table) -> None:
        """Everybody is there: deal."""
        async with table.lock:
            if not table.story.is_ready_to_begin:
                return
            game = table.story.deal()
            with contextlib.suppress(StoreFailure):
                await self.tables.keep(table, Decided((Began(game.deal(), ENGINE),)))
                self.tables.tell(table)

    async def think(self, table: Table) -> None:
        """Let bots decide for as long as it is their turn."""
        turn = -1
        try:
            while table.story.status == PLAYING:
                story = table.story
                game, state = story.playing, story.state
                seat = game.seat
                bot = story.seats[seat].bot
                if not bot:
                    return
                pace = self.tables.pace if game.turn != turn else self.tables.pace * WITHIN_A_TURN
                turn = game.turn
                move = await at_a_pace(pace, self.chosen(game.view(seat), bot, story.rule.owner))
                await self.play_bot(table, seat, move, state)
        finally:
            table.thinking = None
            if table.id in self.tables.live:
                self.consider(table)

    async def chosen(self, view: View, bot: str, user: str) -> str:
        """What the bot chooses; whatever goes wrong, somebody else chooses: the game goes on."""
        for _ in range(TRIES):
            with contextlib.suppress(RulesError):
                return await self.tables.pool.choose(view, bot, secrets.token_hex(16), user)
            await asyncio.sleep(AGAIN)
        return str(make_bot("greedy", secrets.token_hex(16)).choose(view, Budget()))

    async def play_bot(self, table: Table, seat: int, move: str, state: int) -> None:
        try:
            async with table.lock:
                if table.story.state != state or not table.story.seats[seat].bot:
                    return
                event, game = moved(table.story.playing, seat, [move])
                await self.tables.keep(table, Decided((event,), game))
                self.tables.tell(table)
        except StoreFailure:
            await asyncio.sleep(AGAIN)


async def at_a_pace(seconds: float, work: Coroutine[Any, Any, str]) -> str:
    """The result, but not sooner than after so many seconds."""
    begin = time.monotonic()
    result = await work
    await asyncio.sleep(max(0.0, begin + seconds - time.monotonic()))
    return result
