"""Pools of several machines: what is lost with a node is done by another, and nothing twice.

CI has no Ray: most tests use a stand-in for it. `python -m tools.cluster` tries a real cluster.
"""

import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from splendor.arena import cluster
from splendor.arena.cluster import RayPool, facts, in_order, require_listener
from splendor.arena.simulation import Simulation
from splendor.cli import main
from splendor.core import extras
from splendor.core.errors import RulesError


class Squares:
    """A job of which every task is the square of a number."""

    agents: tuple[str, ...] = ()
    move_limit = 60.0

    def start(self, set_thinking: object) -> str:
        return "started"

    def run(self, task: tuple[int, Any], set_thinking: object) -> int:
        return task[0] ** 2

    def failed(self, task: tuple[int, Any], agent: int, why: str) -> int:
        raise NotImplementedError


class FakeNodePool:
    """The pool of a node, in this process."""

    def __init__(self, job: Squares, size: int, environment: dict[str, str]) -> None:
        self.job = job

    def open(self) -> tuple[dict[str, str], int, str]:
        return facts(), 1, self.job.start(None)

    def exchange(self, tasks: list[tuple[int, Any]]) -> list[tuple[tuple[int, Any], int]]:
        return [(task, self.job.run(task, None)) for task in tasks]

    def close(self) -> None:
        pass


class RayError(Exception):
    pass


class RayTaskError(RayError):
    def __init__(self, cause: Exception) -> None:
        super().__init__("a long text")
        self.cause = cause


