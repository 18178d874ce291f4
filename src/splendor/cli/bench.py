"""The commands `splendor bench` and `splendor perft`: speed on this machine, and move counts."""

import argparse
import json
import sys
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

DEEPEST = 30  # of perft


def add_bench(commands: Any) -> None:
    parser = add_command(
        commands, run_bench, "Measure the speed of engine and searches", ("", "--json --repeats 5")
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument(
        "--repeats", type=at_least(1), default=3, help="number of repeats; the best counts (3)"
    )
    parser.add_argument("--no-native", action="store_true", help="skip the native benchmark")


def run_bench(args: argparse.Namespace) -> int:
    from splendor.cli.bench_engine import measure, report

    def say(what: str) -> None:
        print(f"measuring: {what}", file=sys.stderr, flush=True)

    figures = measure(args.repeats, not args.no_native, say)
    print(json.dumps(figures, indent=2) if args.json else report(figures))
    return 0


def add_perft(commands: Any) -> None:
    examples = ("--depth 3 --seed 7", "--rules duel", '--depth 2 --position "$POSITION"')
    parser = add_command(
        commands, run_perft, "Count the sequences of decisions from a position", examples
    )
    add_game_options(parser)
    add_seed(parser)
    parser.add_argument("--position", metavar="TEXT", help="count from here instead of a deal")
    parser.add_argument(
        "--depth", type=at_least(1, DEEPEST), default=3, help="length of the sequences (3)"
    )


def run_perft(args: argparse.Namespace) -> int:
    from splendor.batch import perft
    from splendor.game import Game

    options = chosen_options(args)
    if args.position is not None:
        if args.seed is not None or args.option:
            raise RulesError("--position is complete: it takes no --seed and no --option")
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
