"""The processes of a match: their failures do not end the match."""

import os

import pytest

from splendor.arena.match import Match
from splendor.arena.pool import ONE_THREAD, WorkerPool, default_size, single_threaded
from splendor.core.errors import RulesError

ODD = "tests.arena.players:Odd"
LIMIT = 10.0  # seconds for a move, generous for a busy machine


@pytest.fixture(scope="module")
def played() -> dict[tuple[int, int], dict[str, object]]:
    """The games of two workers and four deals, with every kind of failure in three of them."""
    match = Match("official", (ODD, "greedy"), "odd", move_limit=LIMIT)
    tasks = [(deal, rotation) for deal in range(4) for rotation in range(2)]
    with WorkerPool(match, 2) as pool:
        versions = pool.open()
        assert versions[0] == {"version": "7.1", "bot_version": "beta"}
        assert versions[1]["bot_version"] is None
        results = dict(pool.play(tasks))
        assert 1 <= len(pool.workers) <= 2  # the last one to die may not have been replaced
    assert pool.workers == []
    return results


@pytest.mark.parametrize(
    "task, why",
    [
        ((0, 0), f"thought longer than {LIMIT:g} s"),
        ((0, 1), "ended its process with status 0"),
        ((1, 0), "ended its process by SIGSEGV"),
        ((1, 1), "raised KeyError: 'what\\nnow'"),
        ((2, 0), "illegal: 3.5 is not a move of this game"),
        ((2, 1), "raised SystemExit: 3"),
    ],
)
def test_a_bot_that_hangs_or_dies_loses_that_game(
    played: dict[tuple[int, int], dict[str, object]], task: tuple[int, int], why: str
) -> None:
    assert played[task]["failure"] == {"agent": 0, "why": why}
    assert played[task]["payoffs"] == [0.0, 1.0]


def test_the_match_continues_after_failures(
    played: dict[tuple[int, int], dict[str, object]],
) -> None:
    assert sorted(played) == [(deal, rotation) for deal in range(4) for rotation in range(2)]
    assert [played[3, rotation]["failure"] for rotation in range(2)] == [None, None]


@pytest.mark.parametrize(
    "spec, why",
    [
        ("tests.arena.players:Nobody", "there is no class 'Nobody'"),
        ("tests.arena.test_pool:Deadly", "Deadly' ended its process with status 4 when made"),
    ],
)
def test_a_bot_that_cannot_be_created_is_refused_at_once(spec: str, why: str) -> None:
    with WorkerPool(Match("official", ("greedy", spec), "m"), 1) as pool:
        with pytest.raises(RulesError, match=why):
            pool.open()
        processes = [worker.process for worker in pool.workers]
    assert not any(process.is_alive() for process in processes)


class Deadly:
    def __init__(self, seed: object) -> None:
        os._exit(4)


def test_a_game_is_repeated_if_its_process_died_outside_a_bot() -> None:
    with WorkerPool(Match("official", ("greedy", "greedy"), "m"), 1) as pool:
        pool.open()
        pool.workers[0].process.kill()
        [(task, row)] = pool.play([(0, 0)])
    assert task == (0, 0)
    assert row["failure"] is None


def test_a_new_process_computes_with_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ONE_THREAD[0], "5")
    monkeypatch.delenv(ONE_THREAD[1], raising=False)
    with single_threaded():
        assert {os.environ[name] for name in ONE_THREAD} == {"1"}
    assert os.environ[ONE_THREAD[0]] == "5"
    assert ONE_THREAD[1] not in os.environ


def test_there_is_a_worker_for_each_core() -> None:
    assert default_size() == (os.cpu_count() or 1)
