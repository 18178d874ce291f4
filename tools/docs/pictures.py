"""The pictures in docs/svg/: tables and cards, drawn by `splendor.svg`.

The games are recorded beside them. A picture that is drawn differently is out of date.
"""

from collections.abc import Callable
from pathlib import Path

import splendor
from splendor import svg
from splendor.core.content import Drawn

FOLDER = Path("docs") / "svg"
GAMES = Path(__file__).resolve().parents[2] / FOLDER


def played(name: str, ply: int) -> splendor.Game:
    """A recorded game after so many moves."""
    text = (GAMES / f"{name}.txt").read_text(encoding="utf-8")
    return splendor.formats.read_game(text).game.at(ply)


def for_two() -> str:
    game = played("base-2", 20)
    marks = {"2a": "plan", "n2": ""}
    return svg.table(game, 1, names=("Ana", "Ben"), lastmove=game.peek(), marks=marks)


def for_four() -> str:
    game = played("base-4", 101)
    names = ("Ana", "Ben", "Chloé", "Dev")
    return svg.table(game, theme="light", names=names, lastmove=game.peek())


def duel() -> str:
    game = played("duel", 57)
    return svg.table(game, 0, names=("Ana", "Ben"), lastmove=game.peek(), marks={"h2": "aim"})


def duel_in_light() -> str:
    return svg.table(played("duel", 74), theme="light", names=("Ana", "Ben"))


def some_cards() -> str:
    base = [splendor.card(code) for code in ("1g0-u2r2", "2k2-u1g4r2", "3r5-g7r3")]
    jewels = [splendor.card(code, "duel") for code in ("L2-04", "L2-03", "L3-12")]
    things: list[Drawn] = [*base, *jewels, splendor.nobles()[1], splendor.royals()[0]]
    return svg.hand(things)


def a_hand() -> str:
    return svg.hand(played("base-2", 20).view(0).table.places[1].hand)


def position() -> splendor.Game:
    """The position that docs/notation.md writes down."""
    game = splendor.Game(seed=1, start=0)
    game.push("r3")
    return game


def position_of_duel() -> str:
    return svg.table(splendor.Game("duel", seed=1, start=0), theme="light")


PICTURES: dict[str, Callable[[], str]] = {  # by the name of the file
    "base-2.svg": for_two,
    "base-4.svg": for_four,
    "duel.svg": duel,
    "duel-light.svg": duel_in_light,
    "cards.svg": some_cards,
    "hand.svg": a_hand,
    "position.svg": lambda: svg.table(position().view(1), theme="light"),
    "position-duel.svg": position_of_duel,
}


def stale(root: Path) -> dict[Path, str]:
    """The pictures that are missing or drawn differently, with what they should be."""
    drawn = {root / FOLDER / name: draw() for name, draw in PICTURES.items()}
    return {path: text for path, text in drawn.items() if current(path) != text}


def current(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None
