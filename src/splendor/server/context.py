"""The parts of a running server, as endpoints and sockets use them."""

from collections import OrderedDict
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection
from starlette.types import Scope

from splendor.server.admission import Admission, RateLimits, plain_headers
from splendor.server.assets import Assets
from splendor.server.faults import Faults
from splendor.server.identity import Identity
from splendor.server.metrics import Metrics
from splendor.server.settings import Settings
from splendor.server.storage.store import Store
from splendor.server.storage.types import PlayerRow, SavePlayer
from splendor.server.tables.commands import Person
from splendor.server.tables.file_cache import FileCache
from splendor.server.tables.recorder import Recorder
from splendor.server.tables.registry import Tables
from splendor.server.traffic import Traffic
from splendor.server.watch import Watch
from splendor.server.workers.pool import WorkerPool
from splendor.server.workers.preparation import Preparation
from splendor.server.workers.queue import Kind

MAX_CACHED_NAMES = 20_000  # names of players in memory


@dataclass(slots=True)
class Context:
    settings: Settings
    store: Store
    tables: Tables
    pool: WorkerPool
    preparation: Preparation
    identity: Identity
    admission: Admission
    rates: RateLimits
    metrics: Metrics
    traffic: Traffic
    watch: Watch
    assets: Assets = field(default_factory=Assets)
    files: FileCache = field(default_factory=FileCache)
    sockets: int = 0
    sockets_at: dict[str, int] = field(default_factory=dict)  # by address
    recorder: Recorder = field(init=False)
    _names: OrderedDict[str, str] = field(default_factory=OrderedDict)

    def __post_init__(self) -> None:
        self.recorder = Recorder(self.store, self.tables.loader)

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

    async def person(self, player: str | None, address: str = "") -> Person | None:
        """The person with this id at this address, or None if the store does not know them."""
        if player is None:
            return None
        if player not in self._names:
            row = await self.store.player(player)
            if row is None:
                return None
            self.remember(player, row.name)
        return Person(player, self._names[player], address)

    async def save(self, person: Person) -> None:
        row = PlayerRow(person.player, person.name, self.tables.now)
        await self.store.write(SavePlayer(row))
        self.remember(person.player, person.name)

    def remember(self, player: str, name: str) -> None:
        self._names[player] = name
        self._names.move_to_end(player)
        if len(self._names) > MAX_CACHED_NAMES:
            self._names.popitem(last=False)

    def link_to(self, table: str, connection: HTTPConnection) -> str:
        """The link to share: whoever has it may join or watch."""
        base = self.settings.public_url or f"http://{connection.headers.get('host', '')}"
        return f"{base}/t/{table}"
