"""The commands: what a person types. Parsing and printing only.

Nothing of the game is imported before a command needs it: `--help` and `--version` are quick.
"""

import argparse
import contextlib
import importlib.metadata
import json
import os
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from splendor.cli.arguments import RULES_HELP, Parser, add_command, at_least
from splendor.cli.game_arguments import add_game_options, add_seed, chosen_options
from splendor.cli.match import add_match, add_ratings
from splendor.cli.play import add_play
from splendor.cli.serve import add_backup, add_serve
from splendor.cli.stdio import (
    BROKEN_PIPE,
    INTERRUPTED,
    abandon_output,
    end_cleanly_when_told,
    prepare_streams,
    refuse,
    wants_colour,
)
from splendor.cli.verify import add_verify
from splendor.core.errors import RulesError

if TYPE_CHECKING:
    from splendor.formats import GameRecord
    from splendor.game import Game
    from splendor.terminal.seats import Seat

DEEPEST = 30


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    prepare_streams()
    try:
        end_cleanly_when_told()
        args = make_parser().parse_args(argv)
        status: int = args.run(args)
        sys.stdout.flush()
        return status
    except SystemExit as done:  # --help and --version, or told to end
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        return int(done.code or 0)
    except KeyboardInterrupt:
        print("\nsplendor: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        abandon_output()
        return BROKEN_PIPE
    except RulesError as error:
        return refuse(str(error))
    except OSError as error:
        abandon_output()
        return refuse(f"{error.filename or 'output'}: {error.strerror}")


# What can be typed


def make_parser() -> Parser:
    parser = Parser(
        prog="splendor",
        description="Splendor and Splendor Duel: play, simulate, look at games. Unofficial.",
        epilog="examples:\n  splendor play\n  splendor terminal --rules duel\n"
        "  splendor simulate --games 1000 > games.jsonl\n"
        "  splendor replay game.txt\nEvery command has its own --help.",
    )
    parser.add_argument("--version", action=Version, nargs=0, help="print the version")
    parser.set_defaults(run=lambda _: parser.parse_args(["--help"]))
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    for add in (
        add_play,
        add_terminal,
        add_simulate,
        add_replay,
        add_perft,
        add_bench,
        add_cards,
        add_bots,
    ):
        add(commands)
    add_match(commands, warm_up)
    add_ratings(commands)
    add_verify(commands, warm_up)
    add_serve(commands)
    add_backup(commands)
    return parser


class Version(argparse.Action):
    def __call__(self, *args: object) -> None:
        print(f"splendor {importlib.metadata.version('splendor')}")
        raise SystemExit(0)


def add_terminal(commands: Any) -> None:
    examples = (
        "",
        "--players 4",
        "--rules duel",
        "--level expert",
        "--seats human:Anna,human:Bob,strong --rules landolt",
        "--option target=21 --seed friday",
        "--load game.txt",
    )
    parser = add_command(commands, run_terminal, "Play at this keyboard", examples)
    add_game_options(parser)
    add_seed(parser)
    parser.set_defaults(rules=None)
    parser.add_argument(
        "--seats",
        metavar="WHO,…",
        help="who plays, in order of seats: human, human:NAME or a bot (see splendor bots)",
    )
    parser.add_argument(
        "--level",
        metavar="NAME",
        help="how strong your opponents are (see splendor bots); "
        "without it and --seats you play against a level in the middle",
    )
    parser.add_argument("--load", metavar="FILE", help="go on with a saved game")
    parser.add_argument(
        "--game", type=at_least(0), metavar="K", help="game K of a --load of several, from 0"
    )
    parser.add_argument("--color", choices=("auto", "always", "never"), default="auto")


def add_simulate(commands: Any) -> None:
    examples = (
        "--games 1000 --seed 7 --bots random,greedy > games.jsonl",
        "--players 3 --bots greedy,greedy,random --transcripts games.jsonl",
        "--rules duel --games 1000 --option idle=40",
    )
    parser = add_command(commands, run_simulate, "Let bots play many games", examples)
    add_game_options(parser)
    add_seed(parser)
    parser.add_argument("--games", type=at_least(1), default=100, help="how many (100)")
    parser.add_argument(
        "--bots",
        metavar="NAME,…",
        help="one for each seat: random, greedy (random at seat 0, greedy at all others)",
    )
    parser.add_argument(
        "--transcripts",
        metavar="FILE",
        help="write every game there, as JSON lines; a file of that name is overwritten, "
        "once all games are played",
    )
    parser.add_argument("--json", action="store_true", help="the summary as JSON, too")
    parser.description = (
        "Let bots play many games. Standard output gets one JSON object a game, with the keys "
        "game, seed,\nwinners, points, crowns (in duel), cards, reason, rounds and decisions; the "
        "summary goes to standard\nerror. Game K of seed S, counted from 0, is dealt from the seed "
        "S/K. A game ends after round 100\nunless --option rounds=N says otherwise; in duel it is "
        "drawn after 60 turns running without a\npurchase unless --option idle=N says otherwise."
    )


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
    parser.add_argument("--color", choices=("auto", "always", "never"), default="auto")


def add_perft(commands: Any) -> None:
    examples = ("--depth 3 --seed 7", "--rules duel", '--depth 2 --position "$POSITION"')
    parser = add_command(
        commands, run_perft, "Count the sequences of decisions from a position", examples
    )
    add_game_options(parser)
    add_seed(parser)
    parser.add_argument("--position", metavar="TEXT", help="count from here instead of a deal")
    parser.add_argument("--depth", type=at_least(1, DEEPEST), default=3, help="how long (3)")


def add_bench(commands: Any) -> None:
    parser = add_command(commands, run_bench, "Measure the speed", ("", "--json --repeats 5"))
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    parser.add_argument("--repeats", type=at_least(1), default=3, help="the best of so many (3)")
    parser.add_argument("--no-native", action="store_true", help="without the native yardstick")


def add_cards(commands: Any) -> None:
    examples = ("", "--rules duel")
    parser = add_command(commands, run_cards, "List the cards, nobles and royal cards", examples)
    parser.add_argument("--rules", default="official", help=RULES_HELP)


def add_bots(commands: Any) -> None:
    add_command(commands, run_bots, "List the bots, their strength and what they are", ("",))


# What the commands share


def warm_up(rules: str = "official") -> None:
    """The first start compiles the rules: say so, and do it before anything else is shown."""
    from splendor.bots.precompile import warm_rules

    warm_rules(rules, lambda text: print(text, file=sys.stderr, flush=True))


def colour_filter(choice: str) -> Callable[[str], str]:
    from splendor.terminal.drawing import plain

    return str if wants_colour(choice, sys.stdout) else plain


def warn_if_narrow() -> None:
    """One line where the table will not fit into the window."""
    from splendor.terminal.drawing import WIDTH

    if not sys.stdout.isatty():
        return
    with contextlib.suppress(OSError):
        columns = os.get_terminal_size(sys.stdout.fileno()).columns
        if 0 < columns < WIDTH:  # 0: the window does not tell
            warning = f"the table needs {WIDTH} columns, this window has {columns}"
            print(warning, file=sys.stderr, flush=True)


def records_of(name: str) -> "list[GameRecord]":
    """The games of a file."""
    from splendor.formats import rules_named
    from splendor.terminal.files import games_in, read_text

    text = read_text(name)
    for rules in rules_named(text):
        warm_up(rules)
    return games_in(text, name)


# The commands


def run_terminal(args: argparse.Namespace) -> int:
    from splendor.game import Game
    from splendor.terminal.play import Screen, Terminal
    from splendor.terminal.seats import parse_seats

    if args.seats is not None and args.level is not None:
        raise RulesError("--level is for all bots, --seats names each: use one of them")
    seats = None if args.seats is None else parse_seats(args.seats)
    screen = Screen(sys.stdin, sys.stdout, wants_colour(args.color, sys.stdout))
    if args.load is not None:
        game, seats = saved_game(args, seats)
        warn_if_narrow()
        return Terminal(game, seats, screen).run()
    if args.game is not None:
        raise RulesError("--game chooses among the games of a file: --load FILE is missing")
    args.rules = args.rules or "official"
    if args.players is None and seats:
        args.players = len(seats)
    people = seats is None or any(seat.kind == "human" for seat in seats)
    options = chosen_options(args, limited=not people)
    seats = seats or seats_against(args.level, args.rules, options["players"])
    if len(seats) != options["players"]:
        raise RulesError(f"--seats names {len(seats)} for a game of {options['players']}")
    warm_up(args.rules)
    warn_if_narrow()
    return Terminal(Game(args.rules, seed=args.seed, **options), seats, screen, args.seed).run()


def seats_against(level: str | None, rules: str, players: int) -> "tuple[Seat, ...]":
    """You, against bots of this level or of the usual one."""
    from splendor.bots.levels import level_of
    from splendor.ruleset import ruleset_of
    from splendor.terminal.seats import usual_seats, with_level

    game = ruleset_of(rules).name
    seats = usual_seats(game, players)
    return seats if level is None else with_level(seats, level_of(game, players, level).name)


def saved_game(
    args: argparse.Namespace, seats: "tuple[Seat, ...] | None"
) -> "tuple[Game, tuple[Seat, ...]]":
    """The game to go on with, and who plays it: as was typed, else as the file says."""
    from splendor.terminal.files import choose_game
    from splendor.terminal.seats import seats_of, with_level

    typed = {"rules": args.rules, "players": args.players, "seed": args.seed}
    given = [f"--{name}" for name, value in typed.items() if value is not None]
    if refused := [*given, *(["--option"] if args.option else [])]:
        raise RulesError(f"--load goes on with the rules and deal of its file: no {refused[0]}")
    record = choose_game(records_of(args.load), args.game, args.load)
    usual = seats_against(args.level, record.game.rules, record.game.players)
    seats = seats or seats_of(record) or usual
    return record.game, seats if args.level is None else with_level(seats, args.level)


def run_simulate(args: argparse.Namespace) -> int:
    from splendor.bots.simple import KINDS
    from splendor.cli.simulate import Progress, Tally, check_bots, play_games
    from splendor.formats import transcript_line
    from splendor.terminal.files import whole_file

    options = chosen_options(args, limited=True)
    players = options["players"]
    usual = ["random", *["greedy"] * (players - 1)]
    bots = usual if args.bots is None else args.bots.split(",")
    check_bots(bots, players, tuple(KINDS))
    seed = args.seed if args.seed is not None else secrets.token_hex(8)
    target = contextlib.nullcontext() if args.transcripts is None else whole_file(args.transcripts)
    with target as transcripts:
        warm_up(args.rules)
        tally, progress = Tally(bots), Progress(args.games)
        for row, game in play_games(args.rules, options, bots, seed, args.games):
            tally.add(row)
            if transcripts:
                transcripts.write(transcript_line(game) + "\n")
            progress.show(json.dumps(row))
        progress.close()
    if args.json:
        print(json.dumps({"seed": seed, "rules": args.rules, **tally.summary()}), file=sys.stderr)
    else:
        print(f"{args.rules}, seed {seed}: {tally.text()}", file=sys.stderr)
    return 0


def run_replay(args: argparse.Namespace) -> int:
    from splendor.terminal.replay import one_line

    shown = colour_filter(args.color)
    records = chosen_games(args)
    if not args.check:
        warn_if_narrow()
    for number, record in enumerate(records, args.game or 0):
        if args.check:
            print(one_line(record, number))
            continue
        for text in told_game(args, record):
            print(shown(text))
    return 0


def chosen_games(args: argparse.Namespace) -> "Iterable[GameRecord]":
    """The games of the file: all, or the one that was asked for."""
    from splendor.terminal.files import choose_game

    records = records_of(args.file)
    return records if args.game is None else [choose_game(records, args.game, args.file)]


def told_game(args: argparse.Namespace, record: "GameRecord") -> Iterator[str]:
    from splendor.terminal.replay import replay, replay_at

    if args.at is None:
        return replay(record, args.view, args.all)
    return replay_at(record, args.at, args.view)


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


def run_bench(args: argparse.Namespace) -> int:
    from splendor.cli import bench

    def say(what: str) -> None:
        print(f"measuring: {what}", file=sys.stderr, flush=True)

    figures = bench.measure(args.repeats, not args.no_native, say)
    print(json.dumps(figures, indent=2) if args.json else bench.report(figures))
    return 0


def run_cards(args: argparse.Namespace) -> int:
    from splendor.ruleset import cards, nobles, royals

    for card in cards(args.rules):
        print(f"{card.id:>3}  {card.code:<14} {card}")
    for noble in nobles(args.rules):
        print(f" n{noble.id}  {noble}")
    for royal in royals(args.rules):
        print(f" {royal.name}  {royal}")
    return 0


def run_bots(args: argparse.Namespace) -> int:
    from splendor.terminal.opponents import list_bots

    for line in list_bots():
        print(line)
    return 0
