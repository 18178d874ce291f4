"""The queue of jobs: urgency, fair shares of guests and addresses, quotas."""

import asyncio
from collections.abc import Iterator

import pytest

from splendor.server.workers.queue import QUOTAS, Asker, Busy, Job, JobQueue, Kind, Quota

ROOM = {kind: Quota(99, 99, 99) for kind in Kind}


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    with asyncio.Runner() as runner:
        yield runner.get_loop()


def a_job(
    loop: asyncio.AbstractEventLoop, guest: str, address: str = "", kind: Kind = Kind.MOVE
) -> Job:
    return Job(kind, Asker(guest, address), b"", loop.create_future())


def order_of(queue: JobQueue, seconds: dict[str, float] | None = None) -> list[str]:
    """The guests in the order in which they are served. `seconds`: how long their jobs take."""
    order = []
    while job := queue.take():
        order.append(job.who.guest)
        queue.charge(job, (seconds or {}).get(job.who.guest, 0.1))
        queue.forget(job)
    return order


def test_guests_take_turns_however_many_jobs_they_have(loop: asyncio.AbstractEventLoop) -> None:
    queue = JobQueue(ROOM)
    for guest in ("ann", "ann", "ann", "bob", "cat", "bob"):
        queue.put(a_job(loop, guest))
    assert order_of(queue) == ["ann", "bob", "cat", "ann", "bob", "ann"]


def test_addresses_take_turns_however_many_guests_they_have(
    loop: asyncio.AbstractEventLoop,
) -> None:
    queue = JobQueue(ROOM)
    for number in range(4):
        queue.put(a_job(loop, f"m{number}", "mallory's"))
    for guest in ("ann", "bob"):
        queue.put(a_job(loop, guest, "home"))
    assert order_of(queue) == ["m0", "ann", "m1", "bob", "m2", "m3"]


def test_long_jobs_count_for_more_than_short_ones(loop: asyncio.AbstractEventLoop) -> None:
    queue = JobQueue(ROOM)
    for guest in ("slow", "quick") * 4:
        queue.put(a_job(loop, guest))
    order = order_of(queue, {"slow": 3.0})
    assert order == ["slow", "quick", "quick", "quick", "slow", "quick", "slow", "slow"]


def test_nobody_saves_up_time_by_doing_nothing(loop: asyncio.AbstractEventLoop) -> None:
    queue = JobQueue(ROOM)
    for _ in range(10):
        queue.put(a_job(loop, "ann"))
    for _ in range(5):
        queue.take()
    for _ in range(5):
        queue.put(a_job(loop, "bob"))
    assert order_of(queue)[:6] == ["bob", "ann", "bob", "ann", "bob", "ann"]


def test_moves_come_before_hints_before_analyses_before_reviews(
    loop: asyncio.AbstractEventLoop,
) -> None:
    queue = JobQueue(ROOM)
    for kind in reversed(Kind):
        queue.put(a_job(loop, kind.name, kind=kind))
    assert queue.take(Kind.MOVE) is not None
    assert queue.take(Kind.MOVE) is None  # the others are less urgent
    assert order_of(queue) == ["HINT", "ANALYSIS", "REVIEW", "BOARD"]


@pytest.mark.parametrize(
    "whose",
    [("ann", "home"), ("ann", "another"), ("bob", "home")],
    ids=["both", "guest", "address"],
)
def test_guests_and_addresses_have_quotas(
    loop: asyncio.AbstractEventLoop, whose: tuple[str, str]
) -> None:
    quota = Quota(guest=2, address=2, waiting=9)
    queue = JobQueue({**ROOM, Kind.HINT: quota})
    jobs = [a_job(loop, "ann", "home", Kind.HINT) for _ in range(2)]
    for job in jobs:
        queue.put(job)
    with pytest.raises(Busy):
        queue.put(a_job(loop, *whose, Kind.HINT))
    queue.put(a_job(loop, "bob", "another", Kind.HINT))
    queue.put(a_job(loop, *whose, Kind.MOVE))  # each kind has a quota of its own
    assert queue.remove(jobs[0])
    assert not queue.remove(jobs[0])
    queue.forget(jobs[0])
    queue.put(a_job(loop, *whose, Kind.HINT))


def test_waiting_hints_leave_room_for_moves(loop: asyncio.AbstractEventLoop) -> None:
    queue = JobQueue()
    for number in range(QUOTAS[Kind.HINT].waiting):
        queue.put(a_job(loop, f"g{number}", f"a{number}", Kind.HINT))
    with pytest.raises(Busy):
        queue.put(a_job(loop, "ann", "home", Kind.HINT))
    queue.put(a_job(loop, "ann", "home", Kind.MOVE))
    job = queue.take()
    assert job is not None
    assert job.kind is Kind.MOVE


def test_a_job_that_is_repeated_comes_first_again(loop: asyncio.AbstractEventLoop) -> None:
    queue = JobQueue(ROOM)
    jobs = [a_job(loop, "ann") for _ in range(2)]
    for job in jobs:
        queue.put(job)
    assert queue.take() is jobs[0]
    queue.put_back(jobs[0])
    assert queue.take() is jobs[0]


def test_the_queue_forgets_those_without_jobs(
    loop: asyncio.AbstractEventLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("splendor.server.workers.queue.MAX_NAMES", 10)
    queue = JobQueue(ROOM)
    for number in range(50):
        queue.put(a_job(loop, f"g{number}", f"a{number}"))
        assert len(order_of(queue)) == 1
    assert len(queue) == 0
    assert not queue._jobs
    assert len(queue._guests) <= 10
    assert len(queue._addresses) <= 10


def test_an_ipv6_subscriber_has_one_share() -> None:
    """A subscriber's /56 has 256 networks of size /64."""
    assert Asker("ann", "2001:db8:1:2::/64") == Asker("ann", "2001:db8:1:3::/64")
    assert Asker("ann", "2001:db8:1:2::/64") != Asker("ann", "2001:db8:1:102::/64")
    assert Asker("ann", "192.0.2.1").address == "192.0.2.1"
    assert Asker("ann").address == ""
