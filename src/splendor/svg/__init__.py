"""Pictures of tables and cards as self-contained SVG, in the look of the browser's table.

A picture is a text without links to anything outside it, the same for the same arguments. Notebooks
show pictures, and every `Game`, `View` and `Card` as one. `docs/svg.md` has examples.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, TypedDict, Unpack

from splendor.core.content import Card, Drawn, Noble, Royal
from splendor.core.errors import RulesError
from splendor.core.moves import Move
from splendor.core.refusals import shown
from splendor.core.tables import HandCard
from splendor.svg import cards
from splendor.svg.drawings import drawing_of
from splendor.svg.markup import document, group, joined, label
from splendor.svg.scene import Seat, scene_of
from splendor.svg.sheet import Marks
from splendor.svg.themes import theme_of
from splendor.view import Position

__all__ = ["Look", "Picture", "TableLook", "card", "hand", "table"]

SMALLEST, LARGEST = 16, 10_000  # pixels
MOST_CARDS = 100  # in a hand
AROUND = 4  # the room for the shadow of a card


class Picture(str):
    """The text of an SVG, which a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Look(TypedDict, total=False):
    """How a picture looks: `theme`, and `size`, its width in pixels."""

    theme: Literal["dark", "light"]
    size: int | None


class TableLook(Look, total=False):
    """How a table looks.

    `names` are those of the players. `lastmove` is outlined with dashes. `marks` are outlined in
    gold: names of places (`2c`, `deck2`, `h1`; piles `W` and nobles `n1`, or spaces `c3`, royal
    cards `R1` and `bag`), or cards; a mapping gives labels to them.
    """

    names: Sequence[str] | None
    lastmove: Move | str | None
    marks: Marks


def table(position: Position | str, seat: Seat = None, **look: Unpack[TableLook]) -> Picture:
    """The table of a game, a view or a position's text.

    A view shows what its seat sees. A game shows what everybody sees, so that nothing is given
    away; `seat` shows it as that seat sees it, `seat="all"` with every reserved card.

    >>> game = splendor.Game(seed=1)
    >>> game.push("WUG")
    >>> picture = splendor.svg.table(game, theme="light", lastmove="WUG", marks={"2c": "next"})
    >>> picture[:40]
    '<svg xmlns="http://www.w3.org/2000/svg" '
    """
    scene = scene_of(position, seat, look.get("names"))
    drawing = drawing_of(scene.position.ruleset.name)
    sheet = drawing.draw(scene)
    if move := look.get("lastmove"):
        move = scene.position.parse(move) if isinstance(move, str) else move
        sheet.mark_last(drawing.touched(move), scene.chosen)
    sheet.mark(look.get("marks", ()))
    return picture((sheet.width, sheet.height), scene.words, sheet.body, look)


def card(thing: Drawn, **look: Unpack[Look]) -> Picture:
    """One card, noble or royal card.

    >>> "costs U1 G4 R2" in splendor.svg.card(splendor.card("2k2-u1g4r2"))
    True
    """
    return row([thing], str(thing), look)


def hand(things: Iterable[Drawn | HandCard[Card] | None], **look: Unpack[Look]) -> Picture:
    """Cards side by side: a hand, a row of the market, nobles; `None` is an empty place.

    A reserved card that cannot be seen is drawn as its back.

    >>> game = splendor.Game(seed=1, start=0)
    >>> game.push("r3")
    >>> picture = splendor.svg.hand(game.view(1).table.places[0].hand)
    >>> "an unseen card of level 3" in picture
    True
    """
    laid = list(things)
    if len(laid) > MOST_CARDS:
        raise RulesError(f"at most {MOST_CARDS} cards can be drawn side by side")
    return row(laid, "Cards", look)


# Inside


def row(things: Sequence[Drawn | HandCard[Card] | None], title: str, look: Look) -> Picture:
    """Things side by side, on nothing."""
    parts, x, height = [], float(AROUND), 0.0
    for thing in things:
        drawn, size = one(thing)
        parts.append(group(x, AROUND, drawn))
        x, height = x + size[0] + 8, max(height, size[1])
    size = max(x - 8, 2 * AROUND) + AROUND, height + 2 * AROUND
    words = "\n".join(map(words_of, things)) or "no cards"
    return picture(size, (title, words), joined(parts), look)


def one(thing: Drawn | HandCard[Card] | None) -> tuple[str, tuple[float, float]]:
    """A drawing, and its size."""
    whole = cards.WIDTH, cards.HEIGHT
    match thing:
        case None:
            return cards.hollow(*whole), whole
        case HandCard(card=None, level=level):
            return cards.back(level, *whole), whole
        case HandCard(card=Card() as held) | (Card() as held):
            return cards.face(held), whole
        case Noble():
            return cards.noble_tile(thing), (cards.NOBLE_WIDTH, cards.NOBLE_HEIGHT)
        case Royal():
            return cards.royal_card(thing), (cards.ROYAL_WIDTH, cards.ROYAL_HEIGHT)
        case Drawn():
            return label(8, 20, thing, 14, fill="var(--ink-2)"), (20 + 9 * len(str(thing)), 40)
    raise RulesError(f"only cards, nobles and royal cards can be drawn, not {shown(thing)}")


def words_of(thing: Drawn | HandCard[Card] | None) -> str:
    if thing is None:
        return "an empty place"
    if isinstance(thing, HandCard):
        return str(thing.card) if thing.card else f"an unseen card of level {thing.level}"
    return str(thing)


def picture(
    size: tuple[float, float], words: tuple[str, str], body: str, look: Look | TableLook
) -> Picture:
    width = look.get("size")
    if width is not None and (type(width) is not int or not SMALLEST <= width <= LARGEST):
        raise RulesError(f"the size is from {SMALLEST} to {LARGEST:,} pixels, not {shown(width)}")
    theme = theme_of(look.get("theme", "dark"))
    return Picture(document(size, width, words, theme, body))
