"""Clocks: what a move costs, what an undo takes back, and when a turn is due.

A clock counts the seconds of a whole game, or the days of each turn. While a table is in memory,
seconds are measured by the monotonic clock and stand still when the server is down. They run from
the first move on: whoever begins has time to arrive. Days end at a
time of day, wherever the table is.
"""

from msgspec import structs

from splendor.server.messages import Clock
from splendor.server.refusals import RequestRefused, require
from splendor.server.tables.commands import Decision
from splendor.server.tables.events import AnyEvent, Moved, Undone
from splendor.server.tables.state import DAY, TableState, increment_of

DOWNTIME_GRACE = 3600 * 1000  # milliseconds after a start in which nobody loses on days


def with_clocks(state: TableState, decided: Decision, elapsed: int, is_due: bool) -> Decision:
    """The decision with the clock times that remain; refused if the time of the turn is up.

    `elapsed` are the milliseconds since the present decision began; `is_due` says that the days of
    the turn are over.
    """
    first, last = decided.events[0], decided.events[-1]
    if isinstance(first, Moved):
        require(not is_due, "time")
        if state.clocks and decided.game is not None:
            left = clocks_after(state, elapsed)
            if left[first.seat] <= 0:
                raise RequestRefused("time")
            left[first.seat] += increment_of(state.setup, state.dealt_game.turn, decided.game)
            return Decision((structs.replace(first, clocks=left),), decided.game)
    if isinstance(last, Undone) and state.clocks:
        undone: AnyEvent = structs.replace(last, clocks=clocks_undone(state, last.kept, elapsed))
        return Decision((*decided.events[:-1], undone))
    return decided


def clocks_after(state: TableState, elapsed: int) -> list[int]:
    """The clocks when the deciding person has used this time."""
    left, seat = list(state.clocks), state.deciding_person
    if seat is not None and state.is_clock_running:
        left[seat] -= elapsed
    return left


def clocks_undone(state: TableState, kept: int, elapsed: int) -> list[int]:
    """The clocks after an undo: no time comes back, and what the undone moves added is lost."""
    left = clocks_after(state, elapsed)
    for confirm in state.confirms:
        if confirm.before >= kept:
            left[confirm.seat] -= confirm.gained
    changed = [now for now, before in zip(left, state.clocks, strict=True) if now != before]
    require(all(now > 0 for now in changed), "undo_time")
    return left


def wire_clock(state: TableState, elapsed: int, until_due: int) -> Clock | None:
    """The clocks as they are sent. `until_due` are the milliseconds until the turn is due."""
    rule, seat = state.setup.clock, state.deciding_person if state.is_clock_running else None
    if rule is None:
        return None
    if not rule.days:
        left = [max(0, each) for each in clocks_after(state, elapsed)]
        return Clock(rule.seconds, rule.increment, left, seat)
    left = [rule.days * DAY] * len(state.seats)
    if seat is not None:
        left[seat] = max(0, until_due)
    return Clock(rule.seconds, rule.increment, left, seat, rule.days)
