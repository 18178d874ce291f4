"""Spectators by name, emotes, and tables where only bots play.

Nothing here is kept in the log: names come from the open sockets, and an emote is shown once. A
log of decisions does not need it, and a server that restarts has nothing to repeat.
"""

from collections.abc import Collection, Iterable

from splendor.server.messages import Emote, Emoted
from splendor.server.tables.commands import Person, own_seats
from splendor.server.tables.events import BOT
from splendor.server.tables.listeners import Listener
from splendor.server.tables.state import TableState

MAX_NAMED = 12  # spectators; the others are only counted


def emoted(state: TableState, who: Person, command: Emote) -> Emoted:
    """What the others are shown: an emote at the first seat of its author."""
    return Emoted(own_seats(state, who)[0], command.what)


def readers(state: TableState, listeners: Iterable[Listener], author: str) -> list[Listener]:
    """The listeners who have not muted this author."""
    return [each for each in listeners if (each.player, author) not in state.muted]


def names_of(listeners: Iterable[Listener], people: Collection[str]) -> list[str]:
    """The names of those who watch, the first to come first; whoever has no name is left out."""
    oldest_first = sorted(listeners, key=lambda each: each.number)
    named = {each.player: each.name for each in oldest_first if each.player not in people}
    return [name for name in named.values() if name][:MAX_NAMED]


def is_watched_only(state: TableState) -> bool:
    """Whether only bots have played from the beginning."""
    return all(each.kind == BOT for each in state.seats)


def steers(state: TableState, who: Person) -> bool:
    """Whether this person opened a table of bots: they may pause it and set its pace."""
    return is_watched_only(state) and who.player == state.host


def rename(listeners: Iterable[Listener], player: str, name: str) -> bool:
    """Give a spectator's sockets another name. Returns whether there are any."""
    own = [each for each in listeners if each.player == player]
    for each in own:
        each.name = name
    return bool(own)
