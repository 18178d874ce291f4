"""Purchases: affordable cards, their payment and missing gems, for all games."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from splendor.core.moves import SLOT_LETTERS, Move, Purchase, PurchaseHand, Reserve, ReserveTop
from splendor.core.payment import default_payment, due, missing
from splendor.core.tables import CardT, HandCard, Table
from splendor.terminal.drawing import BOLD, DIM, GO, MISSING, chips, pad, paint, width_of

WORDS = 25  # the fewest columns for a card in words
NEAREST = 4  # unaffordable cards that are listed


class Payer(Protocol):
    @property
    def tokens(self) -> tuple[int, ...]: ...  # gold last
    @property
    def bonuses(self) -> tuple[int, ...]: ...


class Priced(Protocol):
    @property
    def cost(self) -> tuple[int, ...]: ...
    @property
    def points(self) -> int: ...


def lacking(payer: Payer, card: Priced) -> tuple[int, ...]:
    return missing(card.cost, payer.bonuses, payer.tokens)


def payment(payer: Payer, card: Priced) -> tuple[int, ...]:
    """The default payment of this player, gold last."""
    return default_payment(card.cost, payer.bonuses, payer.tokens)


def shortage(payer: Payer, card: Priced) -> int:
    """The number of gems missing even with gold; 0 if the card is affordable."""
    return max(0, sum(lacking(payer, card)) - payer.tokens[-1])


def tag(payer: Payer, card: Priced) -> str:
    """`BUY`, `BUY ★1` with one gold, or `−2` if two gems are missing."""
    gold = sum(lacking(payer, card))
    if short := shortage(payer, card):
        return f"−{short}"
    return paint(f"BUY ★{gold}" if gold else "BUY", GO)


def price_marks(payer: Payer, card: Priced) -> list[str]:
    """A mark for each part of the price: ✓ if bonuses cover it, the payment, or what is missing."""
    owed, short = due(card.cost, payer.bonuses), lacking(payer, card)
    marks = []
    for gem, cost in enumerate(card.cost):
        if cost:
            mark = f"−{short[gem]}" if short[gem] else str(owed[gem] or "✓")
            style = MISSING if short[gem] else DIM if owed[gem] == 0 else BOLD
            marks.append(paint(f"{mark:>2}", style))
    return marks


# The list of purchases


@dataclass(frozen=True, slots=True)
class CardOffer:
    """A card in the market or in hand: its place, and the card in one line of words."""

    where: str
    card: Priced
    words: str
    bar: str = ""  # why it cannot be bought at any price


def shopping(name: str, payer: Payer, offers: Iterable[CardOffer], letters: str) -> Iterator[str]:
    """The affordable cards with their payment; then the nearest others with what is missing."""
    offers = list(offers)
    affordable = [offer for offer in offers if not shortage(payer, offer.card) and not offer.bar]
    width = max(WORDS, *(width_of(offer.words) for offer in offers), 0)
    yield f" {name} can buy:" if affordable else f" {name} can buy nothing now."
    for offer in affordable:
        paid = chips(payment(payer, offer.card), letters)
        yield f"  {f'b{offer.where}':<4}{pad(offer.words, width)} for {paid}"
    others = sorted(
        (offer for offer in offers if offer not in affordable),
        key=lambda offer: (shortage(payer, offer.card), -offer.card.points),
    )
    if others:
        yield " Nearest:"
    for offer in others[:NEAREST]:
        yield f"  {offer.where:<4}{pad(offer.words, width)} {lacks(payer, offer, letters)}"


def lacks(payer: Payer, offer: CardOffer, letters: str) -> str:
    short = shortage(payer, offer.card)
    if not short:
        return offer.bar
    gold = f", less {payer.tokens[-1]} gold" if payer.tokens[-1] else ""
    bar = f"; {offer.bar}" if offer.bar else ""
    return f"{short} short: {chips(lacking(payer, offer.card), letters)}{gold}{bar}"


def cards_in_reach(
    hand: Sequence[HandCard[CardT]], market: Sequence[Sequence[CardT | None]]
) -> Iterator[tuple[str, CardT]]:
    """The places and cards from which a player buys: the hand, then the highest level first."""
    for slot, held in enumerate(hand, 1):
        if held.card:
            yield f"h{slot}", held.card
    for level in range(len(market), 0, -1):
        for slot, card in enumerate(market[level - 1]):
            if card:
                yield f"{level}{SLOT_LETTERS[slot]}", card


# Legal moves with cards


def purchases(table: Table, moves: Sequence[Move], letters: str) -> Iterator[str]:
    """The purchases among the moves, with their payment; `or b2c+` if gold can be chosen."""
    place, texts = table.places[table.active], [str(move) for move in moves]
    for move in moves:
        if isinstance(move, (Purchase, PurchaseHand)):
            card = table.card_of(move)
            assert card is not None
            choose = f" or {move}+" if f"{move}+" in texts else ""
            yield f"{paint(str(move), BOLD)} for {chips(payment(place, card), letters)}{choose}"


def reserves(table: Table, moves: Sequence[Move]) -> Iterator[str]:
    """The reservations among the moves: those of open cards, then those of decks."""
    market = [str(move) for move in moves if isinstance(move, Reserve)]
    decks = [str(move) for move in moves if isinstance(move, ReserveTop)]
    if len(market) == sum(map(len, table.market)):
        yield f"{market[0]} … {market[-1]}"
    else:
        yield from market
    if decks:
        yield f"unseen: {' '.join(decks)}"
