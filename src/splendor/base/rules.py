"""The rules of Splendor, in the order of the rulebook: `docs/rules-base.md`.

`legal.py` says which actions are legal; this file says what they do, how turns and the game end,
and who won. Kernels trust the action they are given: callers of `apply` check it against
`legal_mask` first.
"""

from typing import Any

from splendor.base.legal import (
    card_at,
    is_calling,
    may_receive_a_noble,
    room_for_tokens,
    tokens_held,
)
from splendor.base.moves import (
    CHOOSE_GOLD,
    DECLINE,
    GOLD_FOR,
    PASS,
    PAY_NOW,
    PURCHASE,
    RECEIVE,
    RESERVE,
    RETURN_TOKEN,
    TAKEN,
)
from splendor.base.state import (
    BONUS,
    COME,
    COST,
    GOLD,
    LIMIT,
    MARKET,
    MOST_NOBLES,
    NO_LIMIT,
    NOBLE,
    OVER,
    PAY,
    PLAY,
    POINTS,
    PRESTIGE,
    RETURN,
    ROW,
    SOUGHT_FREE,
    STALEMATE,
    TOKEN_LIMIT,
    UNFINISHED,
    Player,
    State,
    draw,
    noble_points,
)
from splendor.core.decks import NONE, add_to_bought, add_to_hand, take_from_hand
from splendor.core.gems import GEMS
from splendor.core.kernel import Row, entry, int64, kernel
from splendor.core.payment import gems_spent, price

# B3: what the actions do


@entry
def apply_in(states: Row[State], game: int, action: int) -> None:
    """Carry out a legal action."""
    state = states[game]
    if action < RESERVE:
        take_tokens(state, action)
        end_action(state)
    elif action < PURCHASE:
        reserve(state, action - RESERVE)
        end_action(state)
    elif action < CHOOSE_GOLD or action == PAY_NOW:
        purchase(state, int64(state.chosen) if action == PAY_NOW else action - PURCHASE)
        end_payment(state)
        end_action(state)
    else:
        apply_small_decision(state, action)


@kernel
def apply_small_decision(state: State, action: int) -> None:
    if action < GOLD_FOR:
        state.chosen = action - CHOOSE_GOLD
        state.phase = PAY
    elif action < PAY_NOW:
        state.lowest = action - GOLD_FOR
        state.gold_for[state.lowest] += 1
    elif action < DECLINE and action >= RECEIVE:
        receive_noble(state, action - RECEIVE)
        if state.phase == NOBLE or state.noble_rule != SOUGHT_FREE:
            end_turn(state)
    elif action == DECLINE:
        end_turn(state)
    else:
        if action == PASS:
            state.passed = 1
        else:
            return_token(state, action - RETURN_TOKEN)
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
    if place < MARKET:
        add_to_hand(player, int64(state.market[place]), int64(state.hand_rule))  # B7.2
        refill(state, place)
    else:
        add_to_hand(player, draw(state, place - MARKET), int64(1))
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
    add_to_bought(player, card)
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
        spent = gems_spent(player, cost, gem) - int(state.gold_for[gem])
        gold += due - spent
        state.supply[gem] += spent
        player.tokens[gem] -= spent
    state.supply[GOLD] += gold
    player.tokens[GOLD] -= gold


@kernel
def end_payment(state: State) -> None:
    state.chosen = NONE
    state.lowest = 0
    for gem in range(GEMS):
        state.gold_for[gem] = 0


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
    player.points += noble_points(state, int64(state.nobles[slot]))


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
    """B6.1, B3.7 and the round limit; B6.3: the first reason that holds is named."""
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


@kernel
def turns_played(state: State) -> int:
    """How many turns have begun."""
    seats = int64(state.seats)
    before = (int64(state.active) - int64(state.start)) % seats
    return (int64(state.round_number) - 1) * seats + before + 1


@kernel
def write_scores(state: State, result: Any) -> None:
    """Write the scores of each seat into a batch's result."""
    for seat in range(state.seats):
        result.points[seat] = state.players[seat].points
        result.cards[seat] = state.players[seat].cards
