"""Scheduling: deals, clock flags and bot moves."""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

from msgspec import structs

from splendor.bots import Clock as Budget
from splendor.bots import make_bot
from splendor.core.engines import configured
from splendor.server.logs import log
from splendor.server.messages import Ack, Emote, Pace, Pause, UnloggedCommand
from splendor.server.metrics import Metrics
from splendor.server.refusals import require
from splendor.server.storage.types import StoreFailure
from splendor.server.tables.commands import (
    Decision,
    Person,
    ended_if_too_long,
    give_up,
    moved,
    require_playing,
)
from splendor.server.tables.events import TIME, AnyEvent, Began, Concluded
from splendor.server.tables.news import encode
from splendor.server.tables.state import ENGINE, OVER, PLAYING, TableState
from splendor.server.tables.table import Moment, Table
from splendor.server.tables.watching import emoted, readers, steers
from splendor.server.workers.engine_games import Course, Decided, Ended
from splendor.server.workers.queue import Asker, Busy, Kind
from splendor.view import View

T = TypeVar("T")

RETRY_PAUSE = 1.0  # seconds before a failed attempt is repeated
BOT_ATTEMPTS = 3  # before another bot chooses
WEAKER_BOT = "greedy"  # it needs no process
PACE_WITHIN_A_TURN = 1 / 3  # of the pace, for further decisions within a turn


class BotPool(Protocol):
    """The part of the worker pool that is used here."""

    @property
    def choose(self) -> Callable[..., Coroutine[Any, Any, str]]: ...
    @property
    def coach(self) -> Callable[..., Coroutine[Any, Any, dict[str, Any]]]: ...
    @property
    def judge(self) -> Callable[..., Coroutine[Any, Any, dict[str, Any] | None]]: ...
    @property
    def tell_ended(self) -> Callable[[Ended], None]: ...
    @property
    def waiting(self) -> int: ...
    @property
    def require_room(self) -> Callable[[Kind, Asker], None]: ...


class LiveTables(Protocol):
    """The part of the table registry that is used here."""

    pace: float
    idle_after: float
    most_decisions: int
    closed: bool
    live: dict[str, Table]
    metrics: Metrics

    @property
    def pool(self) -> BotPool: ...
    @property
    def moment(self) -> Moment: ...
    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]: ...
    async def append(self, table: Table, decided: Decision) -> int: ...
    def send_news(self, table: Table) -> None: ...


class Choice(NamedTuple):
    """A bot's move. `weakened` is the bot that chose it, if that is not the one of the seat;
    `failed` is why an engine has lost the game instead.
    """

    move: str
    weakened: str = ""
    failed: str = ""


