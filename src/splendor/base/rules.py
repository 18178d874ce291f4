"""The rules of Splendor, in the order of the rulebook: `docs/rules-base.md`.

Kernels trust the action they are given: whoever calls `apply` has asked `legal_actions` first.
"""

import numpy as np

from splendor.base.moves import (
    ACTIONS,
    CHOOSE_GOLD,
    DECLINE,
    GOLD_FOR,
    PASS,
    PAY_NOW,
    PURCHASE,
    RECEIVE,
    RESERVE,
    RESERVE_TOP,
    RETURN_TOKEN,
    SETS,
    TAKE_PAIR,
)
from splendor.base.state import (
    BONUS,
    CAP_TOKENS,
    COME,
    COST,
    FEWEST_FOR_A_NOBLE,
    GOLD,
    HAND_LIMIT,
    LEVELS,
    LIMIT,
    MARKET,
    MOST_NOBLES,
    NO_LIMIT,
    NOBLE,
    NOBLE_PRESTIGE,
    NONE,
    OVER,
    PACKED_COST,
    PAY,
    PILE_FOR_A_PAIR,
    PLAY,
    POINTS,
    PRESTIGE,
    REQUIRES,
    RETURN,
    ROW,
    SOUGHT_FREE,
    STALEMATE,
    TOKEN_LIMIT,
    TOKENS,
    UNFINISHED,
    Player,
    State,
    draw,
)
from splendor.gems import GEMS
from splendor.kernel import Row, entry, int64, kernel, uint32
from splendor.payment import gems_spent, gold_needed, packed, price, saves_a_gem

MOST_TAKEN = 3  # B3.1
PAIR = 2  # B3.2
PLACES = MARKET + HAND_LIMIT  # where a card can be bought: the market, then the own hand

# For each set of colours in the supply (a bit each) and each number to take: how many ways
# there are, and the actions.
SUPPLY_SETS = 1 << GEMS
WAYS = np.zeros((MOST_TAKEN + 1, SUPPLY_SETS), dtype=np.int8)
WAYS_TO_TAKE = np.zeros((MOST_TAKEN + 1, SUPPLY_SETS, 10), dtype=np.int8)
for _action, _chosen in enumerate(SETS):
    for _supply in range(SUPPLY_SETS):
        if all(_supply >> _gem & 1 for _gem in _chosen):
            _size = len(_chosen)
            WAYS_TO_TAKE[_size, _supply, WAYS[_size, _supply]] = _action
            WAYS[_size, _supply] += 1
# What each action takes, pairs last.
TAKEN = np.array(
    [[gem in chosen for gem in range(GEMS)] for chosen in SETS]
    + [[PAIR * (gem == pair) for gem in range(GEMS)] for pair in range(GEMS)],
    dtype=np.int8,
)


# B3, B8: which actions are legal


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


# B3: what the actions do


@kernel
def apply(state: State, action: int) -> None:
    """Carry out a legal action."""
    if action < RESERVE:
        take_tokens(state, action)
        end_action(state)
    elif action < PURCHASE:
        reserve(state, action - RESERVE)
        end_action(state)
    elif action < CHOOSE_GOLD:
        purchase(state, action - PURCHASE)
        end_action(state)
    else:
        apply_small_decision(state, action)


@kernel
def apply_small_decision(state: State, action: int) -> None:
    if action < GOLD_FOR:
        state.buying = action - CHOOSE_GOLD
        state.phase = PAY
    elif action < PAY_NOW:
        state.lowest = action - GOLD_FOR
        state.gold_for[state.lowest] += 1
    elif action == PAY_NOW:
        purchase(state, int64(state.buying))
        end_payment(state)
        end_action(state)
    elif action < RECEIVE:
        return_token(state, action - RETURN_TOKEN)
        end_action(state)
    elif action < DECLINE:
        receive_noble(state, action - RECEIVE)
        if state.phase == NOBLE or state.noble_rule != SOUGHT_FREE:
            end_turn(state)
    elif action == DECLINE:
        end_turn(state)
    else:
        state.passed = 1
        end_action(state)


@kernel
def take_tokens(state: State, action: int) -> None:
    """B3.1, B3.2."""
    player = state.players[state.active]
    for gem in range(GEMS):
        state.supply[gem] -= TAKEN[action, gem]
        player.tokens[gem] += TAKEN[action, gem]


@kernel
def reserve(state: State, place: int) -> None:
    """B3.3: a market card, or beyond the market the top card of a deck; and a gold."""
    player = state.players[state.active]
    slot = 0
    while player.hand[slot] != NONE:
        slot += 1
    if place < MARKET:
        player.hand[slot] = state.market[place]
        player.unseen[slot] = state.hand_rule  # B7.2
        refill(state, place)
    else:
        player.hand[slot] = draw(state, place - MARKET)
        player.unseen[slot] = 1
    if state.supply[GOLD] > 0 and room_for_tokens(state) > 0:
        state.supply[GOLD] -= 1
        player.tokens[GOLD] += 1


