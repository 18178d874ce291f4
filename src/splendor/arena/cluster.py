"""A pool of several machines, with Ray: one actor on each node, which holds a whole `WorkerPool`.

Single games as tasks of Ray would be lost with bots that end their process; our own pool knows who
was thinking. A task that was given to a node that is gone is given to another one, so the results
are those of a local pool.
"""

import contextlib
import logging
import os
import platform
import socket
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from typing import Any, TypeAlias

from splendor.arena.pool import Job, Result, Task, WorkerPool, default_size
from splendor.core.engines import VARIABLE as ENGINES
from splendor.core.errors import RulesError
from splendor.core.extras import need
from splendor.core.games import VARIABLE as GAMES

AnyPool: TypeAlias = "WorkerPool | RayPool"

CONNECT_SECONDS = 5.0
REPORT_SECONDS = 0.1  # results of a node are reported at most this often
POLL_SECONDS = 1.0  # between two looks at the nodes while nothing is reported
NODES_SECONDS = 5.0  # between two looks for new nodes
PATIENCE = 120.0  # seconds without any node, after which the job is given up
MOST_LOSSES = 5  # of a task, with the node that was doing it
PASSED_ON = (ENGINES, GAMES)  # variables of the environment that worker processes read


def pool_for(job: Job, workers: int | None, ray: str | None = None) -> "AnyPool":
    """The processes of this machine or, with the address of a cluster, those of its nodes.

    `workers` are processes, on each node; the default is one for each core.
    """
    if ray is None:
        return WorkerPool(job, workers or default_size())
    return RayPool(job, ray, workers)


def in_order(tasks: Iterable[Task], results: Iterable[tuple[Task, Result]]) -> Iterator[Result]:
    """The results in the order of their tasks, each as soon as it can be given."""
    done: dict[Task, Result] = {}
    found = iter(results)
    for task in tasks:
        while task not in done:
            finished, result = next(found)
            done[finished] = result
        yield done.pop(task)


# On a node


def facts() -> dict[str, str]:
    """What must be equal on all machines, so that the results are."""
    python = ".".join(platform.python_version_tuple()[:2])
    return {"splendor": version("splendor"), "Python": python}


class NodePool:
    """The pool of one node; Ray makes an actor of it."""

    def __init__(self, job: Job, size: int, environment: dict[str, str]) -> None:
        os.environ.update(environment)
        self.pool = WorkerPool(job, size)
        self.flow: Iterator[tuple[Task, Result]] | None = None

    def open(self) -> tuple[dict[str, str], int, Any]:
        return facts(), os.getpid(), self.pool.open()

    def exchange(self, tasks: list[Task]) -> list[tuple[Task, Result]]:
        """Take more tasks, and return results as soon as there are some."""
        self.pool.waiting.extend(tasks)
        if self.flow is None:
            self.flow = self.pool.play(())
        results, end = [], time.monotonic() + REPORT_SECONDS
        for result in self.flow:
            results.append(result)
            if time.monotonic() > end:
                return results
        self.flow = None
        return results

    def close(self) -> None:
        self.pool.__exit__()


# On the machine of the command


class Node:
    """A node as the command sees it: its actor and the tasks that it was given."""

    def __init__(self, name: str, size: int, actor: Any) -> None:
        self.name, self.size, self.actor = name, size, actor
        self.tasks: dict[Task, None] = {}
        self.is_open = False
        self.pid = 0  # of the actor, once it is open
        self.backlog = 2 * size  # tasks that it should have

    def lacks(self) -> int:
        return max(0, self.backlog - len(self.tasks))