class Scheduler:
    """Schedules deals, clock flags and bot moves."""

    def __init__(self, tables: LiveTables) -> None:
        self.tables = tables
        self.turn_began: Callable[[Table], None] = lambda table: None  # with days for each turn

    def schedule(self, table: Table) -> None:
        """Schedule what is due after a change of the table."""
        table.stop_timers()
        if table.problem or self.tables.closed:
            return
        if table.state.is_ready_to_begin:
            self.tables.start(self.begin(table))
        elif table.state.status == OVER:
            self.tell_engines(table)
        elif table.state.status == PLAYING:
            self.schedule_clock(table)
            self.report_turn(table)
            self.schedule_news_of_waiting(table)
            seat = table.state.dealt_game.active
            may_play = table.is_watched and not table.paused
            if table.state.seats[seat].bot and table.thinking is None and may_play:
                table.thinking = self.tables.start(self.play_bots(table))
                table.thinking.add_done_callback(partial(self.end_thinking, table))

    def tell_engines(self, table: Table) -> None:
        """Tell the engines at a table how their game ended; they may be told again."""
        outcome = table.state.dealt_game.outcome if table.state.game else None
        if outcome and any(is_engine(seat.bot) for seat in table.state.seats):
            self.tables.pool.tell_ended(Ended(table.id, outcome))

    def report_turn(self, table: Table) -> None:
        """Report that a turn of another person has begun. Loading a table begins none."""
        before, table.turn = table.turn, table.state.turn
        seats = table.state.seats
        if table.turn is None or table.turn == before:
            return
        if before is None or seats[before[1]].player != seats[table.turn[1]].player:
            self.turn_began(table)

    def heed(self, table: Table, who: Person, command: UnloggedCommand) -> Ack:
        """Carry out a command of which the log keeps nothing."""
        if isinstance(command, Emote):
            frame = encode(emoted(table.state, who, command))
            for listener in readers(table.state, table.listeners, who.player):
                listener.send(frame)
        else:
            self.set_pace(table, who, command)
        return Ack(command.id, table.state.seq)

    def set_pace(self, table: Table, who: Person, command: Pause | Pace) -> None:
        """Let the bots wait, go on, hurry or take their time: where nobody else waits for them, and
        no clock runs.
        """
        state = table.state
        require_playing(state)
        require(state.active_people == {who.player} or steers(state, who), "pause_alone")
        require(state.setup.clock is None, "pause_clock")
        if isinstance(command, Pause):
            table.paused = command.on
        else:
            table.pace = command.seconds
        self.tables.send_news(table)
        self.schedule(table)

    def schedule_clock(self, table: Table) -> None:
        """Set a timer for the flag. Days are looked through once a minute (`memory.py`): there is a
        timer only if they are over.
        """
        seat, state = table.deciding_person, table.state
        is_due = table.is_due(self.tables.moment)
        if seat is None or not (state.clocks or is_due) or not state.is_clock_running:
            return
        left = 0.0 if is_due else max(0, state.clocks[seat] - table.elapsed) / 1000
        revision = state.revision
        loop = asyncio.get_running_loop()
        table.flag = loop.call_later(
            left + 0.01, lambda: self.tables.start(self.flag(table, seat, revision))
        )

    def schedule_news_of_waiting(self, table: Table) -> None:
        """Send news when somebody has kept the others waiting for long: they may ask for a bot."""
        if table.deciding_person is not None and not table.state.is_clock_running:
            left = max(0.0, self.tables.idle_after - table.elapsed / 1000)
            loop = asyncio.get_running_loop()
            table.waiting = loop.call_later(left + 0.05, self.tables.send_news, table)

    def is_live(self, table: Table) -> bool:
        """Whether this object is still the loaded table."""
        return self.tables.live.get(table.id) is table

    async def flag(self, table: Table, seat: int, revision: int) -> None:
        """A player's time is up: with two players the game is lost, with more a bot takes over."""

        def lost_on_time() -> tuple[AnyEvent, ...]:
            state = table.state
            is_stale = state.revision != revision or table.deciding_person != seat
            if is_stale or not state.is_clock_running:
                return ()
            if state.clocks and state.clocks[seat] > table.elapsed:
                self.schedule_clock(table)
                return ()
            if not state.clocks and not table.is_due(self.tables.moment):
                return ()
            return give_up(state, seat, "time", TIME)

        await self.append_with_retries(table, lost_on_time)

    async def begin(self, table: Table) -> None:
        """Deal the cards when everybody is ready."""
        await self.append_with_retries(table, lambda: deal_events(table.state))

    async def append_with_retries(
        self, table: Table, make_events: Callable[[], tuple[AnyEvent, ...]]
    ) -> None:
        """Store these events, retrying while the store fails; stop if they are no longer due."""
        while self.is_live(table):
            try:
                async with table.lock:
                    if events := make_events():
                        await self.tables.append(table, Decision(events))
                        self.tables.send_news(table)
                    return
            except StoreFailure:
                await asyncio.sleep(RETRY_PAUSE)

    async def play_bots(self, table: Table) -> None:
        """Play bots' moves until a person has to decide."""
        turn = -1
        while table.state.status == PLAYING and self.is_live(table) and not table.paused:
            if not table.is_watched:
                return
            state = table.state
            game, revision = state.dealt_game, state.revision
            seat = game.active
            bot = state.seats[seat].bot
            if not bot:
                return
            pace = self.tables.pace if table.pace is None else table.pace
            pace = pace if game.turn != turn else pace * PACE_WITHIN_A_TURN
            turn = game.turn
            choice = await no_sooner_than(pace, self.chosen(table, seat, bot))
            await self.play_bot(table, seat, choice, revision)

    def end_thinking(self, table: Table, task: asyncio.Task[None]) -> None:
        """Schedule what is due next, unless the loop is closing and cancelled the bots."""
        table.thinking = None
        if not task.cancelled() and self.is_live(table):
            self.schedule(table)

    async def chosen(self, table: Table, seat: int, bot: str) -> "Choice":
        """The bot's move. If the bot keeps failing or all processes are busy for long, a weaker one
        chooses: the game continues, and the move says so. An engine that fails loses.
        """
        view = table.state.dealt_game.view(seat)
        for _ in range(BOT_ATTEMPTS):
            try:
                move = await self.asked(table, view, bot)
                if view.parse(move) in view.legal_moves:
                    return Choice(move)
            except Busy as busy:
                log.warning("a bot has not answered", bot=bot, why=busy.code)
                if busy.code == "busy":  # it has waited for long already, or has many jobs
                    break
            except Exception as error:  # whatever the bot or its process raises
                why = getattr(error, "why", type(error).__name__)
                log.warning("a bot has not answered", bot=bot, why=why)
                if is_engine(bot):
                    return Choice("", failed=why)
            await asyncio.sleep(RETRY_PAUSE)
        log.warning("a move was weakened", bot=bot, instead=WEAKER_BOT)
        self.tables.metrics.weakened()
        weaker = make_bot(WEAKER_BOT, secrets.token_hex(16))
        return Choice(str(weaker.choose(view, Budget())), WEAKER_BOT)

    async def asked(self, table: Table, view: View, bot: str) -> str:
        course = course_of(table, view.seat or 0) if is_engine(bot) else None
        seed = secrets.token_hex(16)
        return await self.tables.pool.choose(view, bot, seed, table.asker, course=course)

    def decided(self, state: TableState, seat: int, choice: "Choice") -> Decision:
        if choice.failed:
            return Decision((lost_by_failing(state, seat, choice.failed),))
        event, game = moved(state.dealt_game, seat, [choice.move])
        event = structs.replace(event, weakened=choice.weakened)
        return ended_if_too_long(Decision((event,), game), self.tables.most_decisions)

    async def play_bot(self, table: Table, seat: int, choice: "Choice", revision: int) -> None:
        try:
            async with table.lock:
                is_due = table.state.revision == revision and table.state.seats[seat].bot
                if not is_due or table.paused:
                    return
                await self.tables.append(table, self.decided(table.state, seat, choice))
                self.tables.send_news(table)
        except StoreFailure:
            await asyncio.sleep(RETRY_PAUSE)


def is_engine(bot: str) -> bool:
    return bot.partition(",")[0] in configured()


def course_of(table: Table, seat: int) -> Course:
    """The game of a table so far, as a seat has seen it."""
    events = table.state.dealt_game.history(seat).events
    return Course(table.id, tuple(Decided(event.seat, event.move) for event in events))


def lost_by_failing(state: TableState, seat: int, why: str) -> Concluded:
    """The end of a game whose engine at this seat has failed: all others have won."""
    others = [other for other in range(len(state.seats)) if other != seat]
    return Concluded("abandoned", others, seat, failed=why)


def deal_events(state: TableState) -> tuple[AnyEvent, ...]:
    if not state.is_ready_to_begin:
        return ()
    return (Began(state.stored_deal(state.deal()), ENGINE),)


async def no_sooner_than(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """The result of `work`, after at least this many seconds."""
    begin = time.monotonic()
    result = await work
    await asyncio.sleep(max(0.0, begin + seconds - time.monotonic()))
    return result
