"""Which engines there are: names and commands, configured where a program is started.

`--engine NAME=COMMAND` puts them into the environment, from where the processes that play read
them. Nothing else may name a command: requests and files name engines. Bots read this when they are
imported (`bots/engines.py`).
"""

import json
import os
import re
import shlex
from collections.abc import Iterable, Mapping

from splendor.core.errors import RulesError

VARIABLE = "SPLENDOR_ENGINES"  # names and commands as JSON
NAME = re.compile(r"[A-Za-z][\w.-]{0,30}")


def configured(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The commands of the configured engines, by name."""
    text = environment.get(VARIABLE) or "{}"
    try:
        found = json.loads(text)
        return {str(name): str(command) for name, command in found.items()}
    except (ValueError, AttributeError):
        raise RulesError(f"{VARIABLE} is not a JSON object of names and commands") from None


def configure(engines: Iterable[tuple[str, str]]) -> None:
    """Configure engines for this process and those that it starts, before bots are imported."""
    chosen = configured()
    for name, command in engines:
        if not NAME.fullmatch(name):
            raise RulesError(
                f"an engine's name has letters, digits, '.', '-' and '_', not {name!r}"
            )
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise RulesError(f"engine {name}: {error} in its command") from None
        if not words:
            raise RulesError(f"engine {name}: the command is empty")
        chosen[name] = command
    if chosen:
        os.environ[VARIABLE] = json.dumps(chosen)
