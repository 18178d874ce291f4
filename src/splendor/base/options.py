"""The options of Splendor (B9), each declared once. This module does not import the compiler."""

from dataclasses import dataclass

from splendor.core.options import (
    HAND_RULES,
    Options,
    OptionSet,
    choice,
    integer,
    limit,
    seat,
)

PLAYERS = (2, 3, 4)
MOST_PLAYERS = max(PLAYERS)
MOST_NOBLES = MOST_PLAYERS + 1  # B1.3: one more than players

# The record holds the index of a word.
TOKEN_RULES = ("return", "cap")
RETURN_TOKENS, CAP_TOKENS = range(len(TOKEN_RULES))
NOBLE_RULES = ("come", "sought", "sought_free")
COME, SOUGHT, SOUGHT_FREE = range(len(NOBLE_RULES))


@dataclass(frozen=True, slots=True)
class BaseOptions(Options):
    """The options of a game of Splendor; each is independent of the others.

    >>> BaseOptions(players=3, target=21)
    BaseOptions(players=3, target=21, tokens='return', nobles='come', nobles_each=5, hands='seen', \
start='random', rounds=None)
    """

    players: int = choice(PLAYERS, 2, help="How many people play.", rule="B1.1", field="seats")
    target: int = integer(
        5, 30, 15, help="Points that end the game when the round is complete.", rule="B6.1"
    )
    tokens: str = choice(
        TOKEN_RULES,
        {"official": "return", "landolt": "cap"},
        help="return: give back tokens above ten; cap: never take more than ten.",
        rule="B4.1, B8.1",
        field="token_rule",
    )
    nobles: str = choice(
        NOBLE_RULES,
        {"official": "come", "landolt": "sought"},
        help="come: nobles visit at the end of a turn; sought: seeking one is an action; "
        "sought_free: seeking one is free.",
        rule="B5.1, B8.2",
        field="noble_rule",
    )
    nobles_each: int = integer(
        1,
        MOST_NOBLES,
        {"official": MOST_NOBLES, "landolt": 1},
        help="The most nobles that one player can receive.",
        rule="B5.1, B8.2",
    )
    hands: str = choice(
        HAND_RULES,
        "seen",
        help="seen: cards reserved from the market stay known; hidden: only their level does.",
        rule="B7.2",
        field="hand_rule",
    )
    start: int | str = seat(
        {"official": "random", "landolt": 0},
        help="The seat that has the first turn of every round.",
        rule="B1.4, B8.3",
        field="start_rule",
    )
    rounds: int | None = limit(
        1,
        10_000,
        suggested=30,
        programs=100,
        help="The game ends after this round, for the reason limit; the most points win.",
        rule="B6.3",
    )


OPTIONS = OptionSet(BaseOptions, ("official", "landolt"))
