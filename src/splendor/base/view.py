"""What a seat can see, and deals that agree with it. The only file that knows what is secret.

A view is a record of the same type as the state: a copy in which `view_in` covers what is secret
(B7). A view shows what lies on the table now, not what was seen before.
"""

from typing import TypeAlias

from splendor.base.state import (
    DECK_START,
    LEVEL,
    MARKET,
    PAY,
    PLAYER,
    STATE,
    State,
)
from splendor.core.chance import Chance
from splendor.core.decks import (
    NONE,
    card_as_others_see,
    cover_hand,
    deal_unseen_cards,
    hide_decks,
    redeal_unseen_cards,
)
from splendor.core.kernel import Row, entry, int64, kernel, require_fields

View: TypeAlias = State  # with unseen cards in place of the secret ones

SPECTATOR = -1

# All fields of the records. A new field stops the import until this file hides or shows it.
require_fields(
    PLAYER,
    "bought", "tokens", "bonuses", "hand", "unseen", "cards", "nobles", "points"
)  # fmt: skip
require_fields(
    STATE,
    "chance", "players", "round_number", "rounds", "deck", "deck_sizes", "market", "supply",
    "nobles", "noble_owner", "seats", "target", "token_rule", "noble_rule", "nobles_each",
    "hand_rule", "start_rule", "preset", "start", "active", "phase", "reason", "passes", "passed",
    "received", "lowest", "chosen", "gold_for", "unused"
)  # fmt: skip


@entry
def view_in(states: Row[State], game: int, seat: int, views: Row[View], to: int) -> None:
    """Write what `seat` may know of states[game] into views[to] (B7); SPECTATOR is no seat."""
    state = states[game]
    views[to] = state
    view = views[to]
    for other in range(state.seats):
        if other != seat:
            cover_hand(view.players[other], open_slot(state, other), LEVEL)
    hide_decks(view, LEVEL)


@kernel
def open_slot(state: State, seat: int) -> int:
    """The slot of the hand from which a seat is buying a card: it lies open while it is paid."""
    buying = (state.phase == PAY) & (seat == state.active)
    return int64(state.chosen) - MARKET if buying else int64(NONE)


@kernel
def card_in_hand(state: State, owner: int, slot: int, seat: int) -> int:
    """The card in a slot of the owner's hand as `seat` sees it: the card, or only its level."""
    player = state.players[owner]
    if owner == seat:
        return int64(player.hand[slot])
    return card_as_others_see(player, slot, open_slot(state, owner), LEVEL)


@kernel
def deal_unseen(state: State, chance: Chance, pool: Row[int]) -> None:
    deal_unseen_cards(state, chance, pool, DECK_START)


@kernel
def redeal(states: Row[State], to: int, view: int, chance: Chance, pool: Row[int]) -> None:
    redeal_unseen_cards(states[to], states[view], chance, DECK_START)
