"""A loaded table: its state, log, listeners and clock."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import Raw, structs

from splendor.ruleset import ruleset_of
from splendor.server.messages import Room
from splendor.server.storage.types import EventRow, TableRow
from splendor.server.tables.clocks import wire_clock
from splendor.server.tables.commands import Presence
from splendor.server.tables.events import StampedEvent, decode
from splendor.server.tables.listeners import Listener
from splendor.server.tables.log_lines import LogLines
from splendor.server.tables.news import NewsComposer, encode_table, room_of
from splendor.server.tables.state import WAITING, LogError, TableState
from splendor.server.tables.watching import is_watched_only, names_of
from splendor.server.workers.queue import Asker

PAGES_OF_ONE = 8  # sockets of one person at their table
TOO_MANY, TOO_MANY_PAGES = "too_many_watching", "too_many_pages"  # codes of refusals


class Moment(NamedTuple):
    """The time, and how long people may be away or keep the others waiting.

    `now` and `grace` are milliseconds since 1970: the time, and when the days of a turn can end at
    the earliest, so that nobody loses because the server was down.
    """

    now: int
    grace: int
    absent_after: float
    idle_after: float


class Coached(NamedTuple):
    """What the coach found for the decision of a revision: all its steps come from one search."""

    revision: int
    found: dict[str, Any]


class Table:
    """A loaded table."""

    def __init__(self, state: TableState, log: LogLines, row: TableRow, problem: str = "") -> None:
        self.state = state
        self.log = log
        self.row = row
        self.problem = problem  # why the table is frozen, or empty
        self.paused = False  # the bots wait
        self.pace: float | None = None  # seconds for each turn of a bot, if somebody has set them
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.last_seen: dict[str, float] = {}  # of people without a socket
        self.addresses: dict[str, str] = {}  # of people at the table, where they were last seen
        self.used = time.monotonic()
        self.since = time.monotonic()  # when the present decision began
        self.thinking: asyncio.Task[None] | None = None
        self.flag: asyncio.TimerHandle | None = None
        self.waiting: asyncio.TimerHandle | None = None  # until somebody is idle
        self.turn = state.turn  # the last one that was reported, with days for each turn
        self.deadline = 0  # in the store, of a table with a clock
        self.snapshot_at = 0  # the number of the last event in its snapshot
        self.coached: Coached | None = None  # what the coach found for a decision
        self._encoded: tuple[int, Raw] = (-1, Raw(b"null"))  # of this revision

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def game(self) -> str:
        """The name of its game."""
        return ruleset_of(self.state.setup.rules).name

    @property
    def present(self) -> set[str]:
        return {listener.player for listener in self.listeners}

    def absent(self, after: float) -> frozenset[str]:
        """The people who have been away for at least this many seconds."""
        now, present = time.monotonic(), self.present
        return frozenset(
            player
            for player in self.state.people - present
            if now - self.last_seen.get(player, self.since) >= after
        )

    def presence(self, moment: Moment) -> Presence:
        """Who has been away for long, and which seat has kept the others waiting for long."""
        seat = None if self.state.is_clock_running else self.deciding_person
        waited = time.monotonic() - self.since >= moment.idle_after
        return Presence(self.absent(moment.absent_after), seat if waited else None)

    # Clocks

    def is_due(self, moment: Moment) -> bool:
        """Whether the days of the present turn are over."""
        return bool(self.state.due) and self.until_due(moment) <= 0

    def until_due(self, moment: Moment) -> int:
        return max(self.state.due, moment.grace) - moment.now

    @property
    def elapsed(self) -> int:
        """Milliseconds since the present decision began."""
        return int(1000 * (time.monotonic() - self.since))

    @property
    def deciding_person(self) -> int | None:
        """The seat of the person whose clock runs, or None."""
        return None if self.problem else self.state.deciding_person

    def stop_timers(self) -> None:
        for timer in (self.flag, self.waiting):
            if timer is not None:
                timer.cancel()
        self.flag = self.waiting = None

    # Listeners

    def let_in(self, listener: Listener, most: int) -> bool:
        """Add a listener. People at the table come before spectators: the last of these has to go.
        Of the pages of one person the oldest has to go.
        """
        people, players = self.state.people, self.of(lambda each: each.player == listener.player)
        if listener.player in people:
            if len(players) >= PAGES_OF_ONE:
                self.send_away(players[0], TOO_MANY_PAGES)
            watching = self.of(lambda each: each.player not in people)
            if len(self.listeners) >= most and watching:
                self.send_away(watching[-1], TOO_MANY)
        elif len(self.listeners) >= most:
            return False
        self.listeners.add(listener)
        return True

    def of(self, fits: Callable[[Listener], bool]) -> list[Listener]:
        """The listeners that fit, the oldest first."""
        return sorted(filter(fits, self.listeners), key=lambda each: each.number)

    def send_away(self, listener: Listener, why: str) -> None:
        self.listeners.discard(listener)
        listener.drop(why)

    # What it looks like

    def encoded_table(self) -> Raw:
        """What lies on the table, encoded once for each revision."""
        if self._encoded[0] != self.state.revision:
            self._encoded = (self.state.revision, encode_table(self.state))
        return self._encoded[1]

    def room(self, moment: Moment) -> Room:
        people = self.state.people
        room = room_of(
            self.state,
            present=self.present,
            presence=self.presence(moment),
            clock=wire_clock(self.state, self.elapsed, self.until_due(moment)),
            watching=len({each.player for each in self.listeners} - people),
            problem=self.problem,
        )
        watchers = names_of(self.listeners, people)
        return structs.replace(room, paused=self.paused, pace=self.pace or 0.0, watchers=watchers)

    def may_see(self, player: str) -> bool:
        """Whether a player may see the table: anybody with the link, unless the table is private.

        People who left a private table may come back; whoever moved their seat to another device
        may watch it.
        """
        state = self.state
        is_public = state.status == WAITING or state.spectators
        moved = {each.moved_from for each in state.seats}
        known = {*state.people, *state.departed, *moved, state.host}
        return is_public or (bool(player) and player in known)

    def composer(self, moment: Moment) -> NewsComposer:
        """Composes the news of this moment."""
        room = self.room(moment)
        return NewsComposer(self.state, self.log, room, self.encoded_table())

    def saw(self, player: str, address: str) -> None:
        """Note the address of a person at the table."""
        if address and player in {*self.state.people, self.state.host}:
            self.addresses[player] = address

    @property
    def asker(self) -> Asker:
        """The person for whom the bots of this table think: the owner, if they still sit here."""
        people, owner = self.state.people, self.state.setup.owner
        who = owner if owner in people else min(people, default=owner)
        return Asker(who, self.addresses.get(who, ""))

    def seen(self, player: str) -> None:
        """Note the time of a person's last action or disconnection."""
        if player in self.state.people and player not in self.present:
            self.last_seen[player] = time.monotonic()

    @property
    def is_watched(self) -> bool:
        """Whether bots may play: where nobody else plays, they wait for spectators."""
        return bool(self.listeners) or not is_watched_only(self.state)

    @property
    def is_quiet(self) -> bool:
        """Whether the table may be unloaded: no command or bot is running."""
        return self.thinking is None and not self.lock.locked() and not self.listeners


def replayed(
    state: TableState, log: LogLines, rows: list[EventRow]
) -> tuple[TableState, LogLines, str]:
    """Replay a log as far as possible, beginning with this state. The text says what is wrong with
    the rest, if anything; then only a replay from the first event on is of use.
    """
    for number, row in enumerate(rows):
        try:
            fold_row(state, log, row)
        except LogError as error:  # the event may be half applied: replay what comes before it
            first = TableState(state.id, state.secret)
            return *replayed(first, LogLines(), rows[:number])[:2], str(error)
    return state, log, ""


def fold_row(state: TableState, log: LogLines, row: EventRow) -> None:
    if row.seq != state.seq + 1:
        raise LogError(f"event {state.seq + 1} is missing")
    try:
        stamped = StampedEvent(decode(row.body), row.at, row.player or "", row.id or "")
        state.fold(stamped)
        log.add(stamped, state.game)
    except LogError:
        raise
    except Exception as error:  # a damaged log must not affect other tables
        raise LogError(f"event {row.seq} ({row.kind}) is not understood") from error
