"""Fakes of the store, the bots and the clock, and a server made of them."""

import asyncio
import functools
import json
import random
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, ParamSpec, cast

from splendor.bots import Clock, make_bot
from splendor.core.errors import RulesError
from splendor.server.bodies import NewClock, NewSeat, NewTable
from splendor.server.http import refused as message_of
from splendor.server.messages import Ack, Answer, Command, Leave, Play, Ready, Resign, Sit
from splendor.server.metrics import Metrics
from splendor.server.storage.store import Store
from splendor.server.storage.types import (
    AddEvent,
    AddSeatLink,
    AddTable,
    Change,
    EventRow,
    OutcomeUnknown,
    PlayerRow,
    SavePlayer,
    SaveSnapshot,
    SeatLinkRow,
    SetDeadline,
    SetMembers,
    SetStatus,
    StoreFailure,
    TableRow,
    UseSeatLink,
)
from splendor.server.tables.commands import Person
from splendor.server.tables.listeners import Listener
from splendor.server.tables.registry import Tables
from splendor.server.tables.state import PLAYING
from splendor.server.tables.table import Table
from splendor.server.workers.engine_games import Course, Ended
from splendor.server.workers.queue import Asker, Busy, Kind
from splendor.view import View

P = ParamSpec("P")
TIMEOUT = 60.0  # seconds, generous for a busy machine


