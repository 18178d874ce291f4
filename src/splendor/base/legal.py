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
    TAKE_PAIR,
    WAYS,
    WAYS_TO_TAKE,
)
from splendor.base.state import (
    CAP_TOKENS,
    COME,
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
    SOUGHT_FREE,
    TOKEN_LIMIT,
    TOKENS,
    Player,
    State,
)
from splendor.gems import GEMS
from splendor.kernel import Row, entry, int64, kernel
from splendor.payment import (
    gems_spent,
    gold_needed,
    packed,
    saves_a_gem,
)

PLACES = MARKET + HAND_LIMIT  # where a card can be bought: the market, then the own hand


@kernel
def legal_actions(state: State, actions: Row[int], choosing: bool) -> int:
    """Write the legal actions in rising order, and return how many there are.

    Without `choosing` purchases by the default payment only are listed. `actions` has room for
    all actions and one more: what may turn out illegal is written first and then counted or
    not, because a branch that cannot be foreseen costs more than a store.
    """
    if state.phase != PLAY:
        return legal_small_decisions(state, actions)
    count = legal_takes(state, actions)
    count = legal_reserves(state, actions, count)
    count = legal_purchases(state, actions, count)
    if choosing:
        count = legal_choices_of_gold(state, actions, count)
    no_action = count == 0
    if state.noble_rule != COME:
        count = legal_nobles(state, actions, count)
        if state.noble_rule != SOUGHT_FREE:
            no_action = count == 0  # B8.2: seeking a noble is an action
    if no_action:  # B3.7
        actions[count] = PASS
        count += 1
    return count


@kernel
def legal_small_decisions(state: State, actions: Row[int]) -> int:
    """What can be decided after the action has been chosen."""
    if state.phase == PAY:
        return legal_payments(state, actions)
    if state.phase == RETURN:
        return legal_returns(state, actions)
    if state.phase == NOBLE:
        return legal_nobles(state, actions, int64(0))
    return 0


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
def legal_takes(state: State, actions: Row[int]) -> int:
    """B3.1, B3.2, B8.1."""
    colours = 0
    supply = 0
    for gem in range(GEMS):
        if state.supply[gem] > 0:
            colours += 1
            supply |= 1 << gem
    room = room_for_tokens(state)
    size = min(MOST_TAKEN, colours, room)
    count = 0
    if size > 0:
        count = int(WAYS[size, supply])
        for way in range(count):
            actions[way] = WAYS_TO_TAKE[size, supply, way]
    if room >= PAIR:
        for gem in range(GEMS):
            actions[count] = TAKE_PAIR + gem
            count += state.supply[gem] >= PILE_FOR_A_PAIR
    return count


@kernel
def legal_reserves(state: State, actions: Row[int], count: int) -> int:
    """B3.3."""
    if state.players[state.active].hand[HAND_LIMIT - 1] != NONE:
        return count
    for slot in range(MARKET):
        actions[count] = RESERVE + slot
        count += state.market[slot] != NONE
    for level in range(LEVELS):
        actions[count] = RESERVE_TOP + level
        count += state.deck_sizes[level] > 0
    return count


@kernel
def legal_purchases(state: State, actions: Row[int], count: int) -> int:
    """B3.4."""
    player = state.players[state.active]
    means = packed(player.tokens) + packed(player.bonuses)
    gold = player.tokens[GOLD]
    for place in range(PLACES):
        card = card_at(state, place)
        actions[count] = PURCHASE + place
        count += (card >= 0) & (gold_needed(PACKED_COST[card], means) <= gold)
    return count


@kernel
def legal_choices_of_gold(state: State, actions: Row[int], count: int) -> int:
    """B3.4: purchases with a payment other than the default one: spare gold, a gem to save."""
    player = state.players[state.active]
    gold = player.tokens[GOLD]
    if gold == 0:
        return count
    tokens = packed(player.tokens)
    bonuses = packed(player.bonuses)
    for place in range(PLACES):
        card = card_at(state, place)
        spare = gold > gold_needed(PACKED_COST[card], tokens + bonuses)
        actions[count] = CHOOSE_GOLD + place
        count += (card >= 0) & spare & saves_a_gem(PACKED_COST[card], tokens, bonuses)
    return count


@kernel
def card_at(state: State, place: int) -> int:
    """The card that the active player can buy at this place."""
    if place < MARKET:
        return int(state.market[place])
    return int(state.players[state.active].hand[place - MARKET])


@kernel
def legal_payments(state: State, actions: Row[int]) -> int:
    """B3.4: one more gold for a colour not before the last one, or the payment as it stands.

    `PAY_NOW` needs some gold beyond what is missing: without it, it were the default payment.
    """
    player = state.players[state.active]
    card = card_at(state, int64(state.buying))
    means = packed(player.tokens) + packed(player.bonuses)
    chosen = 0
    for gem in range(GEMS):
        chosen += int(state.gold_for[gem])
    count = 0
    if player.tokens[GOLD] > gold_needed(PACKED_COST[card], means) + chosen:
        for gem in range(state.lowest, GEMS):
            if gems_spent(player, COST[card], gem) > state.gold_for[gem]:
                actions[count] = GOLD_FOR + gem
                count += 1
    if chosen > 0:
        actions[count] = PAY_NOW
        count += 1
    return count


@kernel
def legal_returns(state: State, actions: Row[int]) -> int:
    """B4.1: a colour not before the last one, if enough tokens follow to come down to ten."""
    player = state.players[state.active]
    too_many = tokens_held(player) - TOKEN_LIMIT
    following = 0
    for token in range(state.lowest, TOKENS):
        following += int(player.tokens[token])
    count = 0
    for token in range(state.lowest, TOKENS):
        if player.tokens[token] > 0 and following >= too_many:
            actions[count] = RETURN_TOKEN + token
            count += 1
        following -= int(player.tokens[token])
    return count


@kernel
def legal_nobles(state: State, actions: Row[int], count: int) -> int:
    """B5.1, B8.2: the nobles that the active player can receive now."""
    if may_receive_a_noble(state):
        for slot in range(MOST_NOBLES):
            if is_calling(state, slot):
                actions[count] = RECEIVE + slot
                count += 1
    if state.phase == NOBLE and state.noble_rule == SOUGHT_FREE:
        actions[count] = DECLINE  # B8.2: a free one may be declined, one that comes may not
        count += 1
    return count


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


@kernel
def write_mask(state: State, mask: Row[int], actions: Row[int]) -> int:
    """List the legal actions, mark them in `mask`, and return how many there are."""
    count = legal_actions(state, actions, True)
    for action in range(ACTIONS):
        mask[action] = 0
    for index in range(count):
        mask[actions[index]] = 1
    return count


@entry
def legal_in(states: Row[State], game: int, actions: Row[int]) -> int:
    return legal_actions(states[game], actions, True)
