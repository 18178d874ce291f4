"""Metrics for Prometheus."""

import time
from dataclasses import dataclass

import pytest
from prometheus_client.parser import text_string_to_metric_families

from splendor.server.metrics import BUCKETS, PARTS, Metrics
from splendor.server.workers.pool import WorkerPool


@dataclass
class Store:
    depth: int = 0
    commits: int = 0
    rows: int = 0


def read(metrics: Metrics) -> dict[str, float]:
    """Every sample as `name{label}`, without creation times."""
    families = text_string_to_metric_families(metrics.text().decode())
    return {
        sample.name + "".join(f"{{{value}}}" for value in sample.labels.values()): sample.value
        for family in families
        for sample in family.samples
        if not sample.name.endswith("_created")
    }


def kinds(metrics: Metrics) -> dict[str, str]:
    families = text_string_to_metric_families(metrics.text().decode())
    return {family.name: family.type for family in families}


@pytest.mark.parametrize("part", PARTS)
def test_each_part_of_a_move_has_its_histogram(part: str) -> None:
    metrics = Metrics()
    for seconds in (3e-5, 0.3, 7.0):
        metrics.part(part, seconds)
    found = read(metrics)
    assert found[f"splendor_move_seconds_count{{{part}}}"] == 3
    assert found[f"splendor_move_seconds_sum{{{part}}}"] == pytest.approx(7.30003)
    bounds = [2e-5, 5e-5, 0.2, 0.5, 1.0]
    counts = [found[f"splendor_move_seconds_bucket{{{bound}}}{{{part}}}"] for bound in bounds]
    assert counts == [0, 1, 1, 2, 2]


def test_parts_are_measured_from_ten_microseconds_to_a_second() -> None:
    assert (BUCKETS[0], BUCKETS[-1]) == (1e-5, 1)
    assert list(BUCKETS) == sorted(BUCKETS)


def test_an_unknown_part_is_a_programming_error() -> None:
    with pytest.raises(KeyError):
        Metrics().part("lunch", 1.0)


def test_events_are_counted_by_kind() -> None:
    metrics = Metrics()
    for kind in ("played", "played", "chatted"):
        metrics.event(kind)
    metrics.refused("stale")
    metrics.limited("chat")
    metrics.dropped()
    found = read(metrics)
    assert found["splendor_events_total{played}"] == 2
    assert found["splendor_events_total{chatted}"] == 1
    assert found["splendor_refusals_total{stale}"] == 1
    assert found["splendor_rate_limited_total{chat}"] == 1
    assert found["splendor_dropped_sockets_total"] == 1


def test_gauges_are_read_on_request() -> None:
    metrics = Metrics()
    pool = WorkerPool(2)
    pool.restarts = 3
    metrics.snapshot(
        7, ["open", "playing", "playing"], Store(depth=4, commits=50, rows=90), pool, 6
    )
    found = read(metrics)
    assert found["splendor_sockets"] == 7
    assert found["splendor_tables{playing}"] == 2
    assert found["splendor_tables{frozen}"] == 0
    assert found["splendor_store_waiting"] == 4
    assert found["splendor_store_commits_total"] == 50
    assert found["splendor_store_changes_total"] == 90
    assert found["splendor_bots_restarts_total"] == 3
    assert found["splendor_cut_connections_total"] == 6
    assert [found[f"splendor_bots_{name}"] for name in ("waiting", "alive", "ready")] == [0, 0, 0]


def test_later_values_replace_earlier_ones() -> None:
    metrics = Metrics()
    for sockets, statuses in ((7, ["open"]), (1, ["over"])):
        metrics.snapshot(sockets, statuses, Store(), WorkerPool(), 0)
    found = read(metrics)
    assert found["splendor_sockets"] == 1
    assert (found["splendor_tables{open}"], found["splendor_tables{over}"]) == (0, 1)


def test_values_that_only_grow_are_counters() -> None:
    metrics = Metrics()
    metrics.snapshot(0, [], Store(), WorkerPool(), 0)
    found = kinds(metrics)
    assert found["splendor_store_commits"] == found["splendor_bots_restarts"] == "counter"
    assert found["splendor_store_waiting"] == found["splendor_tables"] == "gauge"


def test_two_servers_in_one_process_have_separate_metrics() -> None:
    one, other = Metrics(), Metrics()
    one.dropped()
    assert read(other)["splendor_dropped_sockets_total"] == 0


def test_measuring_is_cheap() -> None:
    metrics, number = Metrics(), 5000
    best = 1.0
    for _ in range(5):
        begin = time.perf_counter()
        for _ in range(number):
            metrics.part("whole", 0.3)
            metrics.event("played")
        best = min(best, (time.perf_counter() - begin) / number)
    assert best < 50e-6  # about 2 µs on a free machine
