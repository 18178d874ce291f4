"""Bot processes: what they are told, what they answer, and what happens when they do not."""

import asyncio
import contextlib
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from splendor import Game, RulesError
from splendor.bots.simple import Greedy
from splendor.game import View
from splendor.kernel import COMPILED
from splendor.ruleset import Move
from splendor.server import pool as pool_module
from splendor.server.pool import OFFERED, BotFailed, Busy, Job, Line, Pool, TooSlow, Worker
from tests.bots.midgames import midgames

T = TypeVar("T")
ODD = "tests.server.test_pool:Odd"
SLOW = "search,sims=100000000"  # it searches as long as it may
SIMS = 50 if COMPILED else 2
PATIENCE = 600.0  # seconds, on a busy machine that has to compile first
GAMES = ["official", "landolt", "duel"]


class Odd(Greedy):
    """Waits until a file is there, leaves one behind when it is asked, or goes wrong."""

    def __init__(self, seed: str, how: str = "", wait: str = "", leave: str = "") -> None:
        super().__init__(seed)
        self.how, self.wait, self.leave = how, wait, leave

    def choose(self, view: View, clock: object = None) -> Move:
        print("this goes nowhere near the answers")
        first = bool(self.leave) and not Path(self.leave).exists()
        if self.leave:
            Path(self.leave).touch()
        while self.wait and not Path(self.wait).exists():
            time.sleep(0.01)
        if self.how == "hang" or (self.how == "hang once" and first):
            time.sleep(PATIENCE)
        if self.how == "die":
            os._exit(9)
        if self.how == "raise":
            raise KeyError("the hand holds 17")
        if self.how == "leave":
            raise SystemExit("the hand holds 17")
        return "nonsense" if self.how == "illegal" else super().choose(view)  # type: ignore[return-value]


def a_view(rules: str = "official", seed: int = 1) -> View:
    game = Game(rules, seed=seed)
    return game.view(game.seat)


def with_pool(use: Callable[[Pool], Awaitable[T]], **settings: Any) -> T:
    async def run() -> T:
        pool = Pool(**settings)
        await pool.open()
        try:
            return await asyncio.wait_for(use(pool), PATIENCE)
        finally:
            await pool.close()

    return asyncio.run(run())


class Shared:
    """One process for all tests that leave it as they find it: starting takes a second."""

    def __init__(self, runner: asyncio.Runner) -> None:
        self.runner, self.pool = runner, Pool(1)
        runner.run(self.pool.open())

    def __call__(self, use: Callable[[Pool], Awaitable[T]]) -> T:
        async def run() -> T:
            return await asyncio.wait_for(use(self.pool), PATIENCE)

        return self.runner.run(run())


@pytest.fixture(scope="module")
def shared() -> Iterator[Shared]:
    with asyncio.Runner() as runner:
        shared = Shared(runner)
        yield shared
        runner.run(shared.pool.close())


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def ask(pool: Pool, bot: str, user: str = "ann") -> "asyncio.Task[str]":
    """Any bot, beside what else is going on."""
    return asyncio.create_task(pool._choose(a_view(), bot, "seed", user))


async def gone(task: "asyncio.Task[Any]") -> None:
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with contextlib.suppress(OSError):  # one that nobody has buried yet runs no more
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return True


# What is answered


@pytest.mark.parametrize("rules", GAMES)
def test_every_bot_chooses_a_legal_move(rules: str, shared: Shared) -> None:
    views = [game.view(game.seat) for game in midgames(rules, 3)]

    async def use(pool: Pool) -> None:
        for view in views:
            choices = (pool.choose(view, bot, "seed", bot, SIMS) for bot in OFFERED)
            legal = {str(move) for move in view.legal_moves}
            assert set(await asyncio.gather(*choices)) <= legal

    shared(use)


def test_levels_and_styles_and_simple_bots_are_offered() -> None:
    assert {"random", "greedy", "hunter", "rusher", "blocker", "newcomer", "master"} <= {*OFFERED}


def test_the_same_seed_chooses_alike(shared: Shared) -> None:
    async def use(pool: Pool) -> list[str]:
        seeds = [*["same"] * 4, *map(str, range(8))]
        return [await pool.choose(a_view(), "random", seed, "ann") for seed in seeds]

    chosen = shared(use)
    assert len(set(chosen[:4])) == 1
    assert len(set(chosen)) > 2


