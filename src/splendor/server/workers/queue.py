"""The queue of jobs for bot processes: kinds in order of urgency, fair shares, and quotas.

Shares belong to people: addresses take turns, and at each address its guests. Whoever has used less
of the processes' time is next. A guest with many tables, or an address with many guests, waits for
its own jobs and not the others for them.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from splendor.server.addresses import subscriber_of
from splendor.server.refusals import RequestRefused
from splendor.server.workers.bot_worker import WorkerReply


class Kind(IntEnum):
    """Kinds of jobs, the most urgent first. A game waits for a move, a person for a hint; a review
    of a whole game consists of many jobs, each of which lets more urgent ones pass. The analysis
    board thinks when nothing else is to be done.
    """

    MOVE = 0
    HINT = 1
    ANALYSIS = 2
    REVIEW = 3
    BOARD = 4


@dataclass(frozen=True, slots=True)
class Quota:
    """How many jobs of a kind may wait or run: of one guest, of one address; `waiting`: of all."""

    guest: int
    address: int
    waiting: int


# Each kind has room of its own: hints never take the room of moves.
QUOTAS: Final[Mapping[Kind, Quota]] = {
    Kind.MOVE: Quota(guest=32, address=128, waiting=512),
    Kind.HINT: Quota(guest=2, address=8, waiting=32),
    Kind.ANALYSIS: Quota(guest=1, address=4, waiting=16),
    Kind.REVIEW: Quota(guest=1, address=4, waiting=16),
    Kind.BOARD: Quota(guest=1, address=4, waiting=16),
}
MAX_NAMES = 1_000  # guests and addresses whose time is remembered
LEAST_COST = 1.0  # seconds that a job counts at least, so that quick jobs take turns


class Busy(RequestRefused):
    """Too many jobs are waiting. The request itself is valid."""

    def __init__(self, code: str = "busy") -> None:
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class Asker:
    """For whom a job is done: a guest, and the address that they were last seen at. Of an IPv6
    address it is the /56: a subscriber has many smaller networks, and one share.
    """

    guest: str
    address: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "address", subscriber_of(self.address))


@dataclass(eq=False, slots=True)
class Job:
    """A request and the future of its reply."""

    kind: Kind
    who: Asker
    request: bytes = field(repr=False)
    answer: asyncio.Future[WorkerReply] = field(repr=False)
    tries: int = 0
    patience: asyncio.TimerHandle | None = None  # fails the job if it waits for too long


class Shares:
    """The time that each name has used. A new name starts with as much as the last one served."""

    def __init__(self) -> None:
        self._used: dict[str, float] = {}
        self._floor = 0.0

    def __len__(self) -> int:
        return len(self._used)

    def next(self, names: Iterable[str]) -> str:
        """The name that has used least; of several, the first."""
        return min(names, key=self._of)

    def charge(self, name: str, seconds: float) -> None:
        self._used[name] = self._of(name) + seconds

    def serve(self, name: str) -> None:
        """This name is served now: nobody may have saved up more time than it."""
        self._floor = max(self._floor, self._of(name))
        self.charge(name, LEAST_COST)
        if len(self._used) > MAX_NAMES:  # forget those who have used least
            self._floor = sorted(self._used.values())[MAX_NAMES // 2]
        self._used = {other: used for other, used in self._used.items() if used > self._floor}

    def _of(self, name: str) -> float:
        return max(self._floor, self._used.get(name, 0.0))


class JobQueue:
    """Waiting jobs, and the number of jobs of each guest and address, running ones included."""

    def __init__(self, quotas: Mapping[Kind, Quota] = QUOTAS) -> None:
        self.quotas = dict(quotas)
        # By kind, address and guest: those who have waited longest first.
        self._waiting: dict[Kind, dict[str, dict[str, deque[Job]]]] = {kind: {} for kind in Kind}
        self._addresses, self._guests = Shares(), Shares()
        self._jobs: Counter[tuple[Kind, str, str]] = Counter()  # kind, whose, guest or address

    def __len__(self) -> int:
        return sum(map(self.waiting, Kind))

    @property
    def is_crowded(self) -> bool:
        """Whether half the room of a kind is taken."""
        return any(2 * self.waiting(kind) >= self.quotas[kind].waiting for kind in Kind)

    def waiting(self, kind: Kind) -> int:
        """How many jobs of this kind wait for a process."""
        guests = (guests for guests in self._waiting[kind].values())
        return sum(len(jobs) for each in guests for jobs in each.values())

    def admitted(self, guest: str) -> int:
        """How many jobs of this guest wait or run."""
        return sum(self._jobs[kind, "guest", guest] for kind in Kind)

    def require_room(self, kind: Kind, who: Asker) -> None:
        """Raise `Busy` if such a job would be refused now."""
        quota = self.quotas[kind]
        if (
            self.waiting(kind) >= quota.waiting
            or self._jobs[kind, "guest", who.guest] >= quota.guest
            or (who.address and self._jobs[kind, "address", who.address] >= quota.address)
        ):
            raise Busy

    def put(self, job: Job) -> None:
        """Admit a job, or raise `Busy`."""
        self.require_room(job.kind, job.who)
        self._count(job, 1)
        self._line_of(job).append(job)

    def put_back(self, job: Job) -> None:
        """Let a job that was taken wait again, before the other jobs of its guest."""
        self._line_of(job).appendleft(job)

    def take(self, least: Kind = Kind.BOARD) -> Job | None:
        """The next job that is at least as urgent as `least`, if there is one."""
        for kind in Kind:
            if self._waiting[kind] and kind <= least:
                return self._take(self._waiting[kind])
        return None

    def _take(self, addresses: dict[str, dict[str, deque[Job]]]) -> Job:
        address = self._addresses.next(addresses)
        guest = self._guests.next(addresses[address])
        self._addresses.serve(address)
        self._guests.serve(guest)
        job = addresses[address][guest][0]
        self._drop(job)
        # Whoever has been served goes behind the others.
        if address in addresses:
            guests = addresses.pop(address)
            addresses[address] = guests
            if guest in guests:
                guests[guest] = guests.pop(guest)
        return job

    def charge(self, job: Job, seconds: float) -> None:
        """Count the time that a job has taken."""
        more = max(0.0, seconds - LEAST_COST)
        self._addresses.charge(job.who.address, more)
        self._guests.charge(job.who.guest, more)

    def remove(self, job: Job) -> bool:
        """Remove a job. Returns whether it was waiting here."""
        found = job in self._waiting[job.kind].get(job.who.address, {}).get(job.who.guest, ())
        if found:
            self._drop(job)
        return found

    def forget(self, job: Job) -> None:
        """A job has ended, or was removed: it counts for no quota any more."""
        self._count(job, -1)

    def _line_of(self, job: Job) -> deque[Job]:
        guests = self._waiting[job.kind].setdefault(job.who.address, {})
        return guests.setdefault(job.who.guest, deque())

    def _drop(self, job: Job) -> None:
        """Remove a waiting job, and whatever becomes empty."""
        addresses = self._waiting[job.kind]
        guests = addresses[job.who.address]
        guests[job.who.guest].remove(job)
        if not guests[job.who.guest]:
            del guests[job.who.guest]
        if not guests:
            del addresses[job.who.address]

    def _count(self, job: Job, change: int) -> None:
        for whose, name in (("guest", job.who.guest), ("address", job.who.address)):
            self._jobs[job.kind, whose, name] += change
            if not self._jobs[job.kind, whose, name]:
                del self._jobs[job.kind, whose, name]
