"""Why a move of Splendor Duel is not legal: a `Refusal` with the rule's code.

Its English text addresses the player who decides as "you".
"""

import numpy as np
import numpy.typing as npt

from splendor.core.content import WILD
from splendor.core.decks import HAND_LIMIT
from splendor.core.payment import missing
from splendor.core.refusals import (
    Refusal,
    Text,
    cannot_buy,
    first_text,
    gems_by_name,
    how_many,
    no_card,
    register_texts,
)
from splendor.duel import moves
from splendor.duel.board import SIDE, space_name
from splendor.duel.legal import legal_list
from splendor.duel.moves import MOVES, TOKEN_NAMES, DuelMove
from splendor.duel.state import GOLD, TOKEN_LIMIT
from splendor.duel.table import DuelPlace, DuelTable, table_of


def gold_with_reserve_text(place: str | None = None) -> str:
    """`place` is given if the move tried to take gold like any other token."""
    if place is None:
        return "gold only comes with a reserved card"
    return f"the token at {place} is gold, which only comes with a reserved card"


def no_royal_due_text(crowns: int) -> str:
    return f"you have {how_many(crowns, 'crown')}, and no royal card is due"


def nothing_to_discard_text(count: int) -> str:
    return f"you hold {how_many(count, 'token')} and need to discard none"


TEXTS: dict[str, Text] = {
    "first_gold": first_text("choose which gold to take"),
    "first_colour": first_text("choose the colour of the wild card"),
    "first_match": first_text("take a token of the card's colour"),
    "first_steal": first_text("take a gem or pearl of the opponent"),
    "first_royal": first_text("choose a royal card"),
    "first_discard": first_text("discard tokens"),
    "no_token": "there is no token at {place}",
    "gold_with_reserve": gold_with_reserve_text,
    "not_a_line": "these tokens cannot be taken",
    "no_privilege": "you have no privilege",
    "privilege_too_late": "privileges are used before the board is replenished",
    "bag_empty": "the bag is empty",
    "no_gold_on_board": "there is no gold on the board",
    "wild_needs_bonus": "{card} is wild, and you own no card with a bonus to place it on",
    "no_wild_card": "no wild card is being bought",
    "no_token_due": "no bought card gives you a token now",
    "no_royal_due": no_royal_due_text,
    "discard_later": "tokens over {limit} are discarded at the end of the turn",
    "nothing_to_discard": nothing_to_discard_text,
}
register_texts(TEXTS)

FIRST = {  # by phase
    "gold": "first_gold",
    "pay": "first_pay",
    "colour": "first_colour",
    "match": "first_match",
    "steal": "first_steal",
    "royal": "first_royal",
    "discard": "first_discard",
}


def why_not(states: npt.NDArray[np.record], game: int, move: DuelMove) -> Refusal:
    """Why the active player in states[game], which is not over, may not make this move."""
    table = table_of(states[game])
    if table.phase != "play":
        legal = [str(MOVES[action]) for action in legal_list(states, game)]
        return Refusal.of(FIRST[table.phase], moves=legal)
    place = table.places[table.active]
    match move:
        case moves.TakeLine(spaces):
            return why_not_there(table, spaces)
        case moves.UsePrivilege(space):
            return why_not_privilege(table, place, space)
        case moves.Replenish():
            return Refusal("bag_empty")  # D2.2
        case moves.Reserve() | moves.ReserveTop():
            return why_not_reserve(table, place, move)
        case moves.Purchase() | moves.PurchaseHand() | moves.ChooseGold() | moves.ChooseGoldHand():
            return why_not_buy(table, place, move)
        case moves.Pass():
            return Refusal("must_act")  # D3.5
        case _:
            return why_not_yet(place, move)


def why_not_yet(place: DuelPlace, move: DuelMove) -> Refusal:
    """Why a decision is not due yet."""
    match move:
        case moves.TakeGold():
            return Refusal("gold_with_reserve")  # D3.2
        case moves.AsColour():
            return Refusal("no_wild_card")
        case moves.TakeMatching() | moves.Steal():
            return Refusal("no_token_due")  # D5.2
        case moves.TakeRoyal():
            return Refusal.of("no_royal_due", crowns=place.crowns)  # D5.3
        case moves.Discard() if sum(place.tokens) > TOKEN_LIMIT:
            return Refusal.of("discard_later", limit=TOKEN_LIMIT)  # D6.1
        case moves.Discard():
            return Refusal.of("nothing_to_discard", count=sum(place.tokens))  # D6.1
        case _:
            return Refusal("nothing_to_pay")


def why_not_there(table: DuelTable, spaces: tuple[int, ...]) -> Refusal:
    """D2.1, D3.1: only gems and pearls are taken."""
    for space in spaces:
        token = table.board[space // SIDE][space % SIDE]
        if token is None:
            return Refusal.of("no_token", place=space_name(space))
        if token == GOLD:
            return Refusal.of("gold_with_reserve", place=space_name(space))
    return Refusal("not_a_line")


def why_not_privilege(table: DuelTable, place: DuelPlace, space: int) -> Refusal:
    """D2.1, D2.2."""
    if place.privileges == 0:
        return Refusal("no_privilege")
    if table.replenished:
        return Refusal("privilege_too_late")
    return why_not_there(table, (space,))


def why_not_reserve(
    table: DuelTable, place: DuelPlace, move: moves.Reserve | moves.ReserveTop
) -> Refusal:
    """D3.2."""
    if len(place.hand) >= HAND_LIMIT:
        return Refusal.of("hand_full", limit=HAND_LIMIT)
    if not any(GOLD in row for row in table.board):
        return Refusal("no_gold_on_board")
    if isinstance(move, moves.ReserveTop):
        return Refusal.of("deck_empty", level=move.level)
    return no_card(move)


def why_not_buy(
    table: DuelTable,
    place: DuelPlace,
    move: moves.Purchase | moves.PurchaseHand | moves.ChooseGold | moves.ChooseGoldHand,
) -> Refusal:
    """D3.3, D5.1."""
    card = table.card_of(move)
    if card is None:
        return no_card(move)
    if card.bonus == WILD and not any(place.bonuses):
        return Refusal.of("wild_needs_bonus", card=card.code)
    lacking = gems_by_name(missing(card.cost, place.bonuses, place.tokens), TOKEN_NAMES)
    return cannot_buy(move, lacking, place.tokens[GOLD])
