"""How a view becomes what a browser draws: both games behind the same three functions."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from splendor.outcome import Outcome
from splendor.ruleset import RULESETS, Move, Records
from splendor.server.messages import AnyTable, CardId, HandCard, OwnSeat, Result
from splendor.server.tables import wire_base as show_base
from splendor.server.tables import wire_duel as show_duel
from splendor.view import View


@dataclass(frozen=True, slots=True)
class Face:
    """One game: its table, the hand of a seat; what a move is about, takes from a board, brings."""

    table: Callable[[Any], AnyTable]
    hand: Callable[[Any, int], list[HandCard]]
    card: Callable[[Any, Any], CardId | None]
    taken: Callable[[Any, Any], str]
    noble: Callable[[Any, Any], int | None]
    privileges: Callable[[Any, Any], list[int]]


FACES = {
    "base": Face(
        show_base.table,
        show_base.hand,
        show_base.card,
        show_base.taken,
        show_base.noble,
        show_base.privileges,
    ),
    "duel": Face(
        show_duel.table,
        show_duel.hand,
        show_duel.card,
        show_duel.taken,
        show_duel.noble,
        show_duel.privileges,
    ),
}


def show_table(view: View) -> AnyTable:
    """What this view shows; everybody is sent a spectator's."""
    return FACES[view.ruleset.name].table(view.record[0])


def show_yours(view: View, position: bool = False, decides: bool = True) -> OwnSeat:
    """What the owner of a seat is told beyond what everybody sees. A bot may decide for them."""
    assert view.seat is not None
    return OwnSeat(
        seat=view.seat,
        hand=FACES[view.ruleset.name].hand(view.record[0], view.seat),
        legal=show_legal(view) if decides else [],
        position=view.position if position else "",
    )


def show_legal(view: View) -> list[str]:
    """`view.legal_moves` as they are written; every text is made once only."""
    if view.seat != view.active or view.is_over:
        return []
    texts = texts_of(view.ruleset.name)
    return [texts[action] for action in view.ruleset.legal(view.record, 0)]


@cache
def texts_of(game: str) -> tuple[str, ...]:
    return next(tuple(map(str, each.moves)) for each in RULESETS.values() if each.name == game)


def card_of(game: str, states: Records, move: Move) -> CardId | None:
    """The card that a move is about, if everybody sees it when the move is made."""
    return FACES[game].card(states[0], move)


def taken_of(game: str, states: Records, move: Move) -> str:
    """The letters of the tokens that lie where a move takes them from; everybody sees them."""
    return FACES[game].taken(states[0], move)


def noble_of(game: str, before: Records, after: Records) -> int | None:
    """The noble that came to a player with a move, by itself or by choice."""
    return FACES[game].noble(before[0], after[0])


def privileges_of(game: str, before: Records, after: Records) -> list[int]:
    """How many privileges each seat got by a move; nothing where nobody got one."""
    return FACES[game].privileges(before[0], after[0])


def show_result(outcome: Outcome) -> Result:
    return Result(
        winners=list(outcome.winners),
        reason=outcome.reason,
        points=list(outcome.points),
        cards=list(outcome.cards),
        crowns=list(outcome.crowns),
    )
