"""The rules of Splendor Duel, in the order of the rulebook: `docs/rules-duel.md`.

`legal.py` says which actions are legal; this file says what they do, how turns and the game end,
and who won. Kernels trust the action they are given: callers of `apply` check it against
`legal_mask` first.
"""

from typing import Any

from splendor.core.chance import count_bits
from splendor.core.decks import NONE, add_to_bought, add_to_hand, take_from_hand
from splendor.core.gems import GEMS
from splendor.core.kernel import Row, entry, int64, kernel
from splendor.core.payment import gems_spent, price
from splendor.duel.board import LINE
from splendor.duel.legal import card_at, is_generous, royals_left, stealable, tokens_held
from splendor.duel.moves import (
    AS_COLOUR,
    CHOOSE_GOLD,
    DISCARD_TOKEN,
    GOLD_FOR,
    PASS,
    PAY_NOW,
    PURCHASE,
    REPLENISH,
    RESERVE,
    STEAL_TOKEN,
    TAKE_GOLD,
    TAKE_MATCHING,
    TAKE_ROYAL,
    USE_PRIVILEGE,
)
from splendor.duel.state import (
    ABILITY,
    AGAIN,
    ANY,
    BONUS,
    BONUS_COUNT,
    BY_COLOUR,
    BY_CROWNS,
    BY_POINTS,
    CHOOSE_SPACE,
    COLOUR,
    COLOUR_TO_WIN,
    COST,
    COSTS,
    CROWNS,
    CROWNS_TO_WIN,
    DISCARD,
    END_OF_TURN,
    GOLD,
    LIMIT,
    MARKET,
    MATCH,
    MOST_QUIET,
    NO_LIMIT,
    OVER,
    PAY,
    PLAY,
    POINTS_TO_WIN,
    PRESTIGE,
    PRIVILEGE,
    PRIVILEGES,
    ROW_OF,
    ROYAL,
    ROYAL_ABILITY,
    ROYAL_CROWNS,
    ROYAL_PRESTIGE,
    SEATS,
    STEAL,
    TAKE,
    THEFT,
    TOKEN_LIMIT,
    TOKENS,
    UNFINISHED,
    WILD_NUMBER,
    Player,
    State,
    draw,
    fill_board,
)

# The result of a decision: more is to be decided, a card is to be bought now, or the turn's action
# is complete.
MORE, BUY, COMPLETE = range(3)


@entry
def apply_in(states: Row[State], game: int, action: int) -> None:
    """Carry out a legal action; if it completes the turn's action, go on to the end of the turn."""
    state = states[game]
    if action < TAKE_GOLD:
        result = act(state, action)
    else:
        result = decide(state, action)
    if result == BUY:
        result = purchase(state, action - AS_COLOUR)  # only a wild card reads the colour
    if result == COMPLETE:
        end_action(state)


@kernel
def act(state: State, action: int) -> int:
    """D2, D3: the steps of a turn up to its action."""
    if action < RESERVE:
        take_line(state, action)
        return COMPLETE
    if action < PURCHASE:
        state.chosen = action - RESERVE  # D3.2: the gold is chosen next
        state.phase = CHOOSE_SPACE
    elif action < CHOOSE_GOLD:
        state.chosen = action - PURCHASE
        return buy_or_choose_colour(state)
    elif action < PAY_NOW:
        choose_payment(state, action)
    elif action == PAY_NOW:
        return buy_or_choose_colour(state)
    elif action < REPLENISH:
        use_privilege(state, action - USE_PRIVILEGE)
    else:
        replenish(state)
    return MORE


@kernel
def decide(state: State, action: int) -> int:
    """Decisions after the action was chosen."""
    if action < AS_COLOUR:
        reserve(state, action - TAKE_GOLD)
    elif action < TAKE_MATCHING:
        return BUY
    elif action < STEAL_TOKEN:
        take_from_board(state, int64(1) << (action - TAKE_MATCHING))
        state.matching = NONE
    elif action < TAKE_ROYAL:
        steal(state, action - STEAL_TOKEN)
    elif action < DISCARD_TOKEN:
        return take_royal(state, action - TAKE_ROYAL)
    elif action != PASS:
        discard(state, action - DISCARD_TOKEN)
    return COMPLETE


# D2: before the mandatory action


@kernel
def use_privilege(state: State, space: int) -> None:
    """D2.1."""
    state.players[state.active].privileges -= 1
    state.privileges += 1
    take_from_board(state, int64(1) << space)


