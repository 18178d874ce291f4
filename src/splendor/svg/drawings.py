"""The registry of drawings: how the table of each game is drawn.

Only this file of the pictures knows all games. A game without a drawing is shown as text.
"""

from collections.abc import Callable
from dataclasses import dataclass

from splendor.core.moves import Move
from splendor.svg import base, duel, general
from splendor.svg.scene import Scene
from splendor.svg.sheet import Sheet, places_of


@dataclass(frozen=True)
class Drawing:
    """How a game is drawn, and which places a move touches, by their names in the sheet."""

    draw: Callable[[Scene], Sheet]
    touched: Callable[[Move], tuple[str, ...]]


GENERAL = Drawing(general.draw, places_of)
DRAWINGS = {  # by the name of the game
    "base": Drawing(base.draw, base.touched),
    "duel": Drawing(duel.draw, duel.touched),
}


def drawing_of(game: str) -> Drawing:
    return DRAWINGS.get(game, GENERAL)
