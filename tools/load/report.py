"""The page docs/load.md from the results of the load tests."""

from collections.abc import Iterable, Sequence
from typing import Any

Result = dict[str, Any]
CHAPTERS = {
    "": "On SQLite",
    "-postgresql": "On PostgreSQL",
    "-memory": "Without the disk: SQLite in memory, where nothing is durable",
}
NOT_DURABLE = (
    "No target applies here. The figures show which part of the times is not due to the disk.\n\n"
)
PARTS = ("decode", "rules", "commit", "views", "send", "whole")

HEAD = """# Load tests

Written by `make load` (`tools/load`) from the files in `docs/load/`. The server is a process of
its own, started as `splendor serve --no-rates --pace 0` with the usual durability: an ack means
that the move is on disk. The load generator is another process **on the same machine, which has
two cores**. The tables are, in turn, official and landolt for 2, 3 and 4 people, and duel. Each
table has four sockets; those without a seat are spectators. Every client chooses among the legal
moves that it was sent and keeps its own view; after a finished game a rematch follows. Before the
measurement, 15 moves are played at each table. Every ack must answer a message that is waiting for
it, every socket must receive every event once and in order, and at the end the server's log must
contain exactly what was acknowledged: **faults** counts the exceptions. Moves are sent at a fixed
rate, whether acks arrive or not, and the time of a move is counted from the moment it was due.

Times are measured in several windows; the window with the median p99 is reported. Just before each
window, a plain loop writes one page and syncs it to disk, 200 times a second: **the disk alone**.
On a shared disk this sometimes takes a tenth of a second or more, and no ack can be faster.

"Other load" is the load by everything else on the machine, in cores: the operating system, the
database's processes, bots and unrelated programs. The higher it is, the longer the times.
"""


def report(found: dict[str, Result]) -> str:
    """The page, with the scenarios that were measured."""
    chapters = [HEAD]
    for suffix, title in CHAPTERS.items():
        people, saturation = found.get(f"people{suffix}"), found.get(f"saturation{suffix}")
        if people or saturation:
            says = NOT_DURABLE if suffix == "-memory" else ""
            chapters.append(f"## {title}\n\n{says}{bars(people, saturation)}")
        if people:
            chapters.append(times([people["people"], people["beside_bots"]], saturation))
            chapters.append(windows(people))
            chapters.append(note(people))
    if "split" in found:
        chapters.append(split(found["split"]["by_tables"]))
    return "\n".join(chapters)


def bars(people: Result | None, saturation: Result | None) -> str:
    rows: list[Sequence[object]] = []
    if people:
        alone, beside = people["people"], people["beside_bots"]
        what = f"{alone['tables']:,} tables, {alone['sockets']:,} sockets"
        rate = f"{alone['rate']:.0f} moves/s"
        rows += [
            (f"ack p99 at {what}, {rate}", "≤ 50 ms", middle(alone)),
            ("peak memory of the server", "≤ 450 MB", f"{alone['peak_memory']:.0f} MB"),
            (
                f"ack p99 while two bots search ({beside['bot_cores']:.2f} cores)",
                "≤ 100 ms",
                middle(beside),
            ),
            ("restart after `kill -9` until the first ack, median", "≤ 1.5 s", restarts(people)),
            ("memory after start, with all connected", "", memories(people)),
            ("moves compared with the log, faults", "0 faults", compared(people)),
        ]
    if saturation:
        rows += [
            (
                f"maximum of durable moves per second ({saturation['tables']:,} tables)",
                "≥ 1,000",
                f"{saturation['rate']:,.0f}",
            ),
            ("moves compared with the log, faults", "0 faults", compared(saturation)),
        ]
    return table(("", "target", "measured"), rows)


def note(result: Result) -> str:
    return f"{result['note']}\n" if result.get("note") else ""


def restarts(people: Result) -> str:
    found = people["restarts"]
    return f"{found['median']:.2f} s (max {found['most']:.2f} s of {len(found['seconds'])} runs)"


def memories(people: Result) -> str:
    return f"{people['memory_at_start']:.0f} MB, {people['memory_connected']:.0f} MB"


def middle(measured: Result) -> str:
    return f"{measured['p99']:.1f} ms (median of {len(measured['windows'])} windows)"


def windows(people: Result) -> str:
    """Each window, with the time of the disk alone just before it."""
    rows = []
    for measured in (people["people"], people["beside_bots"]):
        for what, key in (("the disk alone", "disk"), ("acks", "ack")):
            values = (f"{each[key]:.1f}" for each in measured["windows"])
            rows.append((f"{measured['name']}: {what}", *values))
    count = len(people["people"]["windows"])
    head = ("p99 in ms", *(f"window {number}" for number in range(1, count + 1)))
    return table(head, rows)


def compared(result: Result) -> str:
    faults = sum(result["faults"].values())
    return f"{result['moves_compared']:,}, {faults}"


def times(windows: list[Result], saturation: Result | None) -> str:
    """Latency and cost of each window."""
    rows = [
        (
            each["name"],
            f"{each['rate']:,.0f}",
            *(f"{each[name]:.1f}" for name in ("p50", "p95", "p99", "most")),
            *(f"{each[f'{who}_cores']:.2f}" for who in ("server", "generator", "other")),
            f"{each['micros_per_move']:,.0f}",
            f"{each['moves'] / max(1, each['commits']):.1f}",
        )
        for each in [*windows, *([saturation] if saturation else [])]
    ]
    names = ("p50 ms", "p95", "p99", "max", "server, cores", "generator", "other load")
    return table(("", "moves/s", *names, "server µs/move", "moves/commit"), rows)


def split(measured: list[Result]) -> str:
    rows = [
        (
            f"{each['tables']:,}",
            *(f"{each['parts'][part]:,.0f}" for part in PARTS),
            f"{each['micros_per_move']:,.0f}",
            f"{each['p50']:.1f}",
            f"{each['p99']:.1f}",
            f"{each['other_cores']:.2f}",
        )
        for each in measured
    ]
    says = (
        "## The parts of one move\n\n"
        f"At {measured[0]['rate']:.0f} moves a second, in µs per move. `commit` is mostly waiting "
        "for the disk; `send` is five frames (an ack and four views); `whole` is from the decoded "
        "message to its answer. The cost is the processor time of the whole server.\n\n"
    )
    head = ("tables", *PARTS, "cost µs/move", "ack p50 ms", "p99", "other load")
    return says + table(head, rows)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [" | ".join(head), " | ".join(["---"] * len(head))]
    lines += [" | ".join(map(str, row)) for row in rows]
    return "".join(f"| {line} |\n" for line in lines)
