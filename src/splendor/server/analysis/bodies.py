"""The bodies of requests and answers of the analysis board.

The server keeps nothing of a board: every request names its position as text, and the tree of tries
is in the browser.
"""

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Raw, Struct

from splendor.server.bodies import PositionText
from splendor.server.messages import MAX_MOVES, Notation, OwnSeat, Reason, Result
from splendor.server.wire_types import CardId

MAX_SEED = 32
MOST_DRAWN = 25  # tokens that a move can draw

Seed: TypeAlias = Annotated[str, Meta(max_length=MAX_SEED)]


class OpenPosition(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position as text, of a whole game or of a view. Of a view, unknown cards are dealt anew."""

    text: PositionText
    seed: Seed = ""


class OpenDecision(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A decision of a finished game, after so many others."""

    table: Annotated[str, Meta(max_length=40)]
    ply: Annotated[int, Meta(ge=0, le=10_000)]


class NewDeal(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The beginning of a game of these rules."""

    rules: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=2, le=8)] = 2
    seed: Seed = ""


class ChosenDraw(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What chance is to bring after one of the moves: cards, and tokens as letters."""

    move: Annotated[int, Meta(ge=0, lt=MAX_MOVES)]
    cards: Annotated[list[CardId], Meta(max_length=3)] = []
    tokens: Annotated[str, Meta(max_length=MOST_DRAWN)] = ""


class PlayTurn(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Moves of one turn. Cards that come are dealt anew by `seed`, unless `draws` choose them.
    `anew`: everything that the seat has not seen is dealt anew first.
    """

    position: PositionText
    moves: Annotated[list[Notation], Meta(min_length=1, max_length=MAX_MOVES)]
    seed: Seed = ""
    draws: Annotated[list[ChosenDraw], Meta(max_length=MAX_MOVES)] = []
    anew: bool = False


class Drawn(Struct, frozen=True, omit_defaults=True):
    """What came after one of the moves, and what might have come: the cards of each draw."""

    move: int
    cards: list[CardId] = []
    tokens: str = ""
    decks: list[list[CardId]] = []


class Board(Struct, frozen=True, omit_defaults=True):
    """A position: as text with every card, and as the seat that decides knows it (`view`, `table`);
    `whole` is the table without secrets, `next` the next card of each deck.
    """

    position: str
    view: str
    rules: str
    options: dict[str, Any]
    players: int
    table: Raw
    whole: Raw
    you: OwnSeat
    next: list[CardId | None] = []
    result: Result | None = None


class PlayedTurn(Struct, frozen=True, omit_defaults=True):
    """A turn on the board: its moves, what came with them, and the position after it."""

    seat: int
    moves: list[str]
    board: Board
    drawn: list[Drawn] = []


class Think(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Think about a position, from what the seat that decides knows."""

    position: PositionText
    simulations: Annotated[int, Meta(ge=1, le=100_000)]


class LikelyMove(Struct, frozen=True):
    seat: int
    move: str


class Considered(Struct, frozen=True, omit_defaults=True):
    """A move: the chance after it, its standard error, and what may follow."""

    move: str
    chance: float
    error: float
    visits: int
    proven: bool = False
    line: list[LikelyMove] = []


class Thought(Struct, frozen=True, omit_defaults=True):
    """What a search knows: every seat's chance with the best move, and all moves, the best first.
    The reasons compare the best move with the next one.
    """

    simulations: int
    seconds: float
    seats: list[float]
    error: float
    moves: list[Considered]
    in_favour: list[Reason] = []
    against: list[Reason] = []


class Check(Struct, frozen=True, omit_defaults=True):
    """One check of a position; `code` and `values` say what is wrong."""

    check: str
    code: str = ""
    values: dict[str, Any] = {}


class Checked(Struct, frozen=True, omit_defaults=True):
    """All checks of a position that was set up: the table, if the text can be read, and the
    position, if it is one.
    """

    checks: list[Check]
    table: Raw | None = None
    board: Board | None = None
