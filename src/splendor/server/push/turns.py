"""Telling people by Web Push that a game with days for each turn waits for them.

The tables report a turn; everything else happens beside them: the subscriptions are read by the
store's threads, and two threads of our own encrypt and deliver. What is too much is left out.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final, NamedTuple, Protocol

from msgspec import json

from splendor.core.errors import RulesError
from splendor.server.admission import RateLimits
from splendor.server.identity import hash_token
from splendor.server.logs import log
from splendor.server.metrics import Metrics
from splendor.server.push.delivery import Delivery, NotDelivered, endpoint_of
from splendor.server.storage import people
from splendor.server.storage.store import Store
from splendor.server.storage.types import DropSubscription, StoreFailure, SubscriptionRow
from splendor.server.tables.table import Table

THREADS = 2
MAX_QUEUE = 1_000  # messages
MAX_READING = 100  # people whose subscriptions are being read
# Messages to one device, and to one push service.
LIMITS: Final = {"push": ("30 per 1 hour", "600 per 1 minute")}
LIFETIME = 24 * 3600  # seconds that a push service keeps a message for a browser that is off
GONE = (404, 410)  # answers: the subscription has ended
SENT, REFUSED, FAILED, DROPPED, LIMITED = "sent", "refused", "failed", "gone", "limited"


class Key(Protocol):
    """The key of this server: `encryption.ServerKey`."""

    public: str

    def authorization(self, service: str, now: float) -> str: ...


class Message(NamedTuple):
    row: SubscriptionRow
    body: bytes
    topic: str  # a newer message of the same topic replaces one that is not delivered yet


class Pusher:
    """Tells people about their turns. Without a key it does nothing."""

    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        key: Key | None = None,
        encrypt: Callable[[bytes, SubscriptionRow], bytes] | None = None,
        delivery: Delivery | None = None,
    ) -> None:
        self.store, self.metrics, self.key = store, metrics, key
        self.encrypt, self.delivery = encrypt, delivery or Delivery()
        self.limits = RateLimits(limits=LIMITS)
        self._messages: queue.Queue[Message | None] = queue.Queue(MAX_QUEUE)
        self._threads: list[threading.Thread] = []
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def public_key(self) -> str:
        """The key with which browsers subscribe; empty if this server sends no messages."""
        return self.key.public if self.key else ""

    def turn_began(self, table: Table) -> None:
        """Tell whoever is to move, unless they have the table open."""
        if self.key is None or table.state.turn is None or len(self._tasks) >= MAX_READING:
            return
        state = table.state
        player = state.seats[table.state.turn[1]].player
        if player and player not in table.present:
            names = [each.name for each in state.seats if each.player != player]
            body = json.encode({"kind": "turn", "table": table.id, "names": names})
            self._start(self.tell(player, body, hash_token(table.id)[:32]))

    async def tell(self, player: str, body: bytes, topic: str) -> None:
        """Queue a message for every device of a person that wants to be told."""
        try:
            rows = await self.store.read(people.subscriptions_of, player)
        except StoreFailure as error:
            log.warning("nobody is told about a turn", reason=error.reason)
            return
        for row in rows:
            self._queue(Message(row, body, topic))

    def _queue(self, message: Message) -> None:
        host = endpoint_host(message.row.endpoint)
        if self.limits.allow("push", message.row.device, host):
            self.metrics.pushed(LIMITED)
            return
        try:
            self._messages.put_nowait(message)
        except queue.Full:
            self.metrics.pushed(LIMITED)
            return
        if len(self._threads) < THREADS:
            self._open()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # In threads

    def _open(self) -> None:
        """Start the threads, at the first message. They end with the process."""
        loop = asyncio.get_running_loop()
        for _ in range(THREADS):
            thread = threading.Thread(target=self._run, args=(loop,), name="push", daemon=True)
            self._threads.append(thread)
            thread.start()

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        while (message := self._messages.get()) is not None:
            outcome = self.deliver(message)
            with suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(self._done, message.row, outcome)

    def deliver(self, message: Message) -> str:
        """Encrypt and post one message. Returns what became of it."""
        assert self.key is not None
        assert self.encrypt is not None
        try:
            endpoint = endpoint_of(message.row.endpoint, self.delivery.ports)
            headers = {
                "Authorization": self.key.authorization(endpoint.service, time.time()),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(LIFETIME),
                "Topic": message.topic,
                "Urgency": "normal",
            }
            body = self.encrypt(message.body, message.row)
            status = self.delivery.post(endpoint, headers, body)
        except (NotDelivered, RulesError, ValueError):
            return FAILED
        return DROPPED if status in GONE else SENT if 200 <= status < 300 else REFUSED

    def _done(self, row: SubscriptionRow, outcome: str) -> None:
        self.metrics.pushed(outcome)
        if outcome == DROPPED:
            self._start(self._drop(row.endpoint))
        elif outcome != SENT:
            log.info("a push message was not delivered", outcome=outcome)

    async def _drop(self, endpoint: str) -> None:
        with suppress(StoreFailure):  # the next message is refused again
            await self.store.write(DropSubscription(endpoint))

    async def close(self) -> None:
        """End the threads; messages that wait are not delivered."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(queue.Empty):
            while True:
                self._messages.get_nowait()
        for _ in self._threads:
            self._messages.put_nowait(None)


def endpoint_host(url: str) -> str:
    return url.removeprefix("https://").partition("/")[0]
