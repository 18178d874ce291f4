"""Styles: the same search, with a taste for some moves.

A style adds a little to the value of the moves it likes, as long as they give away no more than
`MOST_GIVEN` of the chances of winning. It looks at the table, and at nothing that its seat does
not see.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from splendor.bots.candidates import Candidate
from splendor.core.errors import RulesError
from splendor.core.gems import COLOURS
from splendor.core.moves import Purchase, PurchaseHand, Reserve
from splendor.core.payment import missing
from splendor.ruleset import AnyCard, Move, Table
from splendor.view import View

MOST_GIVEN = 0.04  # of the chances of winning, for one move
SEARCHED = 0.01  # of all visits, that a move needs to be taken for granted


class Taste(Protocol):
    def __call__(self, table: Table, card: AnyCard, bought: bool) -> float:
        """What buying this card, or reserving it, is liked, in chances of winning."""
        ...


MARKETS: dict[str, Callable[[Table], Any]] = {
    "base": lambda table: table.market,
    "duel": lambda table: table.pyramid,
}


def noble_hunter(table: Table, card: AnyCard, bought: bool) -> float:
    """Buys what the nobles in sight ask for."""
    gem = COLOURS.index(card.bonus)
    have = table.places[table.active].bonuses[gem]
    asking = [noble for noble in table.nobles if noble and noble.requires[gem] > have]
    return 0.02 * len(asking) if bought else 0.0


def crown_hunter(table: Table, card: AnyCard, bought: bool) -> float:
    """Buys crowns, for the royal cards or for ten of them."""
    crowns = getattr(card, "crowns", 0)
    return float(crowns) * (0.04 if bought else 0.01)


def rusher(table: Table, card: AnyCard, bought: bool) -> float:
    """Goes for the dear cards of level 3 as early as it can."""
    liked = {1: 0.0, 2: 0.01, 3: 0.06} if bought else {1: 0.0, 2: 0.0, 3: 0.04}
    return liked[card.level]


def blocker(table: Table, card: AnyCard, bought: bool) -> float:
    """Takes away what an opponent could buy next."""
    others = (place for seat, place in enumerate(table.places) if seat != table.active)
    near = any(
        sum(missing(card.cost, place.bonuses, place.tokens)) <= place.tokens[-1] + 1
        for place in others
    )
    return 0.015 + 0.015 * card.points if near else 0.0


STYLES: dict[str, dict[str, Taste]] = {
    "hunter": {"base": noble_hunter, "duel": crown_hunter},
    "rusher": {"base": rusher, "duel": rusher},
    "blocker": {"base": blocker, "duel": blocker},
}


def check_style(style: str) -> None:
    if style and style not in STYLES:
        raise RulesError(f"there is no style {style!r}: {', '.join(STYLES)}")


def by_taste(view: View, found: Sequence[Candidate], style: str) -> Sequence[Candidate]:
    """The candidates, the one first that this style likes best."""
    game, table = view.ruleset.name, view.table
    if game not in STYLES[style]:
        return found  # nobody has said what this style likes there
    taste, market = STYLES[style][game], MARKETS[game](table)
    enough = SEARCHED * sum(candidate.visits for candidate in found)

    def liking(candidate: Candidate) -> float:
        card, bought = card_of(candidate.move, table, market)
        return candidate.value + (taste(table, card, bought) if card else 0.0)

    near = [
        candidate
        for candidate in found
        if found[0].value - candidate.value <= MOST_GIVEN and candidate.visits >= enough
    ]
    best = max([found[0], *near], key=liking)
    return [best, *(candidate for candidate in found if candidate is not best)]


def card_of(move: Move, table: Table, market: Any) -> tuple[AnyCard | None, bool]:
    """The card that a move buys or reserves, and whether it buys it."""
    match move:
        case Purchase(level, slot):
            return market[level - 1][slot], True
        case PurchaseHand(slot):
            return table.places[table.active].hand[slot].card, True
        case Reserve(level, slot):
            return market[level - 1][slot], False
    return None, False
