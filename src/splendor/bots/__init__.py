"""The registry that finds bots by name.

A bot gets only the view of its seat. A new bot is a module in `players/`.
"""

import importlib
import inspect
import os
import sys
from typing import Any

from splendor.bots import engines, players
from splendor.bots.bot import Bot as Bot
from splendor.bots.bot import Clock as Clock
from splendor.bots.bot import Maker
from splendor.bots.levels import level_names, style_maker
from splendor.bots.levels import maker as level_maker
from splendor.bots.search import RENAMED_SETTINGS
from splendor.bots.searcher import Searcher
from splendor.bots.simple import Greedy, Random
from splendor.bots.styles import STYLES
from splendor.core.chance import Seed
from splendor.core.errors import RulesError

BOTS: dict[str, Maker] = {
    "random": Random,
    "greedy": Greedy,
    "search": Searcher,
    **{style: style_maker(style) for style in STYLES},
    **{name: level_maker(name) for name in level_names() if name != "random"},
    **players.discover(),
}
BOTS |= engines.makers(BOTS)
BOT_NAMES = tuple(BOTS)


def make_bot(spec: str, seed: Seed = None) -> Bot:
    """A bot from its spec. With the same seed it makes the same choices in the same positions.

    `spec` is a name or `module:Class`, which is imported from the installed packages or the
    current directory. Settings may follow, as in `NAME,key=value,key=value`.

    >>> game = splendor.Game(seed=1, start=0)
    >>> make_bot("greedy", seed=1).choose(game.view(0), Clock()) in game.legal_moves
    True
    """
    name, settings = split_spec(spec)
    maker = maker_of(name)
    try:
        inspect.signature(maker).bind(seed=seed, **settings)
    except (TypeError, ValueError) as error:  # ValueError: its signature cannot be read
        raise RulesError(f"bot {spec!r} does not take a seed and these settings: {error}") from None
    try:
        bot = maker(seed=seed, **settings)
    except RulesError:
        raise
    except Exception as error:  # third-party code may raise anything
        raise RulesError(f"bot {spec!r} cannot be made: {error_text(error)}") from error
    if not callable(getattr(bot, "choose", None)):
        raise RulesError(f"bot {spec!r} has no method choose(view, clock)")
    return bot


def split_spec(spec: str) -> tuple[str, dict[str, Any]]:
    """The name and the settings of `NAME,key=value,key=value`; old names are translated."""
    name, *pairs = current_spec(spec).split(",")
    settings: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.isidentifier():
            raise RulesError(f"bot {spec!r}: settings are written key=value, not {pair!r}")
        if key == "seed" or key in settings:
            why = "is chosen by the match or table" if key == "seed" else "is given twice"
            raise RulesError(f"bot {spec!r}: {key} {why}")
        settings[key] = number_or_text(value)
    return name, settings


def current_spec(spec: str) -> str:
    """`spec` with old names of settings replaced by the current ones.

    Match files and command lines of earlier versions keep working. The settings of a custom bot
    (`module:Class`) are left alone.
    """
    name, *pairs = spec.split(",")
    if ":" in name:
        return spec
    for place, pair in enumerate(pairs):
        key, equals, value = pair.partition("=")
        pairs[place] = RENAMED_SETTINGS.get(key, key) + equals + value
    return ",".join([name, *pairs])


def number_or_text(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def maker_of(name: str) -> Maker:
    if ":" in name:
        return custom_class(*name.split(":", 1))
    if name in BOTS:
        return BOTS[name]
    raise RulesError(f"there is no bot {name!r}: {', '.join(BOTS)}, or your own as module:Class")


def custom_class(module_name: str, class_name: str) -> Maker:
    """Import the class of a custom bot. This runs its code, so only `module:Class` does it."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found = getattr(importlib.import_module(module_name), class_name, None)
    except ModuleNotFoundError as error:
        raise RulesError(f"cannot import {module_name!r}: {error}") from None
    except (Exception, SystemExit) as error:  # third-party code may raise anything
        raise RulesError(f"cannot import {module_name!r}: {error_text(error)}") from error
    if not callable(found):
        raise RulesError(f"there is no class {class_name!r} in the module {module_name!r}")
    maker: Maker = found
    return maker


def error_text(error: BaseException) -> str:
    """An exception in one line."""
    return ": ".join(part for part in (type(error).__name__, " ".join(str(error).split())) if part)
