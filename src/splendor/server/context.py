"""The parts of a running server, as endpoints and sockets use them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from starlette.requests import HTTPConnection
from starlette.types import Scope

from splendor.core.refusals import Refusal
from splendor.server.admission import Admission, RateLimits, plain_headers
from splendor.server.assets import Assets
from splendor.server.faults import Faults
from splendor.server.guests import Guests, KnownGuest
from splendor.server.identity import Identity
from splendor.server.metrics import Metrics
from splendor.server.network import LocalNetwork
from splendor.server.push.turns import Pusher
from splendor.server.refusals import RequestRefused
from splendor.server.reviews.reviews import Reviews
from splendor.server.settings import Settings
from splendor.server.storage.store import Store
from splendor.server.storage.types import Change, PlayerRow, SavePlayer
from splendor.server.tables.commands import Person
from splendor.server.tables.file_cache import FileCache
from splendor.server.tables.recorder import Recorder
from splendor.server.tables.registry import Tables
from splendor.server.traffic import Traffic
from splendor.server.watch import Watch
from splendor.server.workers.board_thread import BoardThread
from splendor.server.workers.pool import WorkerPool
from splendor.server.workers.preparation import Preparation
from splendor.server.workers.queue import Kind


class OpenSocket(Protocol):
    """A socket that can be closed."""

    @property
    def player(self) -> str: ...

    def stop(self, refusal: Refusal) -> None: ...


@dataclass(slots=True)
class Context:
    settings: Settings
    store: Store
    tables: Tables
    pool: WorkerPool
    preparation: Preparation
    identity: Identity
    guests: Guests
    admission: Admission
    rates: RateLimits
    metrics: Metrics
    traffic: Traffic
    watch: Watch
    push: Pusher
    network: LocalNetwork | None = None  # of `splendor play` only
    assets: Assets = field(default_factory=Assets)
    files: FileCache = field(default_factory=FileCache)
    boards: BoardThread = field(default_factory=BoardThread)
    sockets: int = 0
    sockets_at: dict[str, int] = field(default_factory=dict)  # by address
    recorder: Recorder = field(init=False)
    reviews: Reviews = field(init=False)
    sockets_of: dict[str, set[OpenSocket]] = field(default_factory=dict)  # by device

    def __post_init__(self) -> None:
        self.recorder = Recorder(self.store, self.tables.loader)
        self.reviews = Reviews(self.store, self.pool, self.settings.review_simulations)
        self.tables.scheduler.turn_began = self.push.turn_began

    def address_of(self, connection: HTTPConnection) -> str:
        peer = connection.client.host if connection.client else None
        return self.admission.client_address(peer, plain_headers(connection.scope["headers"]))

    def metrics_text(self) -> bytes:
        """All metrics in the text format of Prometheus, gauges included."""
        statuses = [table.state.status for table in self.tables.live.values()]
        self.metrics.snapshot(self.sockets, statuses, self.store, self.pool, self.traffic.cut)
        self.metrics.show_room(
            waiting=self.waiting,
            connections=self.traffic.connections,
            descriptors=self.watch.descriptors,
            free=self.watch.free,
        )
        return self.metrics.text()

    @property
    def faults(self) -> Faults:
        return self.metrics.faults

    @property
    def waiting(self) -> dict[str, int]:
        """The lengths of all queues."""
        jobs = {kind.name.lower(): self.pool.queue.waiting(kind) for kind in Kind}
        return {"write": self.store.depth, **jobs}

    def is_metrics_address(self, scope: Scope) -> bool:
        """Whether the connection was made to the address of the metrics."""
        here = scope.get("server")
        return here is not None and here[1] == self.settings.metrics_port

    async def guest(self, device: str | None) -> KnownGuest | None:
        """The guest of a device, or a refusal if they are banned."""
        guest = await self.guests.of_device(device)
        if guest and self.guests.is_banned(guest):
            raise RequestRefused("banned", until=guest.banned)
        return guest

    async def person(self, player: str, address: str = "") -> Person | None:
        """The person with this id at this address, or None if the store does not know them."""
        guest = await self.guests.get(player)
        return Person(player, guest.name, address) if guest else None

    async def save(self, person: Person, *more: Change) -> None:
        row = PlayerRow(person.player, person.name, self.tables.now)
        await self.store.write(SavePlayer(row), *more)
        self.guests.remember(person.player, person.name)
        self.tables.rename(person.player, person.name)

    def close_sockets(self, devices: Iterable[str], refusal: Refusal) -> None:
        """Close the open sockets of these devices."""
        for device in devices:
            for socket in list(self.sockets_of.get(device, ())):
                socket.stop(refusal)

    def close_sockets_of(self, player: str, refusal: Refusal) -> None:
        """Close the open sockets of all devices of a guest."""
        for sockets in list(self.sockets_of.values()):
            for socket in list(sockets):
                if socket.player == player:
                    socket.stop(refusal)

    def address_here(self, connection: HTTPConnection) -> str:
        """The address at which others open this server: of a local one, in the network."""
        opened = self.network.url if self.network else ""
        here = f"http://{connection.headers.get('host', '')}"
        return self.settings.public_url or opened or here

    def link_to(self, table: str, connection: HTTPConnection) -> str:
        """The link to share: whoever has it may join or watch."""
        return f"{self.address_here(connection)}/t/{table}"
