"""One's own slips by theme: which decisions of reviewed games can be practised."""

from collections.abc import Collection, Iterator

from msgspec import Struct, json
from sqlalchemy import Connection

from splendor.server.my_games_bodies import MySlip
from splendor.server.reviews.running import theme_of, unpacked
from splendor.server.storage.results import Filter
from splendor.server.storage.reviews import Reviewed, packed_reviews, reviewed_games

LOOKED_AT = 200  # reviewed games of mine, the last ones
MOST_GAMES = 24  # whose reviews are read for one request
MOST_SLIPS = 60


class Told(Struct):
    """A reason, as far as its theme is concerned."""

    code: str


class Decided(Struct):
    ply: int


class Turn(Struct):
    """The parts of a turn's review (review.schema.json) that are needed here."""

    seat: int
    round: int
    label: str
    loss: float
    decisions: list[Decided]
    in_favour: list[Told] = []
    against: list[Told] = []


class Turns(Struct):
    turns: list[Turn]


def slips_of(connection: Connection, wanted: Filter, theme: str) -> list[MySlip]:
    """My slips of a theme, or all of them, in my last reviewed games: the last game first."""
    games = [
        each for each in reviewed_games(connection, wanted, LOOKED_AT) if has_theme(each, theme)
    ][:MOST_GAMES]
    packed = packed_reviews(connection, [each.table for each in games])
    found = [slip for each in games for slip in slips_in(each, packed[each.table], theme)]
    return found[:MOST_SLIPS]


def has_theme(game: Reviewed, theme: str) -> bool:
    themes: Collection[str] = json.decode(game.seat.costs)
    return theme in themes if theme else bool(themes)


def slips_in(game: Reviewed, packed: bytes, theme: str) -> Iterator[MySlip]:
    """The costliest first."""
    turns = json.decode(unpacked(packed), type=Turns).turns
    own = [turn for turn in turns if turn.seat == game.seat.seat and turn.label]
    for turn in sorted(own, key=lambda turn: -turn.loss):
        about = theme_of(turn.in_favour, turn.against)
        if theme in ("", about):
            yield MySlip(
                table=game.table,
                seat=turn.seat,
                ply=turn.decisions[0].ply,
                round=turn.round,
                theme=about,
                label=turn.label,
                cost=round(100 * turn.loss),
                ended=game.ended,
            )
