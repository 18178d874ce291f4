"""Compare a Ray cluster of two local nodes with the local pool: `python -m tools.cluster`.

Every job is done by the local pool, by the cluster, by a cluster whose actor is killed in the
middle, and by one that loses a whole node. The results must be equal, except times. Writes
docs/cluster.json; the names of jobs as arguments do only these again. The argument `cost` measures
instead what a game costs in both ways, in turn. It needs the extra `ray`, and takes some minutes:
it is no part of CI.
"""

import contextlib
import json
import os
import platform
import signal
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeAlias

from splendor.arena.cluster import RayPool, pool_for
from splendor.arena.match import Match
from splendor.arena.pool import Job, Result, Task
from splendor.arena.simulation import Simulation
from splendor.bots import Clock
from splendor.core.options import Value
from splendor.formats import transcript_line
from splendor.learn.farm import SelfPlay
from splendor.learn.selfplay import Games, Play
from splendor.review.bulk import Mining, Reviews
from splendor.review.mining import Miner
from splendor.review.solving import Effort, Solver

OUT = Path(__file__).resolve().parent.parent / "docs" / "cluster.json"
TIMES = ("cpu", "slowest", "late")  # keys of a row that differ from run to run
NODES = 2
SMALL = Effort(position=600, each=20, rival=100)  # of puzzles
WAYS = ("cluster", "actor killed", "node killed")
Disturb: TypeAlias = Callable[[RayPool], bool]  # whether it could
ROUNDS = 3  # of a measurement of costs
COMPARED = (
    "match of greedy bots", "match of searches, 200 simulations", "simulation", "self-play",
)  # fmt: skip
PARTING = 0.3  # of the tasks are done when something is killed


@dataclass(frozen=True)
class Trial:
    name: str
    job: Job
    tasks: list[Task]
    games: int


class Suicide:
    """A bot that ends its process in some of its games."""

    def __init__(self, seed: object) -> None:
        self.is_ill = str(seed).endswith("/0")

    def choose(self, view: Any, clock: Clock) -> Any:
        if self.is_ill and view.round == 3:
            os._exit(3)
        return view.legal_moves[0]


def trials() -> list[Trial]:
    limits: dict[str, Value] = {"players": 2, "rounds": 100}
    simulation = Simulation("official", limits, ("greedy", "random"), "cluster")
    game, _ = Simulation("official", limits, ("greedy", "greedy"), "cluster").play(0)
    line = transcript_line(game)
    play = Play(full=16, brief=8)
    return [
        match_trial("match of greedy bots", ("greedy", "random"), 600),
        match_trial("match of searches, 200 simulations", ("search", "greedy"), 60, 200),
        match_trial("bots that end their process", ("tools.cluster:Suicide", "greedy"), 24),
        Trial("simulation", simulation, list(simulation.tasks(0, 4000)), 4000),
        Trial(
            "self-play", SelfPlay("base", 2, 16, None, play, 20, "1"),
            numbered(24), 480,
        ),
        Trial("puzzles", Mining(Miner("official", 2, Solver(SMALL), "1")), numbered(6), 6),
        Trial("reviews", Reviews(60, "0"), [(number, line) for number in range(12)], 12),
    ]  # fmt: skip


def numbered(count: int) -> list[Task]:
    return [(number, None) for number in range(count)]


