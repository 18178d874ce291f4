"""Splendor: exact rules, fast, with views, records and bots. Start with `Game`."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from splendor import bots, formats
    from splendor.base.moves import DeclineNoble, ReceiveNoble, ReturnToken, Take, TakePair
    from splendor.base.options import Options
    from splendor.base.table import HandCard, Place, Table
    from splendor.batch import Batch
    from splendor.bots.search import Analysis, Candidate, Search, analyse
    from splendor.core.content import Card, JewelCard, Noble, Royal
    from splendor.core.errors import (
        IllegalMove,
        NotationError,
        OptionError,
        PositionError,
        RecordError,
        RulesError,
        SeedError,
    )
    from splendor.core.gems import BLACK, BLUE, GREEN, RED, WHITE
    from splendor.core.moves import (
        ChooseGold,
        ChooseGoldHand,
        GoldFor,
        Pass,
        PayNow,
        Purchase,
        PurchaseHand,
        Reserve,
        ReserveTop,
    )
    from splendor.game import Game, View, card, cards, nobles, royals
    from splendor.outcome import Outcome
    from splendor.ruleset import Move

__all__ = [
    "BLACK",
    "BLUE",
    "GREEN",
    "RED",
    "WHITE",
    "Analysis",
    "Batch",
    "Candidate",
    "Card",
    "ChooseGold",
    "ChooseGoldHand",
    "DeclineNoble",
    "Game",
    "GoldFor",
    "HandCard",
    "IllegalMove",
    "JewelCard",
    "Move",
    "Noble",
    "NotationError",
    "OptionError",
    "Options",
    "Outcome",
    "Pass",
    "PayNow",
    "Place",
    "PositionError",
    "Purchase",
    "PurchaseHand",
    "ReceiveNoble",
    "RecordError",
    "Reserve",
    "ReserveTop",
    "ReturnToken",
    "Royal",
    "RulesError",
    "Search",
    "SeedError",
    "Table",
    "Take",
    "TakePair",
    "View",
    "analyse",
    "bots",
    "card",
    "cards",
    "formats",
    "nobles",
    "royals",
]

# Where they are. They are imported when first asked for: `splendor --help` needs no compiler.
HOMES = {
    "base.moves": ("DeclineNoble", "ReceiveNoble", "ReturnToken", "Take", "TakePair"),
    "base.options": ("Options",),
    "base.table": ("HandCard", "Place", "Table"),
    "batch": ("Batch",),
    "bots.search": ("Analysis", "Candidate", "Search", "analyse"),
    "core.content": ("Card", "JewelCard", "Noble", "Royal"),
    "core.errors": (
        "IllegalMove", "NotationError", "OptionError", "PositionError", "RecordError", "RulesError",
        "SeedError",
    ),
    "game": ("Game", "View", "card", "cards", "nobles", "royals"),
    "core.gems": ("BLACK", "BLUE", "GREEN", "RED", "WHITE"),
    "core.moves": (
        "ChooseGold", "ChooseGoldHand", "GoldFor", "Pass", "PayNow", "Purchase", "PurchaseHand",
        "Reserve", "ReserveTop",
    ),
    "outcome": ("Outcome",),
    "ruleset": ("Move",),
}  # fmt: skip
MODULES = ("bots", "formats")
HOME_OF = {name: home for home, names in HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name in MODULES:
        return import_module(f"splendor.{name}")
    if name in HOME_OF:
        globals()[name] = getattr(import_module(f"splendor.{HOME_OF[name]}"), name)
        return globals()[name]
    raise AttributeError(f"module 'splendor' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