@kernel
def refill(state: State, place: int) -> None:
    """B3.5."""
    state.market[place] = draw(state, place // ROW)


@kernel
def purchase(state: State, place: int) -> None:
    """B3.4: pay, place the card, refill the market."""
    player = state.players[state.active]
    card = card_at(state, place)
    pay(state, COST[card])
    if place < MARKET:
        refill(state, place)
    else:
        take_from_hand(player, place - MARKET)
    player.bought[card >> 5] |= uint32(1 << (card & 31))
    player.bonuses[BONUS[card]] += 1
    player.points += PRESTIGE[card]
    player.cards += 1


@kernel
def pay(state: State, cost: Row[int]) -> None:
    """B3.4: colours first, gold for what is missing and for what was chosen."""
    player = state.players[state.active]
    gold = 0
    for gem in range(GEMS):
        due = price(player, cost, gem)
        spent = min(due, int(player.tokens[gem])) - int(state.gold_for[gem])
        gold += due - spent
        state.supply[gem] += spent
        player.tokens[gem] -= spent
    state.supply[GOLD] += gold
    player.tokens[GOLD] -= gold


@kernel
def end_payment(state: State) -> None:
    state.buying = NONE
    state.lowest = 0
    for gem in range(GEMS):
        state.gold_for[gem] = 0


@kernel
def take_from_hand(player: Player, slot: int) -> None:
    for place in range(slot, HAND_LIMIT - 1):
        player.hand[place] = player.hand[place + 1]
        player.unseen[place] = player.unseen[place + 1]
    player.hand[HAND_LIMIT - 1] = NONE
    player.unseen[HAND_LIMIT - 1] = 0


@kernel
def return_token(state: State, token: int) -> None:
    """B4.1."""
    state.supply[token] += 1
    state.players[state.active].tokens[token] -= 1
    state.lowest = token


# B4 to B6: the end of a turn, of a round and of the game


@kernel
def end_action(state: State) -> None:
    """B2.1: return tokens, then nobles, then the next player."""
    if tokens_held(state.players[state.active]) > TOKEN_LIMIT:
        state.phase = RETURN  # B4.1
        return
    if may_receive_a_noble(state):
        calling, slot = nobles_calling(state)
        if calling > 1 and state.noble_rule == COME:
            state.phase = NOBLE  # B5.1
            return
        if calling > 0 and state.noble_rule == SOUGHT_FREE:
            state.phase = NOBLE  # B8.2
            return
        if calling == 1 and state.noble_rule == COME:
            receive_noble(state, slot)  # B5.1
    end_turn(state)


@kernel
def nobles_calling(state: State) -> tuple[int, int]:
    """How many nobles the active player qualifies for, and the slot of the last of them."""
    calling = 0
    last = NONE
    for slot in range(MOST_NOBLES):
        if is_calling(state, slot):
            calling += 1
            last = slot
    return calling, last


@kernel
def receive_noble(state: State, slot: int) -> None:
    """B5.1, B8.2."""
    player = state.players[state.active]
    state.noble_owner[slot] = state.active
    state.received = 1
    player.nobles += 1
    player.points += NOBLE_PRESTIGE[state.nobles[slot]]


@kernel
def end_turn(state: State) -> None:
    """B3.7, B6: the next player, unless the game ends here."""
    if state.passed == 1 and state.received == 0:
        state.passes += 1
    else:
        state.passes = 0
    state.passed = 0
    state.received = 0
    state.lowest = 0
    state.phase = PLAY
    following = state.active + 1
    if following == state.seats:
        following = 0
    end_game(state, following == state.start)
    if state.phase == PLAY:
        state.active = following
        if following == state.start:
            state.round_number += 1


@kernel
def end_game(state: State, round_complete: bool) -> None:
    """B6.1, B3.7 and the round limit; B6.3: the first reason of these is named."""
    reason = UNFINISHED
    if round_complete and someone_has_enough(state):
        reason = POINTS
    elif state.passes >= state.seats:
        reason = STALEMATE
    elif round_complete and state.rounds != NO_LIMIT and state.round_number >= state.rounds:
        reason = LIMIT
    if reason != UNFINISHED:
        state.reason = reason
        state.phase = OVER


@kernel
def someone_has_enough(state: State) -> bool:
    """B6.1."""
    for seat in range(state.seats):
        if state.players[seat].points >= state.target:
            return True
    return False


@kernel
def is_ahead(one: Player, other: Player) -> bool:
    """B6.2: more points, or as many with fewer purchased cards."""
    if one.points != other.points:
        return one.points > other.points
    return one.cards < other.cards


@kernel
def is_winner(state: State, seat: int) -> bool:
    """B6.2: nobody is ahead. Several players can be tied."""
    for other in range(state.seats):
        if is_ahead(state.players[other], state.players[seat]):
            return False
    return True


@kernel
def is_over(state: State) -> bool:
    return state.phase == OVER


# What Python and the batch call


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


@entry
def apply_in(states: Row[State], game: int, action: int) -> None:
    apply(states[game], action)


@entry
def is_winner_in(states: Row[State], game: int, seat: int) -> bool:
    return is_winner(states[game], seat)
