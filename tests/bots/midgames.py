"""Midgame positions for tests of bots, half of them from random play, half from sensible play."""

from collections.abc import Iterator

import numpy as np

from splendor import Game
from splendor.bots import Clock, make_bot
from splendor.ruleset import ruleset_of

BLIND = ("r1", "r2", "r3")  # reserving unseen cards


def midgames(rules: str, number: int, players: int = 0) -> Iterator[Game]:
    """`number` unfinished games; in every other one, cards were reserved unseen."""
    made = tried = 0
    while made < number:
        tried += 1
        seats = (2 + tried % 3 if rules != "duel" else 2) if players == 0 else players
        limits = ruleset_of(rules).limits
        game = Game(rules, seed=f"mid/{tried}", players=seats, **limits)
        play_some(game, tried)
        if not game.is_over:
            made += 1
            yield game


def play_some(game: Game, number: int) -> None:
    walk, greedy = np.random.default_rng(number), make_bot("greedy", number)
    for _ in range(5 + number * 7 % 60):
        if game.is_over:
            return
        moves = game.legal_moves
        blind = [move for move in moves if str(move) in BLIND] if number % 2 else []
        if blind and walk.random() < 0.3:
            game.push(blind[walk.integers(len(blind))])
        elif walk.random() < 0.2:
            game.push(moves[walk.integers(len(moves))])
        else:
            game.push(greedy.choose(game.view(game.active), Clock()))
