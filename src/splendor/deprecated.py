"""Deprecated names of modules and attributes, which warn and will go in the next version."""

import sys
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

# The present names of modules of version 0.1.0.
MOVED = {
    "splendor.bench": "splendor.cli.bench",
    "splendor.chance": "splendor.core.chance",
    "splendor.content": "splendor.core.content",
    "splendor.decks": "splendor.core.decks",
    "splendor.errors": "splendor.core.errors",
    "splendor.fair": "splendor.formats.fair",
    "splendor.gamefile": "splendor.formats.gamefile",
    "splendor.gems": "splendor.core.gems",
    "splendor.kernel": "splendor.core.kernel",
    "splendor.moves": "splendor.core.moves",
    "splendor.payment": "splendor.core.payment",
    "splendor.reading": "splendor.ruleset",
    "splendor.record": "splendor.formats",
    "splendor.records": "splendor.core.records",
    "splendor.redeal": "splendor.formats.redeal",
    "splendor.simulation": "splendor.cli.simulate",
}

# The present names of objects that were renamed, or moved out of a module.
NAMES = {
    "splendor": {
        "RecordError": "splendor.core.errors.FormatError",
    },
    "splendor.core.errors": {
        "RecordError": "splendor.core.errors.FormatError",
    },
    "splendor.formats": {
        "GameRecord": "splendor.formats.gamefile.GameFile",
    },
    "splendor.formats.gamefile": {
        "GameRecord": "splendor.formats.gamefile.GameFile",
    },
    "splendor.game": {
        "card": "splendor.ruleset.card",
        "cards": "splendor.ruleset.cards",
        "nobles": "splendor.ruleset.nobles",
        "royals": "splendor.ruleset.royals",
    },
}


def warn(old: str, new: str) -> None:
    """Warn the caller's caller, and name the replacement."""
    warnings.warn(
        f"{old} is deprecated and will be removed in the next version: use {new}",
        DeprecationWarning,
        stacklevel=3,
    )


def renamed(owner: str, old: str, new: str) -> property:
    """A property with an old name: `seat = renamed("Game", "seat", "active")`."""

    def read(instance: object) -> Any:
        warn(f"{owner}.{old}", f"{owner}.{new}")
        return getattr(instance, new)

    return property(read, doc=f"Deprecated: use `{new}`.")


def old_names(module: str) -> Callable[[str], object]:
    """A module's `__getattr__` that finds its old names."""

    def find(name: str) -> object:
        if name not in NAMES[module]:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        new = NAMES[module][name]
        warn(f"{module}.{name}", new)
        home, _, new_name = new.rpartition(".")
        return getattr(import_module(home), new_name)

    return find


class OldModules:
    """Imports a module that moved by its old name: the same module, and a warning."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname in MOVED else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None  # the usual one, which `exec_module` replaces

    def exec_module(self, module: ModuleType) -> None:
        old = module.__name__
        warn(old, MOVED[old])
        sys.modules[old] = import_module(MOVED[old])


def install() -> None:
    """Make the old names of modules importable."""
    if not any(isinstance(finder, OldModules) for finder in sys.meta_path):
        sys.meta_path.append(OldModules())
