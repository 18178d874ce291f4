"""Many games at once: an array of records, and one compiled loop for each thing to do."""

from typing import Any

import numpy as np
import numpy.typing as npt

from splendor.chance import Chance, Seed, branch, random_below, seeded
from splendor.errors import IllegalMove, OptionError
from splendor.kernel import Row, entry, int64, kernel, record
from splendor.ruleset import (
    Records,
    apply,
    deal,
    is_over,
    is_winner,
    legal_actions,
    observe,
    ruleset_of,
    show,
    write_mask,
)

MOST_SEATS = 4
RESULT = record(
    ("rounds", "i4"),
    ("winners", "i1", MOST_SEATS),  # 1 for each seat that won or shares the victory
    ("points", "u1", MOST_SEATS),
    ("cards", "i1", MOST_SEATS),
    ("reason", "i4"),
)


class Batch:
    """`games` games of the same rules, stepped together; a game that ends is dealt anew.

    After every step `masks`, `observations` and `seats` tell what is to be decided and by whom,
    `done` which games ended in it and `results` how the last game in each place ended. They are
    the same arrays all the time: copy what you want to keep.
    """

    def __init__(
        self,
        games: int,
        rules: str = "official",
        players: int = 2,
        seed: Seed = None,
        **options: Any,
    ) -> None:
        """Deal the games. `rounds` is 100 unless it is given: programs can play for ever."""
        if games < 1:
            raise OptionError(f"a batch needs at least one game, not {games}")
        self.ruleset = ruleset_of(rules)
        chosen = {"players": players, "rounds": 100, **options}
        template = np.zeros(1, self.ruleset.state)
        self.ruleset.write_options(template[0], rules, self.ruleset.make_options(rules, chosen))
        self.states: Records = np.repeat(template, games)
        self.masks = np.zeros((games, self.ruleset.actions), np.int8)
        self.seats = np.zeros(games, np.int8)
        self.done = np.zeros(games, np.int8)
        self.results = np.zeros(games, RESULT)
        self._seen = np.zeros(games, self.ruleset.observation)
        self._view = np.zeros(1, self.ruleset.state)
        self._actions = np.zeros(self.ruleset.actions + 1, np.int16)
        self._out = (self.masks, self._seen, self.seats, self.done, self.results)
        deal_all(self.states, seeded(seed))
        look_at_all(self.states, *self._out[:3], self._view, self._actions)

    def __len__(self) -> int:
        return len(self.states)

    @property
    def observations(self) -> npt.NDArray[np.int8]:
        """What the deciding seat of each game sees, a row each. The same memory every time."""
        return self._seen.view(np.int8).reshape(len(self), -1)

    @property
    def blocks(self) -> Records:
        """The observations as records: `batch.blocks["market"]["cost"]`."""
        return self._seen

    def observations_float32(self) -> npt.NDArray[np.float32]:
        """The observations as new numbers, scaled to lie between 0 and about 1."""
        return self.observations * self.ruleset.scales

    @property
    def payoffs(self) -> npt.NDArray[np.float32]:
        """One for a victory, shared where it is shared; a row for the last game in each place."""
        winners = self.results["winners"]
        shares = np.maximum(1, winners.sum(axis=1, keepdims=True))
        return np.asarray(winners / shares, np.float32)

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """Play one legal action in each game, or raise `IllegalMove` and change nothing."""
        if len(actions) != len(self):
            raise IllegalMove(f"{len(self)} games need {len(self)} actions, not {len(actions)}")
        wrong = step_all(self.states, actions, *self._out, self._view, self._actions)
        if wrong >= 0:
            raise IllegalMove(f"action {actions[wrong]} is not legal in game {wrong}")

    def random_actions(self, chance: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
        """A legal action for each game, each equally likely. `chance` comes from `seeded`."""
        actions = np.zeros(len(self), np.int64)
        pick_random(self.masks, actions, chance)
        return actions


@entry
def deal_all(states: Row[Any], chance: Chance) -> None:
    for game in range(len(states)):
        branch(chance, states[game].chance)
        deal(states[game])


@entry
def look_at_all(
    states: Row[Any],
    masks: Row[Any],
    seen: Row[Any],
    seats: Row[int],
    view: Row[Any],
    actions: Row[int],
) -> None:
    """What every game shows to the seat that decides in it."""
    for game in range(len(states)):
        state = states[game]
        seats[game] = state.active
        write_mask(state, masks[game], actions)
        show(state, int64(state.active), view[0])
        observe(view[0], int64(state.active), seen[game])


@kernel
def write_result(state: Any, result: Any) -> None:
    result.rounds = state.round_number
    result.reason = state.reason
    for seat in range(state.seats):
        result.winners[seat] = is_winner(state, seat)
        result.points[seat] = state.players[seat].points
        result.cards[seat] = state.players[seat].cards


@entry
def step_all(
    states: Row[Any],
    chosen: Row[int],
    masks: Row[Any],
    seen: Row[Any],
    seats: Row[int],
    done: Row[int],
    results: Row[Any],
    view: Row[Any],
    actions: Row[int],
) -> int:
    """Step every game, or none and return the index of one where the action is not legal."""
    for game in range(len(states)):
        mask = masks[game]
        action = chosen[game]
        if action < 0 or action >= len(mask) or mask[action] == 0:
            return game
    for game in range(len(states)):
        state = states[game]
        apply(state, int64(chosen[game]))
        done[game] = 0
        if is_over(state):
            done[game] = 1
            write_result(state, results[game])
            deal(state)
        seats[game] = state.active
        write_mask(state, masks[game], actions)
        show(state, int64(state.active), view[0])
        observe(view[0], int64(state.active), seen[game])
    return -1


@entry
def pick_random(masks: Row[Any], actions: Row[int], chance: Chance) -> None:
    for game in range(len(masks)):
        mask = masks[game]
        legal = 0
        for action in range(len(mask)):
            legal += mask[action]
        skip = random_below(chance, int64(legal))
        for action in range(len(mask)):
            if mask[action] == 1:
                if skip == 0:
                    actions[game] = action
                skip -= 1


def perft(record: Records, depth: int) -> list[int]:
    """How many sequences of 1, 2, … `depth` decisions there are from a position.

    The decks are as they lie in the record. A game that ends has no longer sequences.
    """
    stack = np.repeat(record, depth + 1)
    actions = np.zeros((depth + 1, 256), np.int16)
    return [count_sequences(stack, actions, length) for length in range(1, depth + 1)]


@entry
def count_sequences(stack: Row[Any], actions: Row[Any], depth: int) -> int:
    """Walk the tree of decisions to `depth`; stack[0] is its root."""
    left = [0] * (depth + 1)
    total = 0
    level = 0
    left[0] = legal_actions(stack[0], actions[0], True)
    while level >= 0:
        if level == depth - 1:
            total += left[level]
            left[level] = 0
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        stack[level + 1] = stack[level]
        apply(stack[level + 1], int64(actions[level][left[level]]))
        level += 1
        left[level] = legal_actions(stack[level], actions[level], True)
    return total
