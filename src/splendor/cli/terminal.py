"""The command `splendor terminal`: play in the terminal, a new game or one from a file."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from splendor.cli.arguments import (
    add_colour,
    add_command,
    add_game_options,
    add_seed,
    at_least,
    chosen_options,
)
from splendor.cli.common import game_files_of, warm_up, warn_if_narrow
from splendor.cli.engine import add_engine_option, configure_engines
from splendor.cli.stdio import wants_colour
from splendor.core.errors import RulesError

if TYPE_CHECKING:
    from splendor.game import Game
    from splendor.terminal.seats import Seat


EXAMPLES = (
    "",
    "--players 4",
    "--rules duel",
    "--level expert",
    "--seats human:Anna,human:Bob,strong --rules landolt",
    "--option target=21 --seed friday",
    "--load game.txt",
)


def add_terminal(commands: Any) -> None:
    parser = add_command(commands, run_terminal, "Play in the terminal", EXAMPLES)
    add_game_options(parser)
    add_seed(parser)
    parser.set_defaults(rules=None)
    parser.add_argument(
        "--seats",
        metavar="WHO,…",
        help="the players, one for each seat: human, human:NAME or a bot (see splendor bots)",
    )
    parser.add_argument(
        "--level",
        metavar="NAME",
        help="the level of your opponents (see splendor bots); "
        "without it and --seats one in the middle",
    )
    parser.add_argument("--load", metavar="FILE", help="continue a saved game")
    parser.add_argument(
        "--game",
        type=at_least(0),
        metavar="K",
        help="with --load: game K of the file, counted from 0",
    )
    add_engine_option(parser)
    add_colour(parser)


def run_terminal(args: argparse.Namespace) -> int:
    configure_engines(args)
    from splendor.terminal.play import Screen, Terminal
    from splendor.terminal.seats import parse_seats

    if args.seats is not None and args.level is not None:
        raise RulesError("--level and --seats exclude each other: --seats names each bot")
    seats = None if args.seats is None else parse_seats(args.seats)
    screen = Screen(sys.stdin, sys.stdout, wants_colour(args.color, sys.stdout))
    game, seats = new_game(args, seats) if args.load is None else saved_game(args, seats)
    warn_if_narrow()
    return Terminal(game, seats, screen, args.seed).run()


def new_game(
    args: argparse.Namespace, seats: "tuple[Seat, ...] | None"
) -> "tuple[Game, tuple[Seat, ...]]":
    """A new game with these seats, or with those that `--level` stands for."""
    from splendor.game import Game

    if args.game is not None:
        raise RulesError("--game chooses a game of a file: it needs --load FILE")
    args.rules = args.rules or "official"
    if args.players is None and seats:
        args.players = len(seats)
    people = seats is None or any(seat.kind == "human" for seat in seats)
    options = chosen_options(args, limited=not people)
    seats = seats or seats_against(args.level, args.rules, options["players"])
    if len(seats) != options["players"]:
        raise RulesError(f"--seats names {len(seats)} for a game of {options['players']}")
    warm_up(args.rules)
    return Game(args.rules, seed=args.seed, **options), seats


def seats_against(level: str | None, rules: str, players: int) -> "tuple[Seat, ...]":
    """One human against bots of this level, or of the default level."""
    from splendor.bots.levels import level_of
    from splendor.ruleset import ruleset_of
    from splendor.terminal.seats import usual_seats, with_level

    game = ruleset_of(rules).name
    seats = usual_seats(game, players)
    return seats if level is None else with_level(seats, level_of(game, players, level).name)


def saved_game(
    args: argparse.Namespace, seats: "tuple[Seat, ...] | None"
) -> "tuple[Game, tuple[Seat, ...]]":
    """The game of `--load` and its seats: those given, else those in the file."""
    from splendor.terminal.files import choose_game
    from splendor.terminal.seats import seats_of, with_level

    typed = {"rules": args.rules, "players": args.players, "seed": args.seed}
    given = [f"--{name}" for name, value in typed.items() if value is not None]
    if refused := [*given, *(["--option"] if args.option else [])]:
        raise RulesError(f"--load takes rules and deal from its file: {refused[0]} is not allowed")
    file = choose_game(game_files_of(args.load), args.game, args.load)
    usual = seats_against(args.level, file.game.rules, file.game.players)
    seats = seats or seats_of(file) or usual
    return file.game, seats if args.level is None else with_level(seats, args.level)
