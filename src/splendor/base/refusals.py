"""Why a move is not legal: a `Refusal` with the rule's code, for errors and for every table.

Its English text addresses the player who decides as "you".
"""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from splendor.base import moves
from splendor.base.legal import legal_list
from splendor.base.moves import MOVES, PAIR, SETS, BaseMove
from splendor.base.options import OPTIONS
from splendor.base.state import GOLD, PILE_FOR_A_PAIR, TOKEN_LIMIT
from splendor.base.table import BasePlace, BaseTable, table_of
from splendor.core.decks import HAND_LIMIT
from splendor.core.gems import COLOURS
from splendor.core.payment import due, missing
from splendor.core.refusals import (
    Refusal,
    Text,
    cannot_buy,
    first_text,
    gem_letters,
    gems_by_name,
    how_many,
    no_card,
    register_texts,
)


def nobles_enough_text(limit: int) -> str:
    return f"you have {how_many(limit, 'noble')} already, and may not have more"


def nothing_to_return_text(count: int) -> str:
    return f"you hold {how_many(count, 'token')} and need to return none"


def lacks_bonuses_text(gems: Mapping[str, int]) -> str:
    return f"you lack the bonuses {gem_letters(gems)}"


TEXTS: dict[str, Text] = {
    "first_return": first_text("return tokens"),
    "first_noble": first_text("choose a noble"),
    "pair_needs": "a pair needs {need} of its colour in the supply, and there are {left} {gem}",
    "over_token_limit": "{more} more would be over {limit} tokens",
    "no_gem": "there is no {gem} in the supply",
    "token_limit": "you hold {limit} tokens",
    "take_different": "take {count} different colours, such as {example}",
    "nothing_to_return": nothing_to_return_text,
    "nobles_come": "nobles come by themselves at the end of a turn",
    "no_noble": "there is no noble {place}",
    "nobles_enough": nobles_enough_text,
    "lacks_bonuses": lacks_bonuses_text,
    "one_noble_a_turn": "one noble was received this turn already",
    "no_noble_choice": "no noble is to be chosen",
}
register_texts(TEXTS)

FIRST = {"pay": "first_pay", "return": "first_return", "noble": "first_noble"}  # by phase


def why_not(states: npt.NDArray[np.record], game: int, move: BaseMove) -> Refusal:
    """Why the active player in states[game], which is not over, may not make this move."""
    table = table_of(states[game])
    if table.phase != "play":
        legal = [str(MOVES[action]) for action in legal_list(states, game)]
        return Refusal.of(FIRST[table.phase], moves=legal)
    place = table.places[table.active]
    match move:
        case moves.Take():
            return why_not_take(states, game, move, table)
        case moves.TakePair(gem):
            return why_not_pair(table, gem)
        case moves.Reserve() | moves.ReserveTop():
            return why_not_reserve(place, move)
        case moves.Purchase() | moves.PurchaseHand() | moves.ChooseGold() | moves.ChooseGoldHand():
            return why_not_buy(table, place, move)
        case moves.ReceiveNoble(slot):
            return why_not_noble(states, game, table, slot)
        case moves.Pass():
            return Refusal("must_act")  # B3.7
        case _:
            return why_not_yet(place, move)


def why_not_yet(place: BasePlace, move: BaseMove) -> Refusal:
    """Why a decision is not due yet."""
    match move:
        case moves.ReturnToken():
            return Refusal.of("nothing_to_return", count=sum(place.tokens))  # B4.1
        case moves.DeclineNoble():
            return Refusal("no_noble_choice")
        case _:
            return Refusal("nothing_to_pay")


def why_not_take(
    states: npt.NDArray[np.record], game: int, move: moves.Take, table: BaseTable
) -> Refusal:
    """B3.1, B8.1."""
    gone = [COLOURS[gem] for gem in move.gems if table.supply[gem] == 0]
    if gone:
        return Refusal.of("no_gem", gem=gone[0])
    legal = [action for action in legal_list(states, game) if action < len(SETS)]
    if not legal:
        return Refusal.of("token_limit", limit=TOKEN_LIMIT)
    example = str(MOVES[legal[0]])
    return Refusal.of("take_different", count=len(SETS[legal[0]]), example=example)


def why_not_pair(table: BaseTable, gem: int) -> Refusal:
    """B3.2, B8.1."""
    left = table.supply[gem]
    if left < PILE_FOR_A_PAIR:
        return Refusal.of("pair_needs", need=PILE_FOR_A_PAIR, left=left, gem=COLOURS[gem])
    return Refusal.of("over_token_limit", more=PAIR, limit=TOKEN_LIMIT)


def why_not_reserve(place: BasePlace, move: moves.Reserve | moves.ReserveTop) -> Refusal:
    """B3.3."""
    if len(place.hand) >= HAND_LIMIT:
        return Refusal.of("hand_full", limit=HAND_LIMIT)
    if isinstance(move, moves.ReserveTop):
        return Refusal.of("deck_empty", level=move.level)
    return no_card(move)


def why_not_buy(
    table: BaseTable,
    place: BasePlace,
    move: moves.Purchase | moves.PurchaseHand | moves.ChooseGold | moves.ChooseGoldHand,
) -> Refusal:
    """B3.4."""
    card = table.card_of(move)
    if card is None:
        return no_card(move)
    lacking = gems_by_name(missing(card.cost, place.bonuses, place.tokens), COLOURS)
    return cannot_buy(move, lacking, place.tokens[GOLD])


def why_not_noble(
    states: npt.NDArray[np.record], game: int, table: BaseTable, slot: int
) -> Refusal:
    """B5.1, B8.2."""
    options, place = OPTIONS.read(states[game]), table.places[table.active]
    noble = table.nobles[slot] if slot < len(table.nobles) else None
    if options.nobles == "come":
        return Refusal("nobles_come")
    if noble is None:
        return Refusal.of("no_noble", place=f"n{slot + 1}")
    if len(place.nobles) >= options.nobles_each:
        return Refusal.of("nobles_enough", limit=options.nobles_each)
    lacking = due(noble.requires, place.bonuses)
    if any(lacking):
        return Refusal.of("lacks_bonuses", gems=gems_by_name(lacking, COLOURS))
    return Refusal("one_noble_a_turn")
