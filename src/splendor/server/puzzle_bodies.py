"""The bodies of requests and answers about puzzles. Until a puzzle is solved or its solution is
shown, nothing that is sent says more of the answer than a nudge does.
"""

from typing import Annotated, Any

from msgspec import Meta, Raw, Struct

from splendor.server.messages import MAX_MOVES, Notation, OwnSeat, Reason
from splendor.server.practice import NextTurn
from splendor.server.reviews.bodies import LineStep


class PuzzleMoves(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Moves at a puzzle."""

    moves: Annotated[list[Notation], Meta(max_length=MAX_MOVES)] = []


class SavePosition(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position to be saved as a puzzle: as text, or a decision of a finished game."""

    text: Annotated[str, Meta(max_length=3000)] = ""
    table: Annotated[str, Meta(max_length=40)] = ""
    ply: Annotated[int, Meta(ge=0, le=10_000)] = 0


class SavedPuzzle(Struct, frozen=True):
    """A puzzle that was saved, and when it comes back (milliseconds since 1970)."""

    id: str
    due: int


class DayMark(Struct, frozen=True, omit_defaults=True):
    """A day, and how its puzzle went: "found", "near", "shown", or empty."""

    day: str
    mark: str = ""


class KindSolved(Struct, frozen=True):
    """How many puzzles of a kind are solved, of how many."""

    game: str
    kind: str
    solved: int
    count: int


class Progress(Struct, frozen=True, omit_defaults=True):
    """My rating at puzzles on the scale of the levels, with half its 95 % interval; days running
    and the last seven; what is solved, and how many wait to come back today.
    """

    rating: int | None = None
    interval: int | None = None
    days: int = 0
    week: list[DayMark] = []
    solved: int = 0
    count: int = 0
    kinds: list[KindSolved] = []
    due: int = 0


class FoundBy(Struct, frozen=True):
    """How often a level found the answer at once, as a share of its tries."""

    level: str
    share: float


class Solution(Struct, frozen=True, omit_defaults=True):
    """The answer, and how it goes on; the chance with it and with the best other move; reasons for
    it, and against the other; the levels that find it; its rating.
    """

    answer: str
    position: str  # the puzzle as text, for the analysis board
    line: list[LineStep]
    chance: float
    other: str
    next: float
    error: float
    proven: bool = False
    in_favour: list[Reason] = []
    against: list[Reason] = []
    found: list[FoundBy] = []
    rating: int = 0


class PuzzleShown(Struct, frozen=True, omit_defaults=True):
    """A puzzle: the table as the seat that decides sees it. `day`: it is the daily one of this day.
    `counted`: my first try is over; `solved`: I have found it; `back`: it has come back.
    """

    id: str
    game: str
    kind: str
    rules: str
    options: dict[str, Any]
    players: int
    table: Raw
    you: OwnSeat
    progress: Progress
    day: str = ""
    counted: bool = False
    solved: bool = False
    nudged: bool = False
    back: bool = False


class NextPuzzle(Struct, frozen=True, omit_defaults=True):
    """The next puzzle of the stream; none where all of these kinds are solved."""

    progress: Progress
    puzzle: PuzzleShown | None = None


class TriedPuzzle(Struct, frozen=True, omit_defaults=True):
    """A try. A right one has the solution; a wrong one what it is worth, as far as the server had
    time to judge it: chances with the best move and after this one, what speaks against it, and
    what the next player may answer. `change` is that of the rating, if the try counted.
    """

    right: bool
    progress: Progress
    counted: bool = False
    change: int = 0
    solution: Solution | None = None
    chance: float | None = None
    after: float | None = None
    error: float = 0.0
    proven: bool = False
    against: list[Reason] = []
    answer: NextTurn | None = None


class ShownSolution(Struct, frozen=True, omit_defaults=True):
    """The solution. `change` is that of the rating, if it was asked for before the first try."""

    solution: Solution
    progress: Progress
    counted: bool = False
    change: int = 0
