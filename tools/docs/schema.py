"""The options in docs/transcript.schema.json, from the declarations of each game.

The rest of the schema is written by hand. An option is one line among the properties of its game's
rules, after the name of the rule set.
"""

import json
import re
from typing import Any

from splendor.base.options import OPTIONS as BASE_OPTIONS
from splendor.core.options import RANDOM, Option, OptionSet
from splendor.duel.options import OPTIONS as DUEL_OPTIONS
from tools.docs.markdown import BlockError

# By the name of the definition: the options, and the definition of a seat.
DEFINITIONS: dict[str, tuple[OptionSet[Any], str]] = {
    "rules": (BASE_OPTIONS, "seat"),
    "duel_rules": (DUEL_OPTIONS, "duel_seat"),
}


def renewed(text: str) -> str:
    """The schema with every option as it is declared."""
    for name, (options, seat) in DEFINITIONS.items():
        found = block(name).search(text)
        if found is None:
            raise BlockError(f"the properties of {name!r} are not where they should be")
        lines = ",\n".join(line(option, seat) for option in options.all)
        text = f"{text[: found.start('options')]}{lines}\n{text[found.end('options') :]}"
    return text


def block(name: str) -> re.Pattern[str]:
    """The lines of the options in a definition."""
    before = rf'^    "{name}": {{\n(?:      .*\n)*?      "properties": {{\n        "name": .*,\n'
    return re.compile(rf"{before}(?P<options>(?:        .*\n)*)      }}\n", re.MULTILINE)


def line(option: Option, seat: str) -> str:
    return f'        "{option.name}": {json.dumps(schema(option, seat))}'


def schema(option: Option, seat: str) -> dict[str, Any]:
    """What JSON Schema says of the values of an option."""
    if option.kind == "choice":
        return {"enum": list(option.values)}
    if option.kind == "seat":
        return {"anyOf": [{"const": RANDOM}, {"$ref": f"#/$defs/{seat}"}]}
    number = {"type": "integer", "minimum": option.low, "maximum": option.high}
    return {"anyOf": [{"type": "null"}, number]} if option.nullable else number
