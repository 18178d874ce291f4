"""What the tables of all games share: the values that `Game.table` and `View.table` consist of."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Generic, TypeVar

from splendor.core.content import Card
from splendor.core.decks import NONE, UNSEEN
from splendor.core.gems import Counts
from splendor.core.moves import (
    SLOT_LETTERS,
    ChooseGold,
    ChooseGoldHand,
    Move,
    Purchase,
    PurchaseHand,
    Reserve,
)
from splendor.core.payment import default_payment, with_more_gold
from splendor.core.records import numbers

CardT = TypeVar("CardT", bound=Card, covariant=True)


@dataclass(frozen=True, slots=True)
class HandCard(Generic[CardT]):
    """A reserved card. `card` is `None` if it cannot be seen. `unseen`: only the owner knows it.

    >>> game = splendor.Game(seed=1, start=0)
    >>> game.push("r2")
    >>> game.view(1).table.places[0].hand
    (HandCard(card=None, level=2, unseen=True),)
    """

    card: CardT | None
    level: int
    unseen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What lies before one player.

    >>> game = splendor.Game(seed=1, start=0)
    >>> game.push("WUG")
    >>> place = game.table.places[0]
    >>> place.tokens[splendor.Gem.BLUE], place.points
    (1, 0)
    """

    tokens: Counts
    bonuses: Counts
    points: int
    hand: tuple[HandCard[Card], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What can be seen of a position, as plain values; `BaseTable` and `DuelTable` say more.

    The rows of `market` and the numbers in `deck_sizes` are those of levels 1, 2 and 3. While a
    player chooses how to pay, `buying` is the card, if it can be seen, and `gold_for` counts the
    gems that gold replaces by choice.

    >>> table = splendor.Game(seed=1, start=0).table
    >>> table.turn, table.active, table.phase, table.deck_sizes
    (1, 0, 'play', (36, 26, 16))
    """

    round: int
    turn: int
    start: int
    active: int
    phase: str
    market: tuple[tuple[Card | None, ...], ...]
    deck_sizes: tuple[int, ...]
    places: tuple[Place, ...]
    buying: Card | None
    gold_for: Counts | None

    def row(self, level: int) -> tuple[Card | None, ...]:
        """The open cards of level 1, 2 or 3; `None` where there is none.

        >>> len(splendor.Game(seed=1).table.row(3))
        4
        """
        return self.market[level - 1]

    def card_of(self, move: Move) -> Card | None:
        """The card that a move of the active player buys or reserves, if it can be seen.

        >>> game = splendor.Game(seed=1)
        >>> game.table.card_of(splendor.Reserve(level=2, slot=2)) == game.table.row(2)[2]
        True
        """
        match move:
            case Purchase(level, slot) | ChooseGold(level, slot) | Reserve(level, slot):
                return self.market[level - 1][slot]
            case PurchaseHand(slot) | ChooseGoldHand(slot):
                hand = self.places[self.active].hand
                return hand[slot].card if slot < len(hand) else None
            case _:
                return None


def fields_of(record: Any) -> dict[str, Any]:
    """All fields of a record. Reading them together is much faster than one by one."""
    return dict(zip(record.dtype.names, record.tolist(), strict=True))


def card_or_none(card: int, cards: Sequence[CardT]) -> CardT | None:
    return cards[card] if card >= 0 else None


def rows_of(
    market: Any, cards: Sequence[CardT], starts: Sequence[int]
) -> tuple[tuple[CardT | None, ...], ...]:
    """The open cards, level by level; `starts` says where each row begins, and the last one ends.

    `cards` are all cards of the game.
    """
    lying = [card_or_none(card, cards) for card in market.tolist()]
    return tuple(tuple(lying[first:end]) for first, end in pairwise(starts))


def chosen_card(state: Any) -> int:
    """The card at the place that was chosen: in the market, or in the active player's hand."""
    place, size = int(state.chosen), len(state.market)
    hand = state.players[state.active].hand
    return int(state.market[place] if place < size else hand[place - size])


def payment(state: Any, card: Card) -> tuple[int, ...]:
    """The default payment of the active player: gems, pearls if there are any, then gold."""
    player = state.players[state.active]
    return default_payment(card.cost, numbers(player.bonuses), numbers(player.tokens))


def chosen_payment(state: Any, cards: Sequence[Card]) -> tuple[int, ...]:
    """The payment for the chosen card with the gold that was chosen for it."""
    return with_more_gold(payment(state, cards[chosen_card(state)]), numbers(state.gold_for))


def hand_of(player: dict[str, Any], cards: Sequence[CardT]) -> tuple[HandCard[CardT], ...]:
    """The hand of a player, given its fields; `cards` are all cards of the game."""
    held = zip(player["hand"].tolist(), player["unseen"].tolist(), strict=True)
    return tuple(hand_card(card, unseen == 1, cards) for card, unseen in held if card != NONE)


def hand_card(card: int, unseen: bool, cards: Sequence[CardT]) -> HandCard[CardT]:
    if card < 0:
        return HandCard(None, UNSEEN - card + 1, unseen)
    return HandCard(cards[card], cards[card].level, unseen)


# In words


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence: `white, blue and green`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def counted(counts: Sequence[int], letters: str) -> str:
    """Tokens as people write them: `W2 G1 J1`."""
    words = [f"{letter}{count}" for letter, count in zip(letters, counts, strict=False) if count]
    return " ".join(words) if words else "nothing"


def level_lines(table: Table, card_line: Callable[[Any], str]) -> Iterator[str]:
    """The open cards in plain text, from the highest level down."""
    for level in range(len(table.market), 0, -1):
        yield f"level {level} ({table.deck_sizes[level - 1]} in the deck)"
        for slot, card in enumerate(table.row(level)):
            yield f"  {level}{SLOT_LETTERS[slot]} {'-' if card is None else card_line(card)}"


def seat_lines(table: Table, place_line: Callable[[Any], str]) -> Iterator[str]:
    """The players in plain text; a star marks the active one."""
    for seat, place in enumerate(table.places):
        yield f"seat {seat}{'*' if seat == table.active else ' '} {place_line(place)}"


def hand_text(place: Place, name: Callable[[Any], str]) -> str:
    """The reserved cards in plain text: `h1 L2-03, h2 unseen, level 2`."""
    words = (
        f"h{slot} {f'unseen, level {held.level}' if held.card is None else name(held.card)}"
        for slot, held in enumerate(place.hand, 1)
    )
    return ", ".join(words) or "empty"
