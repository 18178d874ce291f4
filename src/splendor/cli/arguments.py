"""What can be typed behind a command: a parser whose errors are one line, and checked values."""

import argparse
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from splendor.core.errors import RulesError
from splendor.core.games import all_games
from splendor.core.options import OptionSet


def option_sets() -> list[OptionSet[Any]]:
    """The options of every registered game, read without its compiled rules."""
    return [import_module(f"{package}.options").OPTIONS for package in all_games()]


def rules_help() -> str:
    first, *others = (rules for options in option_sets() for rules in options.rules)
    return f"{first} (the default), {', '.join(others[:-1])} or {others[-1]}"


RULES_HELP = rules_help()


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, like all others."""

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        raise RulesError(f"{message} (see {self.prog} --help)")


def add_command(
    commands: Any, run: Callable[[argparse.Namespace], int], help: str, examples: Sequence[str]
) -> Parser:
    """A command named after its function, `run_NAME`."""
    name = run.__name__.removeprefix("run_")
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
    if value - value != 0:  # neither infinite nor no number at all
        raise argparse.ArgumentTypeError(f"{text!r} is not a number")
    return value


def seconds(text: str) -> float:
    value = number(text)
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(f"must be seconds, more than 0, not {text}")
    return value


def name_and_value(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value
