"""Clients that play at many tables at once, record every acknowledgement and detect lost moves.

They choose among the legal moves that they were sent, and start a rematch after each game.
"""

import asyncio
import itertools
import json
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.json import Decoder

from tools.load.server import Address
from tools.load.socket import Callbacks, Http, Socket, connect

SOCKETS = 4  # at each table: players first, then spectators
CALLERS = 64  # concurrent connections that create tables
PATIENCE = 120.0  # seconds
PURCHASE = re.compile(r"b(h\d|\d[a-e])\+?")
PURCHASE_PROBABILITY = 0.75  # the probability of buying when possible, so that games end

Item = TypeVar("Item")


# The fields of frames that are decoded; the rest is skipped


class Event(Struct):
    seq: int


class Yours(Struct):
    seat: int
    legal: list[str] = []


class Room(Struct):
    status: str
    rematch: str = ""


class News(Struct, tag_field="type", tag="news"):
    seq: int
    state: int
    room: Room
    you: list[Yours] = []
    events: list[Event] = []


class Ack(Struct, tag_field="type", tag="ack"):
    id: str
    seq: int
    again: bool = False


class Refused(Struct, tag_field="type", tag="refused"):
    code: str
    why: str
    id: str = ""


class Preparing(Struct, tag_field="type", tag="preparing"):
    """How far the server is with compiling its bots. People play meanwhile."""


read_frame = Decoder(News | Ack | Refused | Preparing).decode


class Sent(NamedTuple):
    """A message without an ack yet: when it was due, and its moves or the waiting future."""

    due: float
    table: "LoadTable"
    moves: list[str]
    waiter: "asyncio.Future[int] | None" = None


@dataclass(slots=True)
class Tally:
    """Counts of one window. `faults` must stay empty."""

    latencies: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)  # our own delays in sending
    moves: int = 0
    rematches: int = 0
    frames: int = 0
    faults: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    cookie: str


class Client:
    """One socket of a player or spectator at a table."""

    def __init__(self, table: "LoadTable", person: Person) -> None:
        self.table, self.person = table, person
        self.generator = table.generator
        self.socket: Socket | None = None
        self.seq = 0  # of the last event that was seen
        self.leaving = False

    async def connect(self) -> None:
        callbacks = Callbacks(self.receive, self.on_end)
        self.socket = await connect(
            self.generator.address, self.table.id, self.person.cookie, callbacks
        )
        self.socket.send(b'{"type":"hello","since":%d}' % self.seq)

    def leave(self) -> None:
        self.leaving = True
        if self.socket:
            self.socket.close()

    def receive(self, text: memoryview) -> None:
        self.generator.tally.frames += 1
        frame = read_frame(text)
        if isinstance(frame, Ack):
            self.generator.on_ack(frame)
        elif isinstance(frame, News):
            self.on_news(frame)
        elif isinstance(frame, Refused):
            self.generator.on_refusal(frame)

    def on_end(self, code: int) -> None:
        if not self.leaving:
            self.generator.tally.faults[f"a socket was closed ({code})"] += 1
        self.generator.open -= 1

    def on_news(self, news: News) -> None:
        """Check that every event arrives exactly once and in order."""
        received = [event.seq for event in news.events]
        if received != list(range(self.seq + 1, news.seq + 1)):
            self.generator.tally.faults["events were lost, repeated or out of order"] += 1
        self.seq = news.seq
        self.table.update(self, news)

    def do(self, kind: str, **fields: Any) -> "asyncio.Future[int]":
        """Send a command; the future gets the number of its event from the ack."""
        waiter: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.send(Sent(time.perf_counter(), self.table, [], waiter), kind, fields)
        return waiter

    def send(self, sent: Sent, kind: str, fields: dict[str, Any]) -> None:
        id = self.generator.new_id()
        self.generator.waiting[id] = sent
        assert self.socket is not None
        self.socket.send(json.dumps({"type": kind, "id": id, **fields}).encode())


class Turn(NamedTuple):
    client: Client
    state: int
    legal: list[str]


