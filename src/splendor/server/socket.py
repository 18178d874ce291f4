"""The WebSocket of a table: incoming frames are checked, outgoing ones come from an outbox."""

import asyncio
import contextlib
import time
from collections.abc import Iterator

from starlette.websockets import WebSocket, WebSocketDisconnect

from splendor.core.errors import RulesError
from splendor.core.refusals import Refusal
from splendor.server.addresses import shares_of
from splendor.server.api import rate_of
from splendor.server.context import Context
from splendor.server.http import TooOften, decode, encode, refused
from splendor.server.messages import (
    OLDEST_PROTOCOL,
    AnyCommand,
    Hello,
    Hint,
    Incoming,
    Judge,
    Ping,
    Pong,
)
from splendor.server.refusals import RequestRefused
from splendor.server.tables.commands import Person
from splendor.server.tables.listeners import Listener
from splendor.server.tables.table import TOO_MANY, TOO_MANY_PAGES, Table
from splendor.server.traffic import has_too_many

HELLO_TIMEOUT = 10.0  # seconds until the first message
NORMAL, GOING_AWAY, NOT_TEXT, POLICY, TRY_LATER = 1000, 1001, 1003, 1008, 1013
NOT_FOUND, NO_GUEST, RELOAD, OTHER_PAGES = 4404, 4401, 4426, 4409
MAX_REASON = 120  # characters of a close frame


