"""The metrics of the server, for Prometheus."""

from collections import Counter as Counts
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from splendor.server.descriptors import descriptor_limit
from splendor.server.faults import KINDS, Faults

PARTS = ("decode", "rules", "commit", "views", "send", "whole")
STATUSES = ("open", "playing", "over", "frozen")
# From 10 µs (decoding a message) to 1 s (a slow disk).
BUCKETS = (1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1)


class StoreSizes(Protocol):
    """The gauges and counters of the store."""

    @property
    def depth(self) -> int: ...
    @property
    def commits(self) -> int: ...
    @property
    def rows(self) -> int: ...


class PoolSizes(Protocol):
    """The gauges and counters of the pool of bot workers."""

    @property
    def waiting(self) -> int: ...
    @property
    def thinking(self) -> int: ...
    @property
    def alive(self) -> int: ...
    @property
    def ready(self) -> int: ...
    @property
    def restarts(self) -> int: ...


class LabelledCounter(dict[str, Counter]):
    """Caches the counter of each label: looking it up costs three times as much as counting."""

    def __init__(self, name: str, says: str, label: str, registry: CollectorRegistry) -> None:
        self._family = Counter(name, says, [label], registry=registry)

    def __missing__(self, label: str) -> Counter:
        self[label] = self._family.labels(label)
        return self[label]


class Snapshot(Collector):
    """Values that other parts of the server count, read when metrics are requested."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self.tables: Counts[str] = Counts()
        self.sizes: list[tuple[str, str, int]] = []  # name, help, value
        self.totals: list[tuple[str, str, int]] = []
        self.room: list[tuple[str, str, int]] = []
        self.waiting: Mapping[str, int] = {}

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        tables = GaugeMetricFamily("splendor_tables", "Tables in memory", labels=["status"])
        for status in STATUSES:
            tables.add_metric([status], self.tables[status])
        yield tables
        waiting = GaugeMetricFamily("splendor_waiting", "Lengths of queues", labels=["queue"])
        for queue, length in self.waiting.items():
            waiting.add_metric([queue], length)
        yield waiting
        yield from self.collect_faults()
        for name, says, size in (*self.sizes, *self.room):
            yield GaugeMetricFamily(f"splendor_{name}", says, size)
        for name, says, total in self.totals:
            yield CounterMetricFamily(f"splendor_{name}", says, total)

    def collect_faults(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        """Every kind of fault, also those that have not occurred: an alert can name them."""
        now = GaugeMetricFamily("splendor_fault", "1 while the fault lasts", labels=["fault"])
        total = CounterMetricFamily("splendor_faults", "Occurrences of a fault", labels=["fault"])
        lasting = {fault.code for fault in self.faults.lasting()}
        for code in KINDS:
            now.add_metric([code], int(code in lasting))
            total.add_metric([code], self.faults.counts[code])
        yield now
        yield total


class Metrics:
    """Counters and histograms, in a registry of its own so that tests can have several."""

    def __init__(self) -> None:
        self.faults = Faults()
        self.registry = CollectorRegistry()
        parts = Histogram(
            "splendor_move_seconds",
            "Time for one message, by part",
            ["part"],
            buckets=BUCKETS,
            registry=self.registry,
        )
        self._parts = {part: parts.labels(part) for part in PARTS}
        self._events = self._labelled("splendor_events", "Events kept", "kind")
        self._refusals = self._labelled("splendor_refusals", "Commands refused", "code")
        self._limited = self._labelled("splendor_rate_limited", "Requests too often", "what")
        self._pushed = self._labelled("splendor_push_messages", "Push messages", "outcome")
        self._dropped = Counter(
            "splendor_dropped_sockets", "Sockets that did not read", registry=self.registry
        )
        self._weakened = Counter(
            "splendor_weakened_moves", "Moves that a weaker bot chose", registry=self.registry
        )
        self._snapshot = Snapshot(self.faults)
        self.registry.register(self._snapshot)

    def _labelled(self, name: str, says: str, label: str) -> LabelledCounter:
        return LabelledCounter(name, says, label, self.registry)

    # Counters. Labels come from the server, never from clients: they are never removed.

    def part(self, name: str, seconds: float) -> None:
        self._parts[name].observe(seconds)

    def event(self, kind: str) -> None:
        self._events[kind].inc()

    def refused(self, code: str) -> None:
        self._refusals[code].inc()

    def limited(self, what: str) -> None:
        self._limited[what].inc()

    def pushed(self, outcome: str) -> None:
        self._pushed[outcome].inc()

    def dropped(self) -> None:
        self._dropped.inc()

    def weakened(self) -> None:
        self._weakened.inc()
        self.faults.occurred("weakened")

    # Gauges

    def snapshot(
        self, sockets: int, statuses: Iterable[str], store: StoreSizes, pool: PoolSizes, cut: int
    ) -> None:
        self._snapshot.tables = Counts(statuses)
        self._snapshot.sizes = [
            ("sockets", "Open sockets", sockets),
            ("store_waiting", "Writes that wait for the disk", store.depth),
            ("bots_waiting", "Jobs that wait for a bot", pool.waiting),
            ("bots_thinking", "Jobs that a bot thinks about", pool.thinking),
            ("bots_alive", "Bot processes", pool.alive),
            ("bots_ready", "Bot processes that have loaded what they need", pool.ready),
        ]
        self._snapshot.totals = [
            ("store_commits", "Commits", store.commits),
            ("store_changes", "Changes kept", store.rows),
            ("cut_connections", "Connections that were refused or cut off", cut),
            ("bots_restarts", "Bot processes that were replaced", pool.restarts),
        ]

    def show_room(
        self, waiting: Mapping[str, int], connections: int, descriptors: int, free: int | None
    ) -> None:
        self._snapshot.waiting = waiting
        self._snapshot.room = [
            ("connections", "Open connections", connections),
            ("descriptors", "Descriptors in use", descriptors),
            ("descriptors_limit", "Descriptors that may be in use", descriptor_limit()),
        ]
        if free is not None:
            self._snapshot.room.append(("disk_free_bytes", "Free space of the database", free))

    def text(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        return bytes(generate_latest(self.registry))
