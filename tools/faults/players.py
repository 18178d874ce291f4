"""Clients at tables: they play, lose their connection, come back, and report what they are sent."""

import asyncio
import contextlib
import random
import secrets
import socket as sockets
import struct
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from msgspec import Raw, Struct, json
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.typing import Origin

from splendor.client import Client
from splendor.core.errors import RulesError
from splendor.view import View
from tools.faults.evidence import Evidence

OFFLINE = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, EOFError, TimeoutError)
PATIENCE = 30.0  # seconds for a connection or an answer
ABRUPTLY = 1006  # the code of a connection that ended without a close frame
RESET = struct.pack("ii", 1, 0)  # SO_LINGER: closing sends a reset
CHATS, UNDOES, AGREES = 0.03, 0.01, 0.5  # probabilities
LONGER = 0.25  # the share of clients that confirm several decisions at once
# Kinds of tables: rules, seats, number of clients.
TABLES: tuple[tuple[str, tuple[str, ...], int], ...] = (
    ("official", ("me", "open"), 2),
    ("duel", ("me", "open"), 2),
    ("official", ("me", "open"), 2),
    ("official", ("me", "open", "greedy"), 2),
    ("duel", ("me", "casual"), 2),
)


class Yours(Struct):
    seat: int
    legal: list[str] = []
    position: str = ""


class Seat(Struct):
    kind: str
    ready: bool = False


class Ask(Struct):
    seat: int


class Room(Struct):
    status: str
    seats: list[Seat]
    asked: Ask | None = None
    problem: str = ""


class Frame(Struct):
    """The fields of the server's messages that are used here."""

    type: str
    seq: int = 0
    state: int = 0
    room: Room | None = None
    you: list[Yours] = []
    events: list[Raw] = []
    id: str = ""
    code: str = ""
    why: str = ""


class EventHead(Struct):
    seq: int
    kind: str
    seat: int | None = None


decode_frame = json.Decoder(Frame).decode
decode_event = json.Decoder(EventHead).decode


@dataclass
class PlayerPool:
    """The state that all players share. `up` is set while a server can be reached."""

    url: str
    evidence: Evidence
    chance: random.Random
    up: asyncio.Event = field(default_factory=asyncio.Event)
    acked: asyncio.Event = field(default_factory=asyncio.Event)  # set at every acknowledgement
    bot_moved: asyncio.Event = field(default_factory=asyncio.Event)
    ended: bool = False
    cuts: float = 0.0  # the probability that a client drops its connection after sending
    cut_off: int = 0
    connections: int = 0
    closings: Counter[int] = field(default_factory=Counter)  # by close code
    longest: float = 0.0  # seconds between a command and its answer, in one connection
    live: set[str] = field(default_factory=set)
    cookies: list[str] = field(default_factory=list)
    prefix: str = field(default_factory=lambda: secrets.token_hex(4))
    numbers: Any = field(default_factory=count)

    def new_id(self) -> str:
        return f"{self.prefix}-{next(self.numbers)}"


