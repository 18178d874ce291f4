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
from tools.load.play import KINDS, PERSON, Kind, LoadGenerator, LoadTable, wait_for
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
BOT_TABLES = 8  # tables with strong bots that keep two processes busy
STRONG = "champion"
RETRY_DELAY = 0.002  # seconds between two tries

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
async def load_generator(server: Server, tables: int) -> AsyncIterator[LoadGenerator]:
    """Clients at `tables` tables with running games."""
    address = Address(HOST, server.port)
    await wait_until_ready(address)
    generator = LoadGenerator(address)
    await generator.create_tables(itertools.islice(itertools.cycle(KINDS), tables))
    yield generator


async def wait_until_ready(address: Address) -> None:
    while True:
        try:
            async with Http(address) as http:
                await http.ask("GET", "/api/health")
            return
        except (OSError, Refused, asyncio.IncompleteReadError):
            await asyncio.sleep(RETRY_DELAY)


# Playing


async def at_rate(generator: LoadGenerator, rate: float, seconds: float) -> None:
    """Send moves at a fixed rate, without waiting for acks (an open-loop load)."""
    begin = time.perf_counter()
    for number in range(round(rate * seconds)):
        due = begin + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        while not generator.play_one(due):
            await asyncio.sleep(RETRY_DELAY)


async def flat_out(generator: LoadGenerator, enough: Callable[[], bool]) -> None:
    """Every table plays its next move as soon as the last one is acknowledged."""
    generator.eager = True
    waiting, generator.idle = generator.idle, []
    for table in waiting:
        table.play(time.perf_counter())
    while not enough():
        await asyncio.sleep(RETRY_DELAY)
    generator.eager = False


async def warm_up(generator: LoadGenerator, moves: int = WARM_UP) -> None:
    wanted = generator.tally.moves + moves * len(generator.live_tables)
    await flat_out(generator, lambda: generator.tally.moves >= wanted)
    await generator.settle()


# Scenarios


async def play_at_many_tables(plan: Plan) -> Result:
    """Measure people alone, then with two busy bot processes, then five crashes and restarts."""
    with serving((*CAPACITY, *plan.database), plan.folder) as server:
        await wait_until_ready(Address(HOST, server.port))
        at_start = memory(server.pid)
        async with load_generator(server, plan.tables) as generator:
            connected = memory(server.pid)
            await warm_up(generator)
            people = await rounds(generator, server, plan, "people only")
            beside_bots, thinking = await measured_beside_bots(generator, server, plan)
            checked = await generator.compare_logs()
            faults = dict(generator.tally.faults)
            restarts = await crash_and_restart(generator, server)
    return {
        "memory_at_start": round(at_start, 1),
        "memory_connected": round(connected, 1),
        "people": people,
        "beside_bots": {**beside_bots, "bot_cores": round(thinking, 2)},
        "moves_compared": checked,
        "faults": faults,
        "restarts": restarts,
    }


