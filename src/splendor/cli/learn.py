"""The command `splendor learn`: train a network by self-play, and release its weights."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from splendor.cli.arguments import add_command, add_ray, at_least, number
from splendor.cli.common import warm_up

if TYPE_CHECKING:
    from splendor.learn.run import Run

MOST_HOURS = 24 * 365
FEWEST_GAMES = 400  # of a release's match


def add_learn(commands: Any) -> None:
    examples = (
        "--game base --players 2 --hours 2 --out training/base2",
        "--game duel --hours 0.5 --out training/duel",
        "--game base --players 4 --warm-start training/base2 --out training/base4",
        "release --out training/base2",
    )
    parser = add_command(commands, run_learn, "Train a network by self-play", examples)
    parser.add_argument("what", nargs="?", choices=("train", "release"), default="train", help="train (the default), or release: let the weights of a run play a match against those of the package, and replace them if they are better")  # fmt: skip # noqa: E501
    parser.add_argument("--game", default="base", help="base (the default) or duel")
    parser.add_argument("--players", type=at_least(2, 4), default=2, help="2 (the default) to 4")
    parser.add_argument("--hours", type=hours, default=1.0, metavar="H", help="how long to train (1); the same command continues a run")  # fmt: skip # noqa: E501
    parser.add_argument("--out", required=True, metavar="FOLDER", help="the run: its weights, its log and its recent games; created if necessary")  # fmt: skip # noqa: E501
    parser.add_argument("--seed", default="1", help="a number or text (1), for a new run")
    parser.add_argument("--warm-start", default="", metavar="FOLDER", help="a new run begins with the weights of this run for another number of players")  # fmt: skip # noqa: E501
    parser.add_argument("--games", type=at_least(FEWEST_GAMES), default=FEWEST_GAMES, help="games of a release's match (400)")  # fmt: skip # noqa: E501
    parser.add_argument("--workers", type=at_least(1, 1024), metavar="W", help="processes of self-play and of a release's match (1); with --ray, on each machine")  # fmt: skip # noqa: E501
    add_ray(parser, "self-play")


def hours(text: str) -> float:
    value = number(text)
    if not 0 < value <= MOST_HOURS:
        raise argparse.ArgumentTypeError(f"must be above 0 and at most {MOST_HOURS}, not {text}")
    return value


def run_learn(args: argparse.Namespace) -> int:
    # One core: with more, the threads of small matrix products wait for each other.
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    return release(args) if args.what == "release" else train(args)


def train(args: argparse.Namespace) -> int:
    from splendor.learn.run import FIRST_GENERATION, WARM_GENERATION, Run, Settings

    first = WARM_GENERATION if args.warm_start else FIRST_GENERATION
    settings = Settings(
        args.game, args.players, args.seed, first_generation=first, warm_start=args.warm_start
    )
    workers = args.workers if args.ray else args.workers or 1
    run = Run(Path(args.out), settings, say, show, (args.ray, workers))
    warm_up(run.rules)
    try:
        run.go_on(3600 * args.hours)
    except KeyboardInterrupt:
        say(f"{args.out} is at generation {run.progress.generation}: the same command continues it")
        raise
    return 0


def release(args: argparse.Namespace) -> int:
    from splendor.learn.release import candidate_of, play_release_match
    from splendor.learn.release import release as put_into_package

    run = existing_run(args)
    warm_up(run.rules)
    candidate = candidate_of(run)
    say(f"{candidate.name} plays against {candidate.opponent}: {candidate.match_file}")
    score = play_release_match(candidate, run.rules, args.games, args.workers or 1, say)
    even = 1 / candidate.players
    scored = f"{score.mean:.1%} [{score.low:.1%}, {score.high:.1%}] of {score.deals} deals"
    if candidate.is_better(score):
        print(f"{scored}: released as {put_into_package(candidate).name}")
        return 0
    print(f"{scored}: not released, because the interval is not above {even:.0%}")
    return 1


def existing_run(args: argparse.Namespace) -> "Run":
    """The run in the folder, whatever it trains."""
    from splendor.learn.run import Run, settings_in

    return Run(Path(args.out), settings_in(Path(args.out)), say)


def say(line: str) -> None:
    print(clear_line() + line, file=sys.stderr, flush=True)


def show(text: str) -> None:
    """Show what is being done now, on a terminal only."""
    if sys.stderr.isatty():
        print(f"{clear_line()}{text}", end="", file=sys.stderr, flush=True)


def clear_line() -> str:
    return "\r\x1b[K" if sys.stderr.isatty() else ""
