"""What is wrong with the server: each fault has a line in the log, a metric and a state in health.

A fault lasts from its first occurrence until it is over. Only its beginning and its end are logged,
so that a fault that keeps recurring does not fill the log. The methods may be called in any thread.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from splendor.server.logs import log

READY, DEGRADED, NO_STORE, NO_ROOM = "ready", "degraded", "no store", "no room"


@dataclass(frozen=True, slots=True)
class Kind:
    """`says`: what is wrong, and what to do. `status`: of the whole server while it lasts.

    With `lasts`, the fault is over that many seconds after it last occurred; otherwise it ends when
    somebody says so, or with the server.
    """

    says: str
    status: str = DEGRADED
    lasts: float | None = None
    is_error: bool = False  # it is logged as an error although the server is ready

    @property
    def level(self) -> str:
        return "error" if self.is_error or self.status != DEGRADED else "warning"


KINDS: Final[Mapping[str, Kind]] = {
    "disk_full": Kind("the disk is full: moves are refused until there is room", NO_STORE),
    "disk_error": Kind("the disk does not take or give data: look at the system's log", NO_STORE),
    "unreachable": Kind("the database does not answer: start it again", NO_STORE),
    "writes_refused": Kind("the database refuses changes: look at its log", NO_STORE),
    "descriptors": Kind(
        "no descriptors are left for further connections: raise LimitNOFILE", NO_ROOM, 10.0
    ),
    "change_refused": Kind("a change was refused that the database should take", lasts=60.0),
    "damaged": Kind("pages of the database are damaged: restore a backup", is_error=True),
    "disk_low": Kind("there is little room on the disk: make room"),
    "log_not_copied": Kind("SQLite's write-ahead log grows: it cannot be copied to the database"),
    "store_queue": Kind("writes wait for the disk: it is slow"),
    "bots_queue": Kind("many jobs wait for a bot: more processes (--bots) help"),
    "weakened": Kind("a weaker bot chose moves: more processes (--bots) help", lasts=60.0),
}
WRITE_FAULTS: Final = ("disk_full", "disk_error", "unreachable", "writes_refused")
HOLD = 2.0  # seconds that a fault lasts at least, so that one that comes and goes is logged once


@dataclass(slots=True)
class Fault:
    code: str
    since: float
    last: float
    count: int = 0

    @property
    def kind(self) -> Kind:
        return KINDS[self.code]


class Faults:
    """The faults that last, and how often each kind has occurred."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.counts: Counter[str] = Counter()
        self._clock = clock
        self._lasting: dict[str, Fault] = {}
        self._lock = threading.Lock()

    def occurred(self, code: str) -> None:
        """This fault is there now."""
        now = self._clock()
        with self._lock:
            self.counts[code] += 1
            is_new = code not in self._lasting
            fault = self._lasting.setdefault(code, Fault(code, now, now))
            fault.last = now
            fault.count += 1
        if is_new:
            kind = KINDS[code]
            getattr(log, kind.level)("a fault begins", fault=code, says=kind.says)

    def over(self, *codes: str) -> None:
        """These faults, if they last, are over, unless they occurred just now."""
        if self._lasting:
            self._end(fault for fault in self._known() if fault.code in codes)

    def set(self, code: str, is_there: bool) -> None:
        (self.occurred if is_there else self.over)(code)

    def lasting(self) -> list[Fault]:
        """The present faults, those that keep the server from being ready first."""
        self._end(each for each in self._known() if each.kind.lasts)
        return sorted(self._known(), key=lambda each: list(KINDS).index(each.code))

    def _known(self) -> list[Fault]:
        with self._lock:
            return list(self._lasting.values())

    def _end(self, faults: Iterable[Fault]) -> None:
        now = self._clock()
        for fault in faults:
            with self._lock:
                if fault.last + (fault.kind.lasts or HOLD) > now:
                    continue
                ended = self._lasting.pop(fault.code, None)
            if ended:
                seconds = round(now - ended.since, 1)
                log.info("a fault is over", fault=ended.code, seconds=seconds, count=ended.count)

    @property
    def status(self) -> str:
        """The status of the worst fault; `ready` if there is none."""
        found = {fault.kind.status for fault in self.lasting()}
        return next((each for each in (NO_STORE, NO_ROOM, DEGRADED) if each in found), READY)
