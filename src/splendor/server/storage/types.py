"""The types of the storage layer: rows, changes and errors.

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
    """A row exists already, or the row it belongs to does not: nothing has changed.

    The writer's state is then older than the store's: another server may be using the database.
    """


class OutcomeUnknown(StoreFailure):
    """The connection was lost during a commit, and the database did not answer in time.

    Either all of the write is stored or nothing: read the table again before continuing.
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
    secret: str = field(repr=False)  # 64 hexadecimal digits
    summary: bytes = field(repr=False)  # JSON: what lists show of the table
    frozen: str = ""  # why an administrator froze it


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
    """A guest. While `banned` is in the future, nothing can be done with the profile."""

    id: str
    name: str
    created: int
    banned: int = 0


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A device of a guest: its cookie holds `id`. `seen` is renewed once a day."""

    id: str = field(repr=False)
    player: str
    name: str
    created: int
    seen: int


LINK, RECOVERY = "link", "recovery"  # kinds of `ProfileLinkRow`


@dataclass(frozen=True, slots=True)
class ProfileLinkRow:
    """A link or a recovery code to a profile that works once. Only its SHA-256 is stored."""

    token_hash: str = field(repr=False)
    player: str
    kind: str
    expires: int


@dataclass(frozen=True, slots=True)
class SubscriptionRow:
    """Where the browser of a device is told about turns, and the keys to encrypt it with."""

    device: str = field(repr=False)
    player: str
    endpoint: str = field(repr=False)
    p256dh: str = field(repr=False)
    auth: str = field(repr=False)
    created: int


@dataclass(frozen=True, slots=True)
class SeatLinkRow:
    """A private link to one seat that works once. Only the SHA-256 of its token is stored."""

    token_hash: str = field(repr=False)
    table: str
    seat: int
    player: str
    expires: int


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What a finished game meant for one person. `against` is "bots", "people" or "here" (several
    seats at one screen), `level` that of all the bots, `help` why it does not count.
    """

    player: str
    ended: int
    seat: int
    players: int
    rules: str
    game: str
    against: str
    level: str
    result: str
    help: str
    points: int
    rounds: int
    rating: float | None = None
    deviation: float | None = None


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A person's present rating in a game for so many players."""

    player: str
    game: str
    players: int
    rating: float
    deviation: float
    volatility: float
    games: int


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """The review of a finished game, or how far it is. `packed` is its JSON, deflated; of one that
    is not finished, its turns so far.
    """

    table: str
    made: int
    status: str
    evaluator: str
    weights: str
    simulations: int
    judged: int
    decisions: int
    turning_points: int
    packed: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class ReviewSeatRow:
    """What a review says of one seat, for lists and statistics. `costs` is JSON: for each theme
    the number of slips, and what they gave away.
    """

    seat: int
    accuracy: float | None
    luck: float
    given: float
    inaccuracies: int
    mistakes: int
    blunders: int
    costs: str


@dataclass(frozen=True, slots=True)
class PuzzleRow:
    """What somebody did at a puzzle. `at` is when it was counted, 0 before; `found`: by the first
    try; `due` is when it comes back, or 0. `steps` counts the changes of the row.
    """

    player: str
    puzzle: str
    game: str
    theme: str  # its kind
    at: int = 0
    due: int = 0
    found: int = 0
    nudged: int = 0
    solved: int = 0
    shown: int = 0
    change: float = 0.0
    steps: int = 0


@dataclass(frozen=True, slots=True)
class PuzzleRatingRow:
    """A person's rating at puzzles, and how many have counted."""

    player: str
    rating: float
    deviation: float
    volatility: float
    puzzles: int


# Changes. All changes of one write are committed together, or none is.


@dataclass(frozen=True, slots=True)
class AddTable:
    row: TableRow


@dataclass(frozen=True, slots=True)
class AddEvent:
    """Append to a table's log. Fails if the `seq`, or the player's `id`, exists already."""

    row: EventRow


@dataclass(frozen=True, slots=True)
class SetStatus:
    table: str
    status: str
    changed: int
    summary: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class SetMembers:
    """Replace the set of players in whose lists the table appears."""

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
    """Delete a link. Fails if it does not exist."""

    token_hash: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class AddDevice:
    row: DeviceRow


