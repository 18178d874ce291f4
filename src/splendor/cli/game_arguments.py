"""Which game is meant, as it is typed behind several commands: rules, players, options."""

import argparse
from typing import Any

from splendor.cli.arguments import RULES_HELP, Parser, name_and_value, option_sets, whole_number
from splendor.core.errors import RulesError


def add_game_options(parser: Parser) -> None:
    parser.add_argument("--rules", default="official", help=RULES_HELP)
    parser.add_argument(
        "--players", type=whole_number, help="how many play, 2 if it is not given (see below)"
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
    """What can follow `--option` in each game."""
    return "\n".join(
        f"options of {' and '.join(options.rules)}:\n{options.help()}" for options in option_sets()
    )


def add_seed(parser: Parser) -> None:
    parser.add_argument("--seed", help="a number or text: the same seed, the same deal")


def chosen_options(args: argparse.Namespace, limited: bool = False) -> dict[str, Any]:
    """The options that were typed, checked; with those that end a game of programs beneath."""
    from splendor.ruleset import ruleset_of

    ruleset = ruleset_of(args.rules)
    typed = {name: ruleset.parse_option(name, text) for name, text in args.option}
    if len(typed) < len(args.option):
        raise RulesError("an --option stands twice")
    players = {} if args.players is None else {"players": args.players}
    options = {**(ruleset.limits if limited else {}), **players, **typed}
    return {**options, "players": ruleset.make_options(args.rules, options).players}
