"""Splendor's table as a message. Fields are read out of the record at once: it is much quicker."""

from typing import Any

from splendor.base.moves import (
    BaseMove,
    ChooseGold,
    ChooseGoldHand,
    Purchase,
    PurchaseHand,
    Reserve,
)
from splendor.base.state import LEVEL, MARKET, MOST_NOBLES, PAY, PHASES, ROW, State
from splendor.core.decks import LEVELS, NONE, UNSEEN
from splendor.core.words import members
from splendor.server.messages import BasePlace, BaseTable, CardId, HandCard


def table(state: State) -> BaseTable:
    fields = read(state)
    seats = range(int(fields["seats"]))
    market = fields["market"].tolist()
    phase = int(fields["phase"])
    return BaseTable(
        round=fields["round_number"],
        turn=turn_of(fields),
        start=fields["start"],
        active=fields["active"],
        phase=PHASES[phase],
        target=fields["target"],
        supply=fields["supply"].tolist(),
        market=[
            [card if card != NONE else None for card in market[ROW * level : ROW * level + ROW]]
            for level in range(LEVELS)
        ],
        decks=fields["deck_sizes"].tolist(),
        nobles=nobles_left(fields),
        places=[place(fields, seat) for seat in seats],
        buying=card_at(state, int(fields["buying"])) if phase == PAY else None,
        gold_for=fields["gold_for"].tolist() if phase == PAY else None,
    )


def read(record: Any) -> dict[str, Any]:
    return dict(zip(record.dtype.names, record.tolist(), strict=True))


def turn_of(fields: dict[str, Any]) -> int:
    """The number of the turn, from 1: `base.transcript.turn_of`, of what was read already."""
    turns_before = (fields["active"] - fields["start"]) % fields["seats"]
    return int((fields["round_number"] - 1) * fields["seats"] + turns_before + 1)


def nobles_left(fields: dict[str, Any]) -> list[int | None]:
    """The nobles that lie on the table; null where one has gone to a player."""
    nobles, owners = fields["nobles"].tolist(), fields["noble_owner"].tolist()
    return [
        noble if owners[slot] == NONE else None
        for slot, noble in enumerate(nobles[: fields["seats"] + 1])
    ]


def place(fields: dict[str, Any], seat: int) -> BasePlace:
    player = read(fields["players"][seat])
    nobles, owners = fields["nobles"].tolist(), fields["noble_owner"].tolist()
    return BasePlace(
        tokens=player["tokens"].tolist(),
        bonuses=player["bonuses"].tolist(),
        points=player["points"],
        bought=list(members(player["bought"])),
        hand=hand_cards(player),
        nobles=[noble for slot, noble in enumerate(nobles) if owners[slot] == seat],
    )


def hand(state: State, seat: int) -> list[HandCard]:
    return hand_cards(read(state.players[seat]))


def hand_cards(player: dict[str, Any]) -> list[HandCard]:
    cards = zip(player["hand"].tolist(), player["unseen"].tolist(), strict=True)
    return [hand_card(card, unseen == 1) for card, unseen in cards if card != NONE]


def hand_card(card: int, unseen: bool) -> HandCard:
    if card < 0:
        return HandCard(level=UNSEEN - card + 1, unseen=unseen)
    return HandCard(level=int(LEVEL[card]) + 1, card=card, unseen=unseen)


def card(state: State, move: BaseMove) -> CardId | None:
    """The card that is reserved or bought; one drawn unseen is nobody else's business."""
    match move:
        case Reserve(level, slot) | Purchase(level, slot) | ChooseGold(level, slot):
            return card_at(state, ROW * (level - 1) + slot)
        case PurchaseHand(slot) | ChooseGoldHand(slot):
            return card_at(state, MARKET + slot)
        case _:
            return None


def taken(state: State, move: BaseMove) -> str:
    """Nothing: there is no board, and a move names the gems that it takes."""
    return ""


def noble(before: State, after: State) -> int | None:
    """B5.1: one at most goes to a player."""
    for slot in range(MOST_NOBLES):
        if before.noble_owner[slot] != after.noble_owner[slot]:
            return int(after.nobles[slot])
    return None


def privileges(before: State, after: State) -> list[int]:
    """There are none."""
    return []


def card_at(state: State, place: int) -> int:
    """The card in a place of the market, or behind those in the hand of who decides."""
    if place < MARKET:
        return int(state.market[place])
    return int(state.players[state.active].hand[place - MARKET])
