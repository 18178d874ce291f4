"""Games as `Game` objects: random ones under every mix of options, finished and laid-out ones."""

import random
from collections.abc import Iterator
from typing import Any

from splendor import BaseTable, DuelTable, Game, Position
from splendor.base.position import write_position
from tests import positions
from tests.random_games import any_options


def random_game(seed: int, decisions: int = 100_000) -> Game:
    """A random game, to its end or after so many decisions."""
    chance = random.Random(seed)
    rules, options = any_options(chance)
    game = Game(rules, seed=seed, **options)
    play_on(game, chance, decisions)
    return game


def play_on(game: Game, chance: random.Random, decisions: int) -> None:
    """Random moves: first a kind of move, so that the rarer kinds come up more often.

    In every other game all like to buy: nobles come to such games only.
    """
    keen = chance.random() < 0.5
    while not game.is_over and decisions > 0:
        legal = game.legal_moves
        kinds = sorted({type(move).__name__ for move in legal})
        bargains = [kind for kind in kinds if kind.startswith("Purchase")]
        kind = chance.choice(bargains if keen and bargains else kinds)
        game.push(chance.choice([move for move in legal if type(move).__name__ == kind]))
        decisions -= 1


def random_games(number: int, seed: int = 0) -> Iterator[Game]:
    """Games of all kinds: every third one is finished, the others stop anywhere."""
    for game in range(seed, seed + number):
        yield random_game(game, 100_000 if game % 3 == 0 else random.Random(game).randrange(120))


def played(seed: int = 1, decisions: int = 40, **options: Any) -> Game:
    """A game after so many random decisions."""
    game, chance = Game(seed=seed, **options), random.Random(seed)
    while len(game.moves) < decisions and not game.is_over:
        game.push(chance.choice(game.legal_moves))
    return game


def finished(seed: int = 1, **options: Any) -> Game:
    """A random game played to its end, for which 30 rounds are the limit."""
    return played(seed, 10_000, rounds=30, **options)


def game_of(position: positions.Position) -> Game:
    """A laid-out table as a game. Tokens and cards must be those of the box."""
    return Game.from_position(write_position(position.states[0]))


def base_table(position: Position) -> BaseTable:
    table = position.table
    assert isinstance(table, BaseTable)
    return table


def duel_table(position: Position) -> DuelTable:
    table = position.table
    assert isinstance(table, DuelTable)
    return table
