"""The events of a table's log, and how they are stored.

The state of a table is the fold of its events (`state.py`). Events hold decisions, secrets
included, and nothing that can be derived from them: what readers of the log are shown is made in
`log_lines.py`. A stored event must stay readable in every later version: new fields have a
default, no field is renamed, and fields that older versions stored are ignored.
"""

from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct, field, json

OPEN, PERSON, BOT = "open", "person", "bot"  # how a seat is occupied
UNDO, ABANDON, REPLACE = "undo", "abandon", "replace"  # what can be asked of the others
RESIGNED, TIME, REMOVED = "resigned", "time", "removed"  # why a bot plays on
ABSENT, IDLE, LEFT = "absent", "idle", "left"  # the same, but the person may play again
GIVEN_UP = (RESIGNED, TIME, REMOVED)  # after these, the seat stays a bot's
AWAY = (ABSENT, IDLE)  # after these, the person still has the seat
LOOK, KIND, MOVE, JUDGED, ASKED = "look", "kind", "", "judged", "asked"  # how the coach helped
STEPS = {1: LOOK, 2: KIND, 3: MOVE}  # of a hint


class SeatSetup(Struct, frozen=True, omit_defaults=True):
    """A seat of a new table: open, a person's, or a bot's of some level."""

    kind: str = OPEN
    player: str = ""
    name: str = ""
    level: str = ""


class ClockRule(Struct, frozen=True, omit_defaults=True):
    """Seconds for the whole game, and seconds added after each turn; or days for each turn."""

    seconds: int
    increment: int = 0
    days: int = 0


class ForkSource(Struct, frozen=True):
    """The finished game that a table continues, after its first `ply` decisions.

    Together with the secret, which both tables share, it is enough to deal and replay that game
    without loading the other table.
    """

    table: str
    ply: int
    nonces: list[str]
    moves: list[str]


class Event(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag=str.lower):
    """One event of a table's log."""


class Created(Event, frozen=True):
    rules: str
    options: dict[str, Any]
    seats: list[SeatSetup] = field(name="chairs")  # the name in stored events
    commitment: str
    owner: str = ""
    clock: ClockRule | None = None
    spectators: bool = True
    former: str = ""  # the table of which this is the rematch
    fork: ForkSource | None = None
    hints: bool = False  # whether the coach may be asked although several people play
    position: str = ""  # the view that the game begins with; what it hides is dealt


class Sat(Event, frozen=True):
    """A person took an open seat, or a seat by its private link. `own`: the link was for another
    device of the same person, who may take the seat back.
    """

    seat: int
    player: str
    name: str
    own: bool = False


class Left(Event, frozen=True):
    seat: int


class Removed(Event, frozen=True):
    """The host removed the person at this seat. In a game, `Replaced` follows."""

    seat: int


class Filled(Event, frozen=True):
    """The host gave an open seat to a bot of this level; without a level, opened it again."""

    seat: int
    level: str = ""


class Started(Event, frozen=True):
    """The host begins without the open seats. `kept` are the numbers of the others, in order, and
    `options` are those of the game from now on.
    """

    kept: list[int]
    options: dict[str, Any]


class Readied(Event, frozen=True):
    """A person is ready at all seats that are theirs, and may have added a nonce."""

    player: str
    nonce: str = ""


class Began(Event, frozen=True):
    """The cards were dealt. The deal is stored although it follows from the seed, as a check; where
    the game begins with a position, it is the text of that, with every card.
    """

    deal: dict[str, Any]
    engine: str


class Moved(Event, frozen=True):
    """Decisions of one seat, confirmed together, and the tokens that each drew from a bag.

    `drawn` is checked when the log is replayed. `clocks` are the milliseconds that each seat has
    left. `weakened` is the bot that chose the move because the bot of the seat was not available.
    Version 0.1.0 also stored `cards`, `taken`, `nobles` and `privileges`; they are ignored.
    """

    seat: int
    moves: list[str]
    drawn: list[str] = []
    clocks: list[int] = []
    weakened: str = ""


class Undone(Event, frozen=True):
    """Moves were taken back: only the first `kept` decisions remain. `clocks` are the milliseconds
    that each seat has left; events of version 0.1.0 lack them and leave the clocks as they are.
    """

    kept: int
    clocks: list[int] = []


class Asked(Event, frozen=True):
    """A person asks the others to undo a move, to abandon the game, or to let a bot play at `seat`,
    where nobody moves.
    """

    player: str
    what: str
    kept: int = 0
    seat: int | None = None


class Answered(Event, frozen=True):
    player: str
    yes: bool


class Replaced(Event, frozen=True):
    """A bot plays in place of a person."""

    seat: int
    level: str
    why: str


class Returned(Event, frozen=True):
    """A person plays again in place of the bot."""

    seat: int


class Concluded(Event, frozen=True):
    """The game ended outside the rules. `limit` is the number of decisions after which the server
    ends a game, if that is why; `failed` is why the engine at the seat has failed, if it has.
    """

    reason: str
    winners: list[int]
    seat: int | None = None  # the seat that resigned, ran out of time or failed
    limit: int = 0
    failed: str = ""


class Chatted(Event, frozen=True):
    player: str
    name: str
    text: str


class Muted(Event, frozen=True):
    """A person muted the chat of another, or unmuted it."""

    player: str
    seat: int
    on: bool


class Admitted(Event, frozen=True):
    """The host decided whether spectators may watch, and whether they may write in the chat."""

    watch: bool
    chat: bool


class Hinted(Event, frozen=True):
    """The coach helped a person before the decision of this number: with a step of a hint, by
    judging a turn in silence, or by asking about it. Without `what` it showed the best move.
    """

    seat: int
    ply: int
    what: str = ""
    moves: tuple[str, ...] = ()  # that it asked about


class Rematched(Event, frozen=True):
    table: str


AnyEvent: TypeAlias = (
    Created
    | Sat
    | Left
    | Removed
    | Filled
    | Started
    | Readied
    | Began
    | Moved
    | Undone
    | Asked
    | Answered
    | Replaced
    | Returned
    | Concluded
    | Chatted
    | Muted
    | Admitted
    | Hinted
    | Rematched
)

encode = json.Encoder().encode
decode = json.Decoder(AnyEvent).decode


def kind_of(event: AnyEvent) -> str:
    return type(event).__name__.lower()


DIGEST_MARK = "#"  # between the id that a client chose and the digest of its command


class StampedEvent(NamedTuple):
    """An event with its time in milliseconds, who sent it and under which id.

    The id of a command ends with a digest of it, so that the same id with another command is
    recognised. Version 0.1.0 stored ids without a digest.
    """

    event: AnyEvent
    at: int
    player: str = ""
    id: str = ""