@pytest.mark.parametrize("rules", GAMES)
def test_an_analysis_tells_the_best_moves(rules: str, shared: Shared) -> None:
    game = next(midgames(rules, 1))
    view = game.view(game.seat)

    async def use(pool: Pool) -> list[dict[str, Any]]:
        return await pool.analyse(view, 20 * SIMS, 10.0, "seed", "ann", most=3)

    found = shared(use)
    assert 1 <= len(found) <= 3
    assert max(found, key=lambda candidate: int(candidate["visits"])) == found[0]
    for candidate in found:
        assert candidate["describe"] == view.describe(candidate["move"])
        assert 0.0 <= candidate["value"] <= 1.0
        assert 0.0 <= candidate["error"] <= 0.5
        assert candidate["proven"] is False
        assert candidate["line"][0] == candidate["move"]


def test_a_line_tells_only_what_any_deal_allows(shared: Shared) -> None:
    views = [game.view(game.seat) for game in midgames("official", 5)]

    async def use(pool: Pool) -> list[list[dict[str, Any]]]:
        asked = [pool.analyse(view, 20 * SIMS, 10.0, "s", "u", most=1) for view in views]
        return [await each for each in asked]

    for view, [best] in zip(views, shared(use), strict=True):
        games = [view.imagine(seed) for seed in range(4)]
        for move in best["line"]:
            assert all(game.is_legal(move) for game in games)
            for game in games:
                game.push(move)


# What is refused


@pytest.mark.parametrize("bot", [ODD, "os:abort", "greedy,x=1", "search", "nobody", "", "Greedy"])
def test_only_names_are_taken(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pool, "_ask", lambda *_: pytest.fail("it was asked"))

    async def use() -> None:
        with pytest.raises(RulesError, match="there is no such bot: choose one of random, "):
            await Pool().choose(a_view(), bot, "seed", "ann")

    asyncio.run(use())


@pytest.mark.parametrize(
    "simulations, seconds, most",
    [(0, 1.0, 5), (10, 0.0, 5), (10, 15.1, 5), (10, float("nan"), 5), (10, 1.0, 0), (10, 1.0, 51)],
)
def test_a_budget_has_its_limits(simulations: int, seconds: float, most: int) -> None:
    async def use() -> None:
        with pytest.raises(RulesError, match=r"search needs|analysis t"):
            await Pool().analyse(a_view(), simulations, seconds, "seed", "ann", most)

    asyncio.run(use())


def test_a_seat_that_has_nothing_to_decide_is_refused() -> None:
    game = Game(seed=1)
    spectator, other = game.view(None), game.view(1 - game.seat)
    game.conclude("abandoned")

    async def use() -> None:
        for view in (spectator, other, game.view(game.seat)):
            with pytest.raises(RulesError, match="nothing to decide"):
                await Pool().choose(view, "greedy", "seed", "ann")

    asyncio.run(use())


def test_a_pool_that_is_not_open_is_busy() -> None:
    async def use() -> None:
        pool = Pool()
        with pytest.raises(Busy):
            await pool.choose(a_view(), "greedy", "seed", "ann")
        await pool.open()
        await pool.close()
        with pytest.raises(Busy):
            await pool.choose(a_view(), "greedy", "seed", "ann")

    asyncio.run(use())


def test_opening_waits_for_nothing() -> None:
    async def use(pool: Pool) -> None:
        assert pool.ready == 0
        await pool.choose(a_view(), "greedy", "seed", "ann")
        assert pool.ready >= 1

    with_pool(use)


@pytest.mark.parametrize(
    "how, why",
    [
        ("raise", r"KeyError in test_pool.py:\d+"),
        ("leave", r"SystemExit in test_pool.py:\d+"),
        ("illegal", r"RuntimeError in thinker.py:\d+"),
    ],
)
def test_a_bot_that_fails_is_told_without_its_words(how: str, why: str, shared: Shared) -> None:
    async def use(pool: Pool) -> None:
        with pytest.raises(BotFailed, match=r"^The bot has failed: [^:]*$") as caught:
            await pool._choose(a_view(), f"{ODD},how={how}", "seed", "ann")
        assert re.fullmatch(why, caught.value.why)
        assert pool.restarts == 0
        await pool.choose(a_view(), "greedy", "seed", "ann")

    shared(use)


