"""What can happen at a table: the events of its log, and how they are stored.

A table is nothing but its events in order (`state.py` folds them). They hold what the server
needs, secrets included; what people are told of them is in `messages.py`. An event that was
once stored must be readable for ever: fields are added with a default, never renamed.
"""

from typing import Any, TypeAlias

from msgspec import Struct, json

OPEN, PERSON, BOT = "open", "person", "bot"  # kinds of chair
UNDO, ABANDON = "undo", "abandon"  # what can be asked of the others
RESIGNED, TIME, ABSENT, LEFT = "resigned", "time", "absent", "left"  # why a bot plays on
GIVEN_UP = (RESIGNED, TIME)  # whose seat is nobody's any more


class Chair(Struct, frozen=True, omit_defaults=True):
    """Who is to sit at a seat: nobody yet, a person, or a bot of a level."""

    kind: str = OPEN
    player: str = ""
    name: str = ""
    level: str = ""


class ClockRule(Struct, frozen=True):
    """Seconds for the whole game, and seconds added after each turn."""

    seconds: int
    increment: int = 0


class ForkSource(Struct, frozen=True):
    """The finished game that a table goes on from, after so many of its decisions.

    With the table's secret, which is that game's, it tells everything: the other table is not
    needed to deal again.
    """

    table: str
    ply: int
    nonces: list[str]
    moves: list[str]


class Event(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag=str.lower):
    """One entry of a table's log."""


class Created(Event, frozen=True):
    rules: str
    options: dict[str, Any]
    chairs: list[Chair]
    commitment: str
    owner: str = ""
    clock: ClockRule | None = None
    spectators: bool = True
    former: str = ""  # the table of which this is the rematch
    fork: ForkSource | None = None


class Sat(Event, frozen=True):
    """A person took an open seat, or a seat by its private link."""

    seat: int
    player: str
    name: str


class Left(Event, frozen=True):
    seat: int


class Readied(Event, frozen=True):
    """A person is ready at all seats that are theirs, and may have added a nonce."""

    player: str
    nonce: str = ""


class Began(Event, frozen=True):
    """The cards were dealt. The deal is kept beside the seed that it follows from."""

    deal: dict[str, Any]
    engine: str


class Moved(Event, frozen=True):
    """Decisions of one seat, confirmed together; what each drew from a bag, and its card.

    `clocks` are the milliseconds that each seat has left; `taken` are the letters of the tokens
    that each decision took from a board, where its text names spaces. What came with a decision:
    `nobles` the noble, `privileges` how many each seat has more.
    """

    seat: int
    moves: list[str]
    drawn: list[str] = []
    cards: list[int | str | None] = []
    clocks: list[int] = []
    taken: list[str] = []
    nobles: list[int | None] = []
    privileges: list[list[int]] = []


class Undone(Event, frozen=True):
    """Only the first so many decisions still stand."""

    kept: int


class Asked(Event, frozen=True):
    """A person asks the others to take a move back, or to abandon the game."""

    player: str
    what: str
    kept: int = 0


class Answered(Event, frozen=True):
    player: str
    yes: bool


class Replaced(Event, frozen=True):
    """A bot plays on for a person."""

    seat: int
    level: str
    why: str


class Returned(Event, frozen=True):
    """A person plays again in place of the bot."""

    seat: int


class Concluded(Event, frozen=True):
    """The game ended outside the rules."""

    reason: str
    winners: list[int]
    seat: int | None = None  # whose resignation or time it was


class Chatted(Event, frozen=True):
    player: str
    name: str
    text: str


class Muted(Event, frozen=True):
    """A person does not want to read what another writes, or wants to again."""

    player: str
    seat: int
    on: bool


class Hinted(Event, frozen=True):
    """A person was given advice before the decision of this number."""

    seat: int
    ply: int


class Rematched(Event, frozen=True):
    table: str


AnyEvent: TypeAlias = (
    Created
    | Sat
    | Left
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
    | Hinted
    | Rematched
)

encode = json.Encoder().encode
decode = json.Decoder(AnyEvent).decode


def kind_of(event: AnyEvent) -> str:
    return type(event).__name__.lower()
