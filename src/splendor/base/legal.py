"""Which actions are legal: `docs/rules-base.md`, B3 to B5 and B8.

What they do is in `rules.py`.
"""

import numpy as np
import numpy.typing as npt

from splendor.base.moves import (
    ACTIONS,
    CHOOSE_GOLD,
    DECLINE,
    GOLD_FOR,
    MOST_TAKEN,
    PAIR,
    PASS,
    PAY_NOW,
    PURCHASE,
    RECEIVE,
    RESERVE,
    RESERVE_TOP,
    RETURN_TOKEN,
    TAKE_PAIR,
    WAYS_TO_TAKE,
)
from splendor.base.state import (
    CAP_TOKENS,
    COST,
    FEWEST_FOR_A_NOBLE,
    GOLD,
    MARKET,
    MOST_NOBLES,
    NOBLE,
    PACKED_COST,
    PAY,
    PILE_FOR_A_PAIR,
    PLAY,
    REQUIRES,
    RETURN,
    SOUGHT,
    SOUGHT_FREE,
    TOKEN_LIMIT,
    TOKENS,
    State,
)
from splendor.core.chance import Chance, count_bits, count_ones, nth_bit, random_below
from splendor.core.decks import HAND_LIMIT, LEVELS, NONE
from splendor.core.decks import card_at as card_at
from splendor.core.gems import GEMS
from splendor.core.kernel import Row, entry, int64, kernel
from splendor.core.payment import gems_spent, gold_needed, packed_holdings, payable
from splendor.core.payment import tokens_held as tokens_held

PLACES = MARKET + HAND_LIMIT  # where a card can be bought: the market, then the player's hand
SPLIT = CHOOSE_GOLD  # actions before it are in the first set, the others in the second


@kernel
def legal_sets(state: State, choosing: bool) -> tuple[int, int]:
    """The legal actions as two sets of bits: those before SPLIT, and those from SPLIT on.

    Without `choosing`, purchases are paid by default only. Sets are built without branches where
    possible: a mispredicted branch costs more than the set.
    """
    if state.phase != PLAY:
        return int64(0), legal_small_decisions(state)
    by_default, by_choice = legal_purchases(state, choosing)
    first = legal_takes(state) | legal_reserves(state) | by_default
    second = by_choice
    if state.noble_rule == SOUGHT:
        second |= legal_nobles(state)
    second |= int64(first | second == 0) << (PASS - SPLIT)  # B3.7
    if state.noble_rule == SOUGHT_FREE:
        second |= legal_nobles(state)  # B8.2: not an action, so it is legal beside a pass
    return first, second


@kernel
def legal_small_decisions(state: State) -> int:
    """The legal decisions after the action has been chosen."""
    if state.phase == PAY:
        return legal_payments(state)
    if state.phase == RETURN:
        return legal_returns(state)
    if state.phase == NOBLE:
        decline = int64(state.noble_rule == SOUGHT_FREE) << (DECLINE - SPLIT)
        return legal_nobles(state) | decline  # B8.2; under `come`, a noble cannot be declined
    return 0


@kernel
def room_for_tokens(state: State) -> int:
    """How many tokens may be taken; there is always room where extra tokens are returned."""
    if state.token_rule == CAP_TOKENS:
        return TOKEN_LIMIT - tokens_held(state.players[state.active])  # B8.1
    return TOKEN_LIMIT


@kernel
def legal_takes(state: State) -> int:
    """B3.1, B3.2, B8.1."""
    colours = 0
    supply = 0
    for gem in range(GEMS):
        there = int64(state.supply[gem] > 0)
        colours += there
        supply |= there << gem
    room = room_for_tokens(state)
    size = colours if colours < MOST_TAKEN else MOST_TAKEN
    size = size if size < room else room
    found = int64(WAYS_TO_TAKE[size, supply])
    for gem in range(GEMS):
        pile = (state.supply[gem] >= PILE_FOR_A_PAIR) & (room >= PAIR)
        found |= int64(pile) << (TAKE_PAIR + gem)
    return found


@kernel
def legal_reserves(state: State) -> int:
    """B3.3."""
    found = 0
    for slot in range(MARKET):
        found |= int64(state.market[slot] != NONE) << (RESERVE + slot)
    for level in range(LEVELS):
        found |= int64(state.deck_sizes[level] > 0) << (RESERVE_TOP + level)
    return found if state.players[state.active].hand[HAND_LIMIT - 1] == NONE else 0


