"""What a seat can see, and deals that agree with it. The only file that knows what is secret.

A view is a record of the same type as the state. It starts empty and `view_of` copies what may
be seen (B7), so a new field is secret until this file says otherwise. A view shows what lies on
the table now, not what was seen before.
"""

from typing import TypeAlias

from splendor.base.state import (
    CARDS,
    DECK_START,
    LEVEL,
    MARKET,
    MOST_NOBLES,
    MOST_PLAYERS,
    PAY,
    PLAYER,
    TOKENS,
    State,
)
from splendor.chance import WORDS, Chance, branch
from splendor.decks import LEVELS, NONE, cover_hand, deal_level, hide_deck, leave_out_seen
from splendor.gems import GEMS
from splendor.kernel import Row, entry, int64, kernel

View: TypeAlias = State  # with unseen cards in place of the secret ones

SPECTATOR = -1
DECK = len(CARDS)

# A player's place is copied whole and the hand then covered: a new field must be thought of.
assert PLAYER.names == (
    "bought", "tokens", "bonuses", "hand", "unseen", "cards", "nobles", "points"
)  # fmt: skip


@kernel
def view_of(state: State, seat: int, view: View) -> None:
    """Let `view` be what `seat` may know of `state` (B7); a spectator may know least."""
    show(state, seat, view)
    for absent in range(state.seats, MOST_PLAYERS):
        view.players[absent] = state.players[absent]
    hide_decks(view)


@kernel
def show(state: State, seat: int, view: View) -> None:
    """Copy what `seat` may know. The decks and the chance of `view` stay as they are."""
    show_table(state, view)
    show_turn(state, view)
    for other in range(state.seats):
        view.players[other] = state.players[other]
        if other != seat:
            buying = state.phase == PAY and other == state.active
            shown = int64(state.buying) - MARKET if buying else int64(NONE)
            cover_hand(view.players[other], shown, LEVEL)


@kernel
def show_table(state: State, view: View) -> None:
    view.seats = state.seats
    view.target = state.target
    view.token_rule = state.token_rule
    view.noble_rule = state.noble_rule
    view.nobles_each = state.nobles_each
    view.hand_rule = state.hand_rule
    view.start_rule = state.start_rule
    view.preset = state.preset
    view.rounds = state.rounds
    for level in range(LEVELS):
        view.deck_sizes[level] = state.deck_sizes[level]
    for slot in range(MARKET):
        view.market[slot] = state.market[slot]
    for token in range(TOKENS):
        view.supply[token] = state.supply[token]
    for slot in range(MOST_NOBLES):
        view.nobles[slot] = state.nobles[slot]
        view.noble_owner[slot] = state.noble_owner[slot]


@kernel
def show_turn(state: State, view: View) -> None:
    view.round_number = state.round_number
    view.start = state.start
    view.active = state.active
    view.phase = state.phase
    view.reason = state.reason
    view.passes = state.passes
    view.passed = state.passed
    view.received = state.received
    view.lowest = state.lowest
    view.buying = state.buying
    for gem in range(GEMS):
        view.gold_for[gem] = state.gold_for[gem]


@kernel
def hide_decks(view: View) -> None:
    """B7.3: a deck's size is known, its cards are not. Nor is the chance behind them."""
    for level in range(LEVELS):
        hide_deck(view, level, int64(DECK_START[level]), int64(DECK_START[level + 1]))
    for word in range(WORDS):
        view.chance[word] = 0


@kernel
def deal_unseen(state: State, chance: Chance, pool: Row[int]) -> None:
    """Turn a copy of a view into a whole deal that agrees with it, each one equally likely.

    Every card that the view does not show is dealt to a place of its level that the view
    leaves open. `pool` is room for all cards. `chance` moves on; the deal gets its own.
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
    for slot in range(MARKET):
        if state.market[slot] >= 0:
            pool[state.market[slot]] = NONE
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