def match_trial(
    name: str, agents: tuple[str, ...], games: int, simulations: int | None = None
) -> Trial:
    tasks = [(deal, rotation) for deal in range(games // 2) for rotation in range(2)]
    return Trial(name, Match("official", agents, "cluster", simulations), tasks, games)


def comparable(result: Result) -> Any:
    """A result without times, as something that can be compared."""
    if isinstance(result, Games):
        return [part.tobytes() for part in (result.views, result.decisions, result.tried)]
    if isinstance(result, dict):
        return {key: value for key, value in result.items() if key not in TIMES}
    return result


def timed(
    trial: Trial, address: str | None, workers: int, disturb: Disturb | None = None
) -> tuple[dict[Task, Any], dict[str, Any]]:
    """The results of a trial, and how long it took once all processes were there."""
    began, is_whole = time.perf_counter(), disturb is None
    found: dict[Task, Any] = {}
    with pool_for(trial.job, workers, address) as pool:
        pool.open()
        while isinstance(pool, RayPool) and sum(n.is_open for n in pool.nodes.values()) < NODES:
            pool.finished()
        list(pool.play(trial.tasks[: 4 * NODES]))  # starts the other processes
        opened, cpu, all_cpu = time.perf_counter(), time.process_time(), cpu_of_all()
        for task, result in pool.play(trial.tasks):
            found[task] = comparable(result)
            is_due = len(found) > PARTING * len(trial.tasks)
            if disturb and is_due and isinstance(pool, RayPool) and disturb(pool):
                disturb = None
        ended, cpu = time.perf_counter(), time.process_time() - cpu
        all_cpu = cpu_of_all() - all_cpu
        lost = len(pool.losses) if isinstance(pool, RayPool) else 0
    times = {
        "start_s": round(opened - began, 2),
        "ms_per_game": round(1000 * (ended - opened) / trial.games, 2),
        "cpu_ms_per_game_of_the_command": round(1000 * cpu / trial.games, 3),
    }
    if is_whole:  # otherwise some of those who worked are gone
        times["cpu_ms_per_game"] = round(1000 * all_cpu / trial.games, 3)
    return found, times | ({"tasks_done_again": lost} if lost else {})


def cpu_of_all() -> float:
    """The CPU seconds of this process and all that descend from it, Ray's included."""
    parents, seconds = {}, {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has ended
            fields = file.read_text().rpartition(") ")[2].split()
            pid = int(file.parent.name)
            parents[pid] = int(fields[1])
            seconds[pid] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    ours = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(seconds.get(pid, 0.0) for pid in ours)


def kill_an_actor(pool: RayPool) -> bool:
    """Kill an actor that has tasks; whether there was one."""
    for node in pool.nodes.values():
        if node.pid and node.tasks:
            os.kill(node.pid, signal.SIGKILL)
            return True
    return False


def examine(trial: Trial) -> dict[str, Any]:
    """A trial in all four ways, each on a new cluster."""
    from ray.cluster_utils import Cluster

    print(trial.name, flush=True)
    row: dict[str, Any] = {"job": trial.name, "games": trial.games}
    expected, row["local"] = timed(trial, None, NODES)
    for way in WAYS:
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        second = cluster.add_node(num_cpus=1)
        cluster.wait_for_nodes()

        def kill_a_node(pool: RayPool, cluster: Any = cluster, second: Any = second) -> bool:
            node = pool.nodes.get(second.node_id)
            if node is None or not node.tasks:
                return False
            cluster.remove_node(second, allow_graceful=False)
            return True

        ways: dict[str, Disturb] = {"actor killed": kill_an_actor, "node killed": kill_a_node}
        try:
            found, times = timed(trial, cluster.address, 1, ways.get(way))
        finally:
            cluster.shutdown()
        row[way] = {**times, "equal": found == expected}
        print(f"  {way}: {row[way]}", flush=True)
    return row


# Cost


@contextlib.contextmanager
def two_nodes() -> Iterator[str]:
    """The address of a cluster of two local nodes."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    try:
        yield cluster.address
    finally:
        cluster.shutdown()


def cost_of(trial: Trial) -> dict[str, Any]:
    """Medians of both ways, which are tried in turn, so that both meet the same load."""
    print(trial.name, flush=True)
    found: dict[str, list[dict[str, Any]]] = {"local": [], "cluster": []}
    for _ in range(ROUNDS):
        found["local"].append(timed(trial, None, NODES)[1])
        with two_nodes() as address:
            found["cluster"].append(timed(trial, address, 1)[1])
    row: dict[str, Any] = {"job": trial.name, "games": trial.games, "rounds": ROUNDS}
    for way, runs in found.items():
        row[way] = {name: statistics.median(run[name] for run in runs) for name in runs[0]}
    row["ratio"] = {
        name: round(statistics.median(
            after[name] / before[name]
            for before, after in zip(found["local"], found["cluster"], strict=True)
        ), 2)
        for name in ("ms_per_game", "cpu_ms_per_game")
    }  # fmt: skip
    print(f"  {row}", flush=True)
    return row


def measure_costs() -> int:
    """Measure the costs, and write them beside the comparisons."""
    rows = [cost_of(each) for each in trials() if each.name in COMPARED]
    document = {**json.loads(OUT.read_text(encoding="utf-8")), "cost": rows}
    OUT.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return 0


def main() -> int:
    chosen = sys.argv[1:]
    if chosen == ["cost"]:
        return measure_costs()
    rows = [examine(each) for each in trials() if not chosen or each.name in chosen]
    facts = {
        "splendor": version("splendor"),
        "ray": version("ray"),
        "python": platform.python_version(),
        "nodes": NODES,
        "workers_per_node": 1,
    }
    known = json.loads(OUT.read_text(encoding="utf-8"))
    before = known["jobs"] if chosen else []
    merged = {row["job"]: row for row in (*before, *rows)}
    text = json.dumps({**known, **facts, "jobs": list(merged.values())}, indent=1)
    OUT.write_text(text + "\n", encoding="utf-8")
    failed = [row["job"] for row in rows if not all(row[way]["equal"] for way in WAYS)]
    print(f"differences: {', '.join(failed)}" if failed else "all results are equal")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
