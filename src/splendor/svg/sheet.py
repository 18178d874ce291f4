"""A picture in the making: its size, its parts, where everything lies, and what is marked."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from splendor.core.content import Card
from splendor.core.errors import RulesError
from splendor.core.moves import (
    SLOT_LETTERS,
    ChooseGold,
    ChooseGoldHand,
    Move,
    Purchase,
    PurchaseHand,
    Reserve,
    ReserveTop,
)
from splendor.core.refusals import shown
from splendor.svg.markup import GLYPH, box, group, joined, label

Kind: TypeAlias = Literal["mark", "last"]
Marked: TypeAlias = str | Card
Marks: TypeAlias = Mapping[Marked, str] | Iterable[Marked] | Marked

NEW = "new"  # the label of a card that was dealt after the last move
LONGEST_LABEL = 14  # characters
MOST_MARKS = 64
SLOT = re.compile(rf"\d[{SLOT_LETTERS}]")


@dataclass(frozen=True)
class Spot:
    """Where something lies that can be marked. `radius` is that of its corners.

    `dark` says that it lies on dark wood in every theme.
    """

    x: float
    y: float
    width: float
    height: float
    radius: float = 7
    dark: bool = False


@dataclass
class Sheet:
    """The parts of a picture, in the order in which they are drawn.

    `spots` are the places by name: market slots `2c`, decks `deck2`, cards in the hand `h1` (of the
    seat that looks, otherwise of the active player), and what the game has besides.
    """

    width: float
    height: float
    parts: list[str] = field(default_factory=list)
    spots: dict[str, Spot] = field(default_factory=dict)
    cards: dict[Card, str] = field(default_factory=dict)  # the name of the place of each card seen

    def add(self, *parts: str) -> None:
        self.parts += parts

    def place(self, spot: Spot, name: str, card: Card | None = None) -> None:
        """Give the place a name; `card` lies there."""
        self.spots[name] = spot
        if card is not None:
            self.cards[card] = name

    def lay(self, spot: Spot, drawn: str, name: str = "", card: Card | None = None) -> None:
        """Draw something at a place, and give the place a name."""
        self.add(group(spot.x, spot.y, drawn))
        if name:
            self.place(spot, name, card)

    def mark_last(self, names: Iterable[str], chosen: Collection[Card | None]) -> None:
        """Mark what the last move touched; names without a place here are left out.

        A card in the market is new there, unless it is one of the chosen, which the move is about.
        """
        dealt = {name for card, name in self.cards.items() if card not in chosen}
        for name in names:
            if spot := self.spots.get(name):
                is_new = name in dealt and SLOT.fullmatch(name)
                self.add(outline(spot, "last", NEW if is_new else ""))

    def mark(self, marks: Marks) -> None:
        """Mark places or cards, with their labels; `RulesError` for one that is not there."""
        for what, words in labelled(marks):
            name = self.cards.get(what, "") if isinstance(what, Card) else self.name_of(what)
            if name not in self.spots:
                raise RulesError(f"nothing on this table is called {shown(str(what))}")
            self.add(outline(self.spots[name], "mark", words))

    def name_of(self, text: str) -> str:
        """The place that a text names, in any case: `2C` is the slot `2c`, `w` the pile `W`."""
        known = {name.lower(): name for name in self.spots}
        return text if text in self.spots else known.get(str(text).lower(), "")

    @property
    def body(self) -> str:
        return joined(self.parts)


def labelled(marks: Marks) -> Iterator[tuple[Marked, str]]:
    """Each mark with its label."""
    if isinstance(marks, (str, Card)):
        marks = (marks,)
    pairs = list(marks.items()) if isinstance(marks, Mapping) else [(mark, "") for mark in marks]
    if len(pairs) > MOST_MARKS:
        raise RulesError(f"at most {MOST_MARKS} places can be marked")
    for what, words in pairs:
        if not isinstance(what, (str, Card)):
            raise RulesError(f"marks are names of places or cards, not {shown(what)}")
        if not isinstance(words, str) or len(words) > LONGEST_LABEL:
            limit = f"a text of at most {LONGEST_LABEL} characters"
            raise RulesError(f"the label of a mark is {limit}, not {shown(words)}")
        yield what, words


STROKES = {"mark": "var(--go-ring)", "last": "var(--last)"}
ON_WOOD = {"mark": "#f0c95c", "last": "#8fd6ff"}
PILLS = {"mark": ("var(--go)", "var(--go-ink)"), "last": ("var(--last)", "var(--last-ink)")}


def outline(spot: Spot, kind: Kind, words: str) -> str:
    """A ring: solid for a mark, dashed for the last move. Its label is a pill on the ring."""
    off = 3.5 if kind == "mark" else 4.5
    ring = box(
        spot.x - off,
        spot.y - off,
        spot.width + 2 * off,
        spot.height + 2 * off,
        rx=spot.radius + off,
        fill="none",
        stroke=(ON_WOOD if spot.dark else STROKES)[kind],
        stroke_width=3.5 if kind == "mark" else 3,
        stroke_dasharray="7 4" if kind == "last" else None,
    )
    return ring + (pill(spot, kind, words) if words else "")


def pill(spot: Spot, kind: Kind, words: str) -> str:
    """The label of a ring: of a mark at its upper left, of the last move at its lower right."""
    ground, ink = PILLS[kind]
    width = max(24, 16 + GLYPH * 12 * len(words))
    x = spot.x - 6 if kind == "mark" else spot.x + spot.width + 6 - width
    y = spot.y - 15 if kind == "mark" else spot.y + spot.height - 8
    edge = "var(--well)" if kind == "mark" else "var(--parchment)"
    return box(x, y, width, 19, rx=9.5, fill=ground, stroke=edge, stroke_width=1.5) + label(
        x + width / 2, y + 9.5, words, 12, text_anchor="middle", fill=ink
    )


def slot_name(level: int, slot: int) -> str:
    return f"{level}{SLOT_LETTERS[slot]}"


def places_of(move: Move) -> tuple[str, ...]:
    """The places that a move of any game touches; a game knows its own moves."""
    match move:
        case Purchase(level, slot) | ChooseGold(level, slot) | Reserve(level, slot):
            return (slot_name(level, slot),)
        case PurchaseHand(slot) | ChooseGoldHand(slot):
            return ()  # the card has left the hand
        case ReserveTop(level):
            return (f"deck{level}",)
        case _:
            return ()