@kernel
def take_from_board(state: State, spaces: int) -> None:
    """The active player takes every token that lies on these spaces."""
    player = state.players[state.active]
    for token in range(TOKENS):
        taken = int64(state.board[token]) & spaces
        player.tokens[token] += count_bits(taken)
        state.board[token] = int64(state.board[token]) & ~spaces


@kernel
def replenish(state: State) -> None:
    """D2.2."""
    fill_board(state)
    state.replenished = 1
    receive_privilege(state, 1 - int64(state.active))


@kernel
def draws_tokens(state: State, action: int) -> bool:
    """Whether this action takes tokens out of the bag."""
    return action == REPLENISH


# D3: the mandatory action


@kernel
def take_line(state: State, line: int) -> None:
    """D3.1: for three of a colour or both pearls, the opponent takes a privilege."""
    spaces = int64(LINE[line])
    generous = is_generous(state, spaces)
    take_from_board(state, spaces)
    if generous:
        receive_privilege(state, 1 - int64(state.active))


@kernel
def reserve(state: State, space: int) -> None:
    """D3.2: take the gold on this space, and reserve a pyramid card or the top card of a deck."""
    take_from_board(state, int64(1) << space)
    player = state.players[state.active]
    place = int64(state.chosen)
    if place < MARKET:
        add_to_hand(player, int64(state.market[place]), int64(state.hand_rule))  # D7.1
        empty_place(state, place)
    else:
        add_to_hand(player, draw(state, place - MARKET), int64(1))
    state.chosen = NONE


@kernel
def empty_place(state: State, place: int) -> None:
    """D3.4, D8: the place is refilled at once, or at the end of the turn."""
    late = state.refill_rule == END_OF_TURN
    state.market[place] = NONE if late else draw(state, int64(ROW_OF[place]))


@kernel
def choose_payment(state: State, action: int) -> None:
    """D3.3: choose the card, and what gold stands for."""
    if action < GOLD_FOR:
        state.chosen = action - CHOOSE_GOLD
        state.phase = PAY
    else:
        state.lowest = action - GOLD_FOR
        state.gold_for[state.lowest] += 1


# D4: privileges


@kernel
def receive_privilege(state: State, seat: int) -> None:
    """D4.1: from above the board, or else from the opponent; nobody has more than three."""
    player = state.players[seat]
    if state.privileges > 0:
        state.privileges -= 1
        player.privileges += 1
    elif player.privileges < PRIVILEGES:
        state.players[1 - seat].privileges -= 1
        player.privileges += 1


# D5: what a purchase does


@kernel
def buy_or_choose_colour(state: State) -> int:
    """D5.1: a wild card needs a colour before anything is paid or refilled."""
    if BONUS[card_at(state, int64(state.chosen))] != ANY:
        return BUY
    state.lowest = 0
    state.phase = COLOUR
    return MORE


@kernel
def purchase(state: State, wild_as: int) -> int:
    """D5: pay, place the card (a wild one in this colour), refill, then its ability."""
    player = state.players[state.active]
    place = int64(state.chosen)
    card = card_at(state, place)
    pay(state, COST[card])
    if place < MARKET:
        empty_place(state, place)
    else:
        take_from_hand(player, place - MARKET)
    colour = int64(BONUS[card])
    if colour == ANY:
        colour = wild_as
        state.wild_as[WILD_NUMBER[card]] = colour
    place_card(player, card, colour)
    state.chosen = NONE
    state.purchased = 1
    return use_ability(state, int64(ABILITY[card]), colour)


@kernel
def pay(state: State, cost: Row[int]) -> None:
    """D3.3: gems and pearls first, gold for what is missing and for what was chosen."""
    player = state.players[state.active]
    gold = 0
    for gem in range(COSTS):
        due = price(player, cost, gem)
        spent = gems_spent(player, cost, gem) - int64(state.gold_for[gem])
        gold += due - spent
        state.bag[gem] += spent
        player.tokens[gem] -= spent
        state.gold_for[gem] = 0
    state.bag[GOLD] += gold
    player.tokens[GOLD] -= gold
    state.lowest = 0


@kernel
def place_card(player: Player, card: int, colour: int) -> None:
    """D5.1, D6.2: a card without bonus counts for no colour."""
    add_to_bought(player, card)
    player.cards += 1
    player.crowns += CROWNS[card]
    player.points += PRESTIGE[card]
    if colour != NONE:
        player.bonuses[colour] += BONUS_COUNT[card]
        player.colour_points[colour] += PRESTIGE[card]


