"""A loaded table: its state, log, listeners and clock."""

import asyncio
import time

from msgspec import Raw

from splendor.ruleset import ruleset_of
from splendor.server.messages import Clock, Room
from splendor.server.storage.types import EventRow, TableRow
from splendor.server.tables.events import StampedEvent, decode
from splendor.server.tables.listeners import Listener
from splendor.server.tables.log_lines import LogLines
from splendor.server.tables.news import NewsComposer, encode_table, room_of
from splendor.server.tables.state import PLAYING, WAITING, LogError, TableState
from splendor.server.workers.queue import Asker


class Table:
    """A loaded table."""

    def __init__(self, state: TableState, log: LogLines, row: TableRow, problem: str = "") -> None:
        self.state = state
        self.log = log
        self.row = row
        self.problem = problem  # why the table is frozen, or empty
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.last_seen: dict[str, float] = {}  # of people without a socket
        self.addresses: dict[str, str] = {}  # of people at the table, where they were last seen
        self.used = time.monotonic()
        self.since = time.monotonic()  # when the present decision began
        self.thinking: asyncio.Task[None] | None = None
        self.flag: asyncio.TimerHandle | None = None
        self.snapshot_at = 0  # the number of the last event in its snapshot
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

    def clock(self) -> Clock | None:
        rule = self.state.setup.clock
        if rule is None:
            return None
        running = self.deciding_person
        left = list(self.state.clocks)
        if running is not None:
            left[running] = max(0, left[running] - self.elapsed)
        return Clock(rule.seconds, rule.increment, left, running)

    @property
    def elapsed(self) -> int:
        """Milliseconds since the present decision began."""
        return int(1000 * (time.monotonic() - self.since))

    @property
    def deciding_person(self) -> int | None:
        """The seat of the person whose clock runs, or None."""
        if self.state.status != PLAYING or self.problem:
            return None
        seat = self.state.dealt_game.active
        return None if self.state.seats[seat].bot else seat

    def encoded_table(self) -> Raw:
        """What lies on the table, encoded once for each revision."""
        if self._encoded[0] != self.state.revision:
            self._encoded = (self.state.revision, encode_table(self.state))
        return self._encoded[1]

    def room(self, absent_after: float) -> Room:
        people = self.state.people
        return room_of(
            self.state,
            present=self.present,
            absent=self.absent(absent_after),
            clock=self.clock(),
            watching=len({each.player for each in self.listeners} - people),
            problem=self.problem,
        )

    def may_see(self, player: str) -> bool:
        """Whether a player may see the table: anybody with the link, unless the table is private.

        People who left a private table may come back.
        """
        state = self.state
        is_public = state.status == WAITING or state.setup.spectators
        return is_public or player in state.people or player in state.departed

    def composer(self, absent_after: float) -> NewsComposer:
        """Composes the news of this moment."""
        room = self.room(absent_after)
        return NewsComposer(self.state, self.log, room, self.encoded_table())

    def saw(self, player: str, address: str) -> None:
        """Note the address of a person at the table."""
        if address and player in self.state.people:
            self.addresses[player] = address

    @property
    def host(self) -> Asker:
        """The person for whom the bots of this table think: the owner, if they still sit here."""
        people, owner = self.state.people, self.state.setup.owner
        host = owner if owner in people else min(people, default=owner)
        return Asker(host, self.addresses.get(host, ""))

    def seen(self, player: str) -> None:
        """Note the time of a person's last action or disconnection."""
        if player in self.state.people and player not in self.present:
            self.last_seen[player] = time.monotonic()

    @property
    def is_quiet(self) -> bool:
        """Whether the table may be unloaded: no command, bot or clock is running."""
        return self.thinking is None and self.flag is None and not self.lock.locked()

    def stop_clock(self) -> None:
        if self.flag is not None:
            self.flag.cancel()
            self.flag = None


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
