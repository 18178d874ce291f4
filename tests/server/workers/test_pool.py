"""The worker pool: requests, answers, queueing."""

import asyncio
import pickle
import re
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from splendor import Game, RulesError
from splendor.server.workers.bot_worker import GIVE_UP, Analyse, Explore, Inbox
from splendor.server.workers.pool import (
    OFFERED_BOTS,
    BotFailed,
    TooSlow,
    WorkerPool,
)
from splendor.server.workers.queue import QUOTAS, Asker, Busy, Job, Kind, Quota
from splendor.server.workers.review_worker import Look, sample
from splendor.server.workers.worker_process import Worker
from tests.bots.midgames import midgames
from tests.server.workers.odd_bots import (
    ODD,
    PATIENCE,
    SIMS,
    SLOW,
    a_view,
    ask,
    gone,
    until,
    with_pool,
)

T = TypeVar("T")
GAMES = ["official", "landolt", "duel"]


class Shared:
    """One pool for all tests that do not harm it, because starting one takes a second."""

    def __init__(self, runner: asyncio.Runner) -> None:
        self.runner, self.pool = runner, WorkerPool(1)
        runner.run(self.pool.open())

    def __call__(self, use: Callable[[WorkerPool], Awaitable[T]]) -> T:
        async def run() -> T:
            return await asyncio.wait_for(use(self.pool), PATIENCE)

        return self.runner.run(run())


@pytest.fixture(scope="module")
def shared() -> Iterator[Shared]:
    with asyncio.Runner() as runner:
        shared = Shared(runner)
        yield shared
        runner.run(shared.pool.close())


# Answers


@pytest.mark.parametrize("rules", GAMES)
def test_every_bot_chooses_a_legal_move(rules: str, shared: Shared) -> None:
    views = [game.view(game.active) for game in midgames(rules, 3)]

    async def use(pool: WorkerPool) -> None:
        for view in views:
            choices = (pool.choose(view, bot, "seed", Asker(bot), SIMS) for bot in OFFERED_BOTS)
            legal = {str(move) for move in view.legal_moves}
            assert set(await asyncio.gather(*choices)) <= legal

    shared(use)


def test_levels_and_styles_and_simple_bots_are_offered() -> None:
    assert {"random", "greedy", "hunter", "rusher", "blocker", "newcomer", "master"} <= {
        *OFFERED_BOTS
    }


def test_the_same_seed_gives_the_same_move(shared: Shared) -> None:
    async def use(pool: WorkerPool) -> list[str]:
        seeds = [*["same"] * 4, *map(str, range(8))]
        return [await pool.choose(a_view(), "random", seed, Asker("ann")) for seed in seeds]

    chosen = shared(use)
    assert len(set(chosen[:4])) == 1
    assert len(set(chosen)) > 2


@pytest.mark.parametrize("rules", GAMES)
def test_an_analysis_lists_the_best_moves(rules: str, shared: Shared) -> None:
    game = next(midgames(rules, 1))
    view = game.view(game.active)

    async def use(pool: WorkerPool) -> list[dict[str, Any]]:
        return await pool.analyse(view, 20 * SIMS, 10.0, "seed", Asker("ann"), most=3)

    found = shared(use)
    assert 1 <= len(found) <= 3
    assert max(found, key=lambda candidate: int(candidate["visits"])) == found[0]
    for candidate in found:
        assert candidate["describe"] == view.describe(candidate["move"])
        assert 0.0 <= candidate["value"] <= 1.0
        assert 0.0 <= candidate["error"] <= 0.5
        assert candidate["proven"] is False
        assert candidate["line"][0] == candidate["move"]


@pytest.mark.parametrize("rules", GAMES)
def test_the_coach_thinks_in_a_process_too(rules: str, shared: Shared) -> None:
    game = next(midgames(rules, 1))
    view, ann = game.view(game.active), Asker("ann")
    move = str(view.legal_moves[0])

    async def use(pool: WorkerPool) -> tuple[dict[str, Any], dict[str, Any] | None]:
        steps = await pool.coach(view, 20 * SIMS, 10.0, "seed", ann)
        return steps, await pool.judge(view, [move], (20 * SIMS, 10.0), "seed", ann)

    steps, trial = shared(use)
    assert set(steps) == {"look", "kind", "candidates", "even", "reasons"}
    assert len(steps["look"]["things"]) >= 2
    assert trial is not None
    assert 0.0 <= trial["after"] <= trial["chance"] <= 1.0


