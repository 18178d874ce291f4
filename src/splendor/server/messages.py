"""The messages on the wire, as types: what clients send and what they receive.

`docs/wire.md` and the OpenAPI document are generated from these types. A field that is missing in
a message has its default.
"""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Raw, Struct

from splendor.ruleset import MOST_SEATS
from splendor.server.wire_types import CardId, WireHandCard

SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
MessageId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[\w.:-]+\Z")]
Notation: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
Sign: TypeAlias = Literal["hello", "bravo", "thanks", "oops"]

# Grows when a change of the messages makes pages of an earlier version reload. Clients state theirs
# in `hello`, the server in `news`. Protocol 2: a hint has one answer, the advice or a refusal.
# Protocol 3: an answer names its question.
PROTOCOL = 3
OLDEST_PROTOCOL = 1  # the oldest protocol that is still served

LAST_STEP = 3  # of a hint: the move itself
MAX_MOVES = 30  # in one confirm; the longest turn has fewer


class OwnSeat(Struct, frozen=True, omit_defaults=True):
    """What only the owner of a seat is sent."""

    seat: int
    hand: list[WireHandCard] = []
    legal: list[str] = []  # the legal moves, if this seat decides
    position: str = ""  # the view as text, if `hello` asked for positions


# Who sits there


class Seat(Struct, frozen=True, omit_defaults=True):
    """A seat as everybody sees it. `bot` is the level that plays; `why` is the reason."""

    kind: str
    name: str = ""
    bot: str = ""
    why: str = ""
    ready: bool = False
    present: bool = False
    absent: bool = False  # for so long that the others may continue without them
    idle: bool = False  # has not decided for so long that the others may ask for a bot


class Clock(Struct, frozen=True):
    """The time control, the milliseconds that each seat has left, and the seat whose clock runs.

    With `days`, each turn has so many days, and `seconds` is 0.
    """

    seconds: int
    increment: int
    left: list[int]
    running: int | None = None
    days: int = 0


class Question(Struct, frozen=True, omit_defaults=True):
    """A question to the other players that some have not answered yet; `answer` names its `id`.

    `seat` asked it (-1: somebody who has left). `replace` asks to let a bot play at `target`.
    """

    id: int
    seat: int
    what: str
    kept: int = 0
    agreed: list[int] = []
    target: int | None = None


class Result(Struct, frozen=True, omit_defaults=True):
    winners: list[int]
    reason: str
    points: list[int]
    cards: list[int]
    crowns: list[int] = []


class Fairness(Struct, frozen=True, omit_defaults=True):
    """The proof of a fair deal. `nonces` and `secret` are sent when the game is over."""

    commitment: str
    nonces: list[str] = []
    secret: str = ""


