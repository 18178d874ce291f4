"""What a player can buy, for what, and what is missing: the same in both games."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from splendor.core.payment import default_payment, due, missing
from splendor.terminal.drawing import BOLD, DIM, GO, MISSING, chips, pad, paint, width_of

WORDS = 25  # columns for a card in words, at least
NEAREST = 4  # cards out of reach that are worth a line


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
    """What a purchase costs this player by default, gold last."""
    return default_payment(card.cost, payer.bonuses, payer.tokens)


def shortage(payer: Payer, card: Priced) -> int:
    """How many gems are missing after gold; 0 means the card can be paid."""
    return max(0, sum(lacking(payer, card)) - payer.tokens[-1])


def tag(payer: Payer, card: Priced) -> str:
    """`BUY`, `BUY ★1` with one gold, or `−2`: two gems short."""
    gold = sum(lacking(payer, card))
    if short := shortage(payer, card):
        return f"−{short}"
    return paint(f"BUY ★{gold}" if gold else "BUY", GO)


def truths(payer: Payer, card: Priced) -> list[str]:
    """Under each price: ✓ bonuses cover it, a number to be paid, or − what is missing."""
    owed, short = due(card.cost, payer.bonuses), lacking(payer, card)
    marks = []
    for gem, cost in enumerate(card.cost):
        if cost:
            mark = f"−{short[gem]}" if short[gem] else str(owed[gem] or "✓")
            style = MISSING if short[gem] else DIM if owed[gem] == 0 else BOLD
            marks.append(paint(f"{mark:>2}", style))
    return marks


# What can I buy?


@dataclass(frozen=True, slots=True)
class Ware:
    """A card that a player could buy with the means: where it lies, and the card in a line."""

    where: str
    card: Priced
    words: str
    bar: str = ""  # what forbids it, whatever is paid


def shopping(name: str, payer: Payer, wares: Iterable[Ware], letters: str) -> Iterator[str]:
    """What a player can buy now and for what; then the nearest cards and what they lack."""
    wares = list(wares)
    bargains = [ware for ware in wares if not shortage(payer, ware.card) and not ware.bar]
    width = max(WORDS, *(width_of(ware.words) for ware in wares), 0)
    yield f" {name} can buy:" if bargains else f" {name} can buy nothing now."
    for ware in bargains:
        paid = chips(payment(payer, ware.card), letters)
        yield f"  {f'b{ware.where}':<4}{pad(ware.words, width)} for {paid}"
    others = sorted(
        (ware for ware in wares if ware not in bargains),
        key=lambda ware: (shortage(payer, ware.card), -ware.card.points),
    )
    if others:
        yield " Nearest:"
    for ware in others[:NEAREST]:
        yield f"  {ware.where:<4}{pad(ware.words, width)} {lacks(payer, ware, letters)}"


def lacks(payer: Payer, ware: Ware, letters: str) -> str:
    short = shortage(payer, ware.card)
    if not short:
        return ware.bar
    gold = f", less {payer.tokens[-1]} gold" if payer.tokens[-1] else ""
    bar = f"; {ware.bar}" if ware.bar else ""
    return f"{short} short: {chips(lacking(payer, ware.card), letters)}{gold}{bar}"


def purchase_words(text: str, payer: Payer, card: Priced, letters: str, more: Sequence[str]) -> str:
    """A purchase and its payment; `or b2c+` where `more`, the other moves, let gold be chosen."""
    choose = f" or {text}+" if f"{text}+" in more else ""
    return f"{paint(text, BOLD)} for {chips(payment(payer, card), letters)}{choose}"
