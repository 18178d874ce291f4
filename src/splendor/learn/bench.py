"""The speed of the network and of its training, for `splendor bench`."""

import time
from functools import cache
from typing import Any

import numpy as np

from splendor.bots.evaluators.network import Network, Weights, network_values
from splendor.core.kernel import Row, entry
from splendor.learn.positions import positions_of
from splendor.learn.selfplay import Games, Play, Player, play_some
from splendor.learn.training import BATCH, Recipe, Trainer
from splendor.ruleset import MOST_SEATS

SIMULATIONS = 64  # of every decision in the games that are measured
GAMES = 40
EVALUATIONS = 20_000
STEPS = 20


@entry
def evaluate_all(views: Row[Any], times: int, network: Network, values: Row[float]) -> None:
    for number in range(times):
        network_values(views[number % len(views)], network, values)


@cache
def some_games(game: str, players: int) -> Games:
    """Games to measure with, by the hand-written evaluator."""
    return play_some(Player(game, players, SIMULATIONS, None), GAMES, constant_play(), "bench")


def constant_play() -> Play:
    return Play(full=SIMULATIONS, brief=SIMULATIONS)


def evaluation_us(weights: Weights) -> float:
    """Microseconds of the CPU for one evaluation of a position."""
    views = some_games(weights.game, weights.players).views
    network, values = weights.network(), np.zeros(MOST_SEATS)
    evaluate_all(views, 1, network, values)
    begin = time.process_time()
    evaluate_all(views, EVALUATIONS, network, values)
    return (time.process_time() - begin) / EVALUATIONS * 1e6


def games_per_hour(weights: Weights) -> float:
    """Games of self-play in an hour of one core."""
    player = Player(weights.game, weights.players, SIMULATIONS, weights)
    play_some(player, 1, constant_play(), "warm")
    begin = time.process_time()
    play_some(player, GAMES, constant_play(), "bench")
    return GAMES / (time.process_time() - begin) * 3600


def positions_per_s(weights: Weights) -> float:
    """Positions of recorded games that are trained in a second of one core."""
    data = positions_of(some_games(weights.game, weights.players), weights.players)
    trainer, recipe = Trainer(weights.game, weights.players), Recipe()
    list(trainer.train(data, 1, recipe, 0))
    begin = time.process_time()
    list(trainer.train(data, STEPS, recipe, 0))
    return STEPS * min(BATCH, len(data)) / (time.process_time() - begin)