# When a process dies


def test_a_process_killed_while_it_thinks_is_replaced_and_the_move_asked_again(
    tmp_path: Path,
) -> None:
    mark = tmp_path / "asked"

    async def use(pool: Pool) -> None:
        choice = ask(pool, f"{ODD},how=hang once,leave={mark}")
        await until(mark.exists)
        [pid] = pool.pids
        os.kill(pid, signal.SIGKILL)
        assert a_view().parse(await choice) in a_view().legal_moves
        assert pool.restarts == 1
        assert pool.pids != (pid,)

    with_pool(use)


def test_a_killed_search_is_asked_again() -> None:
    async def use(pool: Pool) -> None:
        choice = ask(pool, SLOW)
        await until(lambda: pool.thinking == 1)
        os.kill(pool.pids[0], signal.SIGKILL)
        assert a_view().parse(await choice) in a_view().legal_moves
        assert pool.restarts == 1

    with_pool(use, deadline=4.0)


def test_a_job_is_asked_three_times_and_the_others_go_on() -> None:
    async def use(pool: Pool) -> None:
        deadly, other = ask(pool, f"{ODD},how=die"), ask(pool, "greedy", "bob")
        with pytest.raises(BotFailed):
            await deadly
        assert pool.restarts == 3
        await other

    with_pool(use)


def test_an_idle_process_that_is_killed_is_replaced() -> None:
    async def use(pool: Pool) -> None:
        await until(lambda: pool.ready == 2)
        before = pool.pids
        os.kill(before[0], signal.SIGKILL)
        await until(lambda: pool.ready == 2 and before[0] not in pool.pids)
        assert before[1] in pool.pids
        assert (pool.alive, pool.restarts) == (2, 1)

    with_pool(use, size=2)


def test_nobody_waits_for_ever_when_no_process_gets_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "START", "raise SystemExit(1)")

    async def use(pool: Pool) -> None:
        with pytest.raises(BotFailed):
            await pool.choose(a_view(), "greedy", "seed", "ann")
        assert pool.restarts == 3
        monkeypatch.undo()
        await pool.choose(a_view(), "greedy", "seed", "ann")

    with_pool(use)


def test_nobody_waits_for_ever_when_no_process_can_be_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")

    async def use(pool: Pool) -> None:
        with pytest.raises(BotFailed):
            await pool.choose(a_view(), "greedy", "seed", "ann")

    with_pool(use)


# Deadline, bounds, quota and fairness


def test_a_bot_that_hangs_meets_its_deadline_and_the_next_is_served() -> None:
    async def use(pool: Pool) -> None:
        with pytest.raises(TooSlow):
            await pool._choose(a_view(), f"{ODD},how=hang", "seed", "ann")
        await pool.choose(a_view(), "greedy", "seed", "ann")
        assert pool.restarts == 1

    with_pool(use, deadline=2.0)


def test_a_search_minds_the_deadline() -> None:
    async def use(pool: Pool) -> None:
        await pool._choose(a_view(), SLOW, "seed", "ann")
        assert pool.restarts == 0

    with_pool(use, deadline=4.0)


def test_a_bounded_number_of_jobs_waits(
    tmp_path: Path, shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared.pool, "most_waiting", 2)
    gate = tmp_path / "gate"

    async def use(pool: Pool) -> None:
        first = ask(pool, f"{ODD},wait={gate}")
        await until(lambda: pool.thinking == 1)
        others = [ask(pool, "greedy", user) for user in ("bob", "cat")]
        await until(lambda: pool.waiting == 2)
        with pytest.raises(Busy, match=r"^The bots are busy: try again in a moment$"):
            await pool.choose(a_view(), "greedy", "seed", "dan")
        gate.touch()
        await asyncio.gather(first, *others)
        await pool.choose(a_view(), "greedy", "seed", "dan")

    shared(use)