def test_a_line_ends_where_hidden_cards_matter(shared: Shared) -> None:
    views = [game.view(game.active) for game in midgames("official", 5)]

    async def use(pool: WorkerPool) -> list[list[dict[str, Any]]]:
        asked = [pool.analyse(view, 20 * SIMS, 10.0, "s", Asker("u"), most=1) for view in views]
        return [await each for each in asked]

    for view, [best] in zip(views, shared(use), strict=True):
        games = [view.imagine(seed) for seed in range(4)]
        for move in best["line"]:
            assert all(game.is_legal(move) for game in games)
            for game in games:
                game.push(move)


# Refusals


@pytest.mark.parametrize("bot", [ODD, "os:abort", "greedy,x=1", "search", "nobody", "", "Greedy"])
def test_only_known_names_are_accepted(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WorkerPool, "_ask", lambda *_: pytest.fail("it was asked"))

    async def use() -> None:
        with pytest.raises(RulesError) as refused:
            await WorkerPool().choose(a_view(), bot, "seed", Asker("ann"))
        assert refused.value.code == "no_bot"

    asyncio.run(use())


@pytest.mark.parametrize(
    "simulations, seconds, most",
    [(0, 1.0, 5), (10, 0.0, 5), (10, 15.1, 5), (10, float("nan"), 5), (10, 1.0, 0), (10, 1.0, 51)],
)
def test_budgets_are_limited(simulations: int, seconds: float, most: int) -> None:
    async def use() -> None:
        with pytest.raises(RulesError, match=r"must be|search needs|analysis (takes|reports)"):
            await WorkerPool().analyse(a_view(), simulations, seconds, "seed", Asker("ann"), most)

    asyncio.run(use())


def test_a_seat_that_is_not_active_is_refused() -> None:
    game = Game(seed=1)
    spectator, other = game.view(None), game.view(1 - game.active)
    game.conclude("abandoned")

    async def use() -> None:
        for view in (spectator, other, game.view(game.active)):
            with pytest.raises(RulesError, match="nothing to decide"):
                await WorkerPool().choose(view, "greedy", "seed", Asker("ann"))

    asyncio.run(use())


def test_a_closed_pool_is_busy() -> None:
    async def use() -> None:
        pool = WorkerPool()
        with pytest.raises(Busy):
            await pool.choose(a_view(), "greedy", "seed", Asker("ann"))
        await pool.open()
        await pool.close()
        with pytest.raises(Busy):
            await pool.choose(a_view(), "greedy", "seed", Asker("ann"))

    asyncio.run(use())


def test_opening_does_not_wait_for_processes() -> None:
    async def use(pool: WorkerPool) -> None:
        assert pool.ready == 0
        await pool.choose(a_view(), "greedy", "seed", Asker("ann"))
        assert pool.ready >= 1

    with_pool(use)


@pytest.mark.parametrize(
    "how, why",
    [
        ("raise", r"KeyError in odd_bots.py:\d+"),
        ("leave", r"SystemExit in odd_bots.py:\d+"),
        ("illegal", r"RuntimeError in bot_worker.py:\d+"),
    ],
)
def test_a_failure_is_reported_without_the_text_of_its_error(
    how: str, why: str, shared: Shared
) -> None:
    async def use(pool: WorkerPool) -> None:
        with pytest.raises(BotFailed, match=r"^The bot has failed: [^:]*$") as caught:
            await pool._choose(a_view(), f"{ODD},how={how}", "seed", Asker("ann"))
        assert re.fullmatch(why, caught.value.why)
        assert pool.restarts == 0
        await pool.choose(a_view(), "greedy", "seed", Asker("ann"))

    shared(use)


# Deadline, bounds, quota and fairness


def test_a_hanging_bot_is_stopped_at_its_deadline_and_the_next_job_runs() -> None:
    async def use(pool: WorkerPool) -> None:
        with pytest.raises(TooSlow):
            await pool._choose(a_view(), f"{ODD},how=hang", "seed", Asker("ann"))
        pool.deadline = PATIENCE
        await pool.choose(a_view(), "greedy", "seed", Asker("ann"))
        assert pool.restarts == 1

    with_pool(use, deadline=1.0)


def test_a_search_respects_the_deadline(late: float) -> None:
    async def use(pool: WorkerPool) -> None:
        await pool._choose(a_view(), SLOW, "seed", Asker("ann"))
        assert pool.restarts == 0

    with_pool(use, deadline=late)


