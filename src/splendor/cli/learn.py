"""The command `splendor learn`: train a network by self-play."""

import argparse
import os
import sys
from typing import Any

from splendor.cli.arguments import add_command, at_least, number
from splendor.cli.common import warm_up

MOST_HOURS = 24 * 365


def add_learn(commands: Any) -> None:
    examples = (
        "--game base --players 2 --hours 2 --out training/base2",
        "--game duel --hours 0.5 --out training/duel",
    )
    parser = add_command(commands, run_learn, "Train a network by self-play", examples)
    parser.add_argument("--game", default="base", help="base (the default) or duel")
    parser.add_argument("--players", type=at_least(2, 4), default=2, help="2 (the default) to 4")
    parser.add_argument("--hours", type=hours, default=1.0, metavar="H", help="how long to train (1); the same command continues a run")  # fmt: skip # noqa: E501
    parser.add_argument("--out", required=True, metavar="FOLDER", help="the run: its weights, its log and its recent games; created if necessary")  # fmt: skip # noqa: E501
    parser.add_argument("--seed", default="1", help="a number or text (1), for a new run")


def hours(text: str) -> float:
    value = number(text)
    if not 0 < value <= MOST_HOURS:
        raise argparse.ArgumentTypeError(f"must be above 0 and at most {MOST_HOURS}, not {text}")
    return value


def run_learn(args: argparse.Namespace) -> int:
    # One core: with more, the threads of small matrix products wait for each other.
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    from pathlib import Path

    from splendor.learn.run import Run, Settings

    run = Run(Path(args.out), Settings(args.game, args.players, args.seed), say)
    warm_up(run.rules)
    try:
        run.go_on(3600 * args.hours)
    except KeyboardInterrupt:
        say(f"{args.out} is at generation {run.progress.generation}: the same command continues it")
        raise
    return 0


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
