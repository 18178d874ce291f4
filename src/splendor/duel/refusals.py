"""Why a move of Splendor Duel is not legal, in the words of the rules.

The reason is for the player who is to decide: it calls them "you".
"""

import numpy as np
import numpy.typing as npt

from splendor.core.content import WILD, JewelCard
from splendor.core.decks import HAND_LIMIT
from splendor.core.payment import missing
from splendor.duel.board import SIDE, space_name
from splendor.duel.legal import legal_list
from splendor.duel.moves import (
    MOVES,
    AsColour,
    ChooseGold,
    ChooseGoldHand,
    Discard,
    Move,
    Pass,
    Purchase,
    PurchaseHand,
    Replenish,
    Reserve,
    ReserveTop,
    Steal,
    TakeGold,
    TakeLine,
    TakeMatching,
    TakeRoyal,
    UsePrivilege,
)
from splendor.duel.state import GOLD, TOKEN_LIMIT
from splendor.duel.table import Place, Table, payment_text, table_of

DUE = {
    "gold": "first choose which gold to take",
    "pay": "first choose what gold stands for, or pay",
    "colour": "first choose the colour of the wild card",
    "match": "first take a token of the card's colour",
    "steal": "first take a gem or pearl of the opponent",
    "royal": "first choose a royal card",
    "discard": "first discard tokens",
}


def why_not(states: npt.NDArray[np.record], game: int, move: Move) -> str:
    """Why the player who decides in states[game] may not make this move."""
    table = table_of(states[game])
    if table.phase == "over":
        return "the game is over"
    if table.phase != "play":
        legal = " ".join(str(MOVES[action]) for action in legal_list(states, game))
        return f"{DUE[table.phase]}: {legal}"
    place = table.places[table.active]
    match move:
        case TakeLine(spaces):
            return why_not_there(table, spaces)
        case UsePrivilege(space):
            return why_not_privilege(table, place, space)
        case Replenish():
            return "the bag is empty"  # D2.2
        case Reserve() | ReserveTop():
            return why_not_reserve(table, place, move)
        case Purchase() | PurchaseHand() | ChooseGold() | ChooseGoldHand():
            return why_not_buy(table, place, move)
        case Pass():
            return "one passes only when nothing else is possible"  # D3.5
        case _:
            return why_not_yet(place, move)


def why_not_yet(place: Place, move: Move) -> str:
    """A decision that is to be made only after others."""
    match move:
        case TakeGold():
            return "gold is taken with a card that is reserved"  # D3.2
        case AsColour():
            return "no wild card is being bought"
        case TakeMatching() | Steal():
            return "no bought card gives you a token now"  # D5.2
        case TakeRoyal():
            return f"you have {place.crowns} crowns, and no royal card is due"  # D5.3
        case Discard() if sum(place.tokens) > TOKEN_LIMIT:
            return f"tokens over {TOKEN_LIMIT} are discarded at the end of the turn"  # D6.1
        case Discard():
            return f"you hold {sum(place.tokens)} tokens and discard none"  # D6.1
        case _:
            return "nothing is being paid"


def why_not_there(table: Table, spaces: tuple[int, ...]) -> str:
    """D2.1, D3.1: only gems and pearls are taken."""
    for space in spaces:
        token = table.board[space // SIDE][space % SIDE]
        if token is None:
            return f"there is no token at {space_name(space)}"
        if token == GOLD:
            return (
                f"the token at {space_name(space)} is gold, which only comes with a reserved card"
            )
    return "these tokens cannot be taken"


def why_not_privilege(table: Table, place: Place, space: int) -> str:
    """D2.1, D2.2."""
    if place.privileges == 0:
        return "you have no privilege"
    if table.replenished:
        return "privileges are used before the board is replenished"
    return why_not_there(table, (space,))


def why_not_reserve(table: Table, place: Place, move: Reserve | ReserveTop) -> str:
    """D3.2."""
    if len(place.hand) >= HAND_LIMIT:
        return f"you have {HAND_LIMIT} cards in hand already"
    if not any(GOLD in row for row in table.board):
        return "there is no gold on the board"
    if isinstance(move, ReserveTop):
        return f"the deck of level {move.level + 1} is empty"
    return f"there is no card at {str(move)[1:]}"


def why_not_buy(
    table: Table, place: Place, move: Purchase | PurchaseHand | ChooseGold | ChooseGoldHand
) -> str:
    """D3.3, D5.1."""
    card = card_of(table, place, move)
    if card is None:
        return f"there is no card at {str(move)[1:].removesuffix('+')}"
    if card.bonus == WILD and not any(place.bonuses):
        return f"{card.name} is wild, and you own no card with a bonus to place it on"
    short = missing(card.cost, place.bonuses, place.tokens)
    if sum(short) > place.tokens[GOLD]:
        gold = f", less {place.tokens[GOLD]} gold" if place.tokens[GOLD] else ""
        count = sum(short) - place.tokens[GOLD]
        return f"you are {count} short: {payment_text((*short, 0))}{gold}"
    return f"gold cannot be chosen, use {str(move).removesuffix('+')}"


def card_of(table: Table, place: Place, move: Move) -> JewelCard | None:
    """The card that a move of this player buys or reserves openly, if there is one."""
    match move:
        case Purchase(level, slot) | ChooseGold(level, slot) | Reserve(level, slot):
            return table.pyramid[level][slot]
        case PurchaseHand(slot) | ChooseGoldHand(slot) if slot < len(place.hand):
            return place.hand[slot].card
        case _:
            return None
