"""Whether a position of Splendor Duel is possible: checks of the table and of the turn.

They are run when the text of a position is read.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from splendor.core.decks import LEVELS, NONE
from splendor.core.position_parts import check_cards, require
from splendor.core.records import members, numbers
from splendor.core.refusals import NAME_OF, Refusal
from splendor.duel.board import LONGEST_LINE
from splendor.duel.legal import legal_list
from splendor.duel.moves import (
    CHOOSE_GOLD,
    GOLD_FOR,
    MOVES,
    PAY_NOW,
    PURCHASE,
    RESERVE,
    TOKEN_LETTERS,
)
from splendor.duel.rules import apply_in
from splendor.duel.state import (
    ABILITY,
    AGAIN,
    BAG,
    BONUS,
    BY_COLOUR,
    BY_CROWNS,
    BY_POINTS,
    CHOOSE_SPACE,
    COLOUR,
    COLOUR_TO_WIN,
    COSTS,
    CROWNS_TO_WIN,
    DISCARD,
    END_OF_TURN,
    LIMIT,
    MATCH,
    NO_LIMIT,
    OVER,
    PAY,
    PHASES,
    PLAY,
    POINTS_TO_WIN,
    PRIVILEGES,
    REASONS,
    ROYAL,
    ROYAL_ABILITY,
    ROYAL_CROWNS,
    SEATS,
    STEAL,
    TAKE,
    THEFT,
    TOKEN_LIMIT,
    TOKENS,
    UNFINISHED,
    WILD_NUMBER,
    WILDS,
    Player,
    State,
)
from splendor.duel.table import CARD_NAMES, ROYAL_NAMES, STARTS, pyramid_row

OWNER_TO_COME = SEATS  # a royal card whose owner has not been read yet

UNTOUCHED = (PLAY, CHOOSE_SPACE, PAY, COLOUR)  # the mandatory action has not moved anything yet
AFTER_A_PURCHASE = (MATCH, STEAL, ROYAL)


def name_of(card: int) -> str:
    return CARD_NAMES[card]


# Checking what lies on the table


Records: TypeAlias = npt.NDArray[np.record]


def check_tokens(states: Records) -> None:
    """Require every token exactly once."""
    state = states[0]
    for token in range(TOKENS):
        held = sum(int(state.players[seat].tokens[token]) for seat in range(SEATS))
        found = held + int(state.bag[token]) + int(state.board[token]).bit_count()
        gem, total = NAME_OF[TOKEN_LETTERS[token]], int(BAG[token])
        require(found == total, Refusal.of("position_tokens", gem=gem, found=found, total=total))


def check_all_cards(states: Records) -> None:
    check_cards(all_cards(states[0]), STARTS, name_of)


def check_royal_cards(states: Records) -> None:
    for royal, owner in enumerate(numbers(states[0].royal_owner)):
        there = owner != OWNER_TO_COME
        require(there, Refusal.of("position_royal", royal=ROYAL_NAMES[royal]))


def check_privileges(states: Records) -> None:
    state = states[0]
    found = int(state.privileges) + sum(int(state.players[s].privileges) for s in range(SEATS))
    right = found == PRIVILEGES
    require(right, Refusal.of("position_privileges", found=found, total=PRIVILEGES))


def all_cards(state: State) -> list[int]:
    cards = [*numbers(state.deck), *numbers(state.market)]
    for seat in range(SEATS):
        player = state.players[seat]
        cards += [*numbers(player.hand), *members(player.bought)]
    return cards


def check_pyramid(states: Records) -> None:
    """D3.4, D8: one place may be empty until the end of the turn if it is refilled only then."""
    state = states[0]
    waits = state.refill_rule == END_OF_TURN and state.phase not in UNTOUCHED
    places = int(waits)
    for level in range(LEVELS):
        if state.deck_sizes[level] > 0:
            places -= pyramid_row(state, level).count(NONE)
            require(places >= 0, Refusal.of("position_empty", level=level + 1))


def check_wilds(states: Records) -> None:
    """D5.1: the owner of a wild card has another card that gives its colour."""
    for seat in range(SEATS):
        cards = members(states[0].players[seat].bought)
        for card in set(cards) & set(WILDS):
            colour = int(states[0].wild_as[WILD_NUMBER[card]])
            lies = colour in BONUS[cards]
            require(lies, Refusal.of("position_wild", seat=seat, card=name_of(card)))


# Checking the turn


def check_turn(states: npt.NDArray[np.record]) -> None:
    """Require a phase that the table allows."""
    state = states[0]
    check_count_of_turns(state)
    check_quiet(state)
    empty = state.replenished == 0 or state.phase not in UNTOUCHED or not any(numbers(state.bag))
    require(empty, "the bag is empty when the board has been replenished")
    if state.chosen != NONE:
        check_place(states)
    check_ability(state)
    deciding = bool(legal_list(states, 0))
    require(deciding == (state.phase != OVER), Refusal("position_stuck"))
    check_end(state)


def check_count_of_turns(state: State) -> None:
    """D5.2, D6.3: two turns a round, and no more extra turns than abilities gave."""
    turn, owners = int(state.turn_number), np.array(numbers(state.royal_owner))
    bought = [card for seat in range(SEATS) for card in members(state.players[seat].bought)]
    gave = sum(ABILITY[card] == AGAIN for card in bought)
    gave += sum(ROYAL_ABILITY[owners != NONE] == AGAIN) - int(state.again)
    least = SEATS * (int(state.round_number) - 1) + 1 + int(state.active != state.start)
    where = f"turns: in round {state.round_number} seat {state.active} has number"
    require(turn >= least, f"{where} {least} at least, not {turn}")
    require(turn <= least + gave, f"{where} {least + gave} at most, not {turn}")


def check_quiet(state: State) -> None:
    """D8: check the number of turns without a purchase."""
    purchased, quiet = state.purchased == 1, int(state.quiet)
    fits = state.phase == DISCARD or purchased == (state.phase in AFTER_A_PURCHASE)
    require(fits, f"phase {PHASES[state.phase]} follows a purchase")
    require(state.again == 0 or purchased, "again follows a purchase")
    ended = int(state.turn_number) - int(state.phase != OVER)
    require(quiet <= ended, f"there cannot have been {quiet} quiet turns")
    going_on = state.phase == OVER or state.idle == NO_LIMIT or quiet < state.idle
    require(going_on, f"the game was over after {state.idle} quiet turns")


def check_tokens_held(state: State, seat: int) -> None:
    """D6.1: privileges, a line or an ability may exceed ten tokens until the end of the turn."""
    held = sum(numbers(state.players[seat].tokens))
    least, most = 0, TOKEN_LIMIT
    if seat == state.active and state.phase == DISCARD:
        least, most = TOKEN_LIMIT + 1, TOKEN_LIMIT + PRIVILEGES + LONGEST_LINE
    elif seat == state.active and state.phase in UNTOUCHED:
        # Used privileges lie above the board; replenishing gives one of them to the opponent.
        most += int(state.privileges) + int(state.replenished)
    elif seat == state.active and state.phase != OVER:
        most += PRIVILEGES
    fits = least <= held <= most
    phase = PHASES[state.phase]
    require(fits, Refusal.of("position_held", seat=seat, count=held, phase=phase))
    discarded = state.phase != DISCARD or state.lowest == 0 or state.bag[state.lowest] > 0
    require(discarded, "lowest must be a token in the bag, the last one discarded")


def check_royals(state: State, seat: int) -> None:
    """D5.3: one royal card for the third crown and one for the sixth."""
    player = state.players[seat]
    earned = sum(player.crowns >= crowns for crowns in ROYAL_CROWNS)
    due = int(seat == state.active and state.phase == ROYAL)
    fits = player.royals == earned - due
    has = {"seat": seat, "crowns": int(player.crowns), "royals": int(player.royals)}
    require(fits, Refusal.of("position_crowns", **has, phase=PHASES[state.phase]))


def check_held(states: Records) -> None:
    for seat in range(SEATS):
        check_tokens_held(states[0], seat)


def check_crowns(states: Records) -> None:
    for seat in range(SEATS):
        check_royals(states[0], seat)


def check_ability(state: State) -> None:
    """D5.2: the active player must have a card with the ability in use."""
    cards = members(state.players[state.active].bought)
    if state.phase == MATCH:
        takes = any(ABILITY[card] == TAKE and BONUS[card] == state.matching for card in cards)
        require(takes, "matching must be the colour of a card that was bought")
    if state.phase == STEAL:
        royals = np.array(numbers(state.royal_owner)) == state.active
        steals = THEFT in ABILITY[cards] or THEFT in ROYAL_ABILITY[royals]
        require(steals, f"seat {state.active} has no card that steals")


def way_to_place(state: State) -> list[int]:
    """The decisions made since the action began, while nothing has moved yet."""
    place = int(state.chosen)
    if state.phase == CHOOSE_SPACE:
        return [RESERVE + place]
    gold = [GOLD_FOR + gem for gem in range(COSTS) for _ in range(state.gold_for[gem])]
    if state.phase == PAY:
        return [CHOOSE_GOLD + place, *gold]
    return [CHOOSE_GOLD + place, *gold, PAY_NOW] if gold else [PURCHASE + place]


def check_place(states: npt.NDArray[np.record]) -> None:
    """Require a reservation or purchase in progress to be one that decisions can reach."""
    again = states.copy()
    again[0].phase = PLAY
    again[0].lowest = 0
    again[0].chosen = NONE
    again[0].gold_for[:] = 0
    for action in way_to_place(states[0]):
        require(action in legal_list(again, 0), f"{MOVES[action]} is not possible here")
        apply_in(again, 0, action)
    same_phase = again[0].phase == states[0].phase
    require(same_phase, f"no card at this place leads to phase {PHASES[states[0].phase]}")
    require(again.tobytes() == states.tobytes(), "lowest must be the last kind chosen")


def check_end(state: State) -> None:
    """D6.2, D8: a purchase wins, at the end of its turn, for the first reason that holds."""
    reached = [reached_by(state.players[seat]) for seat in range(SEATS)]
    other = 1 - int(state.active)
    require(reached[other] == UNFINISHED, Refusal.of("position_won", seat=other))
    reason = reached[state.active]
    if state.phase == OVER:
        limit = state.idle != NO_LIMIT and state.quiet == state.idle and reason == UNFINISHED
        ended = state.reason == (LIMIT if limit else reason) != UNFINISHED
        ended = ended and (limit or state.quiet == 0)
        require(ended, Refusal.of("position_end", reason=REASONS[state.reason]))
    elif state.purchased == 0:
        unfinished = reason == UNFINISHED
        require(unfinished, Refusal.of("position_won", seat=int(state.active)))


def reached_by(player: Player) -> int:
    """D6.2: the reason for which this player wins, or UNFINISHED."""
    if player.points >= POINTS_TO_WIN:
        return BY_POINTS
    if player.crowns >= CROWNS_TO_WIN:
        return BY_CROWNS
    return BY_COLOUR if max(numbers(player.colour_points)) >= COLOUR_TO_WIN else UNFINISHED


# Each can be run alone, so that somebody who sets up a position sees all that is wrong with it.
CHECKS = {
    "tokens": check_tokens,
    "cards": check_all_cards,
    "royals": check_royal_cards,
    "privileges": check_privileges,
    "market": check_pyramid,
    "wilds": check_wilds,
    "held": check_held,
    "crowns": check_crowns,
    "turn": check_turn,
}
