"""What happens at a table by itself: the beginning, clocks that run out, bots that move."""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

from msgspec import structs

from splendor.bots import Clock as Budget
from splendor.bots import make_bot
from splendor.game import Game, View
from splendor.server.logs import log
from splendor.server.storage.types import StoreFailure
from splendor.server.tables.commands import Decided, Refusal, give_up, moved
from splendor.server.tables.events import TIME, AnyEvent, Began, Moved
from splendor.server.tables.state import ENGINE, PLAYING, Story
from splendor.server.tables.table import Table

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
    @property
    def require_room(self) -> Callable[[str], None]: ...


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
            seat = table.story.playing.active
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

    def is_live(self, table: Table) -> bool:
        """Whether this is still the table in memory, and has not been read again since."""
        return self.tables.live.get(table.id) is table

    async def run_out(self, table: Table, seat: int, state: int) -> None:
        """Somebody's time is up: with two players the game is lost, with more a bot plays on."""

        def lost() -> tuple[AnyEvent, ...]:
            story = table.story
            if story.state != state or table.deciding_person != seat:
                return ()
            if story.clocks[seat] > table.elapsed:
                self.consider_clock(table)
                return ()
            return give_up(story, seat, "time", TIME)

        await self.keep_at_last(table, lost)

    async def begin(self, table: Table) -> None:
        """Everybody is there: deal."""
        await self.keep_at_last(table, lambda: beginning(table.story))

    async def keep_at_last(self, table: Table, due: Callable[[], tuple[AnyEvent, ...]]) -> None:
        """Keep what is due, however often the store fails; nothing where it is due no more."""
        while self.is_live(table):
            try:
                async with table.lock:
                    if events := due():
                        await self.tables.keep(table, Decided(events))
                        self.tables.tell(table)
                    return
            except StoreFailure:
                await asyncio.sleep(AGAIN)

    async def think(self, table: Table) -> None:
        """Let bots decide for as long as it is their turn."""
        turn = -1
        try:
            while table.story.status == PLAYING and self.is_live(table):
                story = table.story
                game, state = story.playing, story.state
                seat = game.active
                bot = story.seats[seat].bot
                if not bot:
                    return
                pace = self.tables.pace if game.turn != turn else self.tables.pace * WITHIN_A_TURN
                turn = game.turn
                move = await at_a_pace(pace, self.chosen(game.view(seat), bot, table.id))
                await self.play_bot(table, seat, move, state)
        finally:
            table.thinking = None
            if self.is_live(table):
                self.consider(table)

    async def chosen(self, view: View, bot: str, user: str) -> str:
        """What the bot chooses; whatever goes wrong, somebody else chooses: the game goes on."""
        for _ in range(TRIES):
            try:
                move = await self.tables.pool.choose(view, bot, secrets.token_hex(16), user)
                if view.parse(move) in view.legal_moves:
                    return move
            except Exception as error:  # whatever a bot or its process does
                why = getattr(error, "why", type(error).__name__)
                log.warning("a bot has not answered", bot=bot, why=why)
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


def beginning(story: Story) -> tuple[AnyEvent, ...]:
    return (Began(story.deal().deal(), ENGINE),) if story.is_ready_to_begin else ()


def on_the_clock(table: Table, event: Moved, game: Game) -> Decided:
    """A person's move with what it leaves on the clock; too late is too late."""
    story, seat = table.story, event.seat
    clocks = list(story.clocks)
    clocks[seat] -= table.elapsed
    rule = story.rule.clock
    assert rule is not None
    if clocks[seat] <= 0:
        raise Refusal("time", "your time is up")
    if game.turn != story.playing.turn or game.is_over:
        clocks[seat] += 1000 * rule.increment
    return Decided((structs.replace(event, clocks=clocks),), game)


async def at_a_pace(seconds: float, work: Coroutine[Any, Any, str]) -> str:
    """The result, but not sooner than after so many seconds."""
    begin = time.monotonic()
    result = await work
    await asyncio.sleep(max(0.0, begin + seconds - time.monotonic()))
    return result
