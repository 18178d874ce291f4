"""What is to be drawn: a position as somebody sees it, with the names of the players."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from splendor.core.content import Card
from splendor.core.errors import RulesError
from splendor.core.refusals import shown
from splendor.game import Game
from splendor.outcome import with_ending
from splendor.ruleset import split_view
from splendor.view import Position, View

Seat: TypeAlias = int | Literal["all"] | None

LONGEST_NAME = 20  # characters; a longer name is cut off
DECIDES = {
    "play": "to move",
    "pay": "chooses how to pay",
    "return": "returns tokens",
    "noble": "chooses a noble",
    "gold": "chooses a gold",
    "colour": "chooses a colour",
    "match": "takes a matching gem",
    "steal": "takes from the opponent",
    "royal": "chooses a royal card",
    "discard": "discards tokens",
}


@dataclass(frozen=True)
class Scene:
    """A position as somebody sees it. `table` is that of the position."""

    position: Position
    seat: int | None  # the seat that looks; `None` for a spectator
    names: tuple[str, ...]
    table: Any

    @property
    def holder(self) -> int:
        """The seat whose hand the places `h1` to `h3` name."""
        return int(self.table.active if self.seat is None else self.seat)

    @property
    def chosen(self) -> tuple[Card | None, ...]:
        """The card that is being bought or reserved, and still lies where it lay."""
        return self.table.buying, getattr(self.table, "reserving", None)

    @property
    def headline(self) -> str:
        """The round, and who decides what or who has won."""
        if self.position.is_over:
            return f"Game over · {self.verdict}"
        decides = DECIDES.get(self.position.phase, self.position.phase)
        return f"Round {self.table.round} · {self.names[self.table.active]} {decides}"

    @property
    def verdict(self) -> str:
        outcome = self.position.outcome
        winners = [self.names[seat] for seat in outcome.winners] if outcome else []
        if not winners:
            return "nobody wins"
        return f"{winners[0]} wins" if len(winners) == 1 else f"{' and '.join(winners)} win"

    @property
    def words(self) -> tuple[str, str]:
        """The title and the description of the picture."""
        return f"Splendor, {self.position.rules}: {self.headline}", self.text

    @property
    def text(self) -> str:
        """The table in plain text."""
        drawn = self.position.ruleset.draw_table(self.position.record[0])
        return with_ending(drawn, self.position.outcome)

    def is_active(self, seat: int) -> bool:
        return bool(seat == self.table.active) and not self.position.is_over


def scene_of(position: Position | str, seat: Seat, names: Sequence[str] | None) -> Scene:
    """A game as a seat, a spectator (`None`) or the referee ("all") sees it; a view as it is."""
    if isinstance(position, str):
        is_view = split_view(position)[0] is not None
        position = View.from_position(position) if is_view else Game.from_position(position)
    looking: int | None = None
    if isinstance(position, Game):
        if seat != "all":
            position = position.view(seat)
            looking = position.seat
    elif isinstance(position, View):
        if seat not in (None, position.seat):
            raise RulesError(f"this is the view of seat {position.seat}, not of {shown(seat)}")
        looking = position.seat
    else:
        raise RulesError(f"only a game, a view or a position can be drawn, not {shown(position)}")
    return Scene(position, looking, names_of(position, names), position.table)


def names_of(position: Position, names: Sequence[str] | None) -> tuple[str, ...]:
    """The given names, cut to a reasonable length; otherwise `Seat 0` and so on."""
    given = [f"Seat {seat}" for seat in range(position.players)] if names is None else list(names)
    if len(given) != position.players or not all(isinstance(name, str) for name in given):
        raise RulesError(f"names are {position.players} texts here, one for each seat")
    return tuple(map(cut, given))


def cut(name: str) -> str:
    name = " ".join(name.split())
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
