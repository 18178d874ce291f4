"""What all games share in transcripts: values from JSON, decks, and turns made of steps.

`docs/transcript.md` describes them. Each game defines its steps and the decisions they stand for.
"""

import reprlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from splendor.core.decks import LEVELS, Decks
from splendor.core.errors import FormatError
from splendor.core.payment import Payer
from splendor.core.records import numbers

T = TypeVar("T")
States: TypeAlias = npt.NDArray[np.record]
Step: TypeAlias = dict[str, Any]
Decision: TypeAlias = tuple[int, str]  # an action, and the tokens that it drew from a bag
WhoseTurn: TypeAlias = Callable[[Any], object]  # which turn it is; None if the game is over

UNORDERED = ("tokens", "cells")  # keys of lists whose order is free


# Values out of JSON


def require(condition: object, reason: str) -> None:
    if not condition:
        raise FormatError(reason)


def value(given: Any, key: str, kind: type[T], where: str) -> T:
    """given[key], which must be of this kind."""
    if not isinstance(given, Mapping):
        raise FormatError(f"{where} must be an object, not {reprlib.repr(given)}")
    if key not in given:
        raise FormatError(f"{where}: {key!r} is missing")
    found = given[key]
    if type(found) is not kind:
        raise FormatError(f"{where}: {key!r} cannot be {reprlib.repr(found)}")
    return found


def level_in(step: Step) -> int:
    level = value(step, "level", int, step["do"])
    require(1 <= level <= LEVELS, f"{step['do']}: there is no level {level}")
    return level - 1


def slot_in(step: Step, slots: int) -> int:
    slot = value(step, "slot", int, step["do"])
    require(0 <= slot < slots, f"{step['do']}: there is no slot {slot}")
    return slot


def tokens_in(step: Step, names: tuple[str, ...]) -> list[int]:
    tokens = value(step, "tokens", list, step["do"])
    require(tokens, f"{step['do']}: 'tokens' cannot be empty")
    for token in tokens:
        require(token in names, f"{step['do']}: {reprlib.repr(token)} is no token")
    return [names.index(token) for token in tokens]


def payment_in(step: Step, names: tuple[str, ...]) -> dict[int, int]:
    pay = value(step, "pay", dict, "buy")
    for name, count in pay.items():
        require(name in names, f"pay: {reprlib.repr(name)} is no token")
        require(type(count) is int and count >= 0, f"pay: {name} cannot be {reprlib.repr(count)}")
    return {names.index(name): count for name, count in pay.items()}


def gold_by_choice(default: Sequence[int], pay: Mapping[int, int], card: object) -> list[int]:
    """How much gold, kind by kind, is paid beyond what the default payment needs."""
    chosen = [n - pay.get(gem, 0) for gem, n in enumerate(default[:-1])]
    require(min(chosen) >= 0, f"card {card} does not cost that much")
    require(sum(pay.values()) == sum(default), f"card {card} costs {sum(default)} tokens here")
    return chosen


# The deal


def decks_of(state: Decks, rows: Sequence[Sequence[int]], starts: Sequence[int]) -> list[list[int]]:
    """Every level's cards in drawing order: those that lie open, then the deck."""
    return [
        [*rows[level], *numbers(state.deck)[starts[level] :][: state.deck_sizes[level]][::-1]]
        for level in range(len(starts) - 1)
    ]


def read_decks(
    deal: Mapping[str, Any], names: Sequence[int | str], starts: Sequence[int]
) -> list[list[int]]:
    """The cards of every level in drawing order, by their numbers."""
    decks = value(deal, "decks", list, "deal")
    levels = len(starts) - 1
    require(len(decks) == levels, f"deal: there must be {levels} decks")
    for level, deck in enumerate(decks):
        expected: list[Any] = list(names[starts[level] : starts[level + 1]])
        kind = type(names[0])
        right = isinstance(deck, list) and all(type(card) is kind for card in deck)
        right = right and sorted(deck) == expected
        ids = f"{expected[0]} to {expected[-1]}"
        require(right, f"deal: deck{level + 1} must be the ids {ids}")
    return [[names.index(card) for card in deck] for deck in decks]


