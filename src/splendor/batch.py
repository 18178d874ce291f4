"""Many games at once: an array of records, and one compiled loop for each operation."""

from typing import Any

import numpy as np
import numpy.typing as npt

from splendor.core.chance import WORDS, Chance, Seed, branch, random_below, seeded
from splendor.core.errors import IllegalMove, OptionError, RulesError, SeedError
from splendor.core.kernel import Row, entry, int64, kernel, record
from splendor.core.options import Value
from splendor.core.records import Layout
from splendor.core.refusals import Refusal, shown
from splendor.ruleset import (
    MOST_SEATS,
    Records,
    Ruleset,
    apply,
    deal,
    is_over,
    is_winner,
    legal_mask,
    observe,
    ruleset_of,
    ruleset_of_record,
    view_of,
    write_scores,
)

MOST_GAMES = 10_000_000
DEEPEST = 50  # decisions of a sequence


def require_size(games: int) -> None:
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        raise OptionError(Refusal.of("batch_size", most=MOST_GAMES, given=shown(games)))


def result_type(ruleset: Ruleset) -> np.dtype[np.record]:
    """The record of a result, with a field for each score of the game."""
    player = ruleset.state["players"].base
    return record(
        ("rounds", "i4"),
        ("winners", "i1", MOST_SEATS),  # 1 for each seat that won or shares the victory
        *((name, player[name], MOST_SEATS) for name in ruleset.scores),
        ("reason", "i1"),
        ("done", "i1"),  # whether this game ended in the last step
        ("seat", "i1"),  # who decides in the game that is going on
        ("unused", "i1"),
    )


def layout_of(ruleset: Ruleset, number: int | None) -> Layout:
    """The layout of observations with this number, from 1; the newest if it is not given."""
    if number is None:
        return ruleset.layouts[-1]
    if type(number) is not int or not 1 <= number <= len(ruleset.layouts):
        last = len(ruleset.layouts)
        raise OptionError(f"observations have the layouts 1 to {last}, not {shown(number)}")
    return ruleset.layouts[number - 1]


class Batch:
    """`games` games with the same rules, stepped together. A finished game is dealt again.

    After every step, `masks`, `observations` and `seats` say what is to be decided and by whom,
    `done` which games just ended, and `results` how the last finished game in each place ended.
    These arrays are reused: copy what you want to keep. Results have four seats, of which the last
    are empty where fewer play, and a field for each score of the game.

    >>> batch = splendor.Batch(4, players=2, seed=1)
    >>> for _ in range(3):
    ...     batch.step(batch.random_actions())
    >>> batch.masks.shape, batch.done.tolist()
    ((4, 94), [0, 0, 0, 0])
    """

    def __init__(
        self,
        games: int,
        rules: str = "official",
        players: int = 2,
        seed: Seed = None,
        *,
        layout: int | None = None,
        **options: Value,
    ) -> None:
        """Deal the games. Programs might play for ever, so the options `rounds` (100 in Splendor)
        and `idle` (60 in Duel) have a value unless they are given. `layout` is the number of an
        observation layout; the default is the newest.
        """
        require_size(games)
        self.ruleset = ruleset_of(rules)
        template = self._template(rules, {"players": players, **self.ruleset.limits, **options})
        self.states: Records = np.repeat(template, games)
        self._chance = seeded(seed)
        self._allocate(games, layout)
        deal_all(self.states, self._chance)
        look_at_all(self.states, self.masks, self._seen, self.results, self._view)

    def _allocate(self, games: int, layout: int | None) -> None:
        """The arrays that every step fills."""
        self.masks = np.zeros((games, self.ruleset.actions), np.int8)
        self.results = np.zeros(games, result_type(self.ruleset))
        self.seats = self.results["seat"]
        self.done = self.results["done"]
        self._layout = layout_of(self.ruleset, layout)
        self._seen = np.zeros(games, self._layout.record)
        self._view = np.zeros(1, self.ruleset.state)

    def _template(self, rules: str, chosen: dict[str, Value]) -> Records:
        """A record with these options, before the deal."""
        template = np.zeros(1, self.ruleset.state)
        self.ruleset.write_options(template[0], rules, self.ruleset.make_options(rules, chosen))
        return template

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        rules = self.ruleset.read_rules(self.states[0])
        return f"<Batch of {len(self)} games {rules}>"

    @property
    def observations(self) -> npt.NDArray[np.int8]:
        """What the deciding seat of each game sees, one row per game. The memory is reused.

        >>> splendor.Batch(4, seed=1).observations.dtype
        dtype('int8')
        """
        return self._seen.view(np.int8).reshape(len(self), -1)

    @property
    def blocks(self) -> Records:
        """The observations as records with named fields.

        >>> splendor.Batch(4, seed=1).blocks["market"]["cost"].shape
        (4, 12, 5)
        """
        return self._seen

    def observations_float32(self) -> npt.NDArray[np.float32]:
        """The observations in a new array, scaled to lie between 0 and about 1.

        >>> splendor.Batch(4, seed=1).observations_float32().dtype
        dtype('float32')
        """
        return self.observations * self._layout.scales

    @property
    def payoffs(self) -> npt.NDArray[np.float32]:
        """1 for the winner of the last finished game in each place, in equal parts if shared.

        A game that nobody won has only zeros.

        >>> splendor.Batch(4, seed=1).payoffs.shape
        (4, 4)
        """
        winners = self.results["winners"]
        shares = np.maximum(1, winners.sum(axis=1, keepdims=True))
        return np.asarray(winners / shares, np.float32)

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """Play one legal action in each game, or raise `IllegalMove` and change nothing.

        >>> batch = splendor.Batch(2, seed=1)
        >>> batch.step([0, 1])
        >>> batch.step([0, 93])
        Traceback (most recent call last):
            ...
        splendor.core.errors.IllegalMove: action 93 is not legal in game 1
        """
        if getattr(actions, "dtype", None) != np.int64 or not actions.flags.c_contiguous:
            actions = whole_numbers(actions)
        if actions.shape != (len(self.states),):
            raise IllegalMove(Refusal.of("action_count", games=len(self), given=str(actions.shape)))
        wrong = step_all(self.states, actions, self.masks, self._seen, self.results, self._view)
        if wrong >= 0:
            raise IllegalMove(
                Refusal.of("illegal_action", action=int(actions[wrong]), game=int(wrong))
            )

    def random_actions(
        self, chance: npt.NDArray[np.uint64] | None = None, *, seed: Seed = None
    ) -> npt.NDArray[np.int64]:
        """A legal action for each game, each equally likely.

        The batch has its own generator, seeded together with it; `seed` seeds it again. `chance`,
        made by `splendor.core.chance.seeded`, is used instead if it is given.

        >>> batch = splendor.Batch(2, seed=1)
        >>> actions = batch.random_actions(seed="actions")
        >>> all(batch.masks[game, action] for game, action in enumerate(actions))
        True
        """
        if seed is not None:
            self._chance = seeded(seed)
        actions = np.zeros(len(self), np.int64)
        pick_random(self.masks, actions, self._chance if chance is None else checked(chance))
        return actions


