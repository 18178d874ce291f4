"""Questions to the other players: undo a move, abandon the game, let a bot play for somebody.

A question has an id, the number of its event, and an answer names it: an answer to an earlier
question does not count for a later one.
"""

from splendor.server.messages import Answer, AskFor
from splendor.server.refusals import require
from splendor.server.tables.commands import (
    Person,
    Presence,
    own_seats,
    plays_alone,
    require_playing,
    reveals_something,
    usual_level,
)
from splendor.server.tables.events import (
    ABANDON,
    IDLE,
    REPLACE,
    UNDO,
    Answered,
    AnyEvent,
    Asked,
    Concluded,
    Replaced,
    Undone,
)
from splendor.server.tables.state import TableState


def ask(
    state: TableState, who: Person, command: AskFor, presence: Presence
) -> tuple[AnyEvent, ...]:
    """Ask the others; do it at once if there are none. Nobody waits for people who are absent for
    long, except that no move is taken back without their consent.
    """
    require_say(state, who)
    asked = asked_for(state, who, command, presence)
    if is_asked_by_another(state, asked):
        return answer(state, who, Answer(command.id, True, state.asked_at), presence)
    decides_alone = asked.what == REPLACE and who.player == state.host
    if decides_alone or not needed(state, asked, presence):
        return (carried_out(state, asked, presence),)
    return (asked,)


def is_asked_by_another(state: TableState, asked: Asked) -> bool:
    """Whether another person has asked for the same. Each undo is for one's own move."""
    known = state.question
    if known is None or known.player == asked.player or asked.what == UNDO:
        return False
    return (known.what, known.seat) == (asked.what, asked.seat)


def asked_for(state: TableState, who: Person, command: AskFor, presence: Presence) -> Asked:
    match command.what:
        case "undo":
            return Asked(who.player, UNDO, undo_to(state, who))
        case "replace":
            seat = command.seat
            require(seat is not None and seat == presence.idle, "not_idle")
            require(seat not in state.seats_of(who.player), "own_seat")
            return Asked(who.player, REPLACE, seat=seat)
        case _:
            return Asked(who.player, ABANDON)


def needed(state: TableState, asked: Asked, presence: Presence) -> set[str]:
    """The people who have to agree."""
    others = state.active_people - {asked.player}
    if asked.what != UNDO:
        others -= presence.absent
    if asked.seat is not None:
        others.discard(state.seats[asked.seat].player)
    return others


def carried_out(state: TableState, asked: Asked, presence: Presence) -> AnyEvent:
    if asked.what == UNDO:
        return Undone(asked.kept)
    if asked.what == ABANDON:
        return Concluded("abandoned", [])
    assert asked.seat is not None
    require(asked.seat == presence.idle, "not_idle")
    return Replaced(asked.seat, usual_level(state), IDLE)


def answer(
    state: TableState, who: Person, command: Answer, presence: Presence
) -> tuple[AnyEvent, ...]:
    """Answer a question; the last consent that is needed carries it out."""
    require_say(state, who)
    asked = state.question
    require(asked, "not_asked")
    assert asked is not None
    require(command.question in (0, state.asked_at), "other_question")
    if who.player == asked.player:
        require(not command.yes, "own_question")
        return (Answered(who.player, False),)
    require(asked.seat not in state.seats_of(who.player), "own_seat")
    reply = Answered(who.player, command.yes)
    missing = needed(state, asked, presence) - state.agreed - {who.player}
    if not command.yes or missing:
        return (reply,)
    if asked.what == UNDO:
        require_nothing_shown(state, asked.kept)  # a bot may have moved since
    return (reply, carried_out(state, asked, presence))


def require_say(state: TableState, who: Person) -> None:
    """People who have given up have no say, unless nobody plays any more."""
    own_seats(state, who)
    require_playing(state)
    plays = who.player in state.active_people or not state.active_people
    require(plays, "bot")


def undo_to(state: TableState, who: Person) -> int:
    """The number of decisions that remain when a person's last confirm is undone."""
    seats = state.seats_of(who.player)
    mine = [confirm for confirm in state.confirms if confirm.seat in seats]
    require(mine, "nothing")
    kept = mine[-1].before
    require_nothing_shown(state, kept)
    return kept


def require_nothing_shown(state: TableState, since: int) -> None:
    """Between people, moves that revealed something cannot be undone."""
    shown = not plays_alone(state) and reveals_something(state.dealt_game, since)
    require(not shown, "revealed")
