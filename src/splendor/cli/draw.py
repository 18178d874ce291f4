"""The command `splendor draw`: a table or a card as an SVG."""

import argparse
import re
import sys
from typing import TYPE_CHECKING, Any

from splendor.cli.arguments import Parser, add_command, at_least, rules_help, whole_number
from splendor.cli.common import warm_up
from splendor.core.errors import RulesError

if TYPE_CHECKING:
    from splendor.core.content import Drawn
    from splendor.formats import GameFile
    from splendor.svg import Picture, TableLook

MOST_BYTES = 16_000_000  # of a file
POSITION = re.compile(r"\s*(?:view=\S+\s+)?rules=")


def add_draw(commands: Any) -> None:
    examples = (
        "game.txt > table.svg",
        "game.txt --at 12 --seat 0 --theme light --out table.svg",
        "games.jsonl --game 3 --mark 2c=best",
        "- < position.txt",
        "--card 2k2-u1g4r2 > card.svg",
    )
    parser = add_command(commands, run_draw, "Draw a table or a card as an SVG", examples)
    parser.description = (
        "Draw a table as an SVG: of a game file, a transcript, JSON lines or a position's text.\n"
        "It shows what everybody at the table sees, unless --seat says otherwise."
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("source", metavar="FILE|POSITION", nargs="?", help="a file or a position's text; - reads standard input")  # fmt: skip # noqa: E501
    what.add_argument("--card", metavar="CODE", help="one card, by its code or id; n0 is a noble, R1 a royal card")  # fmt: skip # noqa: E501
    add_choice_of_table(parser)
    add_look(parser)


def add_choice_of_table(parser: Parser) -> None:
    parser.add_argument(
        "--at", "--after", type=at_least(0), metavar="N", help="the table after N moves"
    )
    parser.add_argument(
        "--game", type=at_least(0), metavar="K", help="game K of the file, counted from 0"
    )
    parser.add_argument(
        "--seat",
        "--view",
        type=seat,
        metavar="SEAT",
        help="as this seat sees it; all shows every reserved card",
    )
    parser.add_argument("--rules", default="official", help=f"of the card: {rules_help()}")


def add_look(parser: Parser) -> None:
    parser.add_argument("--theme", choices=("dark", "light"), default="dark", help="default: dark")
    parser.add_argument("--size", type=at_least(16, 10_000), help="the width in pixels")
    parser.add_argument(
        "--mark",
        action="append",
        default=[],
        metavar="PLACE[=LABEL]",
        help="outline a card or place such as 2c, W, n1 or c3; may be repeated",
    )
    parser.add_argument("--out", metavar="FILE", help="write the SVG to this file")


def seat(text: str) -> int | str:
    return text if text == "all" else whole_number(text)


def run_draw(args: argparse.Namespace) -> int:
    drawn = draw_card(args) if args.card is not None else draw_table(args)
    if args.out is None:
        sys.stdout.write(drawn)
        return 0
    from splendor.terminal.files import whole_file

    with whole_file(args.out) as file:
        file.write(drawn)
    return 0


def draw_card(args: argparse.Namespace) -> "Picture":
    from splendor import svg
    from splendor.ruleset import card, nobles, royals

    if args.mark or args.seat is not None or args.at is not None or args.game is not None:
        raise RulesError("--at, --game, --seat and --mark are for tables, not for a card")
    others: dict[str, Drawn] = {f"n{noble.id}": noble for noble in nobles(args.rules)}
    others |= {royal.name: royal for royal in royals(args.rules)}
    name = int(args.card) if args.card.isdecimal() and len(args.card) < 4 else args.card
    drawn = others[args.card] if args.card in others else card(name, args.rules)
    return svg.card(drawn, theme=args.theme, size=args.size)


def draw_table(args: argparse.Namespace) -> "Picture":
    from splendor.formats import rules_named
    from splendor.terminal.files import read_text

    is_text = POSITION.match(args.source) is not None
    text = args.source if is_text else read_text(args.source, MOST_BYTES)
    for rules in rules_named(text):
        warm_up(rules)
    if is_text or POSITION.match(text):
        return draw_position(args, text)
    return draw_game(args, text)


def draw_position(args: argparse.Namespace, text: str) -> "Picture":
    from splendor import svg

    if args.at is not None or args.game is not None:
        raise RulesError("--at and --game are for game files, not for a position")
    return svg.table(text.strip(), args.seat, **look_of(args))


def draw_game(args: argparse.Namespace, text: str) -> "Picture":
    from splendor import svg
    from splendor.terminal.seats import recorded_names

    file = chosen_game(args, text)
    game = file.game if args.at is None else file.game.at(args.at)
    names = [name.partition(" · ")[2] or name for name in recorded_names(file)]
    look: TableLook = {**look_of(args), "names": names, "lastmove": game.peek()}
    return svg.table(game, args.seat, **look)


def chosen_game(args: argparse.Namespace, text: str) -> "GameFile":
    from splendor.terminal.files import choose_game, games_in

    games = games_in(text, args.source)
    if args.game is None and len(games) > 1:
        held = f"{args.source} holds {len(games)} games"
        raise RulesError(f"{held}: choose one with --game K, counted from 0")
    return choose_game(games, args.game, args.source)


def look_of(args: argparse.Namespace) -> "TableLook":
    pairs = (mark.partition("=") for mark in args.mark)
    marks = {place: words for place, _, words in pairs}
    return {"theme": args.theme, "size": args.size, "marks": marks}
