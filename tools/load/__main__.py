"""Load tests: many tables, real rules and sockets, one server. `make load` runs everything.

python -m tools.load              all scenarios, written to docs/load.md and docs/load/*.json
python -m tools.load --only restart --tables 100 --seconds 10 --print
"""

import argparse
import asyncio
import itertools
import json
import signal
import statistics
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import uvloop

from tools.load.measure import Measured, Window, disk_times
from tools.load.play import KINDS, PERSON, Crowd, Kind, Party, wait_for
from tools.load.report import report
from tools.load.server import (
    Address,
    Server,
    children_of,
    cpu_seconds,
    memory,
    serving,
    wait_until_gone,
)
from tools.load.socket import Http, Refused

DATABASES = ("sqlite", "postgresql")
MEMORY = "/dev/shm"  # a file system in memory: fast and not durable
RESULTS = Path(__file__).parents[2] / "docs" / "load"
CAPACITY = ("--most-tables", "100000", "--most-sockets", "20000", "--bots", "2")
HOST = "127.0.0.1"
RATE = 200.0  # moves a second
WARM_UP = 15  # moves at each table before anything is measured: games are under way
FEW, FEW_RATE, SPLIT_SECONDS = (1, 10, 100, 1000), 100.0, 20.0
RESTARTS = 5
ROUNDS = 5  # windows of each measurement, because the speed of the disk varies
THINKERS = 8  # tables with strong bots that keep two processes busy
STRONG = "master"
SOON = 0.002  # seconds between two tries

Result = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """The size of a load test."""

    tables: int = 1000
    seconds: float = 75.0
    rate: float = RATE
    database: tuple[str, ...] = ()  # options of `splendor serve`
    folder: str | None = None  # the parent directory of the server's data


@asynccontextmanager
async def a_crowd(server: Server, tables: int) -> AsyncIterator[Crowd]:
    """Clients at `tables` tables with running games."""
    address = Address(HOST, server.port)
    await until_ready(address)
    crowd = Crowd(address)
    await crowd.gather(itertools.islice(itertools.cycle(KINDS), tables))
    yield crowd


async def until_ready(address: Address) -> None:
    while True:
        try:
            async with Http(address) as http:
                await http.ask("GET", "/api/health")
            return
        except (OSError, Refused, asyncio.IncompleteReadError):
            await asyncio.sleep(SOON)


# Playing


async def at_rate(crowd: Crowd, rate: float, seconds: float) -> None:
    """Send moves at a fixed rate, without waiting for acks (an open-loop load)."""
    begin = time.perf_counter()
    for number in range(round(rate * seconds)):
        due = begin + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        while not crowd.play_one(due):
            await asyncio.sleep(SOON)


async def flat_out(crowd: Crowd, enough: Callable[[], bool]) -> None:
    """Every table plays its next move as soon as the last one is acknowledged."""
    crowd.eager = True
    waiting, crowd.idle = crowd.idle, []
    for party in waiting:
        party.play(time.perf_counter())
    while not enough():
        await asyncio.sleep(SOON)
    crowd.eager = False


async def warm_up(crowd: Crowd, moves: int = WARM_UP) -> None:
    wanted = crowd.tally.moves + moves * len(crowd.parties)
    await flat_out(crowd, lambda: crowd.tally.moves >= wanted)
    await crowd.settle()


# Scenarios


async def play_at_many_tables(plan: Plan) -> Result:
    """Measure people alone, then with two busy bot processes, then five crashes and restarts."""
    with serving((*CAPACITY, *plan.database), plan.folder) as server:
        await until_ready(Address(HOST, server.port))
        at_start = memory(server.pid)
        async with a_crowd(server, plan.tables) as crowd:
            connected = memory(server.pid)
            await warm_up(crowd)
            people = await rounds(crowd, server, plan, "people")
            beside_bots, thinking = await measured_beside_bots(crowd, server, plan)
            checked = await crowd.compare_logs()
            faults = dict(crowd.tally.faults)
            restarts = await crash_and_restart(crowd, server)
    return {
        "memory_at_start": round(at_start, 1),
        "memory_connected": round(connected, 1),
        "people": people,
        "beside_bots": {**beside_bots, "bot_cores": round(thinking, 2)},
        "moves_compared": checked,
        "faults": faults,
        "restarts": restarts,
    }


