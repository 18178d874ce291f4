"""Why a move is not legal, in the words of the rules: for errors, the terminal and every table.

The reason is for the player who is to decide: it calls them "you".
"""

import numpy as np
import numpy.typing as npt

from splendor.base.legal import legal_list
from splendor.base.moves import (
    MOVES,
    PAIR,
    SETS,
    ChooseGold,
    ChooseGoldHand,
    DeclineNoble,
    Move,
    Pass,
    Purchase,
    PurchaseHand,
    ReceiveNoble,
    Reserve,
    ReserveTop,
    ReturnToken,
    Take,
    TakePair,
)
from splendor.base.options import read_options
from splendor.base.state import GOLD, PILE_FOR_A_PAIR, TOKEN_LIMIT
from splendor.base.table import Place, Table, payment_text, table_of
from splendor.core.content import Card
from splendor.core.decks import HAND_LIMIT
from splendor.core.gems import COLOURS
from splendor.core.payment import due, missing


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
        case Take():
            return why_not_take(states, game, move, table)
        case TakePair(gem) if table.supply[gem] < PILE_FOR_A_PAIR:
            left = f"there are {table.supply[gem]} {COLOURS[gem]}"
            return f"a pair needs {PILE_FOR_A_PAIR} of its colour in the supply, and {left}"  # B3.2
        case TakePair():
            return f"{PAIR} more would be over {TOKEN_LIMIT} tokens"  # B8.1
        case Reserve() | ReserveTop():
            return why_not_reserve(place, move)
        case Purchase() | PurchaseHand() | ChooseGold() | ChooseGoldHand():
            return why_not_buy(table, place, move)
        case ReceiveNoble(slot):
            return why_not_noble(states, game, table, slot)
        case ReturnToken():
            return f"you hold {sum(place.tokens)} tokens and return none"  # B4.1
        case DeclineNoble():
            return "no noble is to be chosen"
        case Pass():
            return "one passes only when no action is possible"  # B3.7
        case _:
            return "nothing is being paid"


DUE = {
    "pay": "first choose what gold stands for, or pay",
    "return": "first return tokens",
    "noble": "first choose a noble",
}


def why_not_take(states: npt.NDArray[np.record], game: int, move: Take, table: Table) -> str:
    """B3.1, B8.1."""
    gone = [COLOURS[gem] for gem in move.gems if table.supply[gem] == 0]
    if gone:
        return f"there is no {gone[0]} in the supply"
    legal = [action for action in legal_list(states, game) if action < len(SETS)]
    if not legal:
        return f"you hold {TOKEN_LIMIT} tokens"
    return f"take {len(SETS[legal[0]])} different colours, such as {MOVES[legal[0]]}"


def why_not_reserve(place: Place, move: Reserve | ReserveTop) -> str:
    """B3.3."""
    if len(place.hand) >= HAND_LIMIT:
        return f"you have {HAND_LIMIT} cards in hand already"
    if isinstance(move, ReserveTop):
        return f"the deck of level {move.level + 1} is empty"
    return f"there is no card at {str(move)[1:]}"


def why_not_buy(
    table: Table, place: Place, move: Purchase | PurchaseHand | ChooseGold | ChooseGoldHand
) -> str:
    """B3.4."""
    card = card_of(table, place, move)
    if card is None:
        return f"there is no card at {str(move)[1:].removesuffix('+')}"
    short = missing(card.cost, place.bonuses, place.tokens)
    if sum(short) > place.tokens[GOLD]:
        gold = f", less {place.tokens[GOLD]} gold" if place.tokens[GOLD] else ""
        count = sum(short) - place.tokens[GOLD]
        return f"you are {count} short: {payment_text((*short, 0))}{gold}"
    return f"gold cannot be chosen, use {str(move).removesuffix('+')}"


def card_of(table: Table, place: Place, move: Move) -> Card | None:
    """The card that a move of this player buys or reserves openly, if there is one."""
    match move:
        case Purchase(level, slot) | ChooseGold(level, slot) | Reserve(level, slot):
            return table.market[level][slot]
        case PurchaseHand(slot) | ChooseGoldHand(slot) if slot < len(place.hand):
            return place.hand[slot].card
        case _:
            return None


def why_not_noble(states: npt.NDArray[np.record], game: int, table: Table, slot: int) -> str:
    """B5.1, B8.2."""
    options, place = read_options(states[game]), table.places[table.active]
    noble = table.nobles[slot] if slot < len(table.nobles) else None
    if options.nobles == "come":
        return "nobles come by themselves at the end of a turn"
    if noble is None:
        return f"there is no noble n{slot + 1}"
    if len(place.nobles) >= options.nobles_each:
        return f"you may have {options.nobles_each} and have them already"
    short = due(noble.requires, place.bonuses)
    if any(short):
        return f"you lack the bonuses {payment_text((*short, 0))}"
    return "one noble was received this turn already"