def test_the_number_of_waiting_jobs_is_bounded(
    tmp_path: Path, shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(shared.pool.queue.quotas, Kind.MOVE, Quota(9, 9, waiting=2))
    gate = tmp_path / "gate"

    async def use(pool: WorkerPool) -> None:
        first = ask(pool, f"{ODD},wait={gate}")
        await until(lambda: pool.thinking == 1)
        others = [ask(pool, "greedy", user) for user in ("bob", "cat")]
        await until(lambda: pool.waiting == 2)
        with pytest.raises(Busy, match=r"^The bots are busy: try again in a moment$"):
            await pool.choose(a_view(), "greedy", "seed", Asker("dan"))
        gate.touch()
        await asyncio.gather(first, *others)
        await pool.choose(a_view(), "greedy", "seed", Asker("dan"))

    shared(use)


def test_a_user_has_a_quota_of_jobs(
    tmp_path: Path, shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(shared.pool.queue.quotas, Kind.MOVE, Quota(guest=2, address=9, waiting=9))
    gate = tmp_path / "gate"

    async def use(pool: WorkerPool) -> None:
        jobs = [ask(pool, f"{ODD},wait={gate}"), ask(pool, "greedy")]
        await until(lambda: (pool.thinking, pool.waiting) == (1, 1))
        with pytest.raises(Busy):
            await pool.choose(a_view(), "greedy", "seed", Asker("ann"))
        jobs.append(ask(pool, "greedy", "bob"))
        gate.touch()
        await asyncio.gather(*jobs)
        await pool.choose(a_view(), "greedy", "seed", Asker("ann"))
        assert pool.queue.admitted("ann") == 0

    shared(use)


def test_users_take_turns_and_moves_come_before_analyses(tmp_path: Path, shared: Shared) -> None:
    gate, order = tmp_path / "gate", list[str]()

    async def named(name: str, job: Awaitable[object]) -> None:
        await job
        order.append(name)

    async def use(pool: WorkerPool) -> None:
        hog = ask(pool, f"{ODD},wait={gate}", "hog")
        await until(lambda: pool.thinking == 1)
        analysis = pool.analyse(a_view(), SIMS, 5.0, "seed", Asker("eve"))
        jobs = [asyncio.create_task(named("analysis", analysis))]
        for user in ("one", "one", "one", "two", "six", "two"):  # who have used nothing yet
            jobs.append(asyncio.create_task(named(user, ask(pool, "greedy", user))))
        await until(lambda: pool.waiting == 7)
        gate.touch()
        await asyncio.gather(hog, *jobs)

    shared(use)
    assert order == ["one", "two", "six", "one", "two", "one", "analysis"]


def test_analyses_leave_a_process_to_the_moves() -> None:
    async def use(pool: WorkerPool) -> None:
        await until(lambda: pool.ready == 2)
        asked = [
            pool.analyse(a_view(), 10**9, 60.0, "seed", Asker(user)) for user in ("ann", "bob")
        ]
        analyses = [asyncio.create_task(each) for each in asked]
        await until(lambda: pool.thinking == 1)
        await pool.choose(a_view(), "greedy", "seed", Asker("cat"))
        assert (pool.thinking, pool.waiting) == (1, 1)
        for each in analyses:
            await gone(each)

    with_pool(use, size=2, deadline=120.0)


def test_a_move_that_waits_for_too_long_is_refused(tmp_path: Path) -> None:
    gate = tmp_path / "gate"

    async def use(pool: WorkerPool) -> None:
        await until(lambda: pool.ready == 1)
        first = ask(pool, f"{ODD},wait={gate}")
        await until(lambda: pool.thinking == 1)
        with pytest.raises(Busy):
            await pool.choose(a_view(), "greedy", "seed", Asker("bob"))
        assert (pool.waiting, pool.queue.admitted("bob")) == (0, 0)
        gate.touch()
        await first  # it was thinking, not waiting

    with_pool(use, patience=0.1)


def test_a_move_waits_for_processes_that_are_being_started() -> None:
    async def use(pool: WorkerPool) -> None:
        assert pool.ready == 0
        pool.patience = 0.0
        job = ask(pool, "greedy")
        await until(lambda: pool.waiting == 1)
        pool.patience = PATIENCE
        await job

    with_pool(use)


def test_a_stream_of_jobs_gives_way_to_moves_and_waits_for_room(
    tmp_path: Path, shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("splendor.server.workers.pool.STREAM_PAUSE", 0.01)
    monkeypatch.setitem(shared.pool.queue.quotas, Kind.REVIEW, Quota(1, 1, waiting=1))
    gate, order = tmp_path / "gate", list[str]()
    requests = [Analyse(a_view(seed=seed), "seed", 2, 5.0, 1) for seed in (1, 2, 3)]

    async def review(pool: WorkerPool, guest: str) -> None:
        async for reply in pool.stream(requests, Asker(guest, guest)):
            assert len(reply["candidates"]) == 1
            order.append(guest)

    async def use(pool: WorkerPool) -> None:
        first = ask(pool, f"{ODD},wait={gate}")
        await until(lambda: pool.thinking == 1)
        reviews = [asyncio.create_task(review(pool, guest)) for guest in ("ann", "bob")]
        await until(lambda: pool.queue.waiting(Kind.REVIEW) == 1)
        move = ask(pool, "greedy", "cat")
        move.add_done_callback(lambda _: order.append("move"))
        gate.touch()
        await asyncio.gather(first, move, *reviews)

    shared(use)
    assert order[0] == "move"
    assert sorted(order[1:]) == ["ann"] * 3 + ["bob"] * 3


def test_every_kind_of_job_has_room_of_its_own() -> None:
    assert set(QUOTAS) == set(Kind)


# Cancelled callers


def test_a_job_is_dropped_if_its_caller_is_cancelled_before_it_starts(
    tmp_path: Path, shared: Shared
) -> None:
    gate, mark = tmp_path / "gate", tmp_path / "asked"

    async def use(pool: WorkerPool) -> None:
        first = ask(pool, f"{ODD},wait={gate}")
        await until(lambda: pool.thinking == 1)
        dropped = ask(pool, f"{ODD},leave={mark}", "bob")
        await until(lambda: pool.waiting == 1)
        other = ask(pool, "greedy", "cat")
        await gone(dropped)
        gate.touch()
        await asyncio.gather(first, other)
        assert not mark.exists()
        assert pool.queue.admitted("ann") == 0

    shared(use)


def test_other_jobs_continue_when_a_caller_is_cancelled(tmp_path: Path, shared: Shared) -> None:
    gate = tmp_path / "gate"

    async def use(pool: WorkerPool) -> None:
        left = ask(pool, f"{ODD},wait={gate}")
        await until(lambda: pool.thinking == 1)
        other = ask(pool, "greedy", "bob")
        await gone(left)
        assert pool.queue.admitted("ann") == 1  # it still occupies a process
        gate.touch()
        await other
        assert pool.queue.admitted("ann") == 0
        assert pool.restarts == 0

    shared(use)


def test_a_search_of_the_analysis_board_ends_when_its_caller_is_cancelled(shared: Shared) -> None:
    view, forever = a_view(seed=7), 10.0

    async def use(pool: WorkerPool) -> None:
        await pool.explore(Explore(view, "s", 50, forever), Asker("ann"))  # everything is loaded
        left = asyncio.create_task(pool.explore(Explore(view, "s", 10**8, forever), Asker("ann")))
        await until(lambda: pool.thinking == 1)
        await asyncio.sleep(0.3)
        begin = time.monotonic()
        await gone(left)
        await until(lambda: pool.thinking == 0)
        assert time.monotonic() - begin < forever / 5  # a busy machine; alone it takes 10 ms
        found = await pool.explore(Explore(view, "s", 60, forever), Asker("ann"))
        assert found["simulations"] > 60  # it goes on with what was found
        assert pool.queue.admitted("ann") == pool.restarts == 0

    shared(use)


def test_giving_up_concerns_only_what_was_sent_before() -> None:
    inbox = Inbox()
    for message in (b"first", GIVE_UP, b"second"):
        inbox.put(message)
    assert (inbox.take(), inbox.is_given_up()) == (b"first", True)
    assert (inbox.take(), inbox.is_given_up()) == (b"second", False)
    inbox.put(GIVE_UP)
    assert inbox.is_given_up()


# Secrets


@pytest.mark.parametrize("rules", GAMES)
def test_the_bytes_sent_to_a_process_do_not_depend_on_hidden_cards(
    rules: str, monkeypatch: pytest.MonkeyPatch, shared: Shared
) -> None:
    sent: list[bytes] = []
    give = Worker.give

    def spy(worker: Worker, job: Job) -> None:
        sent.append(job.request)
        give(worker, job)

    monkeypatch.setattr(Worker, "give", spy)

    async def use(pool: WorkerPool) -> None:
        for number, game in enumerate(midgames(rules, 20)):
            elsewhere = game.view(game.active).imagine(number)
            assert elsewhere.position != game.position
            for same in (game, elsewhere):
                view = same.view(same.active)
                await pool.choose(view, "greedy", "seed", Asker("ann"))
                await pool.analyse(view, 2, 1.0, "seed", Asker("ann"), most=1)
            assert sent[-4:-2] == sent[-2:]

    shared(use)
    assert len(set(sent)) == 40
    assert not isinstance(pickle.loads(sent[0]), Game)


@pytest.mark.parametrize("rules", GAMES)
def test_a_part_of_a_review_is_answered(shared: Shared, rules: str) -> None:
    request = sample(rules)

    async def use(pool: WorkerPool) -> None:
        answer = await pool.review(request, Asker("anna"))
        assert answer["decision"]["move"] == str(request.position.moves[0])
        assert answer["turn"] is None or answer["turn"]["seat"] == request.position.at(0).active
        look = Look(request.position, (0,), request.how)
        assert len((await pool.review(look, Asker("anna")))["suspicions"]) == 1

    shared(use)
