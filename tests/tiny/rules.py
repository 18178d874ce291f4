"""The rules of the tiny game: which actions are legal, what they do, and who wins."""

from typing import Any

import numpy as np
import numpy.typing as npt

from splendor.core.chance import Chance, count_bits, nth_bit, random_below
from splendor.core.decks import (
    HAND_LIMIT,
    NONE,
    add_to_bought,
    add_to_hand,
    card_at,
    take_from_hand,
)
from splendor.core.kernel import Row, entry, int64, kernel
from splendor.core.options import NO_LIMIT
from splendor.core.payment import gold_needed, packed_holdings, price, tokens_held
from tests.tiny.moves import ACTIONS, PASS, PURCHASE, RESERVE, RESERVE_TOP, SETS, TAKEN
from tests.tiny.state import (
    BONUS,
    COST,
    GEMS,
    LEVELS,
    LIMIT,
    MARKET,
    OVER,
    PACKED_COST,
    PLAY,
    POINTS,
    PRESTIGE,
    ROW,
    TOKEN_LIMIT,
    Player,
    State,
    draw,
)

# Legal moves


@kernel
def legal_set(state: State) -> int:
    """The legal actions as bits."""
    if state.phase != PLAY:
        return int64(0)
    found = legal_takes(state) | legal_cards(state)
    return found | int64(found == 0) << PASS


@kernel
def legal_takes(state: State) -> int:
    player = state.players[state.active]
    held = tokens_held(player)
    found = int64(0)
    for action in range(len(SETS)):
        there = True
        size = 0
        for gem in range(GEMS):
            size += int64(TAKEN[action, gem])
            there &= state.supply[gem] >= TAKEN[action, gem]
        found |= int64(there and held + size <= TOKEN_LIMIT) << action
    return found


@kernel
def legal_cards(state: State) -> int:
    player = state.players[state.active]
    room = player.hand[HAND_LIMIT - 1] == NONE
    tokens, bonuses = packed_holdings(player)
    found = int64(0)
    for place in range(MARKET + HAND_LIMIT):
        card = card_at(state, place)
        if card >= 0:
            paid = gold_needed(int64(PACKED_COST[card]), tokens + bonuses) == 0
            found |= int64(paid) << (PURCHASE + place)
            found |= int64(room and place < MARKET) << (RESERVE + place % MARKET)
    for level in range(LEVELS):
        found |= int64(room and state.deck_sizes[level] > 0) << (RESERVE_TOP + level)
    return found


@kernel
def legal_mask(state: State, mask: Row[int]) -> None:
    legal = legal_set(state)
    for action in range(ACTIONS):
        mask[action] = legal >> action & 1


@kernel
def default_mask(state: State, mask: Row[int]) -> int:
    legal_mask(state, mask)
    return count_bits(legal_set(state))


@kernel
def random_action(state: State, chance: Chance) -> int:
    legal = legal_set(state)
    return nth_bit(legal, random_below(chance, count_bits(legal)))


@entry
def legal_set_in(states: Row[State], game: int) -> int:
    return legal_set(states[game])


def legal_list(states: npt.NDArray[np.record], game: int) -> list[int]:
    legal = int(legal_set_in(states, game))
    return [action for action in range(ACTIONS) if legal >> action & 1]


# What the actions do


@entry
def apply_in(states: Row[State], game: int, action: int) -> None:
    state = states[game]
    player = state.players[state.active]
    if action < RESERVE:
        for gem in range(GEMS):
            state.supply[gem] -= TAKEN[action, gem]
            player.tokens[gem] += TAKEN[action, gem]
    elif action < RESERVE_TOP:
        add_to_hand(player, int64(state.market[action - RESERVE]), int64(0))
        state.market[action - RESERVE] = draw(state, (action - RESERVE) // ROW)
    elif action < PURCHASE:
        add_to_hand(player, draw(state, action - RESERVE_TOP), int64(1))
    elif action < PASS:
        purchase(state, action - PURCHASE)
    end_turn(state)


@kernel
def purchase(state: State, place: int) -> None:
    player = state.players[state.active]
    card = card_at(state, place)
    for gem in range(GEMS):
        due = price(player, COST[card], gem)
        player.tokens[gem] -= due
        state.supply[gem] += due
    if place < MARKET:
        state.market[place] = draw(state, place // ROW)
    else:
        take_from_hand(player, place - MARKET)
    add_to_bought(player, card)
    player.bonuses[BONUS[card]] += 1
    player.points += PRESTIGE[card]
    player.cards += 1


@kernel
def end_turn(state: State) -> None:
    following = (int64(state.active) + 1) % int64(state.seats)
    if following == state.start:
        for seat in range(state.seats):
            if state.players[seat].points >= state.target:
                state.reason = POINTS
        if state.reason == 0 and state.rounds != NO_LIMIT and state.round_number >= state.rounds:
            state.reason = LIMIT
        if state.reason != 0:
            state.phase = OVER
            return
        state.round_number += 1
    state.active = following


@kernel
def is_over(state: State) -> bool:
    return state.phase == OVER


@kernel
def is_ahead(one: Player, other: Player) -> bool:
    if one.points != other.points:
        return one.points > other.points
    return one.cards < other.cards


@kernel
def is_winner(state: State, seat: int) -> bool:
    for other in range(state.seats):
        if is_ahead(state.players[other], state.players[seat]):
            return False
    return True


@kernel
def turns_played(state: State) -> int:
    seats = int64(state.seats)
    before = (int64(state.active) - int64(state.start)) % seats
    return (int64(state.round_number) - 1) * seats + before + 1


@kernel
def write_scores(state: State, result: Any) -> None:
    for seat in range(state.seats):
        result.points[seat] = state.players[seat].points
        result.cards[seat] = state.players[seat].cards