def test_a_user_has_a_quota_of_jobs(
    tmp_path: Path, shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared.pool, "most_per_user", 2)
    gate = tmp_path / "gate"

    async def use(pool: Pool) -> None:
        jobs = [ask(pool, f"{ODD},wait={gate}"), ask(pool, "greedy")]
        await until(lambda: (pool.thinking, pool.waiting) == (1, 1))
        with pytest.raises(Busy):
            await pool.choose(a_view(), "greedy", "seed", "ann")
        jobs.append(ask(pool, "greedy", "bob"))
        gate.touch()
        await asyncio.gather(*jobs)
        await pool.choose(a_view(), "greedy", "seed", "ann")
        assert not pool._of_user

    shared(use)


def test_users_take_turns_and_moves_come_before_analyses(tmp_path: Path, shared: Shared) -> None:
    gate, order = tmp_path / "gate", list[str]()

    async def named(name: str, job: Awaitable[object]) -> None:
        await job
        order.append(name)

    async def use(pool: Pool) -> None:
        hog = ask(pool, f"{ODD},wait={gate}", "hog")
        await until(lambda: pool.thinking == 1)
        analysis = pool.analyse(a_view(), SIMS, 5.0, "seed", "eve")
        jobs = [asyncio.create_task(named("analysis", analysis))]
        for user in ("ann", "ann", "ann", "bob", "cat", "bob"):
            jobs.append(asyncio.create_task(named(user, ask(pool, "greedy", user))))
        await until(lambda: pool.waiting == 7)
        gate.touch()
        await asyncio.gather(hog, *jobs)

    shared(use)
    assert order == ["ann", "bob", "cat", "ann", "bob", "ann", "analysis"]


def test_analyses_leave_a_process_to_the_moves() -> None:
    async def use(pool: Pool) -> None:
        await until(lambda: pool.ready == 2)
        asked = [pool.analyse(a_view(), 10**9, 60.0, "seed", user) for user in ("ann", "bob")]
        analyses = [asyncio.create_task(each) for each in asked]
        await until(lambda: pool.thinking == 1)
        await pool.choose(a_view(), "greedy", "seed", "cat")
        assert (pool.thinking, pool.waiting) == (1, 1)
        for each in analyses:
            await gone(each)

    with_pool(use, size=2, deadline=120.0)


def test_a_line_keeps_nothing_of_users_who_have_gone() -> None:
    async def use() -> None:
        line, jobs = Line(), [Job("ann", True, b"", asyncio.Future()) for _ in range(3)]
        line.put(jobs[0])
        line.put_first(jobs[1])
        assert line.remove(jobs[0])
        assert not line.remove(jobs[2])
        assert line.take() is jobs[1]
        assert len(line) == len(line._jobs) == 0

    asyncio.run(use())


# When the caller goes


def test_a_job_is_dropped_when_its_caller_goes_before_it_starts(
    tmp_path: Path, shared: Shared
) -> None:
    gate, mark = tmp_path / "gate", tmp_path / "asked"

    async def use(pool: Pool) -> None:
        first = ask(pool, f"{ODD},wait={gate}")
        await until(lambda: pool.thinking == 1)
        dropped = ask(pool, f"{ODD},leave={mark}", "bob")
        await until(lambda: pool.waiting == 1)
        other = ask(pool, "greedy", "cat")
        await gone(dropped)
        gate.touch()
        await asyncio.gather(first, other)
        assert not mark.exists()
        assert not pool._of_user

    shared(use)


def test_others_go_on_when_a_caller_goes_while_a_bot_thinks(tmp_path: Path, shared: Shared) -> None:
    gate = tmp_path / "gate"

    async def use(pool: Pool) -> None:
        left = ask(pool, f"{ODD},wait={gate}")
        await until(lambda: pool.thinking == 1)
        other = ask(pool, "greedy", "bob")
        await gone(left)
        assert pool._of_user["ann"] == 1  # it still takes a process's time
        gate.touch()
        await other
        assert not pool._of_user
        assert pool.restarts == 0

    shared(use)


# Ending