@kernel
def use_ability(state: State, ability: int, colour: int) -> int:
    """D5.2: compulsory if possible, without effect if not."""
    if ability == AGAIN:
        state.again = 1
    elif ability == PRIVILEGE:
        receive_privilege(state, int64(state.active))
    elif ability == TAKE and state.board[colour] != 0:
        state.matching = colour
        state.phase = MATCH
        return MORE
    elif ability == THEFT and stealable(state.players[1 - state.active]) != 0:
        state.phase = STEAL
        return MORE
    return COMPLETE


@kernel
def steal(state: State, token: int) -> None:
    """D5.2."""
    state.players[1 - state.active].tokens[token] -= 1
    state.players[state.active].tokens[token] += 1


@kernel
def is_royal_due(player: Player) -> bool:
    """D5.3: one for the third crown, and one for the sixth."""
    earned = int64(player.crowns >= ROYAL_CROWNS[0]) + int64(player.crowns >= ROYAL_CROWNS[1])
    return player.royals < earned


@kernel
def take_royal(state: State, royal: int) -> int:
    """D5.3: and its ability, which is no action."""
    player = state.players[state.active]
    state.royal_owner[royal] = state.active
    player.royals += 1
    player.points += ROYAL_PRESTIGE[royal]
    return use_ability(state, int64(ROYAL_ABILITY[royal]), int64(NONE))


# D6: the end of a turn and of the game


@kernel
def end_action(state: State) -> None:
    """D5.3, D6.1: a royal card, then the discard, then victory or the next turn."""
    player = state.players[state.active]
    if is_royal_due(player) and royals_left(state) != 0:
        state.phase = ROYAL
    elif tokens_held(player) > TOKEN_LIMIT:
        state.phase = DISCARD
    else:
        end_turn(state)


@kernel
def discard(state: State, token: int) -> None:
    """D6.1."""
    state.bag[token] += 1
    state.players[state.active].tokens[token] -= 1
    state.lowest = token


@kernel
def end_turn(state: State) -> None:
    """D6.2, D6.3, D8: victory, or the next player, or the same one after `again`."""
    state.lowest = 0
    state.replenished = 0
    state.quiet = 0 if state.purchased == 1 else min(int64(state.quiet) + 1, MOST_QUIET)
    state.purchased = 0
    state.reason = reason_to_end(state)
    if state.reason != UNFINISHED:
        state.phase = OVER
        state.again = 0
        return
    if state.refill_rule == END_OF_TURN:
        refill_pyramid(state)
    state.phase = PLAY
    state.turn_number += 1
    if state.again == 0:
        state.active = SEATS - 1 - state.active
        if state.active == state.start:
            state.round_number += 1
    state.again = 0


@kernel
def reason_to_end(state: State) -> int:
    """D6.2: the first reason that holds. Nobody wins in the opponent's turn."""
    player = state.players[state.active]
    if player.points >= POINTS_TO_WIN:
        return BY_POINTS
    if player.crowns >= CROWNS_TO_WIN:
        return BY_CROWNS
    for gem in range(GEMS):
        if player.colour_points[gem] >= COLOUR_TO_WIN:
            return BY_COLOUR
    if state.idle != NO_LIMIT and state.quiet >= state.idle:  # D8
        return LIMIT
    return UNFINISHED


@kernel
def refill_pyramid(state: State) -> None:
    """D8: at the end of the turn."""
    for place in range(MARKET):
        if state.market[place] == NONE:
            state.market[place] = draw(state, int64(ROW_OF[place]))


@kernel
def is_winner(state: State, seat: int) -> bool:
    """D6.2: whoever ended the game, unless it was drawn."""
    return seat == state.active and state.reason != UNFINISHED and state.reason != LIMIT


@kernel
def is_over(state: State) -> bool:
    return state.phase == OVER


@kernel
def turns_played(state: State) -> int:
    """How many turns have begun; extra turns count."""
    return int64(state.turn_number)


@kernel
def write_scores(state: State, result: Any) -> None:
    """Write the scores of each seat into a batch's result."""
    for seat in range(SEATS):
        result.points[seat] = state.players[seat].points
        result.crowns[seat] = state.players[seat].crowns
        result.cards[seat] = state.players[seat].cards
