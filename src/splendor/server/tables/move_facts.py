"""What everybody sees of a move beyond its text: its card, tokens, noble and privileges.

A registry by game, with a general function for games that are not in it.
"""

from collections.abc import Callable
from typing import NamedTuple

from splendor.core.moves import Move
from splendor.core.records import Records
from splendor.duel.moves import TakeLine, TakeMatching, UsePrivilege
from splendor.duel.table import board_of
from splendor.ruleset import ruleset_of_record
from splendor.server.tables.wire_views import content_id
from splendor.server.wire_types import CardId


class MoveFacts(NamedTuple):
    """The card that a move buys or reserves, if everybody sees it; the letters of the tokens that
    it takes from the spaces of a board; the noble that comes with it; how many privileges each
    seat gains.
    """

    card: CardId | None = None
    taken: str = ""
    noble: int | None = None
    privileges: list[int] = []  # noqa: RUF012


def facts_of(game: str, move: Move, before: Records, after: Records) -> MoveFacts:
    return FACTS.get(game, general_facts)(move, before, after)


def general_facts(move: Move, before: Records, after: Records) -> MoveFacts:
    return MoveFacts(card=card_of(move, before))


def base_facts(move: Move, before: Records, after: Records) -> MoveFacts:
    return MoveFacts(card=card_of(move, before), noble=noble_of(before, after))


def duel_facts(move: Move, before: Records, after: Records) -> MoveFacts:
    return MoveFacts(
        card=card_of(move, before),
        taken=taken_by(move, before),
        privileges=privileges_of(before, after),
    )


FACTS: dict[str, Callable[[Move, Records, Records], MoveFacts]] = {
    "base": base_facts,
    "duel": duel_facts,
}


def card_of(move: Move, before: Records) -> CardId | None:
    """A card that is drawn unseen is known to its owner only."""
    card = ruleset_of_record(before).table_of(before[0]).card_of(move)
    return None if card is None else content_id(card)


def noble_of(before: Records, after: Records) -> int | None:
    """B5.1: at most one noble comes in a turn."""
    old, new = before["noble_owner"][0].tolist(), after["noble_owner"][0].tolist()
    for slot, owner in enumerate(new):
        if owner != old[slot]:
            return int(after["nobles"][0][slot])
    return None


def privileges_of(before: Records, after: Records) -> list[int]:
    """D4: what each seat gains; nothing if a privilege was only used."""
    old, new = before["players"]["privileges"][0].tolist(), after["players"]["privileges"][0]
    more = [now - then for then, now in zip(old, new.tolist(), strict=True)]
    return more if max(more) > 0 else []


def taken_by(move: Move, before: Records) -> str:
    """The tokens on the spaces that a move names, except for a gold, which needs no telling."""
    match move:
        case TakeLine(spaces):
            named: tuple[int, ...] = tuple(spaces)
        case UsePrivilege(space) | TakeMatching(space):
            named = (space,)
        case _:
            return ""
    board = board_of(before[0])
    return "".join(token.letter for space in named if (token := board[space]) is not None)
