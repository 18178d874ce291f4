"""Transcripts with one value changed."""

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

TOKENS = ("white", "blue", "green", "red", "black", "pearl", "gold")
CARDS = ("L1-01", "L1-09", "L1-27", "L2-03", "L2-24", "L3-13")
ROYALS = ("R1", "R2", "R3", "R4")

Transcript = dict[str, Any]
Path_ = tuple[Any, ...]  # the keys and indices of a value


def leaves(given: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every value of a transcript that is neither object nor list, with its path."""
    if isinstance(given, dict):
        for key, value in given.items():
            yield from leaves(value, (*path, key))
    elif isinstance(given, list):
        for index, value in enumerate(given):
            yield from leaves(value, (*path, index))
    else:
        yield path, given


def others(value: Any, chance: random.Random) -> list[Any]:
    """Other values of the same type, and one of another type."""
    if isinstance(value, bool):
        return [not value, None]
    if isinstance(value, int):
        far = (value + chance.randrange(2, 90)) % 90
        return [value + 1, value - 1, *{far} - {value}, str(value)]
    if isinstance(value, str):
        alike = next((names for names in (CARDS, ROYALS) if value[:1] == names[0][:1]), TOKENS)
        return [chance.choice([name for name in alike if name != value]), "", 0]
    return [0, chance.randrange(4)]


def mutations(
    recorded: Transcript, chance: random.Random, paths: Callable[[Path_], bool] = bool
) -> Iterator[tuple[Path_, Transcript]]:
    """The transcript with one value changed, for every value, in random order."""
    places = [(path, value) for path, value in leaves(recorded) if paths(path)]
    chance.shuffle(places)
    for path, value in places:
        for other in others(value, chance):
            changed = copy.deepcopy(recorded)
            within = changed
            for key in path[:-1]:
                within = within[key]
            within[path[-1]] = other
            yield path, changed


def last_word(path: Path_) -> str:
    return next(key for key in reversed(path) if isinstance(key, str))