def async_test(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an asynchronous test in an event loop."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


async def eventually(condition: Callable[[], object]) -> None:
    """Wait until a condition is true."""
    end = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < end, "the condition never became true"
        await asyncio.sleep(0.001)


class MemoryStore:
    """A `Store` in memory.

    While `failing`, every write fails. If `lost` is set, the outcome of the next write is reported
    as unknown; it was stored if `lost` is True.
    """

    def __init__(self) -> None:
        self.tables: dict[str, TableRow] = {}
        self.logs: dict[str, list[EventRow]] = {}
        self.members: dict[str, tuple[str, ...]] = {}
        self.players: dict[str, PlayerRow] = {}
        self.links: dict[str, SeatLinkRow] = {}
        self.archived: list[str] = []
        self.snapshots: dict[str, tuple[int, bytes]] = {}
        self.deadlines: dict[str, int] = {}
        self.failing = False
        self.lost: bool | None = None
        self.writes: list[tuple[Change, ...]] = []
        self.reads = 0

    async def write(self, *changes: Change) -> None:
        await asyncio.sleep(0)  # let other tasks run
        if self.failing:
            raise StoreFailure
        lost, self.lost = self.lost, None
        if lost is not False:
            self.require_possible(changes)
            self.writes.append(changes)
            for change in changes:
                self.apply(change)
        if lost is not None:
            raise OutcomeUnknown

    def require_possible(self, changes: tuple[Change, ...]) -> None:
        """Check all changes before any of them is made."""
        lengths = {table: len(log) for table, log in self.logs.items()}
        for change in changes:
            if isinstance(change, AddEvent):
                row = change.row
                lengths[row.table] = lengths.get(row.table, 0) + 1
                known = [(each.player, each.id) for each in self.logs.get(row.table, [])]
                if row.seq != lengths[row.table] or (row.id and (row.player, row.id) in known):
                    raise StoreFailure("conflict")
            if isinstance(change, UseSeatLink) and change.token_hash not in self.links:
                raise StoreFailure("conflict")

    def apply(self, change: Change) -> None:
        match change:
            case AddTable(row):
                self.tables[row.id] = row
                self.logs[row.id] = []
            case AddEvent(event):
                self.logs[event.table].append(event)
            case SetStatus(table, status, changed, summary):
                old = self.tables[table]
                self.tables[table] = replace(old, changed=changed, status=status, summary=summary)
            case SetMembers(table, players):
                self.members[table] = players
            case SavePlayer(player):
                self.players[player.id] = player
            case AddSeatLink(token_hash, table, seat, player_id, expires):
                self.links[token_hash] = SeatLinkRow(token_hash, table, seat, player_id, expires)
            case UseSeatLink(token_hash):
                del self.links[token_hash]
            case SaveSnapshot(table, seq, packed):
                self.snapshots[table] = (seq, packed)
            case SetDeadline(table, due):
                self.deadlines[table] = due

    async def table(self, id: str) -> TableRow | None:
        self.reads += 1
        await asyncio.sleep(0)
        return self.tables.get(id)

    async def events(self, id: str, after: int = 0) -> list[EventRow]:
        await asyncio.sleep(0)
        return [row for row in self.logs[id] if row.seq > after]

    async def snapshot(self, id: str) -> tuple[int, bytes] | None:
        return self.snapshots.get(id)

    async def deadline(self, id: str) -> int:
        return self.deadlines.get(id, 0)

    async def overdue(self, now: int, limit: int) -> list[str]:
        return [table for table, due in self.deadlines.items() if 0 < due <= now][:limit]

    async def archive(self, id: str) -> None:
        self.archived.append(id)

    async def tables_of(
        self,
        player: str,
        status: str | None = None,
        before: tuple[int, str] | None = None,
        limit: int = 20,
    ) -> list[TableRow]:
        rows = [row for row in self.tables.values() if player in self.members[row.id]]
        rows = [row for row in rows if status in (None, row.status)]
        rows.sort(key=lambda row: (row.changed, row.id), reverse=True)
        return [row for row in rows if before is None or (row.changed, row.id) < before][:limit]

    async def player(self, id: str) -> PlayerRow | None:
        return self.players.get(id)

    async def seat_link(self, token_hash: str) -> SeatLinkRow | None:
        return self.links.get(token_hash)

    async def ping(self) -> None:
        if self.failing:
            raise StoreFailure


class FakeBots:
    """A bot pool that answers at once: `greedy`, whatever the bot. `asked` records the requests.

    Each request raises one of `failures` while there are any, waits for `held` if it is set, and
    is refused while `busy`.
    """

    def __init__(self) -> None:
        self.busy = False
        self.waiting = 0
        self.budgets: list[float] = []  # seconds of the analyses
        self.asked: list[tuple[str, str]] = []
        self.judged: list[list[str]] = []  # turns that were judged before they were played
        self.trial: dict[str, Any] | None = None  # what judging them finds
        self.trial_failure: Exception | None = None
        self.askers: list[Asker] = []
        self.courses: list[Course | None] = []
        self.ended: list[Ended] = []
        self.failures: list[Exception] = []
        self.held: asyncio.Event | None = None

    def tell_ended(self, news: Ended) -> None:
        self.ended.append(news)

    async def choose(
        self, view: View, bot: str, seed: str, who: Asker, course: Course | None = None
    ) -> str:
        self.asked.append((bot, view.position))
        self.courses.append(course)
        self.askers.append(who)
        await asyncio.sleep(0)
        if self.held is not None:
            await self.held.wait()
        if self.failures:
            raise self.failures.pop(0)
        return str(make_bot("greedy", 0).choose(view, Clock()))

    def require_room(self, kind: Kind, who: Asker) -> None:
        if self.busy:
            raise Busy

    async def coach(self, view: View, simulations: int, seconds: float, *_: Any) -> dict[str, Any]:
        self.budgets.append(seconds)
        move = str(view.legal_moves[0])
        best = {
            "move": move,
            "describe": view.describe(move),
            "value": 0.5,
            "error": 0.1,
            "visits": 10,
            "proven": False,
            "line": [move],
        }
        clue: dict[str, Any] = {"code": "supply", "things": ["W", "U"], "why": None, "values": {}}
        steps = {"look": clue, "kind": {**clue, "code": "take"}}
        return {**steps, "candidates": [best], "even": False, "reasons": []}

    async def judge(self, view: View, moves: Sequence[str], *_: Any) -> dict[str, Any] | None:
        self.judged.append(list(moves))
        if self.trial_failure is not None:
            raise self.trial_failure
        await asyncio.sleep(0)
        if self.held is not None:
            await self.held.wait()
        return self.trial


class FakeTime:
    """Replaces the module `time` in the modules of tables; only tests move it."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def monotonic(self) -> float:
        return self.seconds

    def time(self) -> float:
        return self.seconds

    def perf_counter(self) -> float:
        return self.seconds


# Tables and people


def person(name: str) -> Person:
    return Person(name, name.capitalize())


def new_table(*seats: str, rules: str = "official", **more: Any) -> NewTable:
    """The request for a new table: a seat is `me`, `open` or the name of a bot."""
    options = {
        key: more.pop(key) for key in list(more) if key not in ("clock", "spectators", "hints")
    }
    wanted = [NewSeat(seat) if seat in ("me", "open") else NewSeat("bot", seat) for seat in seats]  # type: ignore[arg-type]  # fmt: skip
    return NewTable(wanted, rules, options, **more)


def clock(seconds: int, increment: int = 0) -> NewClock:
    return NewClock(seconds, increment)


class FakeServer:
    """The tables of a server on fakes, and actions of people at them."""

    def __init__(self, store: MemoryStore | None = None, **settings: Any) -> None:
        self.store = store or MemoryStore()
        self.bots = FakeBots()
        self.minutes = count(1_700_000_000, 60)
        self.tables = Tables(
            cast(Store, self.store),
            self.bots,
            Metrics(),
            **{"pace": 0.0, "clock": lambda: float(next(self.minutes)), **settings},
        )
        self._ids = count(1)

    async def restarted(self, **settings: Any) -> "FakeServer":
        """Another server on the same store, after this one has ended."""
        await self.tables.close()
        server = FakeServer(self.store, **settings)
        server._ids = self._ids
        return server

    async def seated(self, *seats: str, **more: Any) -> Table:
        """A table with these people and bots, before the game: capitalised names are people, and
        the first of them creates it.
        """
        owner = next(seat for seat in seats if is_person(seat))
        kinds = ["me" if seat == owner else "open" if is_person(seat) else seat for seat in seats]
        table = await self.tables.create(person(owner), new_table(*kinds, **more))
        for seat, name in enumerate(seats):
            if is_person(name) and name != owner:
                await self.do(table, name, Sit, seat=seat)
        return table

    async def playing(self, *seats: str, **more: Any) -> Table:
        """The same, after the deal."""
        table = await self.seated(*seats, **more)
        for name in dict.fromkeys(filter(is_person, seats)):
            await self.do(table, name, Ready, nonce=f"nonce-of-{name}")
        await eventually(lambda: table.state.status == PLAYING)
        await self.wait_for_bots(table)
        return table

    async def wait_for_bots(self, table: Table) -> None:
        """Wait until no bot is thinking."""
        await eventually(lambda: table.thinking is None and not table.lock.locked())

    async def do(self, table: Table, name: str, kind: type[Command], **fields: Any) -> Ack:
        """Execute a command of a person; return the acknowledgement."""
        listener = fields.pop("listener", None)
        fields.setdefault("id", f"m{next(self._ids)}")
        if kind is Answer:
            fields.setdefault("question", table.state.asked_at or 1)
        done = await self.tables.execute(table, person(name), kind(**fields), listener)  # type: ignore[arg-type]
        return cast(Ack, done)

    async def play(self, table: Table, *moves: str, **fields: Any) -> Ack:
        """The active player plays these moves, or the first legal one."""
        state = table.state
        game = state.dealt_game
        chosen = list(moves) or [str(game.legal_moves[0])]
        name = state.seats[game.active].player
        revision = fields.pop("state", state.revision)
        return await self.do(table, name, Play, state=revision, moves=chosen, **fields)

    async def play_on(self, table: Table, confirms: int, seed: int = 0) -> None:
        """Play at most this many random moves, for whichever person is active."""
        chance = random.Random(seed)
        for _ in range(confirms):
            await self.wait_for_bots(table)
            if table.state.status != PLAYING:
                return
            await self.play(table, str(chance.choice(table.state.dealt_game.legal_moves)))
        await self.wait_for_bots(table)

    async def over(self, *seats: str, **more: Any) -> Table:
        """A finished game for two, in which the first person resigned."""
        table = await self.playing(*seats, **more)
        await self.do(table, next(filter(is_person, seats)), Resign)
        return table

    async def leave(self, table: Table, name: str) -> Ack:
        return await self.do(table, name, Leave)

    async def pass_on(self, table: Table, old: str, new: str, seat: int) -> None:
        """Pass a seat on by a private link."""
        token = await self.tables.seat_link(table, person(old), seat)
        await self.tables.claim(person(new), token)

    def frame(self, table: Table, name: str = "", since: int = 0) -> dict[str, Any]:
        """The decoded news for a person."""
        return cast(dict[str, Any], json.loads(self.tables.news_for(table, name, since)))

    def frames(self, table: Table, *names: str) -> list[bytes]:
        """The encoded news for these people and a spectator."""
        return [self.tables.news_for(table, name) for name in (*names, "")]

    async def listen(self, table: Table, name: str, since: int = 0) -> "Reader":
        reader = Reader(Listener(name, since))
        await self.tables.attach(table, reader.listener)
        return reader


class Reader:
    """The frames that a listener receives."""

    def __init__(self, listener: Listener) -> None:
        self.listener = listener

    async def next(self) -> dict[str, Any]:
        frame = await asyncio.wait_for(self.listener.next(), TIMEOUT)
        assert frame is not None, "the listener was dropped"
        return cast(dict[str, Any], json.loads(frame))

    async def all(self) -> list[dict[str, Any]]:
        """All frames in the queue."""
        frames = []
        while self.listener._frames:
            frames.append(await self.next())
        return frames


def is_person(seat: str) -> bool:
    """Whether a seat's name is that of a person: `Anna`, not `greedy`."""
    return seat[0].isupper()


async def refused(doing: Awaitable[Any]) -> str:
    """The code of a refusal."""
    try:
        await doing
    except RulesError as error:
        return message_of(error).code
    raise AssertionError("not refused")
