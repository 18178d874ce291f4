"""Which actions are legal: `docs/rules-base.md`, B3 to B5 and B8.

What they do is in `rules.py`.
"""

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
    TAKE,
    TAKE_PAIR,
    WAYS_TO_TAKE,
)
from splendor.base.state import (
    CAP_TOKENS,
    COST,
    FEWEST_FOR_A_NOBLE,
    GOLD,
    HAND_LIMIT,
    LEVELS,
    MARKET,
    MOST_NOBLES,
    NOBLE,
    NONE,
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
    Player,
    State,
)
from splendor.gems import GEMS
from splendor.kernel import Row, entry, int64, kernel
from splendor.payment import gems_spent, gold_needed, packed, saves_a_gem

PLACES = MARKET + HAND_LIMIT  # where a card can be bought: the market, then the own hand


@kernel
def legal_mask(state: State, mask: Row[int], choosing: bool) -> int:
    """Let `mask` be one for each legal action and zero for all others.

    Without `choosing` purchases by the default payment only are marked. Returned is where to
    begin to look: no action before it is marked. Where it can be, a mark is stored without asking
    first: a branch that cannot be foreseen costs more than a store.
    """
    for action in range(ACTIONS):
        mask[action] = 0
    if state.phase == PLAY:
        mark_plays(state, mask, choosing)
        return TAKE
    if state.phase == PAY:
        mark_payments(state, mask)
        return GOLD_FOR
    if state.phase == RETURN:
        mark_returns(state, mask)
        return RETURN_TOKEN
    if state.phase == NOBLE:
        mark_nobles(state, mask)
        mask[DECLINE] = state.noble_rule == SOUGHT_FREE  # B8.2; one that comes cannot be declined
    return RECEIVE


@kernel
def legal_count(state: State, mask: Row[int]) -> int:
    """How many actions are marked."""
    count = 0
    for action in range(ACTIONS):
        count += mask[action]
    return count


@kernel
def mark_plays(state: State, mask: Row[int], choosing: bool) -> None:
    """B3: the actions; B3.7: a pass if, and only if, there is none."""
    mark_takes(state, mask)
    mark_reserves(state, mask)
    mark_purchases(state, mask, choosing)
    if state.noble_rule == SOUGHT:
        mark_nobles(state, mask)
    mask[PASS] = not is_any_marked(mask)
    if state.noble_rule == SOUGHT_FREE:
        mark_nobles(state, mask)  # B8.2: no action, so it may stand beside a pass


@kernel
def is_any_marked(mask: Row[int]) -> bool:
    for action in range(ACTIONS):
        if mask[action] == 1:
            return True
    return False


@kernel
def tokens_held(player: Player) -> int:
    held = 0
    for token in range(TOKENS):
        held += int(player.tokens[token])
    return held


@kernel
def room_for_tokens(state: State) -> int:
    """How many tokens may be taken: where tokens are returned there is always room."""
    if state.token_rule == CAP_TOKENS:
        return TOKEN_LIMIT - tokens_held(state.players[state.active])  # B8.1
    return TOKEN_LIMIT


@kernel
def mark_takes(state: State, mask: Row[int]) -> None:
    """B3.1, B3.2, B8.1."""
    colours = 0
    supply = 0
    for gem in range(GEMS):
        there = state.supply[gem] > 0
        colours += there
        supply |= there << gem
    room = room_for_tokens(state)
    size = min(MOST_TAKEN, colours, room)
    for take in range(TAKE_PAIR):
        mask[take] = WAYS_TO_TAKE[size, supply, take]
    for gem in range(GEMS):
        mask[TAKE_PAIR + gem] = (state.supply[gem] >= PILE_FOR_A_PAIR) & (room >= PAIR)


@kernel
def mark_reserves(state: State, mask: Row[int]) -> None:
    """B3.3."""
    room = state.players[state.active].hand[HAND_LIMIT - 1] == NONE
    for slot in range(MARKET):
        mask[RESERVE + slot] = room & (state.market[slot] != NONE)
    for level in range(LEVELS):
        mask[RESERVE_TOP + level] = room & (state.deck_sizes[level] > 0)


@kernel
def mark_purchases(state: State, mask: Row[int], choosing: bool) -> None:
    """B3.4: with the default payment; and with another one, by spare gold that saves a gem."""
    player = state.players[state.active]
    tokens = packed(player.tokens)
    bonuses = packed(player.bonuses)
    gold = player.tokens[GOLD]
    for place in range(PLACES):
        card = card_at(state, place)
        needed = gold_needed(PACKED_COST[card], tokens + bonuses)
        saves = saves_a_gem(PACKED_COST[card], tokens, bonuses)
        mask[PURCHASE + place] = (card >= 0) & (needed <= gold)
        mask[CHOOSE_GOLD + place] = choosing & (card >= 0) & (needed < gold) & saves


@kernel
def card_at(state: State, place: int) -> int:
    """The card that the active player can buy at this place."""
    if place < MARKET:
        return int(state.market[place])
    return int(state.players[state.active].hand[place - MARKET])


@kernel
def mark_payments(state: State, mask: Row[int]) -> None:
    """B3.4: one more gold for a colour not before the last one, or the payment as it stands.

    `PAY_NOW` needs some gold beyond what is missing: without it, it were the default payment.
    """
    player = state.players[state.active]
    card = card_at(state, int64(state.buying))
    means = packed(player.tokens) + packed(player.bonuses)
    chosen = 0
    for gem in range(GEMS):
        chosen += int(state.gold_for[gem])
    if player.tokens[GOLD] > gold_needed(PACKED_COST[card], means) + chosen:
        for gem in range(state.lowest, GEMS):
            mask[GOLD_FOR + gem] = gems_spent(player, COST[card], gem) > state.gold_for[gem]
    mask[PAY_NOW] = chosen > 0


@kernel
def mark_returns(state: State, mask: Row[int]) -> None:
    """B4.1: a colour not before the last one, if enough tokens follow to come down to ten."""
    player = state.players[state.active]
    too_many = tokens_held(player) - TOKEN_LIMIT
    following = 0
    for token in range(TOKENS - 1, state.lowest - 1, -1):
        following += int(player.tokens[token])
        mask[RETURN_TOKEN + token] = (player.tokens[token] > 0) & (following >= too_many)


@kernel
def mark_nobles(state: State, mask: Row[int]) -> None:
    """B5.1, B8.2: the nobles that the active player can receive now."""
    if may_receive_a_noble(state):
        for slot in range(MOST_NOBLES):
            mask[RECEIVE + slot] = is_calling(state, slot)


@kernel
def may_receive_a_noble(state: State) -> bool:
    """B5.1: one in a turn, and as many as the options allow; each asks for several cards."""
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


@entry
def legal_in(states: Row[State], game: int, mask: Row[int]) -> None:
    legal_mask(states[game], mask, True)
