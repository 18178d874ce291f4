"""Helpers of several commands: compiling, reading game files, colours, the window's width."""

import contextlib
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from splendor.cli.stdio import wants_colour

if TYPE_CHECKING:
    from splendor.formats import GameFile


def warm_up(rules: str = "official") -> None:
    """Compile the rules if necessary, with a message, before any other output."""
    from splendor.terminal.thinking import warm_rules

    warm_rules(rules)


def game_files_of(name: str) -> "list[GameFile]":
    """The games of a file."""
    from splendor.formats import rules_named
    from splendor.terminal.files import games_in, read_text

    text = read_text(name)
    for rules in rules_named(text):
        warm_up(rules)
    return games_in(text, name)


def colour_filter(choice: str) -> Callable[[str], str]:
    from splendor.terminal.drawing import plain

    return str if wants_colour(choice, sys.stdout) else plain


def warn_if_narrow() -> None:
    """Print a warning if the terminal is too narrow for the table."""
    from splendor.terminal.drawing import WIDTH

    if not sys.stdout.isatty():
        return
    with contextlib.suppress(OSError):
        columns = os.get_terminal_size(sys.stdout.fileno()).columns
        if 0 < columns < WIDTH:  # 0: unknown
            warning = f"the table needs {WIDTH} columns, this window has {columns}"
            print(warning, file=sys.stderr, flush=True)
