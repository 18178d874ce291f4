"""Which packages are games: the two in this package, and those that `SPLENDOR_GAMES` names.

A game is a package with a module `ruleset`, whose `RULESET` is what `splendor.ruleset` registers,
and a module `options`, whose `OPTIONS` can be read without the compiler.
This module imports neither the compiler nor a game: the kernel cache is named after the sources of
all games, before the first of them is imported.
"""

import os
from importlib.util import find_spec
from pathlib import Path

OWN_GAMES = ("splendor.base", "splendor.duel")
VARIABLE = "SPLENDOR_GAMES"


def other_games() -> tuple[str, ...]:
    """The packages that the environment names, `SPLENDOR_GAMES=package,package`."""
    names = os.getenv(VARIABLE, "").split(",")
    return tuple(name.strip() for name in names if name.strip())


def all_games() -> tuple[str, ...]:
    return (*OWN_GAMES, *other_games())


def folder_of(package: str) -> Path:
    """The folder of a package; `ImportError` if it cannot be found."""
    try:
        found = find_spec(package)
    except ModuleNotFoundError:
        found = None
    if found is None or not found.submodule_search_locations:
        raise ImportError(f"{VARIABLE} names {package!r}, which is not a package")
    return Path(next(iter(found.submodule_search_locations)))