class LoadTable:
    """A table and its clients; the first `players` of them play, the others watch."""

    def __init__(
        self, generator: "LoadGenerator", id: str, people: list[Person], players: int, kind: "Kind"
    ) -> None:
        self.generator, self.id, self.kind = generator, id, kind
        self.players = players
        self.clients = [Client(self, person) for person in people]
        self.turn: Turn | None = None
        self.played = -1  # the number of the state of the last move
        self.moving = self.over = self.closed = False
        self.rematch = ""
        self.log: dict[int, list[str]] = {}  # the acknowledged moves, by event number

    async def connect(self) -> None:
        for client in self.clients:
            await client.connect()
            self.generator.open += 1

    def leave(self) -> None:
        self.closed = True
        for client in self.clients:
            client.leave()

    def update(self, client: Client, news: News) -> None:
        self.rematch = self.rematch or news.room.rematch
        if news.room.status == "over" and not self.over:
            self.over = True
            self.generator.finished(self)
        legal = next((mine.legal for mine in news.you if mine.legal), None)
        if legal and news.state > self.played:
            known = self.turn is not None
            self.turn = Turn(client, news.state, legal)
            if not self.moving and not known:
                self.generator.ready(self)

    def play(self, due: float) -> None:
        assert self.turn is not None
        client, state, legal = self.turn
        move = self.generator.choose(legal)
        self.turn, self.played, self.moving = None, state, True
        self.generator.tally.lags.append(time.perf_counter() - due)
        client.send(Sent(due, self, [move]), "play", {"state": state, "moves": [move]})

    def moved(self, seq: int, moves: list[str]) -> None:
        self.moving = False
        if seq in self.log:
            self.generator.tally.faults["two acks with the same number"] += 1
        self.log[seq] = moves
        if self.turn is not None:
            self.generator.ready(self)


class Kind(NamedTuple):
    """A kind of table: its rules and its players (`person` or the name of a bot)."""

    rules: str
    seats: tuple[str, ...]

    @property
    def people(self) -> int:
        return self.seats.count("person")


PERSON = "person"
KINDS = tuple(
    Kind(rules, (PERSON,) * players)
    for rules, players in (
        ("official", 2),
        ("official", 3),
        ("official", 4),
        ("landolt", 2),
        ("landolt", 4),
        ("duel", 2),
        ("duel", 2),
    )
)


