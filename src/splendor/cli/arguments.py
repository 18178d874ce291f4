"""Command-line arguments: a parser with one-line errors, types of values, the options of a game."""

import argparse
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any, NoReturn

from splendor.core.errors import RulesError
from splendor.core.games import all_games, part_of
from splendor.core.options import OptionSet


def option_sets() -> list[OptionSet[Any]]:
    """The options of every registered game, without importing its compiled rules."""
    return [part_of(package, "options", "OPTIONS") for package in all_games()]


def rules_help() -> str:
    first, *others = (rules for options in option_sets() for rules in options.rules)
    return f"{first} (the default), {', '.join(others[:-1])} or {others[-1]}"


class Parser(argparse.ArgumentParser):
    """A parser that raises `RulesError` with a one-line message."""

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        raise RulesError(f"{message} (see {self.prog} --help)")


def add_command(
    commands: Any, run: Callable[[argparse.Namespace], int], help: str, examples: Sequence[str]
) -> Parser:
    """Add a command; its name is NAME if the function is called `run_NAME`."""
    name = run.__name__.removeprefix("run_").replace("_", "-")
    lines = (f"  splendor {name} {example}".rstrip() for example in examples)
    epilog = "\n".join(["examples:", *lines])
    parser: Parser = commands.add_parser(name, help=help, description=f"{help}.", epilog=epilog)
    parser.set_defaults(run=run)
    return parser


def whole_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None


def at_least(least: int, most: int | None = None) -> Callable[[str], int]:
    def parse(text: str) -> int:
        number = whole_number(text)
        if number < least or (most is not None and number > most):
            limits = f"{least} or more" if most is None else f"from {least} to {most}"
            raise argparse.ArgumentTypeError(f"must be {limits}, not {text}")
        return number

    return parse


def number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number")
    return value


def seconds(text: str) -> float:
    value = number(text)
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, not {text}")
    return value


def name_and_value(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value


# The choice of a game


def add_game_options(parser: Parser) -> None:
    parser.add_argument("--rules", default="official", help=rules_help())
    parser.add_argument(
        "--players", type=whole_number, help="the number of players (default 2, see below)"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        type=name_and_value,
        metavar="NAME=VALUE",
        help="an option of the rules, such as target=21; may be repeated (see below)",
    )
    parser.epilog = f"{parser.epilog or ''}\n\n{options_help()}"


def options_help() -> str:
    """The values of `--option` in each game."""
    return "\n".join(
        f"options of {' and '.join(options.rules)}:\n{options.help()}" for options in option_sets()
    )


def add_seed(parser: Parser) -> None:
    parser.add_argument("--seed", help="a number or text; the same seed gives the same deal")


def add_ray(parser: Parser, what: str = "play") -> None:
    help = f"{what} on the machines of a Ray cluster: HOST:PORT, auto, or local for this machine"
    parser.add_argument("--ray", metavar="ADDRESS", help=f"{help} (docs/cluster.md)")


def add_colour(parser: Parser) -> None:
    help = "auto (the default): in a terminal, unless NO_COLOR is set"
    parser.add_argument("--color", choices=("auto", "always", "never"), default="auto", help=help)


def chosen_options(args: argparse.Namespace, limited: bool = False) -> dict[str, Any]:
    """The options given, validated. `limited` adds those that end a game between bots."""
    from splendor.ruleset import ruleset_of

    ruleset = ruleset_of(args.rules)
    typed = {name: ruleset.parse_option(name, text) for name, text in args.option}
    if len(typed) < len(args.option):
        raise RulesError("an --option is given twice")
    players = {} if args.players is None else {"players": args.players}
    options = {**(ruleset.limits if limited else {}), **players, **typed}
    return {**options, "players": ruleset.make_options(args.rules, options).players}
