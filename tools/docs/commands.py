"""The tables of docs/commands.md and of docs/decisions: from the parser, and from the pages."""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from splendor.cli import make_parser
from tools.docs.markdown import table

DECISIONS = Path(__file__).resolve().parents[2] / "docs" / "decisions"
TITLE = re.compile(r"# (\d{4}) (.*)")


def commands() -> dict[str, argparse.ArgumentParser]:
    [found] = [
        action.choices
        for action in make_parser()._actions
        if isinstance(action, argparse._SubParsersAction)
    ]
    return dict(found)


def commands_list() -> str:
    """Every command: what it does, an example, and its arguments."""
    return "\n".join(command_text(name, parser) for name, parser in commands().items())


def command_text(name: str, parser: argparse.ArgumentParser) -> str:
    first = (parser.description or "").replace("\n", " ")
    example = next(line.strip() for line in (parser.epilog or "").splitlines()[1:])
    rows = [*map(argument_row, filter(is_shown, parser._actions))]
    arguments = f"\n{table(['argument', 'meaning'], rows)}" if rows else ""
    return f"## splendor {name}\n\n{first}\n\n```sh\n{example}\n```\n{arguments}"


def is_shown(action: argparse.Action) -> bool:
    return not isinstance(action, argparse._HelpAction)


def argument_row(action: argparse.Action) -> list[str]:
    names = ", ".join(action.option_strings)
    words = [names, *value_names(action)]
    name = " ".join(filter(None, words)).replace("|", "\\|")
    # "Below" are the options of the rules, which the page links to.
    help = re.sub(r",? \(see below\)|, see below", "", action.help or "")
    return [f"`{name}`", help.replace("|", "\\|")]


def value_names(action: argparse.Action) -> Iterator[str]:
    if action.nargs == 0:
        return
    if isinstance(action.metavar, str):
        yield action.metavar
    elif action.choices:
        yield "{" + ",".join(map(str, action.choices)) + "}"
    else:
        yield action.dest.upper()


def decisions_list() -> str:
    """The titles of the decisions, as links."""
    titles = {path.name: TITLE.match(path.read_text(encoding="utf-8")) for path in pages()}
    links = (f"- [{found[1]} {found[2]}]({name})\n" for name, found in titles.items() if found)
    return "".join(links)


def pages() -> list[Path]:
    return sorted(DECISIONS.glob("0*.md"))
