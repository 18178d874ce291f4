"""The bodies of requests and answers about one's own games."""

from typing import Literal

from msgspec import Struct

from splendor.server.messages import Result, Seat


class GameReview(Struct, frozen=True):
    """What the review of a game says of me: accuracy in per cent, luck and what I gave away in
    points of winning chance, slips of each label.
    """

    accuracy: float | None
    luck: int
    given: int
    slips: list[int]  # inaccuracies, mistakes, blunders
    turning_points: int


class MyGame(Struct, frozen=True, omit_defaults=True):
    """A finished game of mine. `outcome` is "won", "shared", "lost", "none" or "unreadable"; `help`
    says why it does not count for the rating.
    """

    table: str
    rules: str
    game: str
    ended: int  # milliseconds since 1970
    seat: int
    seats: list[Seat]
    against: str  # "bots", "people", or "here": several people at one screen
    outcome: str
    rounds: int
    result: Result | None = None
    level: str = ""  # of the bots, if it is the same for all
    help: list[str] = []
    rating: int | None = None  # after the game, ± `interval` (95 %), from the fifth that counts on
    interval: int | None = None
    felt: str = ""
    hidden: bool = False
    review: GameReview | None = None


class MyGames(Struct, frozen=True, omit_defaults=True):
    games: list[MyGame]
    more: str = ""  # the value of `before` for the next page


class GameChange(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Hide a game from my list, or say whether it was too easy or too hard."""

    hidden: bool | None = None
    felt: Literal["easy", "right", "hard"] | None = None


class Deleted(Struct, frozen=True):
    table: str


class GameTally(Struct, frozen=True):
    """How many of my games of one kind ended how; `level` is empty for people and mixed bots."""

    game: str
    players: int
    against: str
    level: str
    games: int
    won: int
    shared: int
    lost: int


class Streaks(Struct, frozen=True):
    """The last games in a row with one result, and the most wins in a row."""

    result: str
    length: int
    longest: int


class GamePeriod(Struct, frozen=True):
    """Some of my games in a row: their time, number and averages."""

    since: int
    until: int
    games: int
    won: int
    points: float
    rounds: float


class RatingStep(Struct, frozen=True):
    """My rating after the rated game of number `place`."""

    place: int
    at: int
    rating: int
    interval: int


class MyRating(Struct, frozen=True, omit_defaults=True):
    """My rating in a game for so many players, on the scale of the levels; `like` is the nearest
    level. It is given from the fifth rated game on, and `missing` games are left until then.
    """

    game: str
    players: int
    games: int
    missing: int = 0
    rating: int | None = None
    interval: int | None = None
    like: str = ""
    history: list[RatingStep] = []


class ReviewedGame(Struct, frozen=True):
    """A reviewed game of mine, for the charts."""

    table: str
    ended: int
    outcome: str
    accuracy: float | None
    luck: int


class SlipTheme(Struct, frozen=True):
    """What slips of mine have in common: how many, what they gave away in points, and the last
    game with one.
    """

    theme: str
    count: int
    cost: int
    table: str


class MySlip(Struct, frozen=True):
    """A slip of mine in a reviewed game: the decision, its theme, and what it cost in points."""

    table: str
    seat: int
    ply: int
    round: int
    theme: str
    label: str
    cost: int
    ended: int


class Habits(Struct, frozen=True):
    """My last reviewed games, the first one first, and what costs me most."""

    games: list[ReviewedGame] = []
    themes: list[SlipTheme] = []


class Statistics(Struct, frozen=True):
    """My games in numbers. `recorded` is false while earlier games are still being read."""

    recorded: bool
    games: list[GameTally]
    streaks: Streaks
    periods: list[GamePeriod]
    ratings: list[MyRating]
    habits: Habits


class NextLevel(Struct, frozen=True, omit_defaults=True):
    """A level that suits me, and why: "first", "again", "easy", "hard", or `count` games in a row
    "won" or "lost" against the level `of`. `asks`: the first game, of which I have not said yet
    whether it was too easy.
    """

    game: str
    players: int
    level: str
    why: str
    of: str = ""
    count: int = 0
    asks: bool = False