def test_closing_ends_processes_that_think() -> None:
    async def use() -> None:
        pool = Pool(2, deadline=PATIENCE)
        await pool.open()
        await until(lambda: pool.ready == 2)
        jobs = [ask(pool, bot, bot) for bot in (SLOW, f"{ODD},how=hang", "greedy,x=never")]
        await until(lambda: pool.thinking == 2)
        pids = pool.pids
        await pool.close()
        assert not any(map(is_running, pids))
        assert pool.alive == pool.waiting == pool.restarts == 0
        for error in await asyncio.gather(*jobs, return_exceptions=True):
            assert isinstance(error, Busy)

    asyncio.run(use())


def test_closing_ends_processes_that_are_not_ready_yet() -> None:
    async def use() -> None:
        pool = Pool(2)
        await pool.open()
        await until(lambda: pool.alive == 1)
        [pid] = pool.pids
        await pool.close()
        assert not is_running(pid)
        await Pool().close()  # one that was never open

    asyncio.run(use())


ORPHANING = """
import asyncio
from tests.server.test_pool import SLOW, a_view, until
from splendor.server.pool import Pool

async def main():
    pool = Pool(deadline=3600.0)
    await pool.open()
    job = asyncio.create_task(pool._choose(a_view(), SLOW, "seed", "ann"))
    await until(lambda: pool.thinking == 1)
    print(*pool.pids, flush=True)
    await job

asyncio.run(main())
"""


def test_a_process_that_thinks_ends_when_its_server_is_killed() -> None:
    command = [sys.executable, "-c", ORPHANING]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=child_environment())
    with server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        assert is_running(pid)
        server.kill()
    last = time.monotonic() + 60
    while is_running(pid):
        assert time.monotonic() < last, "it thinks on"
        time.sleep(0.02)


def child_environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


# The server meanwhile


def test_the_event_loop_stays_responsive_while_bots_think() -> None:
    async def use(pool: Pool) -> None:
        await until(lambda: pool.ready == 2)
        jobs = [ask(pool, SLOW, user) for user in ("ann", "bob")]
        worst, ticks, last = 0.0, 0, time.perf_counter()
        while not all(job.done() for job in jobs):
            await asyncio.sleep(0.002)
            now = time.perf_counter()
            worst, ticks, last = max(worst, now - last), ticks + 1, now
        assert worst < 1.0
        assert ticks > 100

    with_pool(use, size=2, deadline=4.0)


@pytest.mark.skipif(sys.platform == "win32", reason="there a process is started so")
def test_a_process_is_nice(shared: Shared) -> None:
    async def use(pool: Pool) -> int:
        await until(lambda: pool.ready == 1)
        return os.getpriority(os.PRIO_PROCESS, pool.pids[0])

    assert shared(use) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)


def test_a_process_computes_with_one_thread_and_knows_no_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("SPLENDOR_KEY", "SPLENDOR_DATABASE", "PGPASSWORD", "Api_Token"):
        monkeypatch.setenv(name, "hush")
    monkeypatch.setenv("NUMBA_NUM_THREADS", "7")
    monkeypatch.setenv("SPLENDOR_CACHE_DIR", "there")
    found = pool_module.environment()
    assert "hush" not in found.values()
    assert found["NUMBA_NUM_THREADS"] == "1"
    assert found["SPLENDOR_CACHE_DIR"] == "there"
    assert os.environ["NUMBA_NUM_THREADS"] == "7"


# Secrets


@pytest.mark.parametrize("rules", GAMES)
def test_the_same_bytes_are_sent_whatever_a_seat_cannot_see(
    rules: str, monkeypatch: pytest.MonkeyPatch, shared: Shared
) -> None:
    sent: list[bytes] = []
    give = Worker.give

    def spy(worker: Worker, job: Job) -> None:
        sent.append(job.request)
        give(worker, job)

    monkeypatch.setattr(Worker, "give", spy)

    async def use(pool: Pool) -> None:
        for number, game in enumerate(midgames(rules, 20)):
            elsewhere = game.view(game.seat).imagine(number)
            assert elsewhere.position != game.position
            for same in (game, elsewhere):
                view = same.view(same.seat)
                await pool.choose(view, "greedy", "seed", "ann")
                await pool.analyse(view, 2, 1.0, "seed", "ann", most=1)
            assert sent[-4:-2] == sent[-2:]

    shared(use)
    assert len(set(sent)) == 40
    assert not isinstance(pickle.loads(sent[0]), Game)