class Player:
    """A client at one table, which reconnects until the game is over."""

    def __init__(
        self,
        pool: PlayerPool,
        table: str,
        cookie: str,
        bot: int | None = None,
        watches: bool = False,
    ) -> None:
        self.pool, self.table, self.cookie = pool, table, cookie
        self.bot, self.watches = bot, watches  # `bot`: the bot's seat, if any
        self.longer = pool.chance.random() < LONGER
        self.seen = 0  # the number of the last event
        self.last_ack = 0
        self.pending: dict[str, Any] | None = None
        self.since = 0.0  # when the pending command was sent
        self.over = False

    async def run(self) -> None:
        while not self.over and not self.pool.ended:
            await self.pool.up.wait()
            try:
                await self.connect()
            except ConnectionClosed as closed:
                self.pool.closings[closed.rcvd.code if closed.rcvd else ABRUPTLY] += 1
            except OFFLINE:
                pass
            await asyncio.sleep(0.01)

    async def connect(self) -> None:
        pool = self.pool
        async with connect(
            f"{pool.url.replace('http', 'ws', 1)}/api/tables/{self.table}/socket",
            origin=Origin(pool.url),
            additional_headers={"Cookie": self.cookie},
            compression=None,
            open_timeout=PATIENCE,
            close_timeout=1,
            max_size=None,
        ) as socket:
            pool.connections += 1
            await self.talk(socket)

    async def talk(self, socket: ClientConnection) -> None:
        await self.write(socket, {"type": "hello", "since": self.seen, "positions": self.longer})
        latest: Frame | None = None
        while not self.over and not self.pool.ended:
            frame = decode_frame(await socket.recv(decode=False))
            if frame.type == "news":
                self.receive(frame, latest is None)
                if latest is None and self.pending:
                    await self.send(socket, self.pending)  # again, with the same id
                latest = frame
            elif frame.id and self.pending and frame.id == self.pending["id"]:
                await self.answered(socket, frame)
            # The news of an acknowledged command may arrive before or after the acknowledgement.
            is_current = self.pending is None and latest and latest.seq >= self.last_ack
            if latest and is_current and (command := self.choose(latest)):
                await self.send(socket, command)

    async def write(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        await socket.send(json.encode(message), text=True)

    async def send(self, socket: ClientConnection, command: dict[str, Any]) -> None:
        self.pending, self.since = command, time.monotonic()
        self.pool.evidence.send(self.table, command)
        await self.write(socket, command)
        if self.pool.chance.random() < self.pool.cuts:
            self.pool.cut_off += 1
            await self.cut(socket)

    async def cut(self, socket: ClientConnection) -> None:
        """Close the connection properly or abruptly, at once or after a moment."""
        await asyncio.sleep(self.pool.chance.choice((0, 0, 0.002, 0.01)))
        how = self.pool.chance.choice(("close", "abort", "reset"))
        if how == "close":
            await socket.close(1001)
            return
        if how == "reset":
            inner = socket.transport.get_extra_info("socket")
            inner.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, RESET)
        socket.transport.abort()

    # Messages of the server

    async def answered(self, socket: ClientConnection, frame: Frame) -> None:
        pool, evidence = self.pool, self.pool.evidence
        pool.longest = max(pool.longest, time.monotonic() - self.since)
        self.pending = None
        if frame.type == "ack":
            again = evidence.has_acked(self.table, frame.id)
            evidence.ack(self.table, frame.id, frame.seq)
            if not again and frame.seq <= self.last_ack:
                evidence.fault("reordered", self.table, f"{frame.id} is before an earlier one")
            self.last_ack = frame.seq
            pool.acked.set()
        elif frame.type == "refused":
            evidence.refuse(self.table, frame.id, frame.code)
            # Nothing has changed, so no news will follow: reconnect to continue.
            await asyncio.sleep(0.1)
            await socket.close(1000)

    def receive(self, frame: Frame, first: bool) -> None:
        """Check that every event arrives once and in order, across all connections."""
        evidence, table = self.pool.evidence, self.table
        if frame.seq < self.seen:
            evidence.fault("sent_and_lost", table, f"event {self.seen}")
            self.seen, self.last_ack = frame.seq, min(self.last_ack, frame.seq)
        events = [decode_event(event) for event in frame.events]
        seqs = [event.seq for event in events]
        if seqs != list(range(self.seen + 1, frame.seq + 1)):
            evidence.fault("stream", table, f"after {self.seen} came {seqs} of {frame.seq}")
        for seq, event in zip(seqs, frame.events, strict=True):
            evidence.receive(table, seq, bytes(event))
        self.seen = frame.seq
        assert frame.room is not None
        if not first and any(each.kind == "moved" and each.seat == self.bot for each in events):
            self.pool.bot_moved.set()
        if frame.room.status == "frozen":
            evidence.fault("frozen", table, frame.room.problem)
        if frame.room.status in ("over", "frozen"):
            self.over = True

    # Commands of a player

    def choose(self, frame: Frame) -> dict[str, Any] | None:
        """The command to send now, if any, chosen only from what the server sent."""
        room, chance = frame.room, self.pool.chance
        assert room is not None
        if self.watches or self.over:
            return None
        if room.status == "open":
            return self.get_ready(room, [you.seat for you in frame.you])
        if not frame.you:
            return None
        if chance.random() < CHATS:
            return self.command("chat", text=f"Hello {self.pool.new_id()}")
        mine = frame.you[0]
        if room.asked:
            asks = room.asked.seat == mine.seat
            return None if asks else self.command("answer", yes=chance.random() < AGREES)
        if not mine.legal:
            return None
        if chance.random() < UNDOES:
            return self.command("ask", what="undo")
        moves = self.moves(mine)
        return self.command("play", state=frame.state, moves=moves)

    def get_ready(self, room: Room, mine: list[int]) -> dict[str, Any] | None:
        if not mine:
            free = [number for number, seat in enumerate(room.seats) if seat.kind == "open"]
            return self.command("sit", seat=free[0]) if free else None
        if room.seats[mine[0]].ready:
            return None
        return self.command("ready", nonce=self.pool.new_id())

    def moves(self, mine: Yours) -> list[str]:
        """One decision, or all decisions of a turn that are known in advance."""
        chance = self.pool.chance
        if not mine.position:
            return [chance.choice(mine.legal)]
        game = View.from_position(mine.position).imagine(0)
        turn, moves = game.turn, [chance.choice(mine.legal)]
        game.push(moves[0])
        while not game.is_over and not game.drawn and (game.active, game.turn) == (mine.seat, turn):
            moves.append(str(chance.choice(game.legal_moves)))
            game.push(moves[-1])
        return moves

    def command(self, type: str, **fields: Any) -> dict[str, Any]:
        return {"type": type, "id": self.pool.new_id(), **fields}


