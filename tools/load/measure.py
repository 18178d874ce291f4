"""Measurements over a period of load: time to acknowledge, CPU and memory."""

import math
import os
import re
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tools.load.play import LoadGenerator, Tally
from tools.load.server import busy_seconds, cpu_seconds, memory
from tools.load.socket import Http

DISK_SECONDS, DISK_RATE = 10.0, 200.0
PARTS = ("decode", "rules", "commit", "views", "send", "whole")
SUM = re.compile(r'^splendor_move_seconds_sum\{part="(\w+)"\} (\S+)$', re.MULTILINE)
COMMITS = re.compile(r"^splendor_store_commits(?:_total)? (\S+)$", re.MULTILINE)


@dataclass(slots=True)
class Measured:
    """Times in milliseconds, processors in cores, memory in megabytes, parts in µs per move."""

    name: str
    tables: int
    sockets: int
    seconds: float
    moves: int
    rate: float
    p50: float
    p95: float
    p99: float
    most: float
    late: float  # p99 of the generator's own delay in sending, included in the times above
    server_cores: float
    generator_cores: float
    other_cores: float  # everything else on the machine, the kernel's own work included
    micros_per_move: float  # of the server's processor time
    commits: int
    memory: float
    peak_memory: float
    rematches: int
    frames: int
    parts: dict[str, float] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {
            key: round(value, 3) if isinstance(value, float) else value
            for key, value in asdict(self).items()
        }


@dataclass(frozen=True, slots=True)
class Moment:
    """Counters at one moment: CPU times, parts of moves, commits."""

    at: float
    server: float
    generator: float
    machine: float
    parts: dict[str, float]
    commits: int


class Window:
    """One period of measurement, between `open` and `close`."""

    def __init__(self, generator: LoadGenerator, pid: int) -> None:
        self.generator, self.pid = generator, pid

    async def open(self) -> None:
        self.before = await self.moment()
        self.generator.tally = Tally()
        self.tables, self.sockets = len(self.generator.live_tables), self.generator.open

    async def close(self, name: str) -> Measured:
        tally, after, before = self.generator.tally, await self.moment(), self.before
        seconds = after.at - before.at
        server, ours = after.server - before.server, after.generator - before.generator
        moves = max(1, tally.moves)
        return Measured(
            name=name,
            tables=self.tables,
            sockets=self.sockets,
            seconds=seconds,
            moves=tally.moves,
            rate=tally.moves / seconds,
            **quantiles(tally.latencies),
            late=1000 * quantile(sorted(tally.lags), 0.99),
            server_cores=server / seconds,
            generator_cores=ours / seconds,
            other_cores=(after.machine - before.machine - server - ours) / seconds,
            micros_per_move=1e6 * server / moves,
            commits=after.commits - before.commits,
            memory=memory(self.pid),
            peak_memory=memory(self.pid, "VmHWM"),
            rematches=tally.rematches,
            frames=tally.frames,
            parts={part: 1e6 * (after.parts[part] - before.parts[part]) / moves for part in PARTS},
            faults=dict(tally.faults),
        )

    async def moment(self) -> Moment:
        async with Http(self.generator.address) as http:
            text = (await http.ask("GET", "/metrics"))[0].decode()
        commits = COMMITS.search(text)
        return Moment(
            at=time.perf_counter(),
            server=cpu_seconds(self.pid),
            generator=cpu_seconds(os.getpid()),
            machine=busy_seconds(),
            parts={part: float(value) for part, value in SUM.findall(text)},
            commits=int(float(commits[1])) if commits else 0,
        )


def disk_times(folder: Path) -> dict[str, float]:
    """Milliseconds to write and sync one page, at a fixed rate like the moves.

    A time starts when the page was due, so it includes waiting for earlier pages.
    """
    seconds, due = [], time.perf_counter()
    end = due + DISK_SECONDS
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        while due < end:
            time.sleep(max(0.0, due - time.perf_counter()))
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
            seconds.append(time.perf_counter() - due)
            due += 1 / DISK_RATE
    return {name: round(value, 2) for name, value in quantiles(seconds).items()}


def quantile(ordered: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of all values does not exceed."""
    if not ordered:
        return 0.0
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def quantiles(seconds: Iterable[float]) -> dict[str, float]:
    """In milliseconds."""
    ordered = sorted(seconds)
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "most": 1.0}
    return {name: 1000 * quantile(ordered, share) for name, share in shares.items()}
