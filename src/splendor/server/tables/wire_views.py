"""A view as it is sent to browsers, derived from `View.table`.

One function serves every registered game: values stay as they are, cards, nobles and royal cards
are replaced by their ids. `ADAPTERS` keeps the fields that the wire has had from the start.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import Any, TypeAlias

from splendor.core.content import Card, JewelCard, Noble, Royal
from splendor.core.gems import Gem
from splendor.core.tables import HandCard, fields_of, hand_of
from splendor.duel.table import DuelPlace, DuelTable, OwnedCard
from splendor.outcome import Outcome
from splendor.ruleset import Ruleset
from splendor.server.messages import OwnSeat, Result
from splendor.server.wire_types import TYPED_TABLES, CardId, WireHandCard
from splendor.view import View

Fields: TypeAlias = dict[str, Any]

PLAIN = frozenset((int, str, bool, float, type(None)))
CONVERTERS: dict[type, Callable[[Any], Any]] = {}
WIRE_NAMES = {"deck_sizes": "decks"}
TEXTS: dict[str, tuple[str, ...]] = {}  # the notation of every move, by game
CONTENT: dict[type, Callable[[Any], CardId]] = {
    Card: attrgetter("id"),
    Noble: attrgetter("id"),
    JewelCard: attrgetter("name"),
    Royal: attrgetter("name"),
}


# The table


def wire_table(view: View) -> Fields:
    """What this view shows of the table; everybody is sent a spectator's view.

    A game for which browsers may have no drawing is sent as text, too.
    """
    table, game = view.table, view.ruleset.name
    sent = {"game": game, **converter_of(type(table))(table)}
    return sent if game in TYPED_TABLES else {**sent, "text": str(view)}


def converter_of(kind: type) -> Callable[[Any], Any]:
    """What makes the wire's form of values of this type; made once for each type."""
    if kind not in CONVERTERS:
        CONVERTERS[kind] = make_converter(kind)
    return CONVERTERS[kind]


def make_converter(kind: type) -> Callable[[Any], Any]:
    if kind in CONTENT:
        return CONTENT[kind]
    if kind is HandCard:
        return wire_hand_card
    if issubclass(kind, tuple):
        return wire_list
    if is_dataclass(kind):
        return object_converter(kind)
    return unchanged


def unchanged(value: Any) -> Any:
    return value


def wire_list(values: tuple[Any, ...]) -> Any:
    """All elements of a tuple are of one type, or None."""
    kind = next((type(each) for each in values if each is not None), int)
    if kind in PLAIN:
        return values
    convert = converter_of(kind)
    return [None if each is None else convert(each) for each in values]


def object_converter(kind: type) -> Callable[[Any], Any]:
    """A dataclass is sent as an object; one with an id, such as another game's card, as its id."""
    names = tuple(each.name for each in fields(kind))
    if "id" in names:
        return attrgetter("id")
    read, adapters = attrgetter(*names), ADAPTERS.get(kind, {})
    plain = [(at, WIRE_NAMES.get(name, name)) for at, name in enumerate(names)]
    plain = [each for each in plain if names[each[0]] not in adapters]
    adapted = [(at, adapters[name]) for at, name in enumerate(names) if name in adapters]

    def convert(value: Any) -> Fields:
        parts = read(value)
        sent = {name: wire_value(parts[at]) for at, name in plain}
        for at, adapt in adapted:
            sent.update(adapt(parts[at]))
        return sent

    return convert


def wire_value(value: Any) -> Any:
    kind = type(value)
    return value if kind in PLAIN else converter_of(kind)(value)


def board_text(board: tuple[tuple[Gem | None, ...], ...]) -> Fields:
    """The board as a text of 25 letters."""
    spaces = (token for row in board for token in row)
    return {"board": "".join([TOKENS[token] for token in spaces])}


def owned_cards(bought: tuple[OwnedCard, ...]) -> Fields:
    """Bought cards, and beside them the colours that they count for."""
    return {
        "bought": [owned.card.name for owned in bought],
        "colours": [owned.colour for owned in bought],
    }


TOKENS: dict[Gem | None, str] = {None: ".", **{gem: gem.letter for gem in Gem}}
ADAPTERS: dict[type, dict[str, Callable[[Any], Fields]]] = {
    DuelTable: {"board": board_text, "market": lambda rows: {"pyramid": wire_list(rows)}},
    DuelPlace: {"bought": owned_cards},
}


def wire_hand_card(held: HandCard[Any]) -> WireHandCard:
    card = None if held.card is None else content_id(held.card)
    return WireHandCard(held.level, card, held.unseen)


def content_id(content: Any) -> CardId:
    """The id of a card, noble or royal card, as in transcripts."""
    read = CONTENT.get(type(content))
    return read(content) if read else content.id


# What a seat alone is sent


def own_seat(view: View, position: bool = False, decides: bool = True) -> OwnSeat:
    """What the owner of a seat is sent beyond the table. `decides` is false while a bot plays."""
    assert view.seat is not None
    player = fields_of(view.record[0].players[view.seat])
    return OwnSeat(
        seat=view.seat,
        hand=[wire_hand_card(held) for held in hand_of(player, view.ruleset.cards)],
        legal=legal_texts(view) if decides else [],
        position=view.position if position else "",
    )


def legal_texts(view: View) -> list[str]:
    """`view.legal_moves` in notation; every text is made only once."""
    if view.seat != view.active or view.is_over:
        return []
    texts = texts_of(view.ruleset)
    return [texts[action] for action in view.ruleset.legal(view.record, 0)]


def texts_of(ruleset: Ruleset) -> tuple[str, ...]:
    if ruleset.name not in TEXTS:
        TEXTS[ruleset.name] = tuple(map(str, ruleset.moves))
    return TEXTS[ruleset.name]


def wire_result(outcome: Outcome) -> Result:
    return Result(
        winners=list(outcome.winners),
        reason=outcome.reason,
        points=list(outcome.points),
        cards=list(outcome.cards),
        crowns=list(outcome.crowns),
    )
