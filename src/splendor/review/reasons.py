"""Reasons: what tells the best turn from the one that was played, at most three on each side.

A reason holds for one of the two turns and not for the other; `facts.py` has those of all games.
"""

from collections.abc import Sequence
from typing import Any

from splendor.game import Game
from splendor.review.base_facts import AGAINST_BASE, IN_FAVOUR_BASE
from splendor.review.duel_facts import AGAINST_DUEL, IN_FAVOUR_DUEL
from splendor.review.facts import Facts, SeenTurn, seen_turn
from splendor.review.model import Reason

MOST = 3  # on each side
SAID_BY = {"many_tokens": "returns", "no_points": "one_short"}  # the second says the first, too
# The facts in favour of a turn and against it, by the name of the rules.
FACTS: dict[str, tuple[Sequence[Facts], Sequence[Facts]]] = {
    "base": (IN_FAVOUR_BASE, AGAINST_BASE),
    "duel": (IN_FAVOUR_DUEL, AGAINST_DUEL),
}


def reasons(
    game: Game, ply: int, best: Sequence[str], played: Sequence[str]
) -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
    """Reasons for the best turn, and against the one that was played.

    Both begin after `ply` decisions; moves that no longer belong to the turn are ignored.
    """
    return reasons_here(game.at(ply), best, played)


def reasons_here(
    game: Game, best: Sequence[str], other: Sequence[str]
) -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
    """Reasons for one turn, and against another one; both begin where the game stands. None are
    known for games without facts of their own.
    """
    if game.ruleset.name not in FACTS:
        return (), ()
    now = game.ply
    better, worse = seen_turn(game, now, best), seen_turn(game, now, other)
    in_favour, against = FACTS[game.ruleset.name]
    return telling(in_favour, better, worse), telling(against, worse, better)


def facts_for(game: Game, texts: Sequence[str]) -> tuple[Reason, ...]:
    """What speaks for a turn that begins where the game stands, by effect."""
    if game.ruleset.name not in FACTS:
        return ()
    turn = seen_turn(game, game.ply, texts)
    found = [each for of in FACTS[game.ruleset.name][0] for each in of(turn)]
    return tuple(each.reason for each in sorted(found, key=lambda each: -each.effect))


def telling(facts: Sequence[Facts], turn: SeenTurn, other: SeenTurn) -> tuple[Reason, ...]:
    """What holds for one turn and not for the other, by effect; each code once for each seat."""
    found = sorted((each for of in facts for each in of(turn)), key=lambda each: -each.effect)
    both = {subject_of(each.reason) for of in facts for each in of(other)}
    kept: dict[tuple[str, Any], Reason] = {}
    for each in found:
        if subject_of(each.reason) not in both:
            kept.setdefault((each.reason.code, each.reason.values.get("seat")), each.reason)
    codes = {code for code, _ in kept}
    return tuple(each for each in kept.values() if SAID_BY.get(each.code) not in codes)[:MOST]


def subject_of(reason: Reason) -> tuple[Any, ...]:
    """What a reason is about: of a card, it does not matter how much gold it takes."""
    values = reason.values
    details = () if "card" in values else tuple(sorted(values.items()))
    return (reason.code, values.get("seat"), values.get("card"), details)
