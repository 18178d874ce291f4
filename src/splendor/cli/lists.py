"""The commands `splendor cards` and `splendor bots`: lists of cards and of bots."""

import argparse
from typing import Any

from splendor.cli.arguments import add_command, rules_help


def add_cards(commands: Any) -> None:
    examples = ("", "--rules duel")
    parser = add_command(commands, run_cards, "List the cards, nobles and royal cards", examples)
    parser.add_argument("--rules", default="official", help=rules_help())


def add_bots(commands: Any) -> None:
    add_command(commands, run_bots, "List the bots with their ratings and descriptions", ("",))


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
