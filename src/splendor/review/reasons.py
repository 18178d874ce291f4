"""Reasons: what tells the best turn from the one that was played, at most three on each side.

A reason holds for one of the two turns and not for the other; `facts.py` has those of all games.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from splendor.game import Game
from splendor.review.base_facts import AGAINST_BASE, IN_FAVOUR_BASE
from splendor.review.duel_facts import AGAINST_DUEL, IN_FAVOUR_DUEL
from splendor.review.facts import Fact, Facts, SeenTurn, seen_turn
from splendor.review.model import Reason

MOST = 3  # on each side
# The second says the first, too.
SAID_BY = {
    "many_tokens": "returns",
    "no_points": "one_short",
    "crowns": "wins",
    "colour": "wins",
    "threatens": "double_threat",
}
# If the first holds for a card, so does the second.
INCLUDES = {"threatens": "then_buys", "could_end": "opponent_buys"}
# If these hold for both turns they do not tell them apart, whatever the cards and numbers are.
ONCE = ("wins", "double_threat")
# After a turn that wins nothing matters but how it wins.
EXPLAINS = {
    "points": ("wins", "scores", "noble", "royal"),
    "cards": ("wins", "scores", "noble"),
    "shared": ("wins", "scores", "noble"),
    "crowns": ("wins", "crowns"),
    "colour": ("wins", "colour"),
}
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
    found = facts_in(FACTS[game.ruleset.name][0], seen_turn(game, game.ply, texts))
    return tuple(each.reason for each in found)


def facts_in(facts: Sequence[Facts], turn: SeenTurn) -> list[Fact]:
    """What matters of a turn, by effect. Of one that wins, only how; nothing speaks against it."""
    found = sorted(holding(facts, turn), key=lambda each: -each.effect)
    if not turn.won:
        return found
    how = next((each.reason.values["how"] for each in found if each.reason.code == "wins"), "")
    return [each for each in found if each.reason.code in EXPLAINS.get(how, ())]


def holding(facts: Sequence[Facts], turn: SeenTurn) -> Iterator[Fact]:
    for of in facts:
        yield from of(turn)


def telling(facts: Sequence[Facts], turn: SeenTurn, other: SeenTurn) -> tuple[Reason, ...]:
    """What holds for one turn and not for the other, by effect; each code once for each seat."""
    both = {subject for each in holding(facts, other) for subject in subjects_of(each.reason)}
    kept: dict[tuple[str, Any], Reason] = {}
    for each in facts_in(facts, turn):
        if subject_of(each.reason) not in both:
            kept.setdefault((each.reason.code, each.reason.values.get("seat")), each.reason)
    return said_once(kept.values())[:MOST]


def said_once(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Reasons without those that another one of them says, too."""
    found = tuple(reasons)
    codes = {each.code for each in found}
    return tuple(each for each in found if SAID_BY.get(each.code) not in codes)


def subject_of(reason: Reason) -> tuple[Any, ...]:
    """What a reason is about: of a card, it does not matter how much gold it takes."""
    values = reason.values
    if reason.code in ONCE:
        return (reason.code, values.get("how") == "shared")
    details = () if "card" in values else tuple(sorted(values.items()))
    return (reason.code, values.get("seat"), values.get("card"), details)


def subjects_of(reason: Reason) -> set[tuple[Any, ...]]:
    """What a reason is about, and what it includes."""
    codes = (reason.code, INCLUDES.get(reason.code, reason.code))
    return {subject_of(replace(reason, code=code)) for code in codes}
