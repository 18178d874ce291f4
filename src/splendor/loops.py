"""The compiled loops of batches, over an array of records: deal, look, step, choose, count."""

from typing import Any

from splendor.core.chance import Chance, branch, random_below
from splendor.core.kernel import Row, entry, int64, kernel
from splendor.ruleset import (
    apply,
    deal,
    is_over,
    is_winner,
    legal_mask,
    look,
    view_of,
    write_scores,
)


@entry
def branch_all(states: Row[Any], chance: Chance) -> None:
    for game in range(len(states)):
        branch(chance, states[game].chance)


@entry
def deal_some(states: Row[Any], games: Row[int]) -> None:
    for place in range(len(games)):
        deal(states, games[place])


@entry
def look_at_some(
    states: Row[Any],
    games: Row[int],
    masks: Row[Any],
    seen: Row[Any],
    results: Row[Any],
    view: Row[Any],
) -> None:
    """Write the mask and the observation of the deciding seat of these games."""
    for place in range(len(games)):
        game = games[place]
        results[game].seat = states[game].active
        legal_mask(states[game], masks[game])
        look(seen, game, states, game, int64(states[game].active), view)


@entry
def observe_some(
    states: Row[Any], games: Row[int], seats: Row[int], seen: Row[Any], view: Row[Any]
) -> None:
    for place in range(len(games)):
        if states[games[place]].seats > 0:  # otherwise no game has ended there
            look(seen, place, states, games[place], seats[place], view)


@entry
def view_all(states: Row[Any], seat: int, views: Row[Any]) -> None:
    for place in range(len(states)):
        view_of(states, int64(place), seat, views, int64(place))


@kernel
def write_result(state: Any, result: Any) -> None:
    result.rounds = state.round_number
    result.reason = state.reason
    for seat in range(state.seats):
        result.winners[seat] = is_winner(state, seat)
    write_scores(state, result)


@entry
def step_some(
    games: Row[int],
    actions: Row[int],
    again: bool,
    states: Row[Any],
    finals: Row[Any],
    masks: Row[Any],
    seen: Row[Any],
    results: Row[Any],
    view: Row[Any],
) -> int:
    """Step these games and return -1; or step none and return the first illegal action's index."""
    for place in range(len(games)):
        if not is_marked(masks[games[place]], actions[place]):
            return place
    if len(games) < len(states):
        for game in range(len(states)):
            results[game].done = 0
    for place in range(len(games)):
        game = games[place]
        state = states[game]
        apply(states, game, actions[place])
        results[game].done = is_over(state)
        if is_over(state):
            write_result(state, results[game])
            if again:
                finals[game] = state
                deal(states, game)
        results[game].seat = state.active
        legal_mask(state, masks[game])
        look(seen, game, states, game, int64(state.active), view)
    return -1


@kernel
def is_marked(mask: Row[int], action: int) -> bool:
    return action >= 0 and action < len(mask) and mask[action] != 0


@entry
def pick_random(masks: Row[Any], actions: Row[int], chance: Chance) -> None:
    for game in range(len(masks)):
        mask = masks[game]
        count = count_marks(mask)
        actions[game] = -1
        if count == 0:
            continue
        skip = random_below(chance, count)
        action = 0
        while mask[action] == 0 or skip > 0:
            skip -= mask[action]
            action += 1
        actions[game] = action


@kernel
def count_marks(mask: Row[int]) -> int:
    count = 0
    for action in range(len(mask)):
        count += int64(mask[action])
    return count


@entry
def count_sequences(stack: Row[Any], masks: Row[Any], tried: Row[int], depth: int) -> int:
    """Walk the tree of decisions to `depth`; stack[0] is its root.

    tried[level] is the next action to try on that level.
    """
    total = 0
    level = 0
    tried[0] = 0
    legal_mask(stack[0], masks[0])
    while level >= 0:
        mask = masks[level]
        if level == depth - 1:
            total += count_marks(mask)
            tried[level] = len(mask)
        while tried[level] < len(mask) and mask[tried[level]] == 0:
            tried[level] += 1
        if tried[level] == len(mask):
            level -= 1
            continue
        stack[level + 1] = stack[level]
        apply(stack, level + 1, int64(tried[level]))
        tried[level] += 1
        level += 1
        tried[level] = 0
        legal_mask(stack[level], masks[level])
    return total
