"""Bots in place of people, and what the host of a table may do.

The host is the person who opened the table, or the next one who plays when they leave or give up.
"""

from splendor.server.messages import Admit, CallBot
from splendor.server.refusals import require
from splendor.server.tables.commands import (
    Person,
    Presence,
    check_level,
    own_seats,
    require_playing,
    usual_level,
)
from splendor.server.tables.events import (
    ABSENT,
    AWAY,
    BOT,
    LEFT,
    OPEN,
    PERSON,
    REMOVED,
    Admitted,
    AnyEvent,
    Filled,
    Removed,
    Replaced,
    Returned,
    Started,
)
from splendor.server.tables.setup import options_with
from splendor.server.tables.state import PLAYING, WAITING, TableState


def call_bot(
    state: TableState, who: Person, command: CallBot, presence: Presence
) -> tuple[AnyEvent, ...]:
    seat, level = command.seat, command.level
    own_seats(state, who)
    require_playing(state)
    require(seat < len(state.seats), "no_seat", seat=seat)
    seat_state = state.seats[seat]
    require(not seat_state.bot, "bot", seat=seat)
    gone = seat_state.kind == OPEN or seat_state.player in presence.absent
    require(gone, "present", seat=seat)
    chosen = check_level(level) if level else usual_level(state)
    return (Replaced(seat, chosen, LEFT if seat_state.kind == OPEN else ABSENT),)


def come_back(state: TableState, who: Person) -> tuple[AnyEvent, ...]:
    """For people who were absent or idle; a seat that was given up stays a bot's."""
    seats = own_seats(state, who)
    require_playing(state)
    away = [seat for seat in seats if state.seats[seat].why in AWAY]
    require(away, "not_away")
    return tuple(Returned(seat) for seat in away)


# The host


def remove(state: TableState, who: Person, seat: int) -> tuple[AnyEvent, ...]:
    """Remove a person from all their seats. In a game, bots play on there."""
    require_host(state, who)
    require(state.status in (WAITING, PLAYING), "over")
    require(seat < len(state.seats), "no_seat", seat=seat)
    require(state.seats[seat].kind == PERSON, "no_person", seat=seat)
    player = state.seats[seat].player
    require(player != who.player, "own_seat")
    events: list[AnyEvent] = []
    for each in state.seats_of(player):
        events.append(Removed(each))
        if state.status == PLAYING:
            level = state.seats[each].stand_in or usual_level(state)
            events.append(Replaced(each, level, REMOVED))
    return tuple(events)


def fill(state: TableState, who: Person, seat: int, level: str) -> tuple[AnyEvent, ...]:
    """Give an open seat to a bot, or open the seat of a bot again, before the game."""
    require_host(state, who)
    require(state.status == WAITING, "begun")
    require(seat < len(state.seats), "no_seat", seat=seat)
    if not level:
        require(state.seats[seat].kind == BOT, "unchanged")
        return (Filled(seat),)
    require(state.seats[seat].kind == OPEN, "taken", seat=seat)
    return (Filled(seat, check_level(level)),)


def start(state: TableState, who: Person) -> tuple[AnyEvent, ...]:
    """Begin without the open seats. A table without any begins by itself."""
    require_host(state, who)
    require(state.status == WAITING, "begun")
    kept = [seat for seat, each in enumerate(state.seats) if each.kind != OPEN]
    require(len(kept) < len(state.seats), "unchanged")
    require(state.people, "no_person")
    require(not state.setup.fork and not state.setup.position, "fork_seats", seats=len(state.seats))
    return (Started(kept, options_with(state.setup, kept)),)


def admit(state: TableState, who: Person, command: Admit) -> tuple[AnyEvent, ...]:
    """Decide what spectators may do; what is not mentioned stays."""
    require_host(state, who)
    watch = state.spectators if command.watch is None else command.watch
    chat = state.spectators_chat if command.chat is None else command.chat
    require((watch, chat) != (state.spectators, state.spectators_chat), "unchanged")
    return (Admitted(watch, chat),)


def require_host(state: TableState, who: Person) -> None:
    require(who.player == state.host, "not_host")