async def rounds(crowd: Crowd, server: Server, plan: Plan, name: str) -> Result:
    """Measure the disk alone and then a window, `ROUNDS` times; return the median window by p99.

    The times of the disk show whether a slow window is due to the disk or to the server.
    """
    part, found = replace(plan, seconds=plan.seconds / ROUNDS), []
    for _ in range(ROUNDS):
        disk = await asyncio.to_thread(disk_times, server.data)
        measured = await measured_at_rate(crowd, server, part, name)
        found.append({**measured.as_json(), "disk": disk})
    middle = sorted(found, key=lambda each: each["p99"])[ROUNDS // 2]
    rows = [{"disk": each["disk"]["p99"], "ack": each["p99"]} for each in found]
    return {**middle, "windows": rows}


async def measured_at_rate(crowd: Crowd, server: Server, plan: Plan, name: str) -> Measured:
    window = Window(crowd, server.pid)
    await window.open()
    await at_rate(crowd, plan.rate, plan.seconds)
    await crowd.settle()
    return await window.close(name)


async def measured_beside_bots(crowd: Crowd, server: Server, plan: Plan) -> tuple[Result, float]:
    """The same while strong bots think in two processes; also the cores that these used."""
    thinkers = Crowd(crowd.address, seed=2)
    kinds = [Kind("official", (PERSON, STRONG, STRONG, STRONG))] * THINKERS
    thinkers.eager = True  # the human among them moves at once, so the bots always think
    await thinkers.gather(kinds)
    bots = children_of(server.pid)
    before, begin = sum(map(cpu_seconds, bots)), time.perf_counter()
    measured = await rounds(crowd, server, plan, "beside two bots that think")
    cores = (sum(map(cpu_seconds, bots)) - before) / (time.perf_counter() - begin)
    for party in thinkers.parties:
        party.leave()
    return measured, cores


async def saturate(plan: Plan) -> Result:
    """Measure the highest throughput of moves."""
    with serving((*CAPACITY, *plan.database), plan.folder) as server:
        async with a_crowd(server, max(1, plan.tables // 2)) as crowd:
            await warm_up(crowd)
            window = Window(crowd, server.pid)
            await window.open()
            end = time.perf_counter() + plan.seconds / 2
            await flat_out(crowd, lambda: time.perf_counter() >= end)
            measured = await window.close("as many as go through")
            await crowd.settle()
            checked = await crowd.compare_logs()
    return {**measured.as_json(), "moves_compared": checked, "faults": dict(crowd.tally.faults)}


async def split_the_cost(plan: Plan) -> Result:
    """Measure the parts of a move and its CPU cost, at few and at many tables."""
    found = []
    for tables in (few for few in FEW if few <= plan.tables):
        with serving((*CAPACITY, *plan.database), plan.folder) as server:
            async with a_crowd(server, tables) as crowd:
                await warm_up(crowd, min(WARM_UP, 5))
                part = Plan(tables, min(plan.seconds, SPLIT_SECONDS), FEW_RATE)
                measured = await measured_at_rate(crowd, server, part, f"{tables} tables")
        found.append(measured.as_json())
    return {"by_tables": found}


# A crash


async def crash_and_restart(crowd: Crowd, server: Server) -> Result:
    """Seconds from the start of a killed server to the first ack, with all its tables stored."""
    for party in crowd.parties:
        party.closed = True
        for chair in party.chairs:
            chair.leaving = True
    seconds = []
    for party in itertools.islice(itertools.cycle(crowd.parties), RESTARTS):
        orphans = children_of(server.pid)
        server.kill()
        wait_until_gone(orphans)
        seconds.append(round(await first_ack(crowd, server, party), 3))
    return {"seconds": seconds, "median": statistics.median(seconds), "most": max(seconds)}


async def first_ack(crowd: Crowd, server: Server, party: Party) -> float:
    begin = time.perf_counter()
    starting = asyncio.create_task(asyncio.to_thread(server.start))
    people = [chair.person for chair in party.chairs]
    again = Party(crowd, party.id, people, party.players, party.kind)
    await come_back(again)
    await wait_for(lambda: again.turn is not None)
    crowd.idle = []
    again.play(time.perf_counter())
    await wait_for(lambda: bool(again.log))
    seconds = time.perf_counter() - begin
    await starting
    for chair in again.chairs:
        chair.leaving = True
    return seconds


async def come_back(party: Party) -> None:
    """Try until the server is there."""
    for chair in party.chairs[: party.players]:
        while True:
            try:
                await chair.come()
                break
            except OSError:
                await asyncio.sleep(SOON)
        party.crowd.open += 1


# All of it

Scenario = Callable[[Plan], Awaitable[Result]]
SCENARIOS: dict[str, Scenario] = {
    "people": play_at_many_tables,
    "saturation": saturate,
    "split": split_the_cost,
}


Keep = Callable[[str, Result], None]


async def run(names: Sequence[str], plan: Plan, keep: Keep) -> None:
    for name in names:
        print(f"{name} …", file=sys.stderr, flush=True)
        keep(name, await SCENARIOS[name](plan))


async def run_on_postgresql(names: Sequence[str], plan: Plan, keep: Keep) -> None:
    from tests.server.databases import running_postgresql

    with running_postgresql() as database:
        for name in names:
            print(f"{name} on PostgreSQL …", file=sys.stderr, flush=True)
            there = replace(plan, database=("--database", database.new_database()))
            keep(f"{name}-postgresql", await SCENARIOS[name](there))


def write(name: str, result: Result) -> None:
    """Store a result, and write the page from all stored results."""
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps(result, indent=2) + "\n")
    kept = {path.stem: json.loads(path.read_text()) for path in sorted(RESULTS.glob("*.json"))}
    (RESULTS.parent / "load.md").write_text(report(kept))


def show(name: str, result: Result) -> None:
    print(json.dumps({name: result}, indent=2), flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    usual = Plan()
    parser = argparse.ArgumentParser(prog="python -m tools.load", description=__doc__)
    parser.add_argument("--only", choices=SCENARIOS, action="append", help="may be repeated")
    parser.add_argument("--tables", type=int, default=usual.tables)
    parser.add_argument("--seconds", type=float, default=usual.seconds)
    parser.add_argument("--rate", type=float, default=usual.rate)
    choices = (*DATABASES, "memory")
    parser.add_argument(
        "--database",
        choices=choices,
        action="append",
        help="may be repeated (sqlite and postgresql)",
    )
    parser.add_argument("--note", default="", help="a remark about this run for the report")
    parser.add_argument("--print", action="store_true", help="print the results, write nothing")
    args = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # which also stops the server
    plan = Plan(args.tables, args.seconds, args.rate)
    keep = show if args.print else write

    def noted(name: str, result: Result) -> None:
        keep(name, {**result, "note": args.note})

    databases = args.database or DATABASES
    names = args.only or list(SCENARIOS)
    if "sqlite" in databases:
        uvloop.run(run(names, plan, noted))
    if "memory" in databases:
        there = replace(plan, folder=MEMORY)
        uvloop.run(run(names, there, lambda name, result: noted(f"{name}-memory", result)))
    if "postgresql" in databases:
        uvloop.run(run_on_postgresql([name for name in names if name != "split"], plan, noted))
    return 0


if __name__ == "__main__":
    sys.exit(main())
