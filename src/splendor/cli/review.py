"""The command `splendor review`: judge every decision of a finished game."""

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from splendor.cli.arguments import add_colour, add_command, add_ray, at_least
from splendor.cli.common import colour_filter, game_files_of
from splendor.core.errors import RulesError

if TYPE_CHECKING:
    from splendor.formats import GameFile
    from splendor.review import Review

MOST_SIMULATIONS = 1_000_000
MOST_WORKERS = 1024
USUAL_SIMULATIONS = 6000


def add_review(commands: Any) -> None:
    examples = (
        "game.txt",
        "game.txt --seat 0 --all",
        "games.jsonl --game 3 --html > review.html",
        "games.jsonl --bulk > reviews.jsonl",
    )
    parser = add_command(commands, run_review, "Judge every decision of a finished game", examples)
    parser.description = (
        "Judge every decision of a finished game by what its player knew: slips, better moves,\n"
        "and what was luck. docs/review.md explains the figures."
    )
    parser.add_argument("file", metavar="FILE", help="a game file, transcript or JSON lines; - reads standard input")  # fmt: skip # noqa: E501
    parser.add_argument("--game", type=at_least(0), default=0, metavar="K", help="game K of the file, counted from 0 (0)")  # fmt: skip # noqa: E501
    parser.add_argument("--seat", type=at_least(0), metavar="SEAT", help="the turns and the chart of this seat")  # fmt: skip # noqa: E501
    parser.add_argument("--all", action="store_true", help="list every turn, not only slips and luck")  # fmt: skip # noqa: E501
    parser.add_argument("--json", action="store_true", help="print everything as one JSON object")
    parser.add_argument("--html", action="store_true", help="print a page for a browser")
    parser.add_argument("--sims", type=at_least(10, MOST_SIMULATIONS), default=USUAL_SIMULATIONS, metavar="N", help="simulations for a decision (6000); other searches take a share of it")  # fmt: skip # noqa: E501
    parser.add_argument("--seed", default="0", help="a number or text (0)")
    parser.add_argument("--bulk", action="store_true", help="review every game of the file, one JSON object on a line for each")  # fmt: skip # noqa: E501
    parser.add_argument("--workers", type=at_least(1, MOST_WORKERS), metavar="W", help="processes of --bulk (one for each core); with --ray, on each machine")  # fmt: skip # noqa: E501
    add_ray(parser, "review --bulk")
    add_colour(parser)


def run_review(args: argparse.Namespace) -> int:
    from splendor.review.page import page
    from splendor.terminal.files import choose_game
    from splendor.terminal.review import review_lines
    from splendor.terminal.seats import recorded_names

    if args.bulk:
        return review_bulk(args)
    if args.ray is not None or args.workers is not None:
        raise RulesError("--workers and --ray are for --bulk: one review needs one process")
    file = choose_game(game_files_of(args.file), args.game, args.file)
    if args.seat is not None and args.seat >= file.game.players:
        raise RulesError(f"there is no seat {args.seat}: {file.game.players} play")
    found = review_of(args, file)
    if args.json:
        print(json.dumps(found.to_json()))
        return 0
    if args.html:
        sys.stdout.write(page(file.game, found, recorded_names(file)))
        return 0
    shown = colour_filter(args.color)
    for line in review_lines(file, found, args.seat, args.all):
        print(shown(line))
    return 0


def review_bulk(args: argparse.Namespace) -> int:
    from splendor.review.bulk import Reviews, review_all

    games = [file.game for file in game_files_of(args.file)]
    unfinished = [number for number, game in enumerate(games) if not game.is_over]
    if unfinished:
        raise RulesError(f"game {unfinished[0]} of {args.file} is not finished")
    for found in review_all(games, Reviews(args.sims, args.seed), args.workers, args.ray):
        print(json.dumps(found), flush=True)
    return 0


def review_of(args: argparse.Namespace, file: "GameFile") -> "Review":
    from splendor.review import Budget, review

    budget = Budget.of(args.sims)
    try:
        return review(file.game, seed=args.seed, budget=budget, progress=show_progress)
    finally:
        clear_progress()


def show_progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[Kjudged {done} of {of} decisions", end="", file=sys.stderr, flush=True)


def clear_progress() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
