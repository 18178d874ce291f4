"""Which packages are games: the two in this package, and those that `SPLENDOR_GAMES` names.

A game is a package with a module `ruleset`, whose `RULESET` is what `splendor.ruleset` registers,
and a module `options`, whose `OPTIONS` can be read without the compiler.
This module imports neither the compiler nor a game: the kernel cache is named after the sources of
all games, before the first of them is imported.
"""

import os
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

OWN_GAMES = ("splendor.base", "splendor.duel")
VARIABLE = "SPLENDOR_GAMES"


class GamesError(ImportError):
    """A package that `SPLENDOR_GAMES` names is not a game, or cannot be registered."""

    def __init__(self, package: str, why: str) -> None:
        super().__init__(f"{VARIABLE} names {package!r}, which {why}")


def other_games() -> tuple[str, ...]:
    """The packages that the environment names, `SPLENDOR_GAMES=package,package`."""
    names = os.getenv(VARIABLE, "").split(",")
    return tuple(name.strip() for name in names if name.strip())


def all_games() -> tuple[str, ...]:
    return (*OWN_GAMES, *other_games())


def folder_of(package: str) -> Path:
    """The folder of a package; `GamesError` if it cannot be found."""
    named = all(part.isidentifier() for part in package.split("."))
    try:
        found = find_spec(package) if named else None
    except ModuleNotFoundError:
        found = None
    if found is None or not found.submodule_search_locations:
        raise GamesError(package, "is not a package")
    return Path(next(iter(found.submodule_search_locations)))


def part_of(package: str, module: str, name: str) -> Any:
    """What a game's module declares under this name; `GamesError` if there is no such thing."""
    folder_of(package)
    try:
        return getattr(import_module(f"{package}.{module}"), name)
    except AttributeError:
        raise GamesError(package, f"has no {name} in {module}.py") from None
    except ModuleNotFoundError as error:
        if error.name != f"{package}.{module}":
            raise GamesError(package, f"cannot be imported: {error}") from error
        raise GamesError(package, f"has no {module}.py") from None
