"""The live tables: loading, creating, executing commands, sending news.

The store and the pool of bots are passed in, so that tests can replace them. Every change takes the
same steps: decide, store the events durably, update the state, acknowledge, send news.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

from msgspec import structs

from splendor.formats.fair import commitment_of, new_secret
from splendor.server.bodies import NewTable, TableList
from splendor.server.identity import hash_token, is_token, new_token
from splendor.server.logs import log
from splendor.server.messages import (
    Ack,
    Advice,
    AnyCommand,
    Hint,
    Judge,
    Judged,
    LoggedCommand,
    Rematch,
    Tried,
    Try,
    UnloggedCommand,
)
from splendor.server.metrics import Metrics
from splendor.server.refusals import RequestRefused, forget_refusal, require
from splendor.server.storage.store import Store
from splendor.server.storage.types import (
    AddEvent,
    AddSeatLink,
    AddTable,
    Change,
    Conflict,
    OutcomeUnknown,
    SetDeadline,
    StoreFailure,
    UseSeatLink,
)
from splendor.server.tables.clocks import DOWNTIME_GRACE, with_clocks
from splendor.server.tables.coaching import Coach
from splendor.server.tables.commands import Decision, Person, attempt, ended_if_too_long
from splendor.server.tables.deciding import (
    decide,
    digest_of,
    require_room_for_others,
    stored_id,
)
from splendor.server.tables.events import (
    Created,
    Rematched,
    Sat,
    StampedEvent,
    kind_of,
)
from splendor.server.tables.listeners import Listener
from splendor.server.tables.loading import Loader
from splendor.server.tables.log_lines import LogLines
from splendor.server.tables.memory import Memory
from splendor.server.tables.news import NewsComposer, encode, kept_seats, line_of
from splendor.server.tables.rows import event_row, first_lists, first_row, list_changes, read_cursor
from splendor.server.tables.scheduler import BotPool, Scheduler
from splendor.server.tables.setup import (
    fork_event,
    new_table_event,
    options_of,
    position_event,
    rematch_event,
)
from splendor.server.tables.state import OVER, TableState
from splendor.server.tables.table import Moment, Table
from splendor.server.tables.watching import is_watched_only, rename, steers
from splendor.server.workers.preparation import READY, Preparation

SEAT_LINK_LIFETIME = 24 * 3600 * 1000  # milliseconds
OWN = "own-"  # begins the token of a link for another device of the same person
PAGE_SIZE = 20  # tables in one page of a list


T = TypeVar("T")
Response = TypeVar("Response", Ack, Tried, Advice, Judged)


class NoTable(RequestRefused):
    """The table does not exist or is private: the refusal does not say which."""

    def __init__(self) -> None:
        super().__init__("not_found", what="table")


class Tables:
    """All tables in memory. `pace` is the minimum time of a bot's turn, in seconds."""

    def __init__(
        self,
        store: Store,
        pool: BotPool,
        metrics: Metrics,
        *,
        preparation: Preparation | None = None,
        pace: float = 1.0,
        absent_after: float = 60.0,
        idle_after: float = 300.0,
        most: int = 10_000,
        most_listeners: int = 64,
        most_decisions: int = 1_500,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store, self.pool, self.metrics = store, pool, metrics
        self.pace, self.absent_after, self.idle_after = pace, absent_after, idle_after
        self.most, self.most_decisions = most, most_decisions
        self.most_listeners = most_listeners
        self.wall = clock
        self.grace = self.now + DOWNTIME_GRACE
        self.live: dict[str, Table] = {}
        self.scheduler = Scheduler(self)
        self.memory = Memory(self)
        self.coach = Coach(self)
        self.preparation = preparation or Preparation(())
        self.preparation.changed = self.send_preparing
        self.loader = Loader(store)
        self.loading: dict[str, asyncio.Future[Table | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.closed = False

    @property
    def now(self) -> int:
        return int(1000 * self.wall())

    @property
    def moment(self) -> Moment:
        return Moment(self.now, self.grace, self.absent_after, self.idle_after)

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task that is cancelled when the tables are closed."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of the work, which goes on if its caller is cancelled."""
        task = self.start(work)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(forget_refusal)
            raise

    async def close(self) -> None:
        self.closed = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table in self.live.values():
            table.stop_timers()
            for listener in table.listeners:
                listener.drop()
        self.loader.close()

    # Loading and unloading

    async def get(self, id: str, player: str) -> Table:
        """The table, if this player may see it; otherwise raise `NoTable`."""
        table = self.live.get(id)
        if table is None and is_token(id):  # not every text is valid in a query
            table = await self.load(id)
        if table is None or not table.may_see(player):
            raise NoTable
        table.used = time.monotonic()
        return table

    async def load(self, id: str) -> Table | None:
        """Read a table from the store; concurrent callers share one read."""
        if id not in self.loading:
            self.loading[id] = asyncio.ensure_future(self.read(id))
        return await asyncio.shield(self.loading[id])

    async def read(self, id: str) -> Table | None:
        try:
            await self.memory.make_room()
            table = await self.loader.load(id)
            if table is not None:
                await self.memory.resume_clock(table)
        finally:
            self.loading.pop(id, None)
        if table is not None:
            self.live[id] = table
            self.scheduler.schedule(table)
            self.keep_snapshot(table)
        return table

    def keep_snapshot(self, table: Table) -> None:
        """Save a snapshot in the background if there are many events since the last one."""
        if self.loader.is_due(table):
            self.start(self.loader.save(table))

    async def tables_of(self, player: str, status: str | None, before: str) -> TableList:
        """A page of the tables of a person, the last changed first."""
        rows = await self.store.tables_of(player, status, read_cursor(before), PAGE_SIZE + 1)
        last = rows[PAGE_SIZE - 1] if len(rows) > PAGE_SIZE else None
        more = f"{last.changed}.{last.id}" if last else ""
        return TableList([line_of(row) for row in rows[:PAGE_SIZE]], more)

    def unload(self, table: Table) -> None:
        table.stop_timers()
        self.live.pop(table.id, None)
        for listener in table.listeners:
            listener.drop()

    # Creating tables

    async def create(self, who: Person, request: NewTable) -> Table:
        await self.memory.require_room()
        both = request.fork and request.position
        require(not both, "malformed", detail="`fork` and `position` exclude each other")
        if request.fork:
            source = await self.get(request.fork.table, who.player)
            require(not source.problem, "frozen", problem=source.problem)
            plan = fork_event(who, request, source.state, request.fork.ply)
            table, changes = self.new_table(who, plan, source.state.secret)
        elif request.position:
            table, changes = self.new_table(who, position_event(who, request))
        else:
            table, changes = self.new_table(
                who, new_table_event(who, request, request.rules, options_of(request))
            )
        await self.store.write(*changes)
        self.live[table.id] = table
        return table

    def new_table(self, who: Person, plan: Created, secret: str = "") -> tuple[Table, list[Change]]:
        """A new table with a secret of its own, and the changes that store it.

        A fork has the secret of the game that it continues, which has been revealed already.
        """
        now, secret = self.now, secret or new_secret()
        state = TableState(new_token(), secret)
        stamped = StampedEvent(
            structs.replace(plan, commitment=commitment_of(secret)), now, who.player
        )
        state.fold(stamped)
        log = LogLines()
        log.add(stamped, None)
        row = first_row(state, now)
        event = AddEvent(event_row(state.id, 1, stamped))
        return Table(state, log, row), [AddTable(row), event, *first_lists(state, who.player)]

    # Commands

    async def execute(
        self, table: Table, who: Person, command: AnyCommand, listener: Listener | None = None
    ) -> Ack | Tried | Advice | Judged:
        """Execute a command. The answer is put into the listener's outbox before the news.

        Execution continues if the client disconnects: events in the store must be in the state.
        """
        table.saw(who.player, who.address)
        if isinstance(command, Try):
            return reply(listener, attempt(table.state, who, command))
        if isinstance(command, UnloggedCommand):
            return reply(listener, self.scheduler.heed(table, who, command))
        if isinstance(command, Hint):
            return reply(listener, await self.coach.hint(table, who, command))
        if isinstance(command, Judge):
            return reply(listener, await self.coach.judge(table, who, command))
        return await self.finish(self.execute_logged(table, who, command, listener))

    async def execute_logged(
        self, table: Table, who: Person, command: LoggedCommand, listener: Listener | None
    ) -> Ack:
        async with table.lock:
            if (known := table.state.ids.get((who.player, command.id))) is not None:
                require(known.digest in ("", digest_of(command)), "used_id")
                return reply(listener, Ack(command.id, known.seq, again=True))
            require(not table.problem, "frozen", problem=table.problem)
            if isinstance(command, Rematch):
                ack = await self.rematch(table, who, command)
            else:
                ack = await self.decide_and_append(table, who, command)
            reply(listener, ack)
            table.seen(who.player)
            self.send_news(table)
            return ack

    async def decide_and_append(self, table: Table, who: Person, command: LoggedCommand) -> Ack:
        begin = time.perf_counter()
        decided = self.decide(table, who, command)
        self.metrics.part("rules", time.perf_counter() - begin)
        seq = await self.append(table, decided, who.player, stored_id(command))
        return Ack(command.id, seq)

    def decide(self, table: Table, who: Person, command: LoggedCommand) -> Decision:
        moment = self.moment
        decided = decide(table.state, who, command, table.presence(moment))
        decided = with_clocks(table.state, decided, table.elapsed, table.is_due(moment))
        return ended_if_too_long(decided, self.most_decisions)

    async def append(
        self, table: Table, decided: Decision, player: str = "", id: str = "", *more: Change
    ) -> int:
        """Store events durably, then update the state. Returns the number of the last event."""
        if self.live.get(table.id) is not table:  # it was unloaded while this waited
            raise StoreFailure("reloading")
        before, now = table.state, self.now
        stamped = [StampedEvent(event, now, player) for event in decided.events]
        stamped[-1] = stamped[-1]._replace(id=id)
        after = before.after(stamped, decided.game)
        rows = [event_row(table.id, before.seq + 1 + i, each) for i, each in enumerate(stamped)]
        changes: list[Change] = [AddEvent(row) for row in rows]
        changes += [*list_changes(before, after, now, player), *more]
        if table.deadline != after.due:
            changes.append(SetDeadline(table.id, after.due))
        begin = time.perf_counter()
        try:
            await self.store.write(*changes)
        except (OutcomeUnknown, Conflict):
            self.unload(table)  # clients that reconnect load what was stored
            raise
        self.metrics.part("commit", time.perf_counter() - begin)
        table.deadline = after.due
        self.replace_state(table, after, stamped)
        return after.seq

    def replace_state(
        self, table: Table, after: TableState, events: Iterable[StampedEvent]
    ) -> None:
        before, table.state = table.state, after
        for stamped in events:
            table.log.add(stamped, after.game)
            self.metrics.event(kind_of(stamped.event))
        if after.revision != before.revision:
            table.since = time.monotonic()
        self.scheduler.schedule(table)
        self.keep_snapshot(table)

    # News

    def send_news(self, table: Table) -> None:
        """Send every listener the news since the last one."""
        if not table.listeners:
            return
        begin = time.perf_counter()
        composer = table.composer(self.moment)
        for listener in list(table.listeners):
            if not table.may_see(listener.player):  # a private game has begun
                listener.drop()
            elif not listener.behind:
                send_page(composer, listener)
        self.metrics.part("views", time.perf_counter() - begin)

    def catch_up(self, table: Table, listener: Listener) -> None:
        """Send the next events to a listener that has read everything before them."""
        if listener.behind and listener.is_drained and table.may_see(listener.player):
            send_page(table.composer(self.moment), listener)

    def news_for(self, table: Table, player: str, since: int = 0) -> bytes:
        """The news for a request without a socket."""
        return table.composer(self.moment).news(player, since)

    async def attach(self, table: Table, listener: Listener) -> bool:
        """Send the news of a table to this listener. Returns False if too many are watching."""
        async with table.lock:
            if self.live.get(table.id) is not table:
                listener.drop()  # the table was unloaded: the client reconnects and loads it again
                return True
            if not table.let_in(listener, self.most_listeners):
                return False
            table.last_seen.pop(listener.player, None)
            self.send_news(table)
            if is_watched_only(table.state):
                self.scheduler.schedule(table)
            news = self.preparation.of(table.game)
            if news != READY:
                listener.send(encode(news))
            return True

    def send_preparing(self, game: str) -> None:
        """Tell the pages of a game how far it is compiled."""
        news = self.preparation.of(game)
        if news.problem:
            log.warning("compiling was interrupted", game=game, problem=news.problem)
        frame = encode(news)
        for table in self.live.values():
            for listener in table.listeners if table.game == game else ():
                listener.send(frame)

    def detach(self, table: Table, listener: Listener) -> None:
        """Remove the listener of a socket that was closed."""
        table.listeners.discard(listener)
        table.used = time.monotonic()
        if listener.player not in table.present:
            table.seen(listener.player)
            self.send_news(table)
            if listener.player in table.state.people:
                self.start(self.send_news_after_absence(table))

    async def send_news_after_absence(self, table: Table) -> None:
        """Send news when somebody has become absent: the others may then call a bot."""
        await asyncio.sleep(self.absent_after + 0.05)
        self.send_news(table)

    def rename(self, player: str, name: str) -> None:
        """Show a spectator's new name at the tables where they watch."""
        for table in self.live.values():
            if rename(table.listeners, player, name) and player not in table.state.people:
                self.send_news(table)

    # Rematches and seat links

    async def rematch(self, table: Table, who: Person, command: Rematch) -> Ack:
        """Create the rematch, everybody one seat further, in the same transaction as the event."""
        state = table.state
        require(state.seats_of(who.player) or steers(state, who), "not_seated")
        require(state.status == OVER, "not_over", what="rematch")
        require(not state.rematch, "rematched")
        await self.memory.require_room()
        plan = rematch_event(who, state)
        new, changes = self.new_table(who, plan)
        decided = Decision((Rematched(new.id),))
        seq = await self.append(table, decided, who.player, stored_id(command), *changes)
        self.live[new.id] = new
        return Ack(command.id, seq)

    async def seat_link(
        self,
        table: Table,
        who: Person,
        seat: int,
        lifetime: int = SEAT_LINK_LIFETIME,
        own: bool = False,
    ) -> str:
        """A private link with which another device can take over this seat, once, within so many
        milliseconds. It also passes on a seat, or one that was left, to another person; `own`: it
        is for another device of the same person, who can take the seat back.
        """
        mine = [*table.state.seats_of(who.player), *kept_seats(table.state).get(who.player, ())]
        require(seat in mine, "not_yours", seat=seat)
        token, expires = OWN * own + new_token(), self.now + lifetime
        link = AddSeatLink(hash_token(token), table.id, seat, who.player, expires)
        await self.store.write(link)
        return token

    async def claim(self, who: Person, token: str) -> tuple[str, int]:
        """Take over the seat of a private link."""
        link = await self.store.seat_link(hash_token(token))
        if link is None or link.expires < self.now:
            raise RequestRefused("no_link")
        table = self.live.get(link.table) or await self.load(link.table)
        if table is None:
            raise NoTable
        async with table.lock:
            require(not table.problem, "frozen", problem=table.problem)
            state = table.state
            kept = kept_seats(state).get(link.player, ())
            require(link.seat in (*state.seats_of(link.player), *kept), "no_link")
            require(who.player not in state.removed, "removed")
            require_room_for_others(table.state)
            mine = state.seats[link.seat]  # the same person on another device keeps the name
            name, own = mine.name if mine.player else who.name, is_own(token)
            event = Sat(link.seat, who.player, name, own and who.player != link.player)
            await self.append(
                table, Decision((event,)), who.player, "", UseSeatLink(link.token_hash)
            )
            self.send_news(table)
        return table.id, link.seat


def is_own(token: str) -> bool:
    """Whether the token of a seat link is for another device of the same person."""
    return token.startswith(OWN) and is_token(token.removeprefix(OWN))


def reply(listener: Listener | None, frame: Response) -> Response:
    """Put the answer into the listener's outbox."""
    if listener is not None:
        listener.send(encode(frame))
    return frame


def send_page(composer: NewsComposer, listener: Listener) -> None:
    """Send news with as many events as fit into one message."""
    since = listener.since
    listener.since = composer.last_sent(since)
    listener.behind = listener.since < composer.state.seq
    listener.send(composer.news(listener.player, since, listener.positions))
