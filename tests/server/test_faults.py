"""Faults: each has a line in the log, a metric and a state; the watch finds the silent ones."""

import errno
import os
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import DatabaseError, DataError, OperationalError
from structlog.testing import capture_logs

from splendor.server import descriptors, watch
from splendor.server.descriptors import descriptor_limit, descriptors_in_use, most_connections
from splendor.server.faults import HOLD, KINDS, WRITE_FAULTS, Faults
from splendor.server.metrics import Metrics
from splendor.server.storage.database import fault_of
from splendor.server.storage.writer import write_faults_of
from splendor.server.watch import LITTLE_SPACE, LONG_STORE_QUEUE, NO_SPACE, Watch, free_space
from splendor.server.workers.queue import Asker, Job, JobQueue, Kind
from tests.server.test_metrics import read


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("code", KINDS)
def test_every_fault_has_a_log_line_a_metric_and_a_state(code: str) -> None:
    metrics = Metrics()
    assert read(metrics)[f"splendor_fault{{{code}}}"] == 0
    with capture_logs() as lines:
        metrics.faults.occurred(code)
        metrics.faults.occurred(code)
    assert [(line["fault"], line["says"]) for line in lines] == [(code, KINDS[code].says)]
    found = read(metrics)
    assert found[f"splendor_fault{{{code}}}"] == 1
    assert found[f"splendor_faults_total{{{code}}}"] == 2
    assert [fault.code for fault in metrics.faults.lasting()] == [code]
    assert metrics.faults.status == KINDS[code].status != "ready"


def test_a_fault_that_comes_and_goes_is_logged_once() -> None:
    clock = Clock()
    faults = Faults(clock)
    with capture_logs() as lines:
        for _ in range(100):
            faults.occurred("disk_full")
            faults.over("disk_full")
            clock.now += HOLD / 2
    assert len(lines) == 1


def test_a_fault_is_over_when_somebody_says_so() -> None:
    clock = Clock()
    faults = Faults(clock)
    faults.occurred("disk_full")
    clock.now += 3600
    assert faults.status == "no store"
    faults.over("damaged")
    assert faults.status == "no store"
    with capture_logs() as lines:
        faults.over("disk_full")
    assert faults.status == "ready"
    assert [(line["event"], line["seconds"]) for line in lines] == [("a fault is over", 3600)]


def test_weakened_moves_are_a_fault_for_a_minute() -> None:
    clock = Clock()
    faults = Faults(clock)
    faults.occurred("weakened")
    clock.now += 59
    assert faults.status == "degraded"
    clock.now += 2
    assert faults.status == "ready"


def test_the_worst_fault_is_the_status() -> None:
    faults = Faults()
    for code, status in (("weakened", "degraded"), ("descriptors", "no room"),
                         ("disk_full", "no store"), ("damaged", "no store")):  # fmt: skip
        faults.occurred(code)
        assert faults.status == status


# Errors of databases


def sqlite_error(code: int) -> sqlite3.DatabaseError:
    error = sqlite3.DatabaseError("wrong")
    error.sqlite_errorcode = code
    return error


class PostgresqlError(Exception):
    def __init__(self, sqlstate: str) -> None:
        super().__init__("wrong")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    "original, fault",
    [
        (sqlite_error(sqlite3.SQLITE_FULL), "disk_full"),
        (sqlite_error(sqlite3.SQLITE_CORRUPT), "damaged"),
        (sqlite_error(sqlite3.SQLITE_NOTADB), "damaged"),
        (sqlite_error(sqlite3.SQLITE_IOERR_WRITE), "disk_error"),
        (sqlite_error(sqlite3.SQLITE_BUSY), None),
        (PostgresqlError("53100"), "disk_full"),
        (PostgresqlError("XX001"), "damaged"),
        (PostgresqlError("22021"), None),
    ],
)
def test_the_error_code_names_the_fault(original: Exception, fault: str | None) -> None:
    assert fault_of(original) == fault_of(DatabaseError("", {}, original)) == fault


def test_what_is_in_one_change_never_makes_the_server_unready() -> None:
    assert write_faults_of(DataError("", {}, PostgresqlError("22021"))) == ("change_refused",)
    assert write_faults_of(ValueError()) == ("change_refused",)
    assert KINDS["change_refused"].status == "degraded"


def test_a_database_that_refuses_every_change_makes_the_server_unready() -> None:
    busy = OperationalError("", {}, sqlite_error(sqlite3.SQLITE_BUSY))
    assert write_faults_of(busy) == ("writes_refused",)
    damaged = DatabaseError("", {}, sqlite_error(sqlite3.SQLITE_CORRUPT))
    assert write_faults_of(damaged) == ("damaged", "writes_refused")
    assert {KINDS[code].status for code in WRITE_FAULTS} == {"no store"}


# The watch


@dataclass
class FakeStore:
    depth: int = 0
    directory: Path | None = None


@dataclass
class FakePool:
    queue: JobQueue = field(default_factory=JobQueue)


def a_watch() -> Watch:
    return Watch(Faults(), FakeStore(), FakePool())  # type: ignore[arg-type]


def codes(found: Watch) -> set[str]:
    return {fault.code for fault in found.faults.lasting()}


@pytest.mark.parametrize(
    "free, expected",
    [
        (None, set()),
        (LITTLE_SPACE, set()),
        (LITTLE_SPACE - 1, {"disk_low"}),
        (NO_SPACE - 1, {"disk_low", "disk_full"}),
    ],
)
def test_a_full_disk_is_noticed_while_nobody_plays(free: int | None, expected: set[str]) -> None:
    found = a_watch()
    found.free = free
    found.judge()
    assert codes(found) == expected


def test_long_queues_are_a_fault() -> None:
    found: Any = a_watch()
    found.store.depth = LONG_STORE_QUEUE - 1
    found.judge()
    assert codes(found) == set()
    found.store.depth = LONG_STORE_QUEUE
    for number in range(16):
        assert codes(found) <= {"store_queue"}
        found.pool.queue.put(Job(Kind.HINT, Asker(f"guest {number}", f"{number}"), b"", None))  # type: ignore[arg-type]
        found.judge()
    assert codes(found) == {"store_queue", "bots_queue"}


def test_few_descriptors_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "descriptor_limit", lambda: 1024)
    found = a_watch()
    found.descriptors = 992
    found.judge()
    assert codes(found) == set()
    found.descriptors = 993
    found.judge()
    assert codes(found) == {"descriptors"}


def test_descriptors_that_cannot_be_counted_are_all_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 0 < descriptors_in_use() < descriptor_limit()

    def fail(_: str) -> list[str]:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(os, "listdir", fail)
    assert descriptors_in_use() == descriptor_limit()


@pytest.mark.parametrize("limit, expected", [(1024, 952), (100, 50)])
def test_connections_leave_descriptors_for_everything_else(
    limit: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(descriptors, "descriptor_limit", lambda: limit)
    assert most_connections(bots=2) == expected


def test_the_space_of_a_missing_directory_is_unknown(tmp_path: Path) -> None:
    assert free_space(tmp_path / "missing") is None
    assert free_space(None) is None
    assert (free_space(tmp_path) or 0) > 0