class Ended(Exception):
    """Close the socket with this code and reason."""

    def __init__(self, number: int, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.number, self.refusal = number, refusal


class Conversation:
    """One socket at one table."""

    def __init__(
        self, context: Context, socket: WebSocket, person: Person | None, device: str = ""
    ) -> None:
        self.context, self.socket, self.person, self.device = context, socket, person, device
        self.address = context.address_of(socket)
        self.listener: Listener | None = None
        self.stopped: Ended | None = None

    @property
    def player(self) -> str:
        return self.person.player if self.person else ""

    async def run(self, table_id: str) -> None:
        try:
            await self.socket.accept()
            with self.counted(), self.listed():
                table = await self.context.tables.get(table_id, self.player)
                await self.talk(table)
        except RequestRefused as error:
            await self.close(NOT_FOUND, error.refusal)
        except Ended as ended:
            await self.close(ended.number, ended.refusal)
        except RulesError as error:
            await self.close(TRY_LATER, error.refusal)
        except WebSocketDisconnect:
            pass

    @contextlib.contextmanager
    def counted(self) -> Iterator[None]:
        """Count the open sockets, in total and by address; refuse one too many."""
        context, settings = self.context, self.context.settings
        shares, counts = shares_of(self.address), context.sockets_at
        most_here = settings.most_sockets_per_address if settings.rates else settings.most_sockets
        if context.sockets >= settings.most_sockets or has_too_many(counts, shares, most_here):
            raise Ended(TRY_LATER, Refusal("too_many_sockets"))
        context.sockets += 1
        for network, _ in shares:
            counts[network] = counts.get(network, 0) + 1
        try:
            yield
        finally:
            context.sockets -= 1
            for network, _ in shares:
                counts[network] -= 1
                if not counts[network]:
                    del counts[network]

    @contextlib.contextmanager
    def listed(self) -> Iterator[None]:
        """List the socket among those of its device, which may be revoked."""
        here = self.context.sockets_of.setdefault(self.device, set())
        here.add(self)
        try:
            yield
        finally:
            here.discard(self)
            if not here:
                self.context.sockets_of.pop(self.device, None)

    def stop(self, refusal: Refusal) -> None:
        """Close the socket: its device has no profile any more."""
        self.stopped = Ended(NO_GUEST, refusal)
        if self.listener:
            self.listener.drop()

    async def talk(self, table: Table) -> None:
        hello = await self.hello()
        table = await self.context.tables.get(table.id, self.player)  # it may have been unloaded
        name = self.person.name if self.person else ""
        listener = Listener(self.player, min(hello.since, table.state.seq), hello.positions, name)
        if self.stopped:
            raise self.stopped
        self.listener = listener
        table.saw(self.player, self.address)
        if not await self.context.tables.attach(table, listener):
            raise Ended(TRY_LATER, Refusal(TOO_MANY))
        sender = asyncio.ensure_future(self.send_all(table, listener))
        receiver = asyncio.ensure_future(self.receive_all(table, listener))
        try:
            done, _ = await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            if self.stopped:
                raise self.stopped
            number = OTHER_PAGES if listener.why == TOO_MANY_PAGES else TRY_LATER
            raise Ended(number, Refusal(listener.why))
        finally:
            if listener.dropped:
                self.context.metrics.dropped()
            self.context.tables.detach(table, listener)
            listener.drop()
            for task in (sender, receiver):
                task.cancel()
            await asyncio.gather(sender, receiver, return_exceptions=True)

    async def hello(self) -> Hello:
        """Receive the first message, which must be `hello`."""
        try:
            text = await asyncio.wait_for(self.receive(), HELLO_TIMEOUT)
            message = decode(text, Incoming)
        except TimeoutError:
            raise Ended(POLICY, Refusal("hello_first")) from None
        except RequestRefused as error:
            raise Ended(POLICY, error.refusal) from None
        if not isinstance(message, Hello):
            raise Ended(POLICY, Refusal("hello_first"))
        if message.protocol < OLDEST_PROTOCOL:
            raise Ended(RELOAD, Refusal("old_page"))
        return message

    async def receive(self) -> bytes:
        """The next text frame; a binary frame closes the socket."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", NORMAL))
        text = message.get("text")
        if text is None:
            raise Ended(NOT_TEXT, Refusal("text_only"))
        return str(text).encode("utf-8", "replace")

    async def send_all(self, table: Table, listener: Listener) -> None:
        metrics = self.context.metrics
        while (frame := await listener.next()) is not None:
            begin = time.perf_counter()
            try:
                await self.socket.send({"type": "websocket.send", "text": frame.decode()})
            except RuntimeError:  # already closed after a protocol error
                raise WebSocketDisconnect from None
            metrics.part("send", time.perf_counter() - begin)
            self.context.tables.catch_up(table, listener)

    async def receive_all(self, table: Table, listener: Listener) -> None:
        while not listener.dropped:  # do not process the rest of a flood
            text = await self.receive()
            begin = time.perf_counter()
            try:
                message = decode(text, Incoming)
            except RequestRefused as error:
                self.count_bad()
                listener.send(encode(refused(error)))
                continue
            self.context.metrics.part("decode", time.perf_counter() - begin)
            await self.heed(table, listener, message)
            self.context.metrics.part("whole", time.perf_counter() - begin)
            await asyncio.sleep(0)  # let others have a turn before the next message of a burst

    def count_bad(self) -> None:
        """Close the socket after too many messages that cannot be decoded."""
        if self.context.rates.allow("bad", self.player or None, self.address):
            raise Ended(POLICY, Refusal("too_many_bad"))

    async def heed(self, table: Table, listener: Listener, message: object) -> None:
        if isinstance(message, Ping):
            listener.send(encode(Pong(self.context.tables.now)))
        elif isinstance(message, Hello):
            listener.send(encode(refused(RequestRefused("hello_again"))))
        elif isinstance(message, (Hint, Judge)):  # takes seconds: do not block other messages
            self.context.tables.start(self.command(table, listener, message))
        else:
            await self.command(table, listener, message)  # type: ignore[arg-type]

    async def command(self, table: Table, listener: Listener, command: AnyCommand) -> None:
        try:
            if self.person is None:
                raise RequestRefused("no_guest")
            rate = rate_of(command)
            if wait := self.context.rates.allow(rate, self.player, self.address):
                self.context.metrics.limited(rate)
                raise TooOften(wait)
            who = await self.context.person(self.player, self.address) or self.person  # or renamed
            await self.context.tables.execute(table, who, command, listener)
        except RulesError as error:
            answer = refused(error, command.id)
            self.context.metrics.refused(answer.code)
            listener.send(encode(answer))

    async def close(self, number: int, refusal: Refusal) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.close(number, str(refusal)[:MAX_REASON])


async def converse(context: Context, socket: WebSocket) -> None:
    """Serve a socket that was admitted."""
    device = context.identity.device_of(socket.headers.get("cookie"))
    address = context.address_of(socket)
    if context.rates.allow("socket", context.guests.counted_as(device), address):
        await socket.close(TRY_LATER, str(Refusal("too_many_sockets")))
        return
    try:
        guest = await context.guest(device)
    except RulesError as error:
        await socket.accept()
        number = NO_GUEST if isinstance(error, RequestRefused) else TRY_LATER
        await socket.close(number, str(error)[:MAX_REASON])
        return
    person = Person(guest.player, guest.name, address) if guest else None
    talk = Conversation(context, socket, person, device or "")
    await talk.run(str(socket.path_params["table"]))
