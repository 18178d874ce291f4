"""Games of Duel as `Game` objects, with all kinds of options, for tests of formats."""

import random
from collections.abc import Iterator
from typing import Any

from splendor import Game
from tests.games import play_on


def any_options(chance: random.Random) -> dict[str, Any]:
    """A value for each option, with a limit of idle turns: otherwise a game may never end."""
    return {
        "start": chance.choice(["random", 0, 1]),
        "hands": chance.choice(["seen", "seen", "hidden"]),
        "refill": chance.choice(["at_once", "at_once", "end_of_turn"]),
        "idle": chance.choice([9, 40, 60]),
    }


def random_game(seed: int, decisions: int = 100_000) -> Game:
    """A random game, played to its end or for `decisions` decisions."""
    chance = random.Random(seed)
    game = Game("duel", seed=seed, **any_options(chance))
    play_on(game, chance, decisions)
    return game


def random_games(number: int, seed: int = 0) -> Iterator[Game]:
    """Games of all kinds: every third one is finished, the others are not."""
    for game in range(seed, seed + number):
        yield random_game(game, 100_000 if game % 3 == 0 else random.Random(game).randrange(200))