class LoadGenerator:
    """All tables. `play_one` plays a move; if `eager`, every table moves as soon as it can."""

    def __init__(self, address: Address, seed: int = 1) -> None:
        self.address = address
        self.random = Random(seed)
        self.live_tables: list[LoadTable] = []
        self.past: list[LoadTable] = []  # finished games
        self.idle: list[LoadTable] = []  # waiting for a move
        self.waiting: dict[str, Sent] = {}
        self.tally = Tally()
        self.eager = False
        self.open = 0  # sockets
        self._ids = itertools.count(1)
        self._tasks: set[asyncio.Task[None]] = set()

    def new_id(self) -> str:
        return f"m{next(self._ids)}"

    def choose(self, legal: list[str]) -> str:
        """Usually a purchase if there is one; else a move of a random kind."""
        purchases = [move for move in legal if PURCHASE.fullmatch(move)]
        if purchases and self.random.random() < PURCHASE_PROBABILITY:
            return self.random.choice(purchases)
        sorts: dict[str, list[str]] = {}
        for move in legal:
            sorts.setdefault("b" if PURCHASE.fullmatch(move) else move[0], []).append(move)
        return self.random.choice(self.random.choice(list(sorts.values())))

    # Moves and their acks

    def ready(self, table: LoadTable) -> None:
        if self.eager:
            table.play(time.perf_counter())
        else:
            self.idle.append(table)

    def play_one(self, due: float) -> bool:
        """Play a move at a random idle table; return False if there is none."""
        if not self.idle:
            return False
        at = self.random.randrange(len(self.idle))
        self.idle[at], self.idle[-1] = self.idle[-1], self.idle[at]
        self.idle.pop().play(due)
        return True

    def on_ack(self, ack: Ack) -> None:
        sent = self.waiting.pop(ack.id, None)
        if sent is None or ack.again:
            self.tally.faults["an unexpected ack"] += 1
        elif sent.waiter is not None:
            if not sent.waiter.done():
                sent.waiter.set_result(ack.seq)
        else:
            self.tally.latencies.append(time.perf_counter() - sent.due)
            self.tally.moves += 1
            sent.table.moved(ack.seq, sent.moves)

    def on_refusal(self, refused: Refused) -> None:
        self.tally.faults[f"refused: {refused.code}"] += 1
        sent = self.waiting.pop(refused.id, None)
        if sent and sent.waiter:
            sent.waiter.set_exception(RuntimeError(f"{refused.code}: {refused.why}"))

    # Creating tables

    async def create_tables(self, kinds: Iterable[Kind]) -> None:
        """Create these tables, connect their clients, and start the games."""
        await in_parallel(self.address, self.create_table, enumerate(kinds))
        await wait_for(lambda: self.eager or len(self.idle) >= len(self.live_tables))

    async def create_table(self, http: Http, numbered: tuple[int, Kind]) -> None:
        number, kind = numbered
        count = SOCKETS if kind.people == len(kind.seats) else 1
        people = [await new_guest(http, f"Guest {number}.{place}") for place in range(count)]
        seats = ["me" if at == 0 else seat for at, seat in enumerate(kind.seats)]
        body = {"rules": kind.rules, "seats": [seat_request(seat) for seat in seats]}
        answer, _ = await http.ask("POST", "/api/tables", people[0].cookie, body)
        table = LoadTable(self, json.loads(answer)["table"], people, kind.people, kind)
        await table.connect()
        for seat, client in enumerate(table.clients[1 : table.players], 1):
            await client.do("sit", seat=seat)
        await self.begin(table)

    async def begin(self, table: LoadTable) -> None:
        for client in table.clients[: table.players]:
            await client.do("ready", nonce=self.new_id())
        self.live_tables.append(table)

    def finished(self, table: LoadTable) -> None:
        task = asyncio.get_running_loop().create_task(self.play_again(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def play_again(self, table: LoadTable) -> None:
        """Move all clients to the table of the rematch."""
        await table.clients[0].do("rematch")
        await wait_for(lambda: bool(table.rematch))
        people = [client.person for client in table.clients]
        # Seats rotate by one, but people keep the seats of people: the same clients play again.
        new = LoadTable(self, table.rematch, people, table.players, table.kind)
        await new.connect()
        table.leave()
        self.live_tables.remove(table)
        self.past.append(table)
        await self.begin(new)
        self.tally.rematches += 1

    async def settle(self) -> None:
        """Stop sending moves, and wait for all pending messages."""
        self.eager = False
        await wait_for(lambda: not self.waiting and not self._tasks)

    async def disconnect(self) -> None:
        for table in self.live_tables:
            table.leave()
        await wait_for(lambda: not self.open)

    # Checking the logs

    async def compare_logs(self) -> int:
        """Check that the server's logs have exactly the acknowledged moves; return their number."""
        found = 0

        async def compare(http: Http, table: LoadTable) -> None:
            nonlocal found
            cookie = table.clients[0].person.cookie
            answer, _ = await http.ask("GET", f"/api/tables/{table.id}", cookie)
            logged = dict(logged_moves(json.loads(answer), table))
            if logged != table.log:
                self.tally.faults["a log differs from the acknowledged moves"] += 1
            found += len(logged)

        await in_parallel(self.address, compare, [*self.live_tables, *self.past])
        return found


def logged_moves(news: dict[str, Any], table: LoadTable) -> Iterator[tuple[int, list[str]]]:
    """The moves of people, with their numbers."""
    bots = [at for at, seat in enumerate(news["room"]["seats"]) if seat["kind"] == "bot"]
    for event in news.get("events", []):
        if event["kind"] == "moved" and event["seat"] not in bots:
            yield event["seq"], event["moves"]


def seat_request(seat: str) -> dict[str, str]:
    if seat == "me":
        return {"who": "me"}
    return {"who": "open"} if seat == PERSON else {"who": "bot", "level": seat}


async def new_guest(http: Http, name: str) -> Person:
    _, cookie = await http.ask("POST", "/api/guest", body={"name": name})
    return Person(name, cookie)


async def in_parallel(
    address: Address, work: Callable[[Http, Item], Awaitable[None]], items: Iterable[Item]
) -> None:
    """Call `work` with every item, `CALLERS` at a time, each with its own connection."""
    left = iter(items)

    async def call() -> None:
        async with Http(address) as http:
            for item in left:
                await work(http, item)

    async with asyncio.TaskGroup() as group:
        for _ in range(CALLERS):
            group.create_task(call())


async def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > until:
            raise TimeoutError("the tables did not reach the expected state in time")
        await asyncio.sleep(0.005)
