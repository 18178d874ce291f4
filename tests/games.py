"""Games as `Game` objects: random ones with all kinds of options, finished and laid-out ones."""

import random
from collections.abc import Iterator
from typing import Any

from splendor import BaseTable, DuelTable, Game, Position
from splendor.base.position import write_position
from tests import positions
from tests.random_games import any_options


def random_game(seed: int, decisions: int = 100_000) -> Game:
    """A random game, played to its end or for `decisions` decisions."""
    chance = random.Random(seed)
    rules, options = any_options(chance)
    game = Game(rules, seed=seed, **options)
    play_on(game, chance, decisions)
    return game


def play_on(game: Game, chance: random.Random, decisions: int) -> None:
    """Play random moves: first a kind of move is chosen, so that rare kinds are more frequent.

    In every other game purchases are preferred, because nobles come only to such games.
    """
    buying = chance.random() < 0.5
    while not game.is_over and decisions > 0:
        legal = game.legal_moves
        kinds = sorted({type(move).__name__ for move in legal})
        purchases = [kind for kind in kinds if kind.startswith("Purchase")]
        kind = chance.choice(purchases if buying and purchases else kinds)
        game.push(chance.choice([move for move in legal if type(move).__name__ == kind]))
        decisions -= 1


def random_games(number: int, seed: int = 0) -> Iterator[Game]:
    """Games of all kinds: every third one is finished, the others are not."""
    for game in range(seed, seed + number):
        yield random_game(game, 100_000 if game % 3 == 0 else random.Random(game).randrange(120))


def played(seed: int = 1, decisions: int = 40, **options: Any) -> Game:
    """A game after `decisions` random decisions."""
    game, chance = Game(seed=seed, **options), random.Random(seed)
    while len(game.moves) < decisions and not game.is_over:
        game.push(chance.choice(game.legal_moves))
    return game


def finished(seed: int = 1, **options: Any) -> Game:
    """A random game played to its end, with a limit of 30 rounds."""
    return played(seed, 10_000, rounds=30, **options)


def game_of(position: positions.Position) -> Game:
    """A laid-out position as a game. Its tokens and cards must be complete."""
    return Game.from_position(write_position(position.states[0]))


def base_table(position: Position) -> BaseTable:
    table = position.table
    assert isinstance(table, BaseTable)
    return table


def duel_table(position: Position) -> DuelTable:
    table = position.table
    assert isinstance(table, DuelTable)
    return table