class Fork(Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game, after its first `ply` decisions."""

    table: Annotated[str, Meta(max_length=64)]
    ply: Annotated[int, Meta(ge=0, le=10_000)]


class Room(Struct, frozen=True, omit_defaults=True):
    """Everything about a table but the cards and tokens. `fork` is the game that it continues,
    `position` says that it begins with a position and not with a deal.
    """

    status: str
    rules: str
    options: dict[str, Any]
    seats: list[Seat]
    fairness: Fairness
    clock: Clock | None = None
    asked: Question | None = None
    result: Result | None = None
    rematch: str = ""
    former: str = ""
    spectators: bool = True  # whether they may watch
    spectators_chat: bool = False  # whether they may write
    hints: bool = False  # whether the coach may be asked
    host: int | None = None  # the first seat of the host; none if the host only watches
    watching: int = 0
    watchers: list[str] = []  # the names of the first of them
    problem: str = ""  # why the table is frozen
    paused: bool = False  # the bots wait
    pace: float = 0.0  # seconds for each turn of a bot, if somebody has set them
    fork: Fork | None = None
    position: bool = False


class LogLine(Struct, frozen=True, omit_defaults=True):
    """One event of the table's log, as everybody may read it.

    For each of `moves`: the tokens that it drew from a bag, the card that it buys or reserves, the
    tokens that it took from the spaces of a board, the noble that came with it, and how many
    privileges each seat gained (less than 0: they went to the opponent). A list without any such
    value is left out. `weakened` is the weaker bot that chose the move because the bot of the seat
    was not available. `seats` are those that the host kept when starting, by the numbers that they
    had until then: lines before have the old numbers.
    """

    seq: int
    at: int
    kind: str
    seat: int | None = None
    name: str = ""
    moves: list[str] = []
    drawn: list[str] = []
    cards: list[CardId | None] = []
    taken: list[str] = []
    nobles: list[int | None] = []
    privileges: list[list[int]] = []
    text: str = ""
    why: str = ""
    kept: int | None = None
    yes: bool | None = None
    table: str = ""
    weakened: str = ""
    seats: list[int] = []


# What the server sends


class News(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="news"):
    """The table as it is now, and the events since the last news.

    Of a long log only the first part is sent: `more` says that events are missing, and `seq` is
    the last one that was sent. In a socket the others follow by themselves, in further news; over
    HTTP, ask again with `since`.

    `state` is the number of the event that last changed the game; `play` repeats it. `muted` are
    the seats whose chat this reader has muted, `kept` those that this reader has left and may take
    again, `moved` those that this reader has moved to another device and may take back with `sit`;
    `hosts` says that this reader is the host.
    """

    seq: int
    state: int
    room: Raw
    you: list[OwnSeat] = []
    muted: list[int] = []
    kept: list[int] = []
    moved: list[int] = []
    hosts: bool = False
    events: list[Raw] = []
    table: Raw = Raw(b"null")
    protocol: int = 1  # the server's `PROTOCOL`; 1 where it is left out
    more: bool = False


class Ack(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="ack"):
    """The command with this id is on disk, as the event with the number `seq`."""

    id: str
    seq: int
    again: bool = False  # the command had been acknowledged before


class Refused(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="refused"):
    """Nothing has changed. `code` and its `values` are for programs (`docs/refusals.md`).

    `kind` is the family of the code: `illegal`, `notation`, `option`, `refused` or another one.
    `why` says it in English.
    """

    kind: str
    code: str
    values: dict[str, Any]
    why: str
    id: str = ""
    wait: float = 0.0  # seconds until the next attempt, after a rate limit


class Tried(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="tried"):
    """The moves that would be legal after those that were tried, within the same turn.

    `ends`: the turn would be over. `shows`: the moves would reveal a card or a token first.
    """

    id: str
    legal: list[str] = []
    ends: bool = False
    shows: bool = False


class Candidate(Struct, frozen=True, omit_defaults=True):
    """A move that advice compares: its winning chance, the standard error, and its visits."""

    move: str
    describe: str
    value: float
    error: float
    visits: int
    proven: bool = False
    line: list[str] = []


class Reason(Struct, frozen=True, omit_defaults=True):
    """A fact as a code with values; docs/review.md and docs/coach.md list them."""

    code: str
    values: dict[str, Any]


class Clue(Struct, frozen=True, omit_defaults=True):
    """A step of the coach that names no card: an area of the table or a kind of move, a reason if
    one is known, and the things to light, at least two: `2c` and `h1` are cards, `2` a deck, `W` a
    pile, `c3` a space; others are named by the move that chooses them.
    """

    code: str
    things: list[str]
    why: Reason | None = None
    values: dict[str, Any] = {}


class Advice(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="advice"):
    """One step of the coach. Steps 1 and 2 have a `clue`; step 3 has the best moves, whether they
    cannot be told apart (`even`), and reasons for the first of them.
    """

    id: str
    state: int
    candidates: list[Candidate] = []
    step: int = LAST_STEP
    clue: Clue | None = None
    even: bool = False
    reasons: list[Reason] = []


class Judged(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="judged"):
    """Whether the coach asks before these moves: the chance with the best move and after these, and
    reasons against them. It is silent (`asks` is false) where it has nothing to say.
    """

    id: str
    asks: bool = False
    chance: float = 0.0
    after: float = 0.0
    against: list[Reason] = []


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    at: int


class Preparing(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="preparing"):
    """The bots of this table wait: the game is being compiled for the server's machine, once.

    `part` is being compiled, `rules` or `search`; `percent` is done, and 100 is the end. `problem`
    is `again` if compiling was interrupted and starts again, `failed` if it was given up.
    """

    part: str
    percent: int
    problem: str = ""


class Emoted(Struct, frozen=True, tag_field="type", tag="emoted"):
    """Somebody at the table makes a sign. It is shown once and not kept in the log."""

    seat: int
    what: Sign


Frame: TypeAlias = News | Ack | Refused | Tried | Advice | Judged | Pong | Preparing | Emoted


# What clients send: in a socket, or by POST


class Command(
    Struct, frozen=True, omit_defaults=True, tag_field="type", forbid_unknown_fields=True
):
    """`id` is chosen by the client, a new one for each command. Repeating a command is harmless;
    another command under the same id is refused.
    """

    id: MessageId


class Play(Command, frozen=True, tag="play"):
    """Play moves that were confirmed together, in this `state`: all of them or none."""

    state: int
    moves: Annotated[list[Notation], Meta(min_length=1, max_length=MAX_MOVES)]


class Ready(Command, frozen=True, tag="ready"):
    """The game begins when every seat is taken and every person is ready."""

    nonce: Annotated[str, Meta(max_length=64)] = ""


class Sit(Command, frozen=True, tag="sit"):
    """Take an open seat, return to the seat that one left during the game, take back the one that
    one has moved to another device, or rename one's own.

    `name` defaults to the guest's. Players who share a screen may name each seat.
    """

    seat: SeatNumber
    name: Annotated[str, Meta(max_length=100)] = ""


class Leave(Command, frozen=True, tag="leave"):
    """Leave all one's seats. Before the game others may take them. During the game they are kept
    for oneself, or for whoever opens a private link to the seat.
    """


class Resign(Command, frozen=True, tag="resign"):
    """Give up. `seat` defaults to the active seat if it is one's own, else to one's first."""

    seat: SeatNumber | None = None


class AskFor(Command, frozen=True, tag="ask"):
    """Ask the others to take back one's last move, to abandon the game, or to let a bot play at
    `seat`, where somebody who is present does not move (`idle`); the host need not ask for that.
    """

    what: Literal["undo", "abandon", "replace"]
    seat: SeatNumber | None = None


class Answer(Command, frozen=True, tag="answer"):
    """Agree or disagree with the open question of this id. Whoever asked may withdraw it.

    Clients of protocol 1 and 2 do not name the question: they answer the one that is open.
    """

    yes: bool
    question: Annotated[int, Meta(ge=0)] = 0


class CallBot(Command, frozen=True, tag="call_bot"):
    """Let a bot play for somebody who is absent or has left."""

    seat: SeatNumber
    level: Annotated[str, Meta(max_length=40)] = ""


class ComeBack(Command, frozen=True, tag="come_back"):
    """Play again in place of the bot that was called."""


class Fill(Command, frozen=True, tag="fill"):
    """Before the game, the host gives an open seat to a bot of this level; without a level, the
    seat of a bot is opened again.
    """

    seat: SeatNumber
    level: Annotated[str, Meta(max_length=40)] = ""


class Start(Command, frozen=True, tag="start"):
    """The host begins without the open seats, which are removed."""


class Remove(Command, frozen=True, tag="remove"):
    """The host removes a person from the table. In a game, a bot plays on at their seat."""

    seat: SeatNumber


class Admit(Command, frozen=True, tag="admit"):
    """The host decides whether spectators may watch, and whether they may write in the chat."""

    watch: bool | None = None
    chat: bool | None = None


class Chat(Command, frozen=True, tag="chat"):
    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Mute(Command, frozen=True, tag="mute"):
    seat: SeatNumber
    on: bool = True


class Rematch(Command, frozen=True, tag="rematch"):
    """Open a new table with the same people and rules, everybody one seat further."""


class Hint(Command, frozen=True, tag="hint"):
    """Ask the coach: 1 where to look, 2 what kind of move, 3 the move."""

    state: int
    seconds: Annotated[float, Meta(gt=0, le=5)] = 1.0
    step: Annotated[int, Meta(ge=1, le=LAST_STEP)] = LAST_STEP


class Judge(Command, frozen=True, tag="judge"):
    """Ask the coach, in a game against bots, whether these moves give away so many per cent of the
    chances. It asks once about the same moves.
    """

    state: int
    moves: Annotated[list[Notation], Meta(min_length=1, max_length=MAX_MOVES)]
    threshold: Literal[5, 10, 20] = 10


class Pause(Command, frozen=True, tag="pause"):
    """Let the bots wait, or go on, at a table without other people. It is not kept in the log: a
    server that restarts goes on. Where only bots play, whoever opened the table may do it.
    """

    on: bool = True


class Pace(Command, frozen=True, tag="pace"):
    """Set the least seconds of each bot's turn, where one may pause. It is not kept in the log."""

    seconds: Annotated[float, Meta(ge=0.2, le=10)]


class Emote(Command, frozen=True, tag="emote"):
    """Make a sign to everybody at the table, except those who have muted one's chat. Nothing is
    kept: a sign that is repeated is shown again.
    """

    what: Sign


class Try(Command, frozen=True, tag="try"):
    """Ask what would be legal after these moves; nothing happens."""

    state: int
    moves: Annotated[list[Notation], Meta(max_length=MAX_MOVES)]


LoggedCommand: TypeAlias = (
    Play
    | Ready
    | Sit
    | Leave
    | Resign
    | AskFor
    | Answer
    | CallBot
    | ComeBack
    | Fill
    | Start
    | Remove
    | Admit
    | Chat
    | Mute
    | Rematch
    | Hint
)
UnloggedCommand: TypeAlias = Pause | Pace | Emote
AnyCommand: TypeAlias = LoggedCommand | UnloggedCommand | Try | Judge


class Hello(Struct, frozen=True, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first message in a socket: the last event one has seen; whether to send positions.

    `protocol` is the client's; clients that do not state it speak protocol 1.
    """

    since: Annotated[int, Meta(ge=0)] = 0
    positions: bool = False
    protocol: Annotated[int, Meta(ge=1)] = 1


class Ping(Struct, frozen=True, tag_field="type", tag="ping", forbid_unknown_fields=True):
    pass


Incoming: TypeAlias = AnyCommand | Hello | Ping
