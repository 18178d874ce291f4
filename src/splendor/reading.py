"""Positions and transcripts of any game: which rule set they name, and what it reads in them."""

import re
from typing import Any

from splendor.errors import OptionError, PositionError, RecordError
from splendor.ruleset import RULESETS, Records, ruleset_of

FORMAT = "splendor-transcript/1"


def split_view(text: str) -> tuple[str | None, str]:
    """Whose view a text is, a seat or `-`, and the text without that; `None` if it is no view."""
    if not isinstance(text, str):
        raise PositionError(f"a position is a text, not {text!r}")
    whose = re.match(r"\s*view=(\d|-)\s", text)
    return (whose[1], text[whose.end() :]) if whose else (None, text)


def read_position(text: str) -> Records:
    """Read a position of whichever game its first field names."""
    for word in text.split():
        if word.startswith("rules="):
            rules = word.removeprefix("rules=").split(",")[0]
            if rules in RULESETS:
                return RULESETS[rules].read_position(text)
            raise PositionError(f"there is no rule set {rules!r}: {', '.join(RULESETS)}")
    raise PositionError("not a position: field 'rules' is missing")


def read_deal(transcript: dict[str, Any]) -> Records:
    rules, deal = transcript.get("rules"), transcript.get("deal")
    if not isinstance(rules, dict) or not isinstance(rules.get("name"), str):
        raise RecordError('a transcript needs "rules" with a "name"')
    if not isinstance(deal, dict):
        raise RecordError('a transcript needs "deal", an object')
    given = {name: value for name, value in rules.items() if name != "name"}
    try:
        ruleset = ruleset_of(rules["name"])
        return ruleset.read_deal(rules["name"], ruleset.make_options(rules["name"], given), deal)
    except OptionError as error:
        raise RecordError(f"rules: {error}") from None
