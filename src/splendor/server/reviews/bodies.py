"""The bodies of requests and answers about reviews."""

from msgspec import Raw, Struct


class StartReview(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Make a review or go on with it; `again`: make a finished one anew, the way it is done now."""

    again: bool = False


class ReviewNews(Struct, frozen=True, omit_defaults=True):
    """How far a review is. `turns` are those judged after the first `since`, as in
    review.schema.json; `review` is the whole, once it is finished.
    """

    status: str  # "none", "running", "paused", "stopped", "failed" or "finished"
    decisions: int  # of the game
    judged: int = 0
    told: int = 0  # the number of turns so far: the next `since`
    seconds: int | None = None  # that are left, about
    simulations: int = 0  # for each decision
    turns: list[Raw] = []
    review: Raw | None = None
    made: int = 0  # milliseconds since 1970
    turning_points: int = 0  # of a finished one
    slips: int = 0  # of mine, if asked for in brief
    outdated: bool = False  # a new one would be made in another way
    hints: list[int] = []  # the decisions for which a hint was given


class LineStep(Struct, frozen=True, omit_defaults=True):
    """A move of a line; `table` is the table after it, as far as that is certain."""

    seat: int
    move: str
    table: Raw | None = None


class ShownLine(Struct, frozen=True):
    steps: list[LineStep]
