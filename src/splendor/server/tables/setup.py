"""Table setup: the first event of a new table, of one that begins with a position, of a rematch, or
of a fork of a finished game.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from splendor.outcome import CONCLUSIONS
from splendor.ruleset import ruleset_of
from splendor.server.bodies import NewClock, NewSeat, NewTable
from splendor.server.position_texts import read_view
from splendor.server.refusals import require
from splendor.server.tables.commands import Person, check_level
from splendor.server.tables.events import (
    BOT,
    OPEN,
    PERSON,
    ClockRule,
    Created,
    ForkSource,
    SeatSetup,
)
from splendor.server.tables.state import OVER, TableState
from splendor.server.workers.pool import OFFERED_BOTS

LEAST_SECONDS = 10  # of a clock for the whole game


def new_table_event(who: Person, request: NewTable, rules: str, options: dict[str, Any]) -> Created:
    return Created(
        rules=rules,
        options=options,
        seats=[seat_setup(who, each) for each in request.seats],
        commitment="",
        owner=who.player,
        clock=clock_rule(request.clock) if request.clock else None,
        spectators=request.spectators,
        hints=request.hints,
    )


def position_event(who: Person, request: NewTable) -> Created:
    """A table that begins with a position. What the player to move cannot see is dealt anew, so
    that whoever sent the position does not know it either.
    """
    view = read_view(request.position)
    require(not view.is_over, "nothing_to_decide")
    require(len(request.seats) == view.players, "fork_seats", seats=view.players)
    require(any(each.who != "bot" for each in request.seats), "no_person")
    options = view.ruleset.changed_options(view.rules, view.options)
    options.pop("players", None)
    plan = new_table_event(who, request, view.rules, options)
    return structs.replace(plan, position=view.position)


def clock_rule(clock: NewClock) -> ClockRule:
    counts_seconds = clock.seconds >= LEAST_SECONDS and not clock.days
    counts_days = clock.days > 0 and not clock.seconds and not clock.increment
    require(counts_seconds or counts_days, "bad_clock", least=LEAST_SECONDS)
    return ClockRule(clock.seconds, clock.increment, clock.days)


def options_of(request: NewTable) -> dict[str, Any]:
    return changed_options(request.rules, request.options, len(request.seats))


def changed_options(rules: str, given: Mapping[str, object], players: int) -> dict[str, Any]:
    """The options that differ from those of the rule set, or a refusal if one is not allowed."""
    ruleset = ruleset_of(rules)
    made = ruleset.make_options(rules, {**given, "players": players})
    options = ruleset.changed_options(rules, made)
    options.pop("players", None)
    return options


def options_with(setup: Created, kept: list[int]) -> dict[str, Any]:
    """The options of a table of which only some seats are kept. An option that names a seat names
    the same person; without that seat, it is the rule set's own.
    """
    declared = {each.name: each for each in ruleset_of(setup.rules).options.all}
    given: dict[str, Any] = {}
    for name, value in setup.options.items():
        names_seat = declared[name].kind == "seat" and isinstance(value, int)
        if not names_seat:
            given[name] = value
        elif value in kept:
            given[name] = kept.index(value)
    return changed_options(setup.rules, given, len(kept))


def seat_setup(who: Person, request: NewSeat) -> SeatSetup:
    match request.who:
        case "me":
            return SeatSetup(PERSON, who.player, who.name)
        case "bot":
            require(request.level, "no_bot", known=OFFERED_BOTS)
            return SeatSetup(BOT, level=check_level(request.level))
        case _:
            return SeatSetup(OPEN)


# The names of bots by seat, as the pages have them: in a rematch each bot keeps its own.
BOTS_BY_SEAT = ("Ottavia", "Marek", "Lin", "Nadia")


def rematch_event(who: Person, former: TableState) -> Created:
    """A rematch: the same people, bots and rules, everybody one seat further, a new deal."""
    called = [
        each.name or (BOTS_BY_SEAT[seat] if each.kind == BOT else "")
        for seat, each in enumerate(former.seats)
    ]
    seats = [
        SeatSetup(each.kind, each.player, name, each.level)
        for name, each in zip(called, former.seats, strict=True)
    ]
    further = [seats[-1], *seats[:-1]]
    return structs.replace(
        former.setup,
        seats=further,
        owner=who.player,
        spectators=former.spectators,
        former=former.id,
        fork=None,
        position="",
    )


def fork_event(who: Person, request: NewTable, source: TableState, ply: int) -> Created:
    """A table that continues a finished game; forks of private games stay private."""
    fork, rule = fork_of(source, ply, len(request.seats)), source.setup
    require(any(each.who != "bot" for each in request.seats), "no_person")
    plan = new_table_event(who, request, rule.rules, rule.options)
    return structs.replace(
        plan,
        spectators=plan.spectators and source.spectators,
        fork=fork,
        position=rule.position,
    )


def fork_of(source: TableState, ply: int, seats: int) -> ForkSource:
    """A finished game after its first `ply` decisions; nothing of it is hidden any more."""
    require(source.status == OVER, "not_over", what="fork")
    require(seats == len(source.seats), "fork_seats", seats=len(source.seats))
    moves, outcome = source.dealt_game.moves, source.dealt_game.outcome
    assert outcome is not None
    last = len(moves) - (
        outcome.reason not in CONCLUSIONS
    )  # after the last move of a finished game nothing is left to play
    require(ply <= last, "fork_ply", last=last)
    return ForkSource(source.id, ply, source.nonces, [str(move) for move in moves[:ply]])