# Tables


async def post_until_answered(
    pool: PlayerPool, cookie: str, path: str, body: Any
) -> tuple[Any, str]:
    """POST until a server answers; return the response and the cookie."""
    while not pool.ended:
        await pool.up.wait()
        client = Client(pool.url, cookie=cookie)
        with contextlib.suppress(RulesError, OSError, ValueError):
            answer = await asyncio.to_thread(client.ask, "POST", path, body)
            return answer, client.cookie
        await asyncio.sleep(0.05)
    raise asyncio.CancelledError


async def create_guests(pool: PlayerPool, people: int) -> None:
    for number in range(people):
        _, cookie = await post_until_answered(pool, "", "/api/guest", {"name": f"Guest {number}"})
        pool.cookies.append(cookie)


async def play_tables(pool: PlayerPool, number: int) -> None:
    """Play at one table after the other; `number` selects the kind of table."""
    rules, seats, clients = TABLES[number % len(TABLES)]
    requested = [
        {"who": seat} if seat in ("me", "open") else {"who": "bot", "level": seat} for seat in seats
    ]
    body = {"rules": rules, "seats": requested}
    while not pool.ended:
        cookies = pool.chance.sample(pool.cookies, clients)
        made, _ = await post_until_answered(pool, cookies[0], "/api/tables", body)
        table = made["table"]
        pool.evidence.tables.add(table)
        pool.live.add(table)
        bot = next((seat for seat, who in enumerate(seats) if who not in ("me", "open")), None)
        watches = seats.count("open") + 1 < clients
        players = [
            Player(pool, table, cookie, bot, watches and place > 0)
            for place, cookie in enumerate(cookies)
        ]
        await asyncio.gather(*(player.run() for player in players))
        pool.live.discard(table)


@contextlib.asynccontextmanager
async def playing(pool: PlayerPool, tables: int) -> Any:
    """Clients play at this many tables during the block, whenever there is a server."""
    async with asyncio.TaskGroup() as tasks:
        inviting = tasks.create_task(create_guests(pool, 8))

        async def play(number: int) -> None:
            await inviting
            await play_tables(pool, number)

        running = [tasks.create_task(play(number)) for number in range(tables)]
        try:
            yield
        finally:
            pool.ended = True
            for task in (inviting, *running):
                task.cancel()
