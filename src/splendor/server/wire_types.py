"""What lies on a table, as it is sent to browsers: the types of the views."""

from typing import TypeAlias

from msgspec import Struct

CardId: TypeAlias = int | str  # as in transcripts: base 0 to 89, Duel "L1-01"


class WireHandCard(Struct, frozen=True, omit_defaults=True):
    """A reserved card. `card` is missing if the reader may not see it."""

    level: int
    card: CardId | None = None
    unseen: bool = False  # only the owner knows the card


class WireBasePlace(Struct, frozen=True):
    """What lies before a player. Tokens are counted W U G R K J, bonuses W U G R K."""

    tokens: list[int]
    bonuses: list[int]
    points: int
    bought: list[CardId]
    hand: list[WireHandCard]
    nobles: list[int]


class WireBaseTable(Struct, frozen=True, tag_field="game", tag="base"):
    """Splendor. Rows are levels 1 to 3; an empty slot is null."""

    round: int
    turn: int
    start: int
    active: int
    phase: str
    target: int
    supply: list[int]
    market: list[list[CardId | None]]
    decks: list[int]
    nobles: list[int | None]
    places: list[WireBasePlace]
    buying: CardId | None = None  # the card that is being paid for
    gold_for: list[int] | None = None  # gold chosen beyond what is needed, while paying


class WireDuelPlace(Struct, frozen=True):
    """What lies before a player. Tokens are counted W U G R K P J, other vectors W U G R K."""

    tokens: list[int]
    bonuses: list[int]
    points: int
    colour_points: list[int]
    crowns: int
    privileges: int
    bought: list[CardId]
    colours: list[str | None]  # the colour that each bought card counts for
    hand: list[WireHandCard]
    royals: list[str]


class WireDuelTable(Struct, frozen=True, tag_field="game", tag="duel"):
    """Splendor Duel. `board` has 25 letters in rows of five, `.` where no token lies."""

    round: int
    turn: int
    start: int
    active: int
    phase: str
    board: str
    bag: list[int]
    pyramid: list[list[CardId | None]]
    decks: list[int]
    privileges: int
    royals: list[str | None]
    places: list[WireDuelPlace]
    replenished: bool = False
    again: bool = False
    buying: CardId | None = None
    reserving: CardId | None = None  # the card for which a gold is being chosen
    gold_for: list[int] | None = None


WireTable: TypeAlias = WireBaseTable | WireDuelTable
# The games whose table has a type here. The table of another registered game has the fields of its
# `splendor.Table`, `game`, and `text`: the table drawn as text.
TYPED_TABLES: dict[str, type[WireTable]] = {"base": WireBaseTable, "duel": WireDuelTable}