def checked(chance: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    if getattr(chance, "dtype", None) != np.uint64 or chance.shape != (WORDS,):
        raise SeedError(Refusal("not_a_chance"))
    if not chance.any():
        raise SeedError(Refusal("zero_chance"))
    return chance


def whole_numbers(actions: object) -> npt.NDArray[np.int64]:
    try:
        given = np.asarray(actions)
    except ValueError:
        raise IllegalMove(Refusal.of("not_actions", given=type(actions).__name__)) from None
    if given.dtype.kind not in "iu":
        raise IllegalMove(Refusal.of("not_actions", given=str(given.dtype)))
    return np.ascontiguousarray(given, np.int64)


@entry
def deal_all(states: Row[Any], chance: Chance) -> None:
    for game in range(len(states)):
        branch(chance, states[game].chance)
        deal(states, game)


@entry
def look_at_all(
    states: Row[Any], masks: Row[Any], seen: Row[Any], results: Row[Any], view: Row[Any]
) -> None:
    """Write the mask and the observation of the deciding seat of every game."""
    for game in range(len(states)):
        state = states[game]
        results[game].seat = state.active
        legal_mask(state, masks[game])
        view_of(states, game, int64(state.active), view, int64(0))
        observe(seen[game], view[0], int64(state.active))


@kernel
def write_result(state: Any, result: Any) -> None:
    result.rounds = state.round_number
    result.reason = state.reason
    for seat in range(state.seats):
        result.winners[seat] = is_winner(state, seat)
    write_scores(state, result)


@entry
def step_all(
    states: Row[Any],
    actions: Row[int],
    masks: Row[Any],
    seen: Row[Any],
    results: Row[Any],
    view: Row[Any],
) -> int:
    """Step every game and return -1; or step none and return the first with an illegal action."""
    for game in range(len(states)):
        mask = masks[game]
        action = actions[game]
        if action < 0 or action >= len(mask) or mask[action] == 0:
            return game
    for game in range(len(states)):
        state = states[game]
        apply(states, game, int64(actions[game]))
        results[game].done = is_over(state)
        if is_over(state):
            write_result(state, results[game])
            deal(states, game)
        results[game].seat = state.active
        legal_mask(state, masks[game])
        view_of(states, game, int64(state.active), view, int64(0))
        observe(seen[game], view[0], int64(state.active))
    return -1


@entry
def pick_random(masks: Row[Any], actions: Row[int], chance: Chance) -> None:
    for game in range(len(masks)):
        mask = masks[game]
        skip = random_below(chance, count_marks(mask))
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


def perft(record: Records, depth: int) -> list[int]:
    """How many sequences of 1, 2, … `depth` decisions there are from a position.

    Decks keep the order they have in the record. Sequences stop where a game ends.
    """
    if type(depth) is not int or not 1 <= depth <= DEEPEST:
        raise RulesError(f"sequences are from 1 to {DEEPEST} decisions long, not {shown(depth)}")
    if not record["chance"].any():
        raise RulesError("a view cannot be played on: count from a game, or from view.imagine()")
    stack = np.repeat(record, depth + 1)
    masks = np.zeros((depth + 1, ruleset_of_record(record).actions), np.int8)
    tried = np.zeros(depth + 1, np.int64)
    return [count_sequences(stack, masks, tried, length) for length in range(1, depth + 1)]


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