async def rounds(generator: LoadGenerator, server: Server, plan: Plan, name: str) -> Result:
    """Measure the disk alone and then a window, `ROUNDS` times; return the median window by p99.

    The times of the disk show whether a slow window is due to the disk or to the server.
    """
    part, found = replace(plan, seconds=plan.seconds / ROUNDS), []
    for _ in range(ROUNDS):
        disk = await asyncio.to_thread(disk_times, server.data)
        measured = await measured_at_rate(generator, server, part, name)
        found.append({**measured.as_json(), "disk": disk})
    middle = sorted(found, key=lambda each: each["p99"])[ROUNDS // 2]
    rows = [{"disk": each["disk"]["p99"], "ack": each["p99"]} for each in found]
    return {**middle, "windows": rows}


async def measured_at_rate(
    generator: LoadGenerator, server: Server, plan: Plan, name: str
) -> Measured:
    window = Window(generator, server.pid)
    await window.open()
    await at_rate(generator, plan.rate, plan.seconds)
    await generator.settle()
    return await window.close(name)


async def measured_beside_bots(
    generator: LoadGenerator, server: Server, plan: Plan
) -> tuple[Result, float]:
    """The same while strong bots think in two processes; also the cores that these used."""
    bot_tables = LoadGenerator(generator.address, seed=2)
    kinds = [Kind("official", (PERSON, STRONG, STRONG, STRONG))] * BOT_TABLES
    bot_tables.eager = True  # the human among them moves at once, so the bots always think
    await bot_tables.create_tables(kinds)
    bots = children_of(server.pid)
    before, begin = sum(map(cpu_seconds, bots)), time.perf_counter()
    measured = await rounds(generator, server, plan, "while two bots search")
    cores = (sum(map(cpu_seconds, bots)) - before) / (time.perf_counter() - begin)
    for table in bot_tables.live_tables:
        table.leave()
    return measured, cores


async def saturate(plan: Plan) -> Result:
    """Measure the highest throughput of moves."""
    with serving((*CAPACITY, *plan.database), plan.folder) as server:
        async with load_generator(server, max(1, plan.tables // 2)) as generator:
            await warm_up(generator)
            window = Window(generator, server.pid)
            await window.open()
            end = time.perf_counter() + plan.seconds / 2
            await flat_out(generator, lambda: time.perf_counter() >= end)
            measured = await window.close("maximum throughput")
            await generator.settle()
            checked = await generator.compare_logs()
    return {**measured.as_json(), "moves_compared": checked, "faults": dict(generator.tally.faults)}


async def split_the_cost(plan: Plan) -> Result:
    """Measure the parts of a move and its CPU cost, at few and at many tables."""
    found = []
    for tables in (few for few in FEW if few <= plan.tables):
        with serving((*CAPACITY, *plan.database), plan.folder) as server:
            async with load_generator(server, tables) as generator:
                await warm_up(generator, min(WARM_UP, 5))
                part = Plan(tables, min(plan.seconds, SPLIT_SECONDS), FEW_RATE)
                measured = await measured_at_rate(generator, server, part, f"{tables} tables")
        found.append(measured.as_json())
    return {"by_tables": found}


# A crash


async def crash_and_restart(generator: LoadGenerator, server: Server) -> Result:
    """Seconds from the start of a killed server to the first ack, with all its tables stored."""
    for table in generator.live_tables:
        table.closed = True
        for client in table.clients:
            client.leaving = True
    seconds = []
    for table in itertools.islice(itertools.cycle(generator.live_tables), RESTARTS):
        orphans = children_of(server.pid)
        server.kill()
        wait_until_gone(orphans)
        seconds.append(round(await first_ack(generator, server, table), 3))
    return {"seconds": seconds, "median": statistics.median(seconds), "most": max(seconds)}


async def first_ack(generator: LoadGenerator, server: Server, table: LoadTable) -> float:
    begin = time.perf_counter()
    starting = asyncio.create_task(asyncio.to_thread(server.start))
    people = [client.person for client in table.clients]
    again = LoadTable(generator, table.id, people, table.players, table.kind)
    await reconnect(again)
    await wait_for(lambda: again.turn is not None)
    generator.idle = []
    again.play(time.perf_counter())
    await wait_for(lambda: bool(again.log))
    seconds = time.perf_counter() - begin
    await starting
    for client in again.clients:
        client.leaving = True
    return seconds


async def reconnect(table: LoadTable) -> None:
    """Connect the players, and retry until the server accepts."""
    for client in table.clients[: table.players]:
        while True:
            try:
                await client.connect()
                break
            except OSError:
                await asyncio.sleep(RETRY_DELAY)
        table.generator.open += 1


# All scenarios

Scenario = Callable[[Plan], Awaitable[Result]]
SCENARIOS: dict[str, Scenario] = {
    "people": play_at_many_tables,
    "saturation": saturate,
    "split": split_the_cost,
}


Store = Callable[[str, Result], None]


async def run(names: Sequence[str], plan: Plan, store: Store) -> None:
    for name in names:
        print(f"{name} …", file=sys.stderr, flush=True)
        store(name, await SCENARIOS[name](plan))


async def run_on_postgresql(names: Sequence[str], plan: Plan, store: Store) -> None:
    from tests.server.databases import running_postgresql

    with running_postgresql() as database:
        for name in names:
            print(f"{name} on PostgreSQL …", file=sys.stderr, flush=True)
            there = replace(plan, database=("--database", database.new_database()))
            store(f"{name}-postgresql", await SCENARIOS[name](there))


def write(name: str, result: Result) -> None:
    """Store a result, and write the page from all stored results."""
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps(result, indent=2) + "\n")
    stored = {path.stem: json.loads(path.read_text()) for path in sorted(RESULTS.glob("*.json"))}
    (RESULTS.parent / "load.md").write_text(report(stored))


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
    store = show if args.print else write

    def noted(name: str, result: Result) -> None:
        store(name, {**result, "note": args.note})

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
