"""What a seat can see, and deals that agree with it. The only file that knows what is secret.

A view is a record of the same type as the state. It starts empty and `view_of` copies what may
be seen (D7), so a new field is secret until this file says otherwise. The order in which the
bag will come out is not in the record: it lies in the chance, which no view shows.
"""

from typing import TypeAlias

from splendor.chance import WORDS, Chance, branch
from splendor.decks import LEVELS, NONE, cover_hand, deal_level, hide_deck, leave_out_seen
from splendor.duel.state import (
    CARDS,
    COLOUR,
    COSTS,
    DECK_START,
    LEVEL,
    PAY,
    PLAYER,
    PYRAMID,
    ROYALS_IN_BOX,
    SEATS,
    TOKENS,
    State,
)
from splendor.kernel import Row, entry, int64, kernel

View: TypeAlias = State  # with unseen cards in place of the secret ones

SPECTATOR = -1
DECK = len(CARDS)

# A player's place is copied whole and the hand then covered: a new field must be thought of.
assert PLAYER.names == (
    "bought", "tokens", "bonuses", "colour_points", "hand", "unseen", "cards", "crowns",
    "privileges", "royals", "points", "unused"
)  # fmt: skip


@kernel
def view_of(state: State, seat: int, view: View) -> None:
    """Let `view` be what `seat` may know of `state` (D7); a spectator may know least."""
    show(state, seat, view)
    hide_decks(view)


@kernel
def show(state: State, seat: int, view: View) -> None:
    """Copy what `seat` may know. The decks and the chance of `view` stay as they are."""
    show_options(state, view)
    show_table(state, view)
    show_turn(state, view)
    for other in range(SEATS):
        view.players[other] = state.players[other]
        if other != seat:
            buying = (state.phase == PAY or state.phase == COLOUR) and other == state.active
            shown = int64(state.chosen) - PYRAMID if buying else int64(NONE)
            cover_hand(view.players[other], shown, LEVEL)


@kernel
def show_options(state: State, view: View) -> None:
    view.seats = state.seats
    view.idle = state.idle
    view.hand_rule = state.hand_rule
    view.start_rule = state.start_rule
    view.refill_rule = state.refill_rule
    view.preset = state.preset


@kernel
def show_table(state: State, view: View) -> None:
    for token in range(TOKENS):
        view.board[token] = state.board[token]
        view.bag[token] = state.bag[token]
    for level in range(LEVELS):
        view.deck_sizes[level] = state.deck_sizes[level]
    for place in range(PYRAMID):
        view.pyramid[place] = state.pyramid[place]
    for royal in range(ROYALS_IN_BOX):
        view.royal_owner[royal] = state.royal_owner[royal]
    for wild in range(len(state.wild_as)):
        view.wild_as[wild] = state.wild_as[wild]
    view.privileges = state.privileges


@kernel
def show_turn(state: State, view: View) -> None:
    view.round_number = state.round_number
    view.turn_number = state.turn_number
    view.quiet = state.quiet
    view.start = state.start
    view.active = state.active
    view.phase = state.phase
    view.reason = state.reason
    view.lowest = state.lowest
    view.chosen = state.chosen
    view.replenished = state.replenished
    view.purchased = state.purchased
    view.again = state.again
    view.matching = state.matching
    for gem in range(COSTS):
        view.gold_for[gem] = state.gold_for[gem]


@kernel
def hide_decks(view: View) -> None:
    """D7.2: a deck's size is known, its cards are not. Nor is the chance behind them."""
    for level in range(LEVELS):
        hide_deck(view, level, int64(DECK_START[level]), int64(DECK_START[level + 1]))
    for word in range(WORDS):
        view.chance[word] = 0


@kernel
def deal_unseen(state: State, chance: Chance, pool: Row[int]) -> None:
    """Turn a copy of a view into a whole deal that agrees with it, each one equally likely.

    Every card that the view does not show is dealt to a place of its level that the view
    leaves open. `pool` is room for all cards. `chance` moves on; the deal gets its own, and with
    it another order of the bag.
    """
    gather_unseen(state, pool)
    for level in range(LEVELS):
        first, end = int64(DECK_START[level]), int64(DECK_START[level + 1])
        deal_level(state, chance, pool, level, first, end)
    branch(chance, state.chance)


@kernel
def gather_unseen(state: State, pool: Row[int]) -> None:
    """Let pool[card] be the card if it is nowhere to be seen, and NONE if it is."""
    for card in range(DECK):
        pool[card] = card
    for place in range(PYRAMID):
        if state.pyramid[place] >= 0:
            pool[state.pyramid[place]] = NONE
    leave_out_seen(state, pool)


@entry
def view_in(states: Row[State], game: int, seat: int, views: Row[View], to: int) -> None:
    view_of(states[game], seat, views[to])


@entry
def imagine_in(
    views: Row[View], game: int, states: Row[State], to: int, chance: Chance, pool: Row[int]
) -> None:
    states[to] = views[game]
    deal_unseen(states[to], chance, pool)