@kernel
def legal_purchases(state: State, choosing: bool) -> tuple[int, int]:
    """B3.4: purchases with the default payment, and those with gold in place of a gem."""
    player = state.players[state.active]
    tokens, bonuses = packed_holdings(player)
    gold = int64(player.tokens[GOLD])
    market, saving = payable(state.market, PACKED_COST, tokens, bonuses, gold)
    hand, saving_hand = payable(player.hand, PACKED_COST, tokens, bonuses, gold)
    by_default = (market | hand << MARKET) << PURCHASE
    by_choice = (saving | saving_hand << MARKET) << (CHOOSE_GOLD - SPLIT)
    return by_default, by_choice if choosing else int64(0)


@kernel
def legal_payments(state: State) -> int:
    """B3.4: one more gold for the last colour or a later one, or pay as chosen.

    `PAY_NOW` needs at least one chosen gold: otherwise this equals the default payment.
    """
    player = state.players[state.active]
    card = card_at(state, int64(state.chosen))
    tokens, bonuses = packed_holdings(player)
    chosen = 0
    for gem in range(GEMS):
        chosen += int(state.gold_for[gem])
    spare = player.tokens[GOLD] > gold_needed(PACKED_COST[card], tokens + bonuses) + chosen
    found = int64(chosen > 0) << (PAY_NOW - SPLIT)
    for gem in range(GEMS):
        saves = gems_spent(player, COST[card], gem) > state.gold_for[gem]
        found |= int64(spare & saves & (gem >= state.lowest)) << (GOLD_FOR - SPLIT + gem)
    return found


@kernel
def legal_returns(state: State) -> int:
    """B4.1: the last colour or a later one, if enough tokens follow to get down to ten."""
    player = state.players[state.active]
    too_many = tokens_held(player) - TOKEN_LIMIT
    found = 0
    following = 0
    for token in range(TOKENS - 1, -1, -1):
        following += int(player.tokens[token])
        enough = (player.tokens[token] > 0) & (following >= too_many)
        found |= int64(enough & (token >= state.lowest)) << (RETURN_TOKEN - SPLIT + token)
    return found


@kernel
def legal_nobles(state: State) -> int:
    """B5.1, B8.2: the nobles that the active player can receive now."""
    found = 0
    if may_receive_a_noble(state):
        for slot in range(MOST_NOBLES):
            found |= int64(is_calling(state, slot)) << (RECEIVE - SPLIT + slot)
    return found


@kernel
def may_receive_a_noble(state: State) -> bool:
    """B5.1: one per turn, up to the option's limit; without enough cards no noble can come."""
    player = state.players[state.active]
    return (
        player.cards >= FEWEST_FOR_A_NOBLE
        and state.received == 0
        and player.nobles < state.nobles_each
    )


@kernel
def is_calling(state: State, slot: int) -> bool:
    """B5.1: whether the active player has the bonuses that the noble in this slot asks for."""
    noble = int(state.nobles[slot])
    if noble == NONE or state.noble_owner[slot] != NONE:
        return False
    bonuses = state.players[state.active].bonuses
    for gem in range(GEMS):
        if bonuses[gem] < REQUIRES[noble, gem]:
            return False
    return True


# The sets in other forms


@kernel
def legal_mask(state: State, mask: Row[int]) -> None:
    """Set `mask` to 1 for each legal action and to 0 for all others."""
    write_mask(legal_sets(state, True), mask)


@kernel
def default_mask(state: State, mask: Row[int]) -> int:
    """`legal_mask` with purchases paid by default only; returns the count. For bots."""
    write_mask(legal_sets(state, False), mask)
    return count_ones(mask, ACTIONS)


@kernel
def write_mask(legal: tuple[int, int], mask: Row[int]) -> None:
    first, second = legal
    for action in range(SPLIT):
        mask[action] = first >> action & 1
    for action in range(ACTIONS - SPLIT):
        mask[SPLIT + action] = second >> action & 1


@kernel
def random_action(state: State, chance: Chance) -> int:
    """A legal action, each equally likely; purchases are paid by default."""
    first, second = legal_sets(state, False)
    before = count_bits(first)
    number = random_below(chance, before + count_bits(second))
    if number < before:
        return nth_bit(first, number)
    return SPLIT + nth_bit(second, number - before)


@entry
def legal_sets_in(states: Row[State], game: int) -> tuple[int, int]:
    return legal_sets(states[game], True)


def legal_list(states: npt.NDArray[np.record], game: int) -> list[int]:
    """The legal actions in rising order."""
    first, second = legal_sets_in(states, game)
    both = int(first) | int(second) << SPLIT
    return [action for action in range(ACTIONS) if both >> action & 1]
