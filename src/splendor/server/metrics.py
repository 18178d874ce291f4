"""What is measured while the server runs, in the words of Prometheus."""

from collections import Counter as Counts
from collections.abc import Iterable
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

PARTS = ("decode", "rules", "commit", "views", "send", "whole")
# From 10 µs, a decoded message, to 1 s, a disk in trouble.
BUCKETS = (1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1)


class Stored(Protocol):
    """What is looked at in the store."""

    @property
    def depth(self) -> int: ...
    @property
    def commits(self) -> int: ...
    @property
    def rows(self) -> int: ...


class Pooled(Protocol):
    """What is looked at in the pool of bots."""

    @property
    def waiting(self) -> int: ...
    @property
    def alive(self) -> int: ...
    @property
    def restarts(self) -> int: ...


class Metrics:
    """Counters and histograms; a registry of its own, so that tests can have many."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        parts = self._histogram("splendor_move_seconds", "Time for one message, by part", "part")
        self._parts = {part: parts.labels(part) for part in PARTS}
        self._events = self._counter("splendor_events", "Events kept", "kind")
        self._refusals = self._counter("splendor_refusals", "Commands refused", "code")
        self._limited = self._counter("splendor_rate_limited", "Too often", "what")
        self._dropped = Counter(
            "splendor_dropped_sockets", "Sockets that did not read", registry=self.registry
        )
        self._tables = self._gauge("splendor_tables", "Tables in memory", "status")
        self._gauges = {
            name: Gauge(f"splendor_{name}", says, registry=self.registry)
            for name, says in (
                ("sockets", "Open sockets"),
                ("store_waiting", "Writes that wait for the disk"),
                ("store_commits", "Commits since the start"),
                ("store_changes", "Changes kept since the start"),
                ("bots_waiting", "Jobs that wait for a bot"),
                ("bots_alive", "Bot processes"),
                ("bots_restarts", "Bot processes that were replaced"),
            )
        }

    def _counter(self, name: str, says: str, label: str) -> Counter:
        return Counter(name, says, [label], registry=self.registry)

    def _gauge(self, name: str, says: str, label: str) -> Gauge:
        return Gauge(name, says, [label], registry=self.registry)

    def _histogram(self, name: str, says: str, label: str) -> Histogram:
        return Histogram(name, says, [label], buckets=BUCKETS, registry=self.registry)

    # What happens

    def part(self, name: str, seconds: float) -> None:
        self._parts[name].observe(seconds)

    def event(self, kind: str) -> None:
        self._events.labels(kind).inc()

    def refused(self, code: str) -> None:
        self._refusals.labels(code).inc()

    def limited(self, what: str) -> None:
        self._limited.labels(what).inc()

    def dropped(self) -> None:
        self._dropped.inc()

    # What is so when somebody asks

    def look(self, sockets: int, statuses: Iterable[str], store: Stored, pool: Pooled) -> None:
        counts = Counts(statuses)
        for status in ("open", "playing", "over", "frozen"):
            self._tables.labels(status).set(counts[status])
        seen = {
            "sockets": sockets,
            "store_waiting": store.depth,
            "store_commits": store.commits,
            "store_changes": store.rows,
            "bots_waiting": pool.waiting,
            "bots_alive": pool.alive,
            "bots_restarts": pool.restarts,
        }
        for name, value in seen.items():
            self._gauges[name].set(value)

    def text(self) -> bytes:
        """All measurements, as Prometheus reads them."""
        return bytes(generate_latest(self.registry))
