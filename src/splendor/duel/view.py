"""What a seat can see, and deals that agree with it. The only file that knows what is secret.

A view is a record of the same type as the state: a copy in which `view_in` covers what is secret
(D7). The order of the tokens in the bag is not in the record: it follows from the generator, which
no view shows.
"""

from typing import TypeAlias

from splendor.core.chance import Chance
from splendor.core.decks import (
    NONE,
    cover_hand,
    deal_unseen_cards,
    fingerprint,
    hide_decks,
    leave_out_seen,
)
from splendor.core.kernel import Row, entry, int64, kernel, require_fields
from splendor.duel.state import (
    CARDS,
    COLOUR,
    DECK_START,
    LEVEL,
    MARKET,
    PAY,
    PLAYER,
    SEATS,
    STATE,
    State,
)

View: TypeAlias = State  # with unseen cards in place of the secret ones

SPECTATOR = -1
DECK = len(CARDS)

# All fields of the records. A new field stops the import until this file hides or shows it.
require_fields(
    PLAYER,
    "bought", "tokens", "bonuses", "colour_points", "hand", "unseen", "cards", "crowns",
    "privileges", "royals", "points", "unused"
)  # fmt: skip
require_fields(
    STATE,
    "chance", "players", "board", "round_number", "turn_number", "idle", "quiet", "deck",
    "deck_sizes", "market", "bag", "royal_owner", "wild_as", "gold_for", "privileges", "seats",
    "hand_rule", "start_rule", "refill_rule", "preset", "start", "active", "phase", "reason",
    "lowest", "chosen", "replenished", "purchased", "again", "matching", "unused"
)  # fmt: skip


@entry
def view_in(states: Row[State], game: int, seat: int, views: Row[View], to: int) -> None:
    """Write what `seat` may know of states[game] into views[to] (D7); SPECTATOR is no seat."""
    state = states[game]
    views[to] = state
    view = views[to]
    for other in range(SEATS):
        if other != seat:
            buying = (state.phase == PAY or state.phase == COLOUR) and other == state.active
            shown = int64(state.chosen) - MARKET if buying else int64(NONE)
            cover_hand(view.players[other], shown, LEVEL)
    hide_decks(view, LEVEL)


@kernel
def deal_unseen(state: State, chance: Chance, pool: Row[int]) -> None:
    """Turn a copy of a view into a whole deal that agrees with it, each one equally likely.

    Every card that the view does not show is dealt to a hidden place of its level. `pool` is
    working space for all cards. The deal gets a generator of its own, seeded from `chance`, and
    with it another order of the bag.
    """
    gather_unseen(state, pool)
    deal_unseen_cards(state, chance, pool, DECK_START)


@kernel
def gather_unseen(state: State, pool: Row[int]) -> None:
    """Set pool[card] to the card if the view does not show it, otherwise to NONE."""
    for card in range(DECK):
        pool[card] = card
    for place in range(MARKET):
        if state.market[place] >= 0:
            pool[state.market[place]] = NONE
    leave_out_seen(state, pool)


@entry
def imagine_in(
    views: Row[View], game: int, states: Row[State], to: int, chance: Chance, pool: Row[int]
) -> None:
    states[to] = views[game]
    deal_unseen(states[to], chance, pool)


@kernel
def cards_seen(state: State, seat: int) -> int:
    """A hash of the cards that this seat sees; a search tells apart what actions reveal."""
    return fingerprint(state, state.market, seat)
