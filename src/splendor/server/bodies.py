"""The bodies of HTTP requests and answers, as types; what sockets carry is in `messages.py`."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Raw, Struct

from splendor.server.messages import Fork, Name, Result, Seat, SeatNumber

MAX_POSITION = 3000  # characters of a position; the longest that a game writes has half of it

PositionText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_POSITION)]


class Guest(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class Myself(Struct, frozen=True):
    """The guest that sent the request. `name` is empty before `POST /api/guest`."""

    name: str


# Profiles


class Device(Struct, frozen=True, omit_defaults=True):
    """A device of the guest. Times are milliseconds since 1970; `this` sent the request."""

    device: str
    name: str  # browser and system, if they are known
    created: int
    seen: int
    this: bool = False


class Profile(Struct, frozen=True):
    """The guest's own profile. `recovery` is when the recovery code expires; 0 if there is none."""

    name: str
    devices: list[Device]
    tables: int
    recovery: int = 0


class ProfileLink(Struct, frozen=True):
    """Whoever opens the link first, until `expires`, has the profile, too."""

    token: str
    link: str
    expires: int


class RecoveryCode(Struct, frozen=True):
    code: str
    expires: int


class ProfileClaim(Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a link, or a recovery code as somebody typed it."""

    token: Annotated[str, Meta(min_length=1, max_length=64)]


class ProfileClaimed(Struct, frozen=True):
    """`kind` is "link" or "recovery"."""

    name: str
    kind: str


class ErasureRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of the guest once more, against mistakes."""

    name: Name


class Erased(Struct, frozen=True):
    tables: int  # at which the guest appeared


class Privacy(Struct, frozen=True):
    """What the operator says. `keep_guests` and `keep_games` are days; 0: without a limit."""

    contact: str
    text: str
    keep_guests: int
    keep_games: int


# Web Push


class PushKey(Struct, frozen=True):
    """The public key with which a browser subscribes; empty if this server sends no messages."""

    key: str


class PushKeys(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a browser's subscription, in URL-safe base64."""

    p256dh: Annotated[str, Meta(min_length=1, max_length=100)]
    auth: Annotated[str, Meta(min_length=1, max_length=40)]


class PushSubscription(Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser's `PushSubscription` says of itself. The endpoint is an https address."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=800)]
    keys: PushKeys


class PushState(Struct, frozen=True):
    """Whether this device is told."""

    on: bool


# Tables


class NewSeat(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """`me`, `open`, or `bot` with the name of its level."""

    who: Literal["me", "open", "bot"]
    level: Annotated[str, Meta(max_length=40)] = ""


class NewClock(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Seconds for the game (at least 10) and seconds added after each turn, or days for each turn.

    A turn that is not over after its days is lost on time, also while nobody has the table open.
    """

    seconds: Annotated[int, Meta(ge=0, le=86_400)] = 0
    increment: Annotated[int, Meta(ge=0, le=600)] = 0
    days: Annotated[int, Meta(ge=0, le=30)] = 0


class NewTable(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A table to open. With `fork` it continues a finished game, with its rules and options; with
    `position` it begins with that position, of a whole game or of a view, and with its rules.
    """

    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=4)]
    rules: Annotated[str, Meta(max_length=20)] = "official"
    options: dict[Annotated[str, Meta(max_length=20)], int | str | None] = {}
    clock: NewClock | None = None
    spectators: bool = True
    hints: bool = False  # whether the coach may be asked although several people play
    fork: Fork | None = None
    position: Annotated[str, Meta(max_length=MAX_POSITION)] = ""


class TableMade(Struct, frozen=True):
    table: str
    link: str
    commitment: str


class TableLine(Struct, frozen=True, omit_defaults=True):
    """A table in a list."""

    table: str
    status: str
    rules: str
    created: int
    changed: int
    seats: list[Seat]
    result: Result | None = None


class TableList(Struct, frozen=True, omit_defaults=True):
    tables: list[TableLine]
    more: str = ""  # the value of `before` for the next page


class SeatLink(Struct, frozen=True):
    """A private link. Whoever opens it first, until `expires`, takes over your seat."""

    token: str
    link: str
    expires: int


class SeatLinkRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """`seconds` is how long the link is valid, a day unless it is said. `own`: the link is for
    another device of mine, from which I may take the seat back; otherwise it passes the seat on.
    """

    seat: SeatNumber
    seconds: Annotated[int, Meta(ge=30, le=86_400)] = 86_400
    own: bool = False


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    token: Annotated[str, Meta(min_length=1, max_length=64)]


class Claimed(Struct, frozen=True):
    table: str
    seat: int


class Network(Struct, frozen=True, omit_defaults=True):
    """Whether others in the network of a local server reach it. `can`: who asks may open and close
    it, at one of `addresses`. `address` and `url` are where it is open; empty if it is closed.
    """

    can: bool = False
    addresses: list[str] = []
    address: str = ""
    url: str = ""


class NetworkRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Without an address, the likeliest one is opened."""

    open: bool
    address: Annotated[str, Meta(max_length=45)] = ""


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """The table after a decision, and the decision itself; the first step is the deal."""

    table: Raw
    seat: int | None = None
    move: str = ""
    drawn: str = ""


class Replay(Struct, frozen=True, omit_defaults=True):
    rules: str
    options: dict[str, Any]
    seats: list[Seat]
    steps: list[ReplayStep]
    result: Result | None = None


class Level(Struct, frozen=True):
    """A bot that can sit at a table; its measured Elo, give or take `interval`, where known."""

    name: str
    elo: int | None = None
    interval: int | None = None


class OptionDocument(Struct, frozen=True, omit_defaults=True):
    """An option of a rule set. `kind` is "integer", "choice" or "seat"."""

    name: str
    kind: str
    default: int | str | None
    help: str
    low: int | None = None
    high: int | None = None
    nullable: bool = False
    suggested: int | None = None
    values: list[int | str] = []


class GameDocument(Struct, frozen=True):
    """A rule set: its game, options, numbers of players, and the bots for each of these."""

    rules: str
    game: str
    players: list[int]
    options: list[OptionDocument]
    levels: dict[str, list[Level]]


class GameList(Struct, frozen=True):
    """All that can be played here. A clock is seconds for the game and seconds for each turn, or
    days for each turn.
    """

    protocol: int
    clocks: list[str]  # "" for none, "300+3", "3d"
    games: list[GameDocument]


class Alive(Struct, frozen=True):
    """The process answers. Whether it can serve tables is another question: see `Health`."""

    status: str  # "alive"
    version: str


class FaultState(Struct, frozen=True):
    """Something that is wrong with the server now."""

    fault: str
    says: str  # what is wrong, and what to do
    seconds: int  # since it began
    count: int  # how often it has occurred since then


class Health(Struct, frozen=True, omit_defaults=True):
    # "ready"; "degraded": ready, but something is wrong; "compiling": tables are served, bots wait;
    # not ready: "no store" (changes are refused), "no room" (new connections are refused)
    status: str
    version: str
    protocol: int  # version of the messages
    says: str = ""
    faults: list[FaultState] = []
    waiting: dict[str, int] = {}  # what is queued: writes, moves of bots, hints, …
