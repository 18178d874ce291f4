"""The coach at a table: hints in three steps, and the question before a move that gives much away.

Every use is recorded. A search sees only the view of the seat that decides, and waits behind the
moves of all bots.
"""

import asyncio
import secrets
from collections.abc import Coroutine
from typing import Any, Protocol, TypeVar

from msgspec import convert

from splendor.core.errors import RulesError
from splendor.review.trial import gives_away
from splendor.server.messages import (
    LAST_STEP,
    Advice,
    Candidate,
    Clue,
    Hint,
    Judge,
    Judged,
    LoggedCommand,
    Reason,
    Try,
)
from splendor.server.refusals import require
from splendor.server.tables.commands import Decision, Person, attempt, plays_alone
from splendor.server.tables.deciding import require_room_for_others
from splendor.server.tables.events import ASKED, JUDGED, STEPS, AnyEvent, Hinted
from splendor.server.tables.scheduler import BotPool
from splendor.server.tables.state import TableState
from splendor.server.tables.table import Coached, Table
from splendor.server.workers.queue import Asker, Kind

MAX_SIMULATIONS = 1_000_000  # the time limit ends a search sooner
SHORT_HINT = 1.0  # seconds, while others wait
JUDGING = 0.4  # seconds of searching before a move is confirmed
PATIENCE = 0.6  # seconds: after these the coach stays silent

T = TypeVar("T")


class CoachedTables(Protocol):
    """The part of the table registry that is used here."""

    @property
    def pool(self) -> BotPool: ...
    async def finish(self, work: Coroutine[Any, Any, T]) -> T: ...
    async def execute_logged(
        self, table: Table, who: Person, command: LoggedCommand, listener: None
    ) -> object: ...
    async def append(self, table: Table, decided: Decision, player: str = "") -> int: ...
    def send_news(self, table: Table) -> None: ...


def asker(who: Person) -> Asker:
    return Asker(who.player, who.address)


class Coach:
    """Gives hints at all tables, and judges moves before they are confirmed."""

    def __init__(self, tables: CoachedTables) -> None:
        self.tables = tables

    # Hints in three steps

    async def hint(self, table: Table, who: Person, command: Hint) -> Advice:
        """Record the hint, then answer with the advice: under one id there is one answer."""
        if not is_known(table):  # do not record a hint that cannot be given
            self.tables.pool.require_room(Kind.HINT, asker(who))
        await self.tables.finish(self.tables.execute_logged(table, who, command, None))
        return await self.advise(table, who, command)

    async def advise(self, table: Table, who: Person, command: Hint) -> Advice:
        state = table.state
        game = state.dealt_game
        require(game.active in state.seats_of(who.player), "stale")
        # An id that was used before records nothing: it must not give another hint.
        given = Hinted(game.active, game.ply, STEPS[command.step])
        require(given in state.hints, "stale")
        if not is_known(table):
            found = await self.search(state, who, command.seconds)
            table.coached = Coached(state.revision, found)
        assert table.coached is not None
        return advice_of(command, state.revision, table.coached.found)

    async def search(self, state: TableState, who: Person, seconds: float) -> dict[str, Any]:
        """All three steps. A running search delays moves: it is short while others wait."""
        game, pool = state.dealt_game, self.tables.pool
        longest = SHORT_HINT if pool.waiting else seconds
        return await pool.coach(
            game.view(game.active),
            MAX_SIMULATIONS,
            min(seconds, longest),
            secrets.token_hex(16),
            asker(who),
        )

    # The question before a move

    async def judge(self, table: Table, who: Person, command: Judge) -> Judged:
        """Judge a turn before it is confirmed. The coach stays silent if it would take too long,
        and if it has asked about the same turn before.
        """
        state = table.state
        attempt(state, who, Try(command.id, command.state, command.moves))  # or a refusal
        require(plays_alone(state), "no_training")
        seat, ply = state.dealt_game.active, state.dealt_game.ply
        asked = Hinted(seat, ply, ASKED, tuple(command.moves))
        if asked in state.hints:
            return Judged(command.id)
        trial = await self.trial(state, who, command.moves)
        if trial is None or not asks_about(trial, command.threshold / 100):
            await self.record(table, who, Hinted(seat, ply, JUDGED), once=True)
            return Judged(command.id)
        await self.record(table, who, asked)
        return Judged(
            command.id,
            True,
            trial["chance"],
            trial["after"],
            convert(trial["against"], list[Reason]),
        )

    async def trial(
        self, state: TableState, who: Person, moves: list[str]
    ) -> dict[str, Any] | None:
        """What a turn gives away; `None` if it could not be judged in time."""
        game = state.dealt_game
        work = self.tables.pool.judge(
            game.view(game.active),
            moves,
            (MAX_SIMULATIONS, JUDGING),
            secrets.token_hex(16),
            asker(who),
        )
        try:
            return await asyncio.wait_for(work, PATIENCE)
        except (TimeoutError, RulesError):
            return None

    async def record(self, table: Table, who: Person, event: Hinted, once: bool = False) -> None:
        """Store that the coach was used; `once`: only where nothing says so yet."""
        await self.tables.finish(self.append(table, who, event, once))

    async def append(self, table: Table, who: Person, event: Hinted, once: bool) -> None:
        async with table.lock:
            require(not table.problem, "frozen", problem=table.problem)
            if event in table.state.hints or (once and table.state.hints):
                return
            require_room_for_others(table.state)
            events: tuple[AnyEvent, ...] = (event,)
            await self.tables.append(table, Decision(events), who.player)
            self.tables.send_news(table)


def asks_about(trial: dict[str, Any], threshold: float) -> bool:
    return gives_away(trial["chance"] - trial["after"], trial["error"], threshold)


def is_known(table: Table) -> bool:
    """Whether the coach has thought about the present decision."""
    return table.coached is not None and table.coached.revision == table.state.revision


def advice_of(command: Hint, revision: int, found: dict[str, Any]) -> Advice:
    """One step of what the coach found: the first two never name the move."""
    if command.step < LAST_STEP:
        clue = convert(found["look" if command.step == 1 else "kind"], Clue)
        return Advice(command.id, revision, step=command.step, clue=clue)
    return Advice(
        command.id,
        revision,
        [convert(each, Candidate) for each in found["candidates"]],
        even=found["even"],
        reasons=convert(found["reasons"], list[Reason]),
    )
