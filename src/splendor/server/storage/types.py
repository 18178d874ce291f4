"""What the store keeps, and what can be asked of it to keep: rows and changes.

Times are whole milliseconds since 1970.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

from splendor.core.errors import RulesError
from splendor.core.refusals import Refusal


class StoreFailure(RulesError):
    """The store could not keep it: nothing has changed."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(Refusal("store", {"reason": reason} if reason else {}))
        self.reason = reason


class Conflict(StoreFailure):
    """What was to be kept is there already, or what it belongs to is not: nothing has changed.

    Whoever wrote knows an older state than the store has, if another server uses it, too.
    """


class OutcomeUnknown(StoreFailure):
    """The database was lost while it kept the write and did not come back in time.

    All of the write is there, or nothing of it is: read the table again before going on.
    """

    def __init__(self, reason: str = "unknown") -> None:
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table. `status` is "open", "playing", "over" or "frozen"."""

    id: str
    created: int
    changed: int  # when the status last changed
    status: str
    rules: str
    players: int
    secret: str = field(repr=False)  # 64 hexadecimal letters
    summary: bytes = field(repr=False)  # JSON: what lists show of the table


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event of a table's log. `seq` counts from 1; `id` is the client's message id."""

    table: str
    seq: int
    at: int
    player: str | None
    id: str | None
    kind: str
    body: bytes = field(repr=False)  # JSON


@dataclass(frozen=True, slots=True)
class PlayerRow:
    id: str
    name: str
    created: int


@dataclass(frozen=True, slots=True)
class SeatLinkRow:
    """A private link to one seat that works once. Only the SHA-256 of its token is kept."""

    token_hash: str = field(repr=False)
    table: str
    seat: int
    player: str
    expires: int


# Changes. All changes of one write happen together, or none does.


@dataclass(frozen=True, slots=True)
class AddTable:
    row: TableRow


@dataclass(frozen=True, slots=True)
class AddEvent:
    """Append to a table's log. A `seq` that is taken, or an `id` its player used, fails."""

    row: EventRow


@dataclass(frozen=True, slots=True)
class SetStatus:
    table: str
    status: str
    changed: int
    summary: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class SetMembers:
    """Who sits or sat at the table, for lists of somebody's tables; replaces the set before."""

    table: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SavePlayer:
    """A new player, or a known one with another name."""

    row: PlayerRow


@dataclass(frozen=True, slots=True)
class AddSeatLink:
    token_hash: str = field(repr=False)
    table: str
    seat: int
    player: str
    expires: int


@dataclass(frozen=True, slots=True)
class UseSeatLink:
    """The link is gone afterwards; using one that is not there fails."""

    token_hash: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Archive:
    """Pack the table's events into one compressed row. They stay readable, and later ones may
    follow.
    """

    table: str


Change: TypeAlias = (
    AddTable | AddEvent | SetStatus | SetMembers | SavePlayer | AddSeatLink | UseSeatLink | Archive
)
