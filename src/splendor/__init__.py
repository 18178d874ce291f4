"""Splendor: exact rules, fast, with views, records and bots. Start with `Game`."""

from splendor.base.moves import (
    ChooseGold,
    ChooseGoldHand,
    DeclineNoble,
    GoldFor,
    Pass,
    PayNow,
    Purchase,
    PurchaseHand,
    ReceiveNoble,
    Reserve,
    ReserveTop,
    ReturnToken,
    Take,
    TakePair,
)
from splendor.base.table import HandCard, Place, Table
from splendor.content import Card, Noble
from splendor.errors import (
    IllegalMove,
    NotationError,
    OptionError,
    PositionError,
    RecordError,
    RulesError,
    SeedError,
)
from splendor.game import Game, Outcome, View, cards, nobles
from splendor.ruleset import Move, Options

__all__ = [
    "Card",
    "ChooseGold",
    "ChooseGoldHand",
    "DeclineNoble",
    "Game",
    "GoldFor",
    "HandCard",
    "IllegalMove",
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
    "RulesError",
    "SeedError",
    "Table",
    "Take",
    "TakePair",
    "View",
    "cards",
    "nobles",
]