class RayPool:
    """The nodes of a Ray cluster as one pool, used like a `WorkerPool`."""

    def __init__(self, job: Job, address: str, size: int | None = None) -> None:
        need("ray")
        self.job, self.address, self.size = job, address, size
        self.nodes: dict[str, Node] = {}  # by Ray's id
        self.calls: dict[Any, str] = {}  # what is under way, and on which node
        self.waiting: deque[Task] = deque()
        self.losses: dict[Task, int] = {}
        self.started: Any = None  # the result of the job's `start`
        self.looked = self.seen = time.monotonic()
        self.say: Callable[[str], None] = lambda _: None  # told of nodes that come and go

    def __enter__(self) -> "RayPool":
        connect(self.address)
        return self

    def __exit__(self, *_: object) -> None:
        import ray

        with contextlib.suppress(Exception):  # the cluster may be gone
            closing = [node.actor.close.remote() for node in self.nodes.values()]
            ray.wait(closing, num_returns=len(closing), timeout=2)
        ray.shutdown()  # which ends the actors

    def open(self) -> Any:
        """Start the pools of all nodes, and wait for the first; the result of the job's `start`."""
        self.look_for_nodes()
        while not any(node.is_open for node in self.nodes.values()):
            self.finished()
        return self.started

    def play(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        """Do the tasks and yield each result as it is there, in any order."""
        source = iter(tasks)
        while True:
            self.feed(source)
            if not self.waiting and not any(node.tasks for node in self.nodes.values()):
                return
            for name, results in self.finished():
                node = self.nodes[name]
                node.backlog = max(2 * node.size, 2 * len(results))
                for task, result in results:
                    node.tasks.pop(task)
                    yield task, result

    def feed(self, source: Iterator[Task]) -> None:
        """Give every node that has nothing to say more tasks."""
        busy = set(self.calls.values())
        for name, node in self.nodes.items():
            if not node.is_open or name in busy:
                continue
            given: list[Task] = []
            for _ in range(node.lacks()):
                task = self.waiting.popleft() if self.waiting else next(source, None)
                if task is None:
                    break
                given.append(task)
            node.tasks.update(dict.fromkeys(given))
            if node.tasks:
                self.calls[node.actor.exchange.remote(given)] = name
        # Know whether there are more, although no node takes them now.
        if not self.waiting and (task := next(source, None)) is not None:
            self.waiting.append(task)

    def finished(self) -> list[tuple[str, Any]]:
        """The results that nodes report; those that have opened or were lost are noted."""
        import ray

        if time.monotonic() - self.looked > NODES_SECONDS:
            self.look_for_nodes()
        if not self.calls:
            time.sleep(POLL_SECONDS)
            return []
        ended, _ = ray.wait(list(self.calls), num_returns=1, timeout=POLL_SECONDS)
        return [found for call in ended for found in self.result_of(call)]

    def result_of(self, call: Any) -> list[tuple[str, Any]]:
        import ray

        name = self.calls.pop(call)
        node = self.nodes[name]
        try:
            result = ray.get(call)
        except ray.exceptions.RayTaskError as error:
            raise RulesError(str(error.cause)) from None
        except ray.exceptions.RayError:
            self.lose(name)
            return []
        if not node.is_open:
            found, node.pid, result = result
            if found != facts():
                raise RulesError(f"node {node.name} has {found}, this machine {facts()}")
            node.is_open, self.started = True, result
            return []
        return [(name, result)]

    def lose(self, name: str) -> None:
        """A node or its actor has died: others do what it was doing."""
        node = self.nodes.pop(name)
        self.say(f"node {node.name} is lost: its {len(node.tasks)} tasks are given to others")
        for task in node.tasks:
            self.losses[task] = self.losses.get(task, 0) + 1
            if self.losses[task] == MOST_LOSSES:
                raise RulesError(f"task {task[0]} was lost with {MOST_LOSSES} nodes")
        self.waiting.extendleft(reversed(node.tasks))

    def look_for_nodes(self) -> None:
        """Start a pool on every node that has none, and give up if there are none for long."""
        import ray

        self.looked = time.monotonic()
        for found in ray.nodes():
            cores = int(found["Resources"].get("CPU", 0))
            if found["Alive"] and cores and found["NodeID"] not in self.nodes:
                self.add(found["NodeID"], found["NodeManagerAddress"], self.size or cores)
        if self.nodes:
            self.seen = self.looked
        elif self.looked - self.seen > PATIENCE:
            raise RulesError(f"the cluster at {self.address} has had no node for {PATIENCE:g} s")

    def add(self, name: str, address: str, size: int) -> None:
        import ray
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        here = NodeAffinitySchedulingStrategy(node_id=name, soft=False)
        remote = ray.remote(num_cpus=size, max_restarts=0, scheduling_strategy=here)(NodePool)
        passed = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        node = Node(address, size, remote.remote(self.job, size, passed))
        self.nodes[name] = node
        self.calls[node.actor.open.remote()] = name


def connect(address: str) -> None:
    """Connect to a cluster, or raise `RulesError` with one line."""
    require_listener(address)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    import ray

    try:
        ray.init(
            address=address,
            log_to_driver=False,
            logging_level=logging.CRITICAL,
            include_dashboard=False if address == "local" else None,
        )
    except Exception as error:  # Ray raises many kinds
        raise unreachable(address, error) from None


def require_listener(address: str) -> None:
    """Refuse an address where nothing answers: Ray itself would try for many minutes."""
    host, colon, port = address.rpartition(":")
    if not colon or "/" in host:
        return
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except (OSError, ValueError, OverflowError) as error:
        raise unreachable(address, error) from None


def unreachable(address: str, error: Exception) -> RulesError:
    why = " ".join(str(error).split())[:200]
    return RulesError(f"cannot reach a Ray cluster at {address}: {why}")
