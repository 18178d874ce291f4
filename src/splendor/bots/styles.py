"""Styles: the same search, with a preference for some moves.

A style adds a bonus to the value of the moves it prefers, as long as they give away no more than
`MOST_GIVEN` of the chance of winning. It uses only the table that its seat sees.
"""

from collections.abc import Sequence
from typing import Protocol

from splendor.base.table import BaseTable
from splendor.bots.candidates import Candidate
from splendor.core.content import Card, JewelCard
from splendor.core.errors import RulesError
from splendor.core.moves import Move, Purchase, PurchaseHand
from splendor.core.payment import missing
from splendor.core.tables import Table
from splendor.view import View

MOST_GIVEN = 0.04  # of the chance of winning, for one move
USUAL_NOBLE = 3.0  # points
SEARCHED = 0.01  # the share of all visits that a move needs for its value to be trusted


class Preference(Protocol):
    def __call__(self, table: Table, card: Card, bought: bool) -> float:
        """The bonus for buying this card (or else reserving it), as a chance of winning."""
        ...


def noble_hunter(table: Table, card: Card, bought: bool) -> float:
    """Buys the bonuses that the visible nobles require."""
    assert isinstance(table, BaseTable)
    assert card.gem is not None
    gem, have = card.gem, table.places[table.active].bonuses[card.gem]
    asking = [noble for noble in table.nobles if noble and noble.requires[gem] > have]
    usual = sum(noble.points for noble in asking) / USUAL_NOBLE
    return 0.02 * usual if bought else 0.0


def crown_hunter(table: Table, card: Card, bought: bool) -> float:
    """Buys crowns: for royal cards, or for the victory with ten crowns."""
    assert isinstance(card, JewelCard)
    return card.crowns * (0.04 if bought else 0.01)


def rusher(table: Table, card: Card, bought: bool) -> float:
    """Goes for the expensive cards of level 3 as early as it can."""
    bonus = {1: 0.0, 2: 0.01, 3: 0.06} if bought else {1: 0.0, 2: 0.0, 3: 0.04}
    return bonus[card.level]


def blocker(table: Table, card: Card, bought: bool) -> float:
    """Takes the cards that an opponent could buy next."""
    others = (place for seat, place in enumerate(table.places) if seat != table.active)
    near = any(
        sum(missing(card.cost, place.bonuses, place.tokens)) <= place.tokens[-1] + 1
        for place in others
    )
    return 0.015 + 0.015 * card.points if near else 0.0


def reserver(table: Table, card: Card, bought: bool) -> float:
    """Reserves the cards of levels 2 and 3 that it wants, and buys from its hand."""
    held = any(hand.card == card for hand in table.places[table.active].hand)
    if bought:
        return 0.04 if held else 0.0
    return {1: 0.0, 2: 0.03, 3: 0.04}[card.level]


STYLES: dict[str, dict[str, Preference]] = {
    "hunter": {"base": noble_hunter, "duel": crown_hunter},
    "rusher": {"base": rusher, "duel": rusher},
    "blocker": {"base": blocker, "duel": blocker},
    "reserver": {"base": reserver, "duel": reserver},
}


def check_style(style: str) -> None:
    if style and style not in STYLES:
        raise RulesError(f"there is no style {style!r}: {', '.join(STYLES)}")


def prefer_style(view: View, found: Sequence[Candidate], style: str) -> Sequence[Candidate]:
    """The candidates, with the one that this style prefers first."""
    game, table = view.ruleset.name, view.table
    if game not in STYLES[style]:
        return found  # the style has no preferences in this game
    preference = STYLES[style][game]
    enough = SEARCHED * sum(candidate.visits for candidate in found)

    def styled_value(candidate: Candidate) -> float:
        card, bought = table.card_of(candidate.move), is_purchase(candidate.move)
        return candidate.value + (preference(table, card, bought) if card else 0.0)

    near = [
        candidate
        for candidate in found
        if found[0].value - candidate.value <= MOST_GIVEN and candidate.visits >= enough
    ]
    best = max([found[0], *near], key=styled_value)
    return [best, *(candidate for candidate in found if candidate is not best)]


def is_purchase(move: Move) -> bool:
    return isinstance(move, (Purchase, PurchaseHand))