class FakeRay(ModuleType):
    """As much of Ray as is used: nodes by name, of which some die at some call."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.alive = ["a", "b"]
        self.dies_at: dict[str, int] = {}  # the call at which a node dies
        self.calls: dict[str, int] = {}
        self.raises: Exception | None = None
        self.exceptions = SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError)

    def nodes(self) -> list[dict[str, Any]]:
        return [
            {"NodeID": name, "NodeManagerAddress": name, "Alive": True, "Resources": {"CPU": 2}}
            for name in self.alive
        ]

    def remote(self, *, scheduling_strategy: Any, **_: Any) -> Any:
        name = scheduling_strategy

        def make(kind: Any) -> Any:
            def start(*arguments: Any) -> Any:
                made = FakeNodePool(*arguments)
                return Handle(self, name, made)

            return SimpleNamespace(remote=start)

        return make

    def wait(self, calls: list[Any], **_: Any) -> tuple[list[Any], list[Any]]:
        return calls[:1], calls[1:]

    def get(self, call: Any) -> Any:
        return call()

    def shutdown(self) -> None:
        pass


class Handle:
    """An actor: its methods return something that `get` calls."""

    def __init__(self, ray: FakeRay, name: str, made: FakeNodePool) -> None:
        self.ray, self.name, self.made = ray, name, made

    def __getattr__(self, method: str) -> Any:
        def called(*arguments: Any) -> Any:
            def result() -> Any:
                ray = self.ray
                ray.calls[self.name] = ray.calls.get(self.name, 0) + 1
                if ray.raises is not None and method == "exchange":
                    raise RayTaskError(ray.raises)
                if ray.calls[self.name] == ray.dies_at.get(self.name):
                    ray.alive = [name for name in ray.alive if name != self.name]
                    raise RayError("died")
                return getattr(self.made, method)(*arguments)

            return result

        return SimpleNamespace(remote=called)


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    fake = FakeRay()
    strategies = ModuleType("ray.util.scheduling_strategies")
    strategies.NodeAffinitySchedulingStrategy = lambda node_id, soft: node_id  # type: ignore[attr-defined]
    for name, module in {
        "ray": fake,
        "ray.util": ModuleType("ray.util"),
        "ray.util.scheduling_strategies": strategies,
    }.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(cluster, "need", lambda _: None)
    monkeypatch.setattr(cluster, "connect", lambda _: None)
    monkeypatch.setattr(cluster, "POLL_SECONDS", 0.0)
    monkeypatch.setattr(cluster, "NODES_SECONDS", 0.0)
    return fake


TASKS = [(number, None) for number in range(50)]


def done(pool: RayPool) -> list[tuple[int, int]]:
    with pool:
        assert pool.open() == "started"
        return sorted((task[0], result) for task, result in pool.play(iter(TASKS)))


@pytest.mark.parametrize("dies_at", [{}, {"a": 1}, {"b": 3}, {"a": 3}, {"b": 2}])
def test_every_task_is_done_once_whichever_node_dies(ray: FakeRay, dies_at: dict[str, int]) -> None:
    ray.dies_at = dies_at
    told: list[str] = []
    pool = RayPool(Squares(), "somewhere")
    pool.say = told.append
    assert done(pool) == [(number, number**2) for number in range(50)]
    assert len(told) == len(dies_at)


def test_a_node_that_joins_later_is_used(ray: FakeRay) -> None:
    ray.alive = ["a"]
    with RayPool(Squares(), "somewhere", size=1) as pool:
        pool.open()
        for task, _ in pool.play(iter(TASKS)):
            if task[0] == 5:
                ray.alive = ["a", "c"]
        assert set(pool.nodes) == {"a", "c"}


def test_a_cluster_without_nodes_is_given_up(ray: FakeRay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", -1.0)
    ray.alive = []
    with pytest.raises(RulesError, match="has had no node"), RayPool(Squares(), "here") as pool:
        pool.open()


def test_an_error_of_a_job_ends_it_in_one_line(ray: FakeRay) -> None:
    ray.raises = RulesError("there is no such bot")
    with pytest.raises(RulesError, match=r"^there is no such bot$"):
        done(RayPool(Squares(), "somewhere"))


def test_a_task_that_takes_its_nodes_with_it_is_given_up(
    ray: FakeRay, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray.dies_at = {"a": 2}
    monkeypatch.setattr(cluster, "MOST_LOSSES", 1)
    with pytest.raises(RulesError, match="was lost with 1 nodes"):
        done(RayPool(Squares(), "somewhere"))


def test_a_node_with_another_version_is_refused(
    ray: FakeRay, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {"splendor": "0", "Python": "3.11"}
    monkeypatch.setattr(FakeNodePool, "open", lambda self: (found, 1, "started"))
    with pytest.raises(RulesError, match="node a has"):
        done(RayPool(Squares(), "somewhere"))


def test_results_are_given_in_the_order_of_tasks() -> None:
    shuffled = [(TASKS[number], number) for number in (2, 0, 1)]
    assert list(in_order(TASKS[:3], shuffled)) == [0, 1, 2]


def test_an_address_where_nothing_answers_is_refused_at_once() -> None:
    for address in ("127.0.0.1:1", "127.0.0.1:what", "127.0.0.1:99999999"):
        with pytest.raises(RulesError, match="cannot reach a Ray cluster"):
            require_listener(address)
    require_listener("auto")


def test_without_ray_there_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    assert main(["match", "greedy", "random", "--ray", "auto", "--out", str(tmp_path / "m")]) == 2
    error = capsys.readouterr().err
    assert "this needs ray, the extra 'ray'" in error
    assert error.count("\n") == 1
    assert not (tmp_path / "m").exists()


def test_a_task_of_a_simulation_has_the_rows_of_its_games() -> None:
    simulation = Simulation("official", {"players": 2, "rounds": 100}, ("greedy", "random"), "s")
    rows = [simulation.report(number, *simulation.play(number)) for number in range(4)]
    tasks = list(simulation.tasks(0, 4))
    assert [row for task in tasks for row in simulation.run(task, lambda _: None)] == rows


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")
def test_a_real_cluster_gives_the_same_rows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["simulate", "--games", "20", "--seed", "5"]
    assert main(command) == 0
    rows = capsys.readouterr().out
    assert main([*command, "--ray", "local", "--workers", "1"]) == 0
    assert capsys.readouterr().out == rows