def start_in(deal: Mapping[str, Any], seats: int, fixed: int | None) -> int:
    """The first seat, which an option may fix."""
    start = value(deal, "start", int, "deal")
    require(0 <= start < seats, f"deal: start is a seat below {seats}, not {start}")
    require(fixed in (None, start), f"deal: start must be {fixed}, as the option says")
    return start


# Writing turns


def turns_of(
    states: States,
    actions: list[int],
    whose_turn: WhoseTurn,
    steps_of: Callable[[Any, Any, int], Iterator[Step]],
) -> list[Step]:
    """The turns made by `actions`; `states` has the state before each action, and the last one.

    A turn in progress has its steps so far. A decision that moves nothing, such as a payment that
    is still being chosen, is not a step yet.
    """
    turns: list[Step] = []
    whose: object = None
    for index, action in enumerate(actions):
        before, after = states[index], states[index + 1]
        if whose != whose_turn(before):
            whose = whose_turn(before)
            turns.append({"seat": int(before.active), "steps": []})
        for step in steps_of(before, after, action):
            add_step(turns[-1]["steps"], step)
    if turns and whose_turn(states[len(actions)]) == whose:
        turns[-1]["unfinished"] = True
    return [turn for turn in turns if turn["steps"]]


def add_step(steps: list[Step], step: Step) -> None:
    """Add a step; all tokens returned in one turn are a single step."""
    if step["do"] in ("return", "discard") and steps and steps[-1]["do"] == step["do"]:
        steps[-1]["tokens"] += step["tokens"]
    else:
        steps.append(step)


def paid(before: Payer, after: Payer, names: Sequence[str]) -> dict[str, int]:
    """The tokens that a player has spent, by name."""
    spent = (
        (name, held - left)
        for name, held, left in zip(
            names, numbers(before.tokens), numbers(after.tokens), strict=True
        )
    )
    return {name: count for name, count in spent if count > 0}


# Reading turns


def decisions_of(
    states: States,
    turns: list[Any],
    read_turn: Callable[[States, Any, bool], tuple[States, list[Decision]]],
) -> list[Decision]:
    """The decisions that lead to these turns from the deal in `states`, which is not changed.

    Each comes with the tokens that it drew from a bag, if any. The last turn may be unfinished;
    `read_turn` is told whether a turn is the last.
    """
    decisions: list[Decision] = []
    for number, turn in enumerate(turns, start=1):
        try:
            states, made = read_turn(states, turn, number == len(turns))
        except FormatError as error:
            raise FormatError(f"turn {number}: {error}") from None
        decisions += made
    return decisions


def steps_in(turn: Any, active: int | None, words: tuple[str, ...]) -> list[Step]:
    """A copy of a turn's steps. `active` must be its seat; it is None if the game is over."""
    seat = value(turn, "seat", int, "a turn")
    steps = [dict(step) for step in value(turn, "steps", list, "a turn") if is_step(step, words)]
    require(steps, "it has no steps")
    require(active is not None, "the game is over before it")
    require(seat == active, f"it is the turn of seat {active}, not of seat {seat}")
    return steps


def is_step(step: Any, words: tuple[str, ...]) -> bool:
    word = value(step, "do", str, "a step")
    require(word in words, f"{reprlib.repr(word)} is no step: {', '.join(words)}")
    return True


def compare(given: list[Step], made: list[Step]) -> None:
    """Require the given steps to be those that were made. Unknown keys are ignored."""
    stated = [step["do"] for step in given]
    happened = [step["do"] for step in made]
    require(stated == happened, f"its steps are {stated}, but the moves lead to {happened}")
    for step, truth in zip(given, made, strict=True):
        for key, right in truth.items():
            stated_value = normal(key, step.get(key))
            if stated_value != normal(key, right) or type(stated_value) is not type(right):
                wrong = reprlib.repr(step.get(key))
                raise FormatError(f"{step['do']}: {key} is {right!r}, not {wrong}")


def normal(key: str, given: Any) -> Any:
    """A form in which equivalent values are equal: lists are sorted, payments have no zeros."""
    if key in UNORDERED and isinstance(given, list):
        return sorted(given)
    if key == "pay" and isinstance(given, dict):
        return {name: count for name, count in given.items() if count}
    return given
