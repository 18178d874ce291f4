"""Building blocks of the drawings of all games: coloured text, its width, tokens as chips.

Everything is drawn in colour; `plain` removes the colours. No information is in colour alone: a
gem always has its letter W U G R K, a pearl is P, gold is J or ★.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from splendor.core.tables import Place
from splendor.core.tables import Table as AnyTable

WIDTH = 100
NO_BREAK = "\u00a0"  # non-breaking space; it is printed as an ordinary one
MARGIN = 10  # columns of the labels on the left
# Below the statistics of a game.
LEGEND = " I, II and III are the cards bought of level 1, 2 and 3; gold paid is in tokens."

# Chips: background and text colour of each token, in the 16 colours of every terminal.
CHIPS = {
    "W": "107;30",
    "U": "44;97",
    "G": "42;30",
    "R": "41;97",
    "K": "100;97",
    "P": "105;30",
    "J": "43;30",
}
EDGES = {"W": "97", "U": "94", "G": "32", "R": "91", "K": "90"}  # of the cards with that bonus
BOLD, DIM, GO, MISSING, LAST = "1", "2", "1;30;43", "91", "36"
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


Table = TypeVar("Table", bound=AnyTable)
Options = TypeVar("Options")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Scene(Generic[Table, Options]):
    """A table to draw, as the seat `viewer` sees it; `fresh` cards are marked as new.

    `chosen` is the place of the card being bought or reserved: `1e`, `h1`, or `3` for a deck.
    """

    table: Table
    rules: str
    options: Options
    names: tuple[str, ...]
    last: tuple[str, ...]
    viewer: int | None = None
    fresh: frozenset[int] = frozenset()
    chosen: str = ""
    is_extra: bool = False  # the turn belongs to the seat that had the last one
    text: Callable[[], str] = str  # the table as the game itself writes it

    def note(self, place: str, card: int | None) -> str:
        """The mark of the card or deck at this place."""
        mark = "◀" if place == self.chosen else "new" if card in self.fresh else ""
        return paint(mark, LAST)

    @property
    def is_over(self) -> bool:
        return self.table.phase == "over"

    @property
    def buyer(self) -> Place | None:
        """The player for whom cards are marked as affordable; none when the game is over."""
        return None if self.viewer is None or self.is_over else self.table.places[self.viewer]

    @property
    def in_order(self) -> tuple[int, ...]:
        """The seats in drawing order: the viewer's own comes last."""
        seats = tuple(range(len(self.names)))
        first = 0 if self.viewer is None else self.viewer + 1
        return seats[first:] + seats[:first]


def of_type(value: object, kind: type[T]) -> T:
    """The value, for the type checker: the drawing of a game gets the values of that game."""
    assert isinstance(value, kind)
    return value


def on_sale(table: AnyTable) -> frozenset[int]:
    """The numbers of the open cards."""
    return frozenset(card.id for row in table.market for card in row if card)


# Text and its width


def paint(text: str, style: str) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if text else ""


def plain(text: str) -> str:
    return ESCAPE.sub("", text)


def width_of(text: str) -> int:
    """The number of columns of a text: wide letters take two, combining marks none."""
    shown = (letter for letter in plain(text) if not unicodedata.combining(letter))
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in shown)


def pad(text: str, width: int) -> str:
    return text + " " * (width - width_of(text))


def cut(text: str, width: int) -> str:
    """A text without colours, shortened where it is too long."""
    if width_of(text) <= width:
        return text
    while width_of(text) >= width:
        text = text[:-1]
    return text + "…"


def how_many(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def filled(left: str, line: str, right: str, width: int) -> str:
    """`left` and `right` with a line between them."""
    return left + line * (width - width_of(left) - width_of(right)) + right


def wrapped(label: str, words: Sequence[str], width: int = WIDTH) -> Iterator[str]:
    """A label and words beside it, on as many lines as they need."""
    line = f" {pad(label, MARGIN)}"
    for word in words:
        if width_of(line) + width_of(word) > width:
            yield line.rstrip()
            line = " " * (MARGIN + 1)
        line += word + "  "
    yield line.rstrip()


def tinted(line: str, style: str) -> str:
    """Colour the strokes of a line, but not its words."""
    return re.sub("[─╭╮╰╯]+", lambda strokes: paint(strokes.group(), style), line)


# Tokens


def chip(letter: str, count: int | str) -> str:
    return paint(f"{letter}{count}", CHIPS[letter])


def chips(counts: Sequence[int], letters: str, between: str = " ") -> str:
    """The tokens with a count above 0: `W2 G1 J1`. `letters` has their letters in order."""
    shown = [chip(letters[token], count) for token, count in enumerate(counts) if count]
    return between.join(shown) or "nothing"


def columns(counts: Sequence[int], letters: str) -> str:
    """Every token in its column, including those with a count of 0."""
    return "  ".join(
        chip(letters[token], count) if count else paint(f"{letters[token]}·", DIM)
        for token, count in enumerate(counts)
    )


# Lines across the table


def headline(scene: Scene[Table, Options], words: str) -> str:
    turn = "the game is over" if scene.is_over else f"▶ {scene.names[scene.table.active]}"
    left = f" Splendor · {scene.rules} · {words} "
    return paint(filled(left, "─", f" {turn} ", WIDTH), BOLD)


def place_headline(scene: Scene[Table, Options], seat: int, facts: Sequence[str]) -> str:
    to_move = seat == scene.table.active and not scene.is_over
    name = f"{'▶' if to_move else '─'} {scene.names[seat]} "
    line = filled(f"─{name}", "─", f" {' · '.join(facts)} ─", WIDTH)
    return paint(line, BOLD if to_move else "0")


def hand_lines(
    scene: Scene[Table, Options], seat: int, words: Callable[[Any, Place | None], str]
) -> list[str]:
    """The reserved cards of a seat on three lines.

    `words` are those of a card, with its mark for a buyer, if there is one.
    """
    own = seat == scene.viewer
    lines = []
    for slot, held in enumerate(scene.table.places[seat].hand, 1):
        if held.card is None:
            lines.append(f"h{slot}  ░ level {held.level}, face down")
            continue
        secret = paint("secret", DIM) if held.unseen and own else ""
        chosen = scene.note(f"h{slot}", None) if seat == scene.table.active else ""
        lines.append(f"h{slot} {words(held.card, scene.buyer if own else None)} {chosen}{secret}")
    empty = paint("no cards in hand", DIM) if not lines else ""
    return [*lines, empty, "", ""][:3]
