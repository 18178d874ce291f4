"""Engines at tables, inside a bot process: each keeps its game, and is told what the others play.

Every question comes with all decisions so far. If an engine in this process knows a beginning of
them, it is told the rest; otherwise (another process had the game, a move was undone) it begins the
game anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from splendor.bots import Bot
    from splendor.outcome import Outcome

MOST_GAMES = 8  # that engines of one process play at a time; the one that has waited longest ends


class Decided(NamedTuple):
    """A decision of a game: the seat, and the move in notation."""

    seat: int
    move: str


@dataclass(frozen=True, slots=True)
class Course:
    """A game so far: the id of its table, and its decisions."""

    table: str
    decisions: tuple[Decided, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """News for all processes: how the game of a table ended."""

    table: str
    outcome: "Outcome"


class EngineGames:
    """The games that engines of this process play, by table, seat and bot."""

    def __init__(self, most: int = MOST_GAMES) -> None:
        self._most = most
        self._games: dict[tuple[str, int, str], tuple[Bot, Sequence[Decided]]] = {}

    def bot(self, course: Course, seat: int, name: str, seed: str) -> "Bot":
        """The engine at a seat of a table, which has been told of all decisions so far."""
        from splendor.bots import make_bot
        from splendor.bots.engines import tell_played

        bot, known = self._games.pop((course.table, seat, name), (None, ()))
        if bot is None or course.decisions[: len(known)] != known:
            bot = make_bot(name, seed)
        else:
            for decided in course.decisions[len(known) :]:
                tell_played([bot], *decided)
        self._games[course.table, seat, name] = bot, course.decisions
        for oldest in list(self._games)[: -self._most]:
            del self._games[oldest]
        return bot

    def end(self, news: Ended) -> None:
        """Tell the engines at a table how their game ended."""
        from splendor.bots.engines import tell_ended

        for key in [key for key in self._games if key[0] == news.table]:
            tell_ended([self._games.pop(key)[0]], news.outcome)

    def forget(self, course: Course) -> None:
        """Forget the games of a table, where an engine has failed."""
        for key in [key for key in self._games if key[0] == course.table]:
            del self._games[key]
