"""What a new table is to be: as somebody wishes it, as a rematch, or going on from another game."""

from typing import Any

from msgspec import structs

from splendor.outcome import CONCLUSIONS
from splendor.ruleset import ruleset_of
from splendor.server.bodies import ChairWish, NewTable
from splendor.server.tables.commands import Person, check_level, require
from splendor.server.tables.events import BOT, OPEN, PERSON, Chair, ClockRule, Created, Fork
from splendor.server.tables.state import OVER, Story


def planned(who: Person, wish: NewTable, rules: str, options: dict[str, Any]) -> Created:
    people = sum(each.who != "bot" for each in wish.seats)
    require(people, "no_person", "at least one seat must be for a person")
    return Created(
        rules=rules,
        options=options,
        chairs=[chair_for(who, each) for each in wish.seats],
        commitment="",
        owner=who.player,
        clock=ClockRule(wish.clock.seconds, wish.clock.increment) if wish.clock else None,
        spectators=wish.spectators,
    )


def options_of(wish: NewTable) -> dict[str, Any]:
    """The options that differ from those of the rule set."""
    ruleset = ruleset_of(wish.rules)
    given: dict[str, object] = {**wish.options, "players": len(wish.seats)}
    options = ruleset.changed_options(wish.rules, ruleset.make_options(wish.rules, given))
    options.pop("players", None)
    return options


def chair_for(who: Person, wish: ChairWish) -> Chair:
    match wish.who:
        case "me":
            return Chair(PERSON, who.player, who.name)
        case "bot":
            require(wish.level, "no_bot", "say which bot: its level is missing")
            return Chair(BOT, level=check_level(wish.level))
        case _:
            return Chair(OPEN)


def planned_again(who: Person, former: Story) -> Created:
    """A rematch: the same people and rules, everybody one seat further, another deal."""
    chairs = [Chair(chair.kind, chair.player, chair.name, chair.level) for chair in former.seats]
    further = [chairs[-1], *chairs[:-1]]
    return structs.replace(
        former.rule, chairs=further, owner=who.player, former=former.id, fork=None
    )


def forked(who: Person, wish: NewTable, source: Story, ply: int) -> Created:
    """A table that goes on from a finished game; that of a private one is private."""
    fork, rule = fork_of(source, ply, len(wish.seats)), source.rule
    plan = planned(who, wish, rule.rules, rule.options)
    return structs.replace(plan, spectators=plan.spectators and rule.spectators, fork=fork)


def fork_of(source: Story, ply: int, seats: int) -> Fork:
    """A finished game as it was after so many decisions: of it, nothing is hidden any more."""
    over = "only a finished game can be played on: of a running one something is hidden"
    require(source.status == OVER, "not_over", over)
    require(seats == len(source.seats), "refused", f"that game has {len(source.seats)} seats")
    moves, outcome = source.playing.moves, source.playing.outcome
    assert outcome is not None
    last = len(moves) - (outcome.reason not in CONCLUSIONS)  # after its last move it was over
    require(ply <= last, "refused", f"that game can be played on after 0 to {last} decisions")
    return Fork(source.id, ply, source.nonces, [str(move) for move in moves[:ply]])
