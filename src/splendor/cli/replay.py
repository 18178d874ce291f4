"""The command `splendor replay`: recorded games shown move by move, or checked."""

import argparse
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from splendor.cli.arguments import add_colour, add_command, at_least
from splendor.cli.common import colour_filter, game_files_of, warn_if_narrow

if TYPE_CHECKING:
    from splendor.formats import GameFile


def add_replay(commands: Any) -> None:
    examples = ("game.txt", "game.txt --at 12 --view 0", "games.jsonl --game 3 --all",
                "games.jsonl --check", "- < game.txt")  # fmt: skip
    parser = add_command(commands, run_replay, "Show a recorded game move by move", examples)
    parser.add_argument("file", metavar="FILE", help="a game file, transcript or JSON lines; - reads standard input")  # fmt: skip # noqa: E501
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--at", type=at_least(0), metavar="N", help="the table after N moves")
    which.add_argument("--all", action="store_true", help="the table after every move")
    which.add_argument("--check", action="store_true", help="only verify: one line a game")
    parser.add_argument(
        "--game",
        type=at_least(0),
        metavar="K",
        help="only game K of the file, counted from 0 as simulate does",
    )
    parser.add_argument("--view", type=at_least(0), metavar="SEAT", help="as this seat sees it")
    add_colour(parser)


def run_replay(args: argparse.Namespace) -> int:
    from splendor.terminal.replay import one_line

    shown = colour_filter(args.color)
    files = chosen_games(args)
    if not args.check:
        warn_if_narrow()
    for number, file in enumerate(files, args.game or 0):
        if args.check:
            print(one_line(file, number))
            continue
        for text in replay_lines(args, file):
            print(shown(text))
    return 0


def chosen_games(args: argparse.Namespace) -> "Iterable[GameFile]":
    """The games of the file: all, or the one chosen by `--game`."""
    from splendor.terminal.files import choose_game

    files = game_files_of(args.file)
    return files if args.game is None else [choose_game(files, args.game, args.file)]


def replay_lines(args: argparse.Namespace, file: "GameFile") -> Iterator[str]:
    from splendor.terminal.replay import replay, replay_at

    if args.at is None:
        return replay(file, args.view, args.all)
    return replay_at(file, args.at, args.view)
