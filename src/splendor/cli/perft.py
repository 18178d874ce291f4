"""The command `splendor perft`: the number of sequences of decisions from a position."""

import argparse
import time
from typing import Any

from splendor.cli.arguments import (
    add_command,
    add_game_options,
    add_seed,
    at_least,
    chosen_options,
)
from splendor.cli.common import warm_up
from splendor.core.errors import RulesError

DEEPEST = 30


def add_perft(commands: Any) -> None:
    examples = ("--depth 3 --seed 7", "--rules duel", '--depth 2 --position "$POSITION"')
    parser = add_command(
        commands, run_perft, "Count the sequences of decisions from a position", examples
    )
    add_game_options(parser)
    add_seed(parser)
    parser.add_argument("--position", metavar="TEXT", help="count from here instead of a deal")
    parser.add_argument("--depth", type=at_least(1, DEEPEST), default=3, help="how long (3)")


def run_perft(args: argparse.Namespace) -> int:
    from splendor.batch import perft
    from splendor.game import Game

    options = chosen_options(args)
    if args.position is not None:
        if args.seed is not None or args.option:
            raise RulesError("--position says everything: no --seed, no --option")
        game = Game.from_position(args.position)
    else:
        game = Game(args.rules, seed=args.seed, **options)
    warm_up(game.rules)
    perft(game.record, 1)  # compiles
    began = time.perf_counter()
    counts = perft(game.record, args.depth)
    seconds = time.perf_counter() - began
    print(f"{'depth':>5} {'sequences':>18}")
    for depth, count in enumerate(counts, 1):
        print(f"{depth:>5} {count:>18,}")
    print(f"{sum(counts) / max(seconds, 1e-9):,.0f} sequences/s")
    return 0
