"""The command line: the parser of all commands, and `main`.

Commands import the game when they run, so that `--help` and `--version` are fast.
"""

import argparse
import contextlib
import importlib.metadata
import sys
from collections.abc import Sequence

from splendor.cli.admin import add_admin, add_restore
from splendor.cli.arguments import Parser
from splendor.cli.bench import add_bench, add_perft
from splendor.cli.common import warm_up as warm_up
from splendor.cli.dataset import add_dataset
from splendor.cli.doctor import add_doctor
from splendor.cli.draw import add_draw
from splendor.cli.engine import add_engine, add_engine_check
from splendor.cli.learn import add_learn
from splendor.cli.lists import add_bots, add_cards
from splendor.cli.match import add_match, add_ratings
from splendor.cli.play import add_play
from splendor.cli.puzzles import add_puzzle, add_puzzles
from splendor.cli.replay import add_replay
from splendor.cli.review import add_review
from splendor.cli.serve import add_backup, add_serve
from splendor.cli.simulate import add_simulate
from splendor.cli.stdio import (
    BROKEN_PIPE,
    INTERRUPTED,
    abandon_output,
    exit_on_sigterm,
    prepare_stdio,
    refuse,
)
from splendor.cli.suite import add_suite
from splendor.cli.terminal import add_terminal
from splendor.cli.verify import add_verify
from splendor.core.errors import RulesError
from splendor.core.extras import MissingExtra
from splendor.core.games import GamesError

COMMANDS = (
    add_play,
    add_terminal,
    add_simulate,
    add_replay,
    add_review,
    add_puzzle,
    add_puzzles,
    add_draw,
    add_perft,
    add_bench,
    add_cards,
    add_bots,
    add_match,
    add_ratings,
    add_suite,
    add_dataset,
    add_learn,
    add_engine,
    add_engine_check,
    add_verify,
    add_serve,
    add_backup,
    add_restore,
    add_admin,
    add_doctor,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    prepare_stdio()
    try:
        exit_on_sigterm()
        args = make_parser().parse_args(argv)
        status: int = args.run(args)
        sys.stdout.flush()
        return status
    except SystemExit as done:  # --help, --version or SIGTERM
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        return int(done.code or 0)
    except KeyboardInterrupt:
        print("\nsplendor: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        abandon_output()
        return BROKEN_PIPE
    except (RulesError, GamesError, MissingExtra) as error:
        return refuse(str(error))
    except OSError as error:
        abandon_output()
        return refuse(f"{error.filename or 'output'}: {error.strerror}")


def make_parser() -> Parser:
    parser = Parser(
        prog="splendor",
        description="Splendor and Splendor Duel: play, simulate and replay games. Unofficial.",
        epilog="examples:\n  splendor play\n  splendor terminal --rules duel\n"
        "  splendor simulate --games 1000 > games.jsonl\n"
        "  splendor replay game.txt\nEvery command has its own --help.",
    )
    parser.add_argument("--version", action=Version, nargs=0, help="print the version")
    parser.set_defaults(run=lambda _: parser.parse_args(["--help"]))
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    for add in COMMANDS:
        add(commands)
    return parser


class Version(argparse.Action):
    def __call__(self, *args: object) -> None:
        print(f"splendor {importlib.metadata.version('splendor')}")
        raise SystemExit(0)
