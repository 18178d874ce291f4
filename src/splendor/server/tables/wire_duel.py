"""Splendor Duel's table as a message."""

from typing import Any

from splendor.core.decks import NONE, UNSEEN
from splendor.core.gems import GEMS
from splendor.core.words import members
from splendor.duel.board import SPACES
from splendor.duel.moves import (
    TOKEN_LETTERS,
    ChooseGold,
    ChooseGoldHand,
    DuelMove,
    Purchase,
    PurchaseHand,
    Reserve,
    TakeLine,
    TakeMatching,
    UsePrivilege,
)
from splendor.duel.state import (
    CHOOSE_SPACE,
    COLOUR,
    LEVEL,
    PAY,
    PHASES,
    PYRAMID,
    ROW_START,
    SEATS,
    State,
)
from splendor.duel.table import CARD_NAMES, EMPTY, ROYAL_NAMES, colour_of
from splendor.server.messages import CardId, DuelPlace, DuelTable, HandCard

ROWS = tuple(zip(ROW_START.tolist(), ROW_START.tolist()[1:], strict=False))


def table(state: State) -> DuelTable:
    fields = read(state)
    pyramid: list[CardId | None] = [name_of(card) for card in fields["pyramid"].tolist()]
    owners = fields["royal_owner"].tolist()
    phase, chosen = int(fields["phase"]), int(fields["chosen"])
    return DuelTable(
        round=fields["round_number"],
        turn=fields["turn_number"],
        start=fields["start"],
        active=fields["active"],
        phase=PHASES[phase],
        board=board(fields["board"].tolist()),
        bag=fields["bag"].tolist(),
        pyramid=[pyramid[first:end] for first, end in ROWS],
        decks=fields["deck_sizes"].tolist(),
        privileges=fields["privileges"],
        royals=[
            name if owner == NONE else None for name, owner in zip(ROYAL_NAMES, owners, strict=True)
        ],
        places=[place(state, fields, seat) for seat in range(SEATS)],
        replenished=fields["replenished"] == 1,
        again=fields["again"] == 1,
        buying=card_at(state, chosen) if phase in (PAY, COLOUR) else None,
        reserving=card_at(state, chosen) if phase == CHOOSE_SPACE and chosen < PYRAMID else None,
        gold_for=fields["gold_for"].tolist() if phase in (PAY, COLOUR) else None,
    )


def read(record: Any) -> dict[str, Any]:
    return dict(zip(record.dtype.names, record.tolist(), strict=True))


def name_of(card: int) -> str | None:
    return CARD_NAMES[card] if card >= 0 else None


def board(sets: list[int]) -> str:
    """The token on each space, from the spaces where each kind lies."""
    letters = [EMPTY] * SPACES
    for letter, spaces in zip(TOKEN_LETTERS, sets, strict=True):
        while spaces:
            lowest = spaces & -spaces
            letters[lowest.bit_length() - 1] = letter
            spaces ^= lowest
    return "".join(letters)


def place(state: State, fields: dict[str, Any], seat: int) -> DuelPlace:
    player = read(fields["players"][seat])
    bought = members(player["bought"])
    owners = fields["royal_owner"].tolist()
    return DuelPlace(
        tokens=player["tokens"].tolist(),
        bonuses=player["bonuses"].tolist()[:GEMS],
        points=player["points"],
        colour_points=player["colour_points"].tolist(),
        crowns=player["crowns"],
        privileges=player["privileges"],
        bought=[CARD_NAMES[card] for card in bought],
        colours=[colour_of(state, card) for card in bought],
        hand=hand_cards(player),
        royals=[name for name, owner in zip(ROYAL_NAMES, owners, strict=True) if owner == seat],
    )


def hand(state: State, seat: int) -> list[HandCard]:
    return hand_cards(read(state.players[seat]))


def hand_cards(player: dict[str, Any]) -> list[HandCard]:
    cards = zip(player["hand"].tolist(), player["unseen"].tolist(), strict=True)
    return [hand_card(card, unseen == 1) for card, unseen in cards if card != NONE]


def hand_card(card: int, unseen: bool) -> HandCard:
    if card < 0:
        return HandCard(level=UNSEEN - card + 1, unseen=unseen)
    return HandCard(level=int(LEVEL[card]) + 1, card=CARD_NAMES[card], unseen=unseen)


def card(state: State, move: DuelMove) -> CardId | None:
    """The card that is reserved or bought; one drawn unseen is nobody else's business."""
    match move:
        case Reserve(level, slot) | Purchase(level, slot) | ChooseGold(level, slot):
            return card_at(state, int(ROW_START[level - 1]) + slot)
        case PurchaseHand(slot) | ChooseGoldHand(slot):
            return card_at(state, PYRAMID + slot)
        case _:
            return None


def taken(state: State, move: DuelMove) -> str:
    """The tokens on the spaces that a move names; a gold needs no telling."""
    match move:
        case TakeLine(spaces):
            letters = board(read(state)["board"].tolist())
            return "".join(letters[space] for space in spaces)
        case UsePrivilege(space) | TakeMatching(space):
            return board(read(state)["board"].tolist())[space]
        case _:
            return ""


def noble(before: State, after: State) -> int | None:
    """There are none."""
    return None


def privileges(before: State, after: State) -> list[int]:
    """D4: what each seat has more; one that is only used goes to nobody."""
    old, new = before.players, after.players
    more = [int(new[seat].privileges) - int(old[seat].privileges) for seat in range(SEATS)]
    return more if max(more) > 0 else []


def card_at(state: State, place: int) -> str | None:
    """The card in a place of the pyramid, or behind those in the hand of who decides."""
    if place < PYRAMID:
        return name_of(int(state.pyramid[place]))
    return name_of(int(state.players[state.active].hand[place - PYRAMID]))
