"""Bots in one file each: a module added here is found by name everywhere.

A module declares its bots in a dictionary `BOTS`:

    class Frugal:
        \"\"\"Buys the cheapest card it can, and otherwise any legal move.\"\"\"

        def __init__(self, seed: Seed = None) -> None: ...

        def choose(self, view: View, clock: Clock) -> Move: ...

    BOTS = {"frugal": Frugal}

The first line of the docstring is what `splendor bots` prints. Settings of a spec such as
`frugal,eagerness=2` are keyword arguments of the class. These modules hold no kernels, so adding
one causes no recompilation; compiled code belongs beside `simple.py` and `tree.py`.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from typing import Any


def discover(path: Iterable[str] = __path__) -> dict[str, Callable[..., Any]]:
    """The bots that the modules of this package declare, by name, in the modules' order."""
    found: dict[str, Callable[..., Any]] = {}
    for module in pkgutil.iter_modules(path):
        declared = importlib.import_module(f"{__name__}.{module.name}").BOTS
        if doubled := found.keys() & declared.keys():
            raise ValueError(f"{module.name}.py: there is a bot {min(doubled)!r} already")
        found |= declared
    return found