@dataclass(frozen=True, slots=True)
class SeeDevice:
    """The device was used."""

    device: str = field(repr=False)
    seen: int


@dataclass(frozen=True, slots=True)
class RemoveDevice:
    """Revoke a device: its cookie is no longer valid."""

    device: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SaveSubscription:
    """The subscription of a device, instead of a former one of the device or of the browser. Fails
    if the device does not exist.
    """

    row: SubscriptionRow


@dataclass(frozen=True, slots=True)
class DropSubscription:
    """The push service no longer knows this address."""

    endpoint: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class DropDeviceSubscription:
    """The device does not want to be told any more."""

    device: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class AddProfileLink:
    """A new link. It replaces an earlier recovery code, and the oldest of many links."""

    row: ProfileLinkRow


@dataclass(frozen=True, slots=True)
class UseProfileLink:
    """Delete a link. Fails if it does not exist."""

    token_hash: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class AddTraces:
    """These people appear in the log of a table."""

    table: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EraseTraces:
    """Rewrite the log of a table: `player` becomes `stand_in`, without a name and without what
    they wrote. With `whole`, delete the table instead.
    """

    table: str
    player: str
    stand_in: str
    whole: bool = False


@dataclass(frozen=True, slots=True)
class EraseGuest:
    """Delete a guest with devices and links. What they did at tables is erased before."""

    player: str


@dataclass(frozen=True, slots=True)
class DeleteTable:
    """Delete a table with its log and everything that belongs to it. Fails if there is none."""

    table: str


@dataclass(frozen=True, slots=True)
class AddArchivePart:
    """Replace the table's events from `first` to `last` by their packed form. Fails if they are
    not the first ones that are not archived yet. `Store.archive` makes these.
    """

    table: str
    first: int
    last: int
    packed: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class SaveSnapshot:
    """Keep the folded state of a table after event `seq`, instead of an earlier one."""

    table: str
    seq: int
    packed: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class RecordResults:
    """The results of a finished game, and the ratings after it. Fails if they are recorded."""

    table: str
    results: tuple[ResultRow, ...]
    ratings: tuple[RatingRow, ...]


@dataclass(frozen=True, slots=True)
class HideGame:
    """Leave a finished game out of a person's list, or show it again."""

    table: str
    player: str
    hidden: bool


@dataclass(frozen=True, slots=True)
class SayHowItWas:
    """Whether a game was "easy", "right" or "hard" for a person."""

    table: str
    player: str
    felt: str


@dataclass(frozen=True, slots=True)
class SaveReview:
    """The review of a game, instead of an earlier one. Fails if there is no such table."""

    row: ReviewRow
    seats: tuple[ReviewSeatRow, ...]


@dataclass(frozen=True, slots=True)
class SavePuzzle:
    """What somebody did at a puzzle: the row in place of the one with one step less, and what it
    changes. Fails if another request has changed the row or the rating since.
    """

    row: PuzzleRow
    rating: PuzzleRatingRow | None = None
    day: str = ""
    mark: str = ""  # of this day, unless it has one


@dataclass(frozen=True, slots=True)
class SaveOwnPuzzle:
    """A puzzle from a position of somebody's own, and the row with which it comes back."""

    row: PuzzleRow
    content: str


@dataclass(frozen=True, slots=True)
class Touch:
    """Write a row that nobody reads: an answer to whether writing is possible."""


@dataclass(frozen=True, slots=True)
class SetDeadline:
    """When the time of the player to move is up; 0 if there is no such time."""

    table: str
    due: int


Change: TypeAlias = (
    AddTable
    | AddEvent
    | SetStatus
    | SetMembers
    | SavePlayer
    | AddSeatLink
    | UseSeatLink
    | AddDevice
    | SeeDevice
    | SaveSubscription
    | DropSubscription
    | DropDeviceSubscription
    | RemoveDevice
    | AddProfileLink
    | UseProfileLink
    | AddTraces
    | EraseTraces
    | EraseGuest
    | DeleteTable
    | AddArchivePart
    | SaveSnapshot
    | RecordResults
    | HideGame
    | SayHowItWas
    | SaveReview
    | SavePuzzle
    | SaveOwnPuzzle
    | Touch
    | SetDeadline
)
