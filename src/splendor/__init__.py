"""Splendor: exact rules, fast, with views, records and bots. Start with `Game`."""

from importlib import import_module
from typing import TYPE_CHECKING

from splendor.deprecated import MOVED, NAMES, install, warn

if TYPE_CHECKING:
    from splendor import bots, formats, svg
    from splendor.base.moves import (
        BaseMove,
        DeclineNoble,
        ReceiveNoble,
        ReturnToken,
        Take,
        TakePair,
    )
    from splendor.base.options import BaseOptions
    from splendor.base.table import BasePlace, BaseTable
    from splendor.batch import Batch
    from splendor.bots.search import Analysis, Candidate, Search, analyse
    from splendor.core.chances import Chances, Draw
    from splendor.core.content import Card, JewelCard, Noble, Royal
    from splendor.core.errors import (
        FormatError,
        IllegalMove,
        NotationError,
        OptionError,
        PositionError,
        RulesError,
        SeedError,
    )
    from splendor.core.gems import BLACK, BLUE, GOLD, GREEN, PEARL, RED, WHITE, Counts, Gem
    from splendor.core.moves import (
        ChooseGold,
        ChooseGoldHand,
        GoldFor,
        Move,
        Pass,
        PayNow,
        Purchase,
        PurchaseHand,
        Reserve,
        ReserveTop,
    )
    from splendor.core.options import Options
    from splendor.core.tables import HandCard, Place, Table
    from splendor.duel.moves import (
        AsColour,
        Discard,
        DuelMove,
        Replenish,
        Steal,
        TakeGold,
        TakeLine,
        TakeMatching,
        TakeRoyal,
        UsePrivilege,
    )
    from splendor.duel.options import DuelOptions
    from splendor.duel.table import DuelPlace, DuelTable, OwnedCard
    from splendor.game import Game
    from splendor.history import Event, History
    from splendor.outcome import Outcome
    from splendor.review import Budget, Reason, Review, Reviewing, review
    from splendor.ruleset import card, cards, nobles, royals
    from splendor.view import Position, View

__version__ = "0.1.0"

__all__ = [
    "BLACK",
    "BLUE",
    "GOLD",
    "GREEN",
    "PEARL",
    "RED",
    "WHITE",
    "Analysis",
    "AsColour",
    "BaseMove",
    "BaseOptions",
    "BasePlace",
    "BaseTable",
    "Batch",
    "Budget",
    "Candidate",
    "Card",
    "Chances",
    "ChooseGold",
    "ChooseGoldHand",
    "Counts",
    "DeclineNoble",
    "Discard",
    "Draw",
    "DuelMove",
    "DuelOptions",
    "DuelPlace",
    "DuelTable",
    "Event",
    "FormatError",
    "Game",
    "Gem",
    "GoldFor",
    "HandCard",
    "History",
    "IllegalMove",
    "JewelCard",
    "Move",
    "Noble",
    "NotationError",
    "OptionError",
    "Options",
    "Outcome",
    "OwnedCard",
    "Pass",
    "PayNow",
    "Place",
    "Position",
    "PositionError",
    "Purchase",
    "PurchaseHand",
    "Reason",
    "ReceiveNoble",
    "Replenish",
    "Reserve",
    "ReserveTop",
    "ReturnToken",
    "Review",
    "Reviewing",
    "Royal",
    "RulesError",
    "Search",
    "SeedError",
    "Steal",
    "Table",
    "Take",
    "TakeGold",
    "TakeLine",
    "TakeMatching",
    "TakePair",
    "TakeRoyal",
    "UsePrivilege",
    "View",
    "analyse",
    "bots",
    "card",
    "cards",
    "formats",
    "nobles",
    "review",
    "royals",
    "svg",
]

# The module of each name. They are imported on first use: `splendor --help` needs no compiler.
HOMES = {
    "base.moves": (
        "BaseMove", "DeclineNoble", "ReceiveNoble", "ReturnToken", "Take", "TakePair",
    ),
    "base.options": ("BaseOptions",),
    "base.table": ("BasePlace", "BaseTable"),
    "batch": ("Batch",),
    "bots.search": ("Analysis", "Candidate", "Search", "analyse"),
    "core.chances": ("Chances", "Draw"),
    "core.content": ("Card", "JewelCard", "Noble", "Royal"),
    "core.errors": (
        "IllegalMove", "NotationError", "OptionError", "PositionError", "FormatError", "RulesError",
        "SeedError",
    ),
    "core.gems": (
        "BLACK", "BLUE", "GOLD", "GREEN", "PEARL", "RED", "WHITE", "Counts", "Gem",
    ),
    "core.moves": (
        "ChooseGold", "ChooseGoldHand", "GoldFor", "Move", "Pass", "PayNow", "Purchase",
        "PurchaseHand", "Reserve", "ReserveTop",
    ),
    "core.options": ("Options",),
    "core.tables": ("HandCard", "Place", "Table"),
    "duel.moves": (
        "AsColour", "Discard", "DuelMove", "Replenish", "Steal", "TakeGold", "TakeLine",
        "TakeMatching", "TakeRoyal", "UsePrivilege",
    ),
    "duel.options": ("DuelOptions",),
    "duel.table": ("DuelPlace", "DuelTable", "OwnedCard"),
    "game": ("Game",),
    "history": ("Event", "History"),
    "outcome": ("Outcome",),
    "review": ("Budget", "Reason", "Review", "Reviewing", "review"),
    "ruleset": ("card", "cards", "nobles", "royals"),
    "view": ("Position", "View"),
}  # fmt: skip
MODULES = ("bots", "formats", "svg")
HOME_OF = {name: home for home, names in HOMES.items() for name in names}

install()

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name in MODULES or f"splendor.{name}" in MOVED:
            return import_module(f"splendor.{name}")
        if new := NAMES["splendor"].get(name):
            warn(f"splendor.{name}", new)
            name = new.rpartition(".")[2]
        if name in HOME_OF:
            globals()[name] = getattr(import_module(f"splendor.{HOME_OF[name]}"), name)
            return globals()[name]
        raise AttributeError(f"module 'splendor' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
