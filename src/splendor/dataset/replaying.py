"""Repeating many recorded games in one compiled loop."""

from typing import Any

from splendor.core.kernel import Row, entry, int64, kernel
from splendor.ruleset import apply, is_over, is_winner, legal_mask, look, write_scores


@entry
def replay_some(
    states: Row[Any],
    begins: Row[int],
    actions: Row[int],
    wrong: Row[int],
    seats: Row[int],
    seen: Row[Any],
    view: Row[Any],
    mask: Row[int],
) -> None:
    """Play actions[begins[k]:begins[k + 1]] in states[k], as long as they are legal.

    wrong[k] is the place of the first action that is not, or -1. seats has the deciding seat for
    each action, and seen, unless it is empty, what that seat saw.
    """
    for game in range(len(states)):
        wrong[game] = -1
        for place in range(begins[game], begins[game + 1]):
            action = int64(actions[place])
            if is_over(states[game]):
                wrong[game] = place
                break
            legal_mask(states[game], mask)
            if action < 0 or action >= len(mask) or mask[action] == 0:
                wrong[game] = place
                break
            seat = int64(states[game].active)
            seats[place] = seat
            if len(seen) > 0:
                look(seen, int64(place), states, int64(game), seat, view)
            apply(states, int64(game), action)


@entry
def write_results(states: Row[Any], results: Row[Any]) -> None:
    """How each game stands; `done` says whether it is over."""
    for game in range(len(states)):
        write_standing(states[game], results[game])


@kernel
def write_standing(state: Any, result: Any) -> None:
    result.done = is_over(state)
    result.rounds = state.round_number
    result.reason = state.reason
    for seat in range(state.seats):
        result.winners[seat] = result.done != 0 and is_winner(state, seat)
    write_scores(state, result)
