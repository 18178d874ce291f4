"""Positions and transcripts of any game: which rule set they name, and what it reads in them."""

import re
from typing import Any

from splendor.core.errors import OptionError, PositionError, RecordError
from splendor.ruleset import RULESETS, Records, ruleset_of

FORMAT = "splendor-transcript/1"
# Where a position names its rule set; and where any record seems to, before it is read.
IN_POSITION = re.compile(r"(?<!\S)rules=([^\s,]*)")
IN_RECORD = re.compile(r'(?:^rules[ \t]*:\s*|\brules=|"name"\s*:\s*")(\w+)', re.I | re.M)


def rules_named(text: str) -> list[str]:
    """The rule sets that a record seems to name, before it is read."""
    return [rules for rules in dict.fromkeys(IN_RECORD.findall(text)) if rules in RULESETS]


def split_view(text: str) -> tuple[str | None, str]:
    """Whose view a text is, a seat or `-`, and the text without that; `None` if it is no view."""
    if not isinstance(text, str):
        raise PositionError(f"a position is a text, not {text!r}")
    whose = re.match(r"\s*view=(\d|-)\s", text)
    return (whose[1], text[whose.end() :]) if whose else (None, text)


def read_position(text: str) -> Records:
    """Read a position of whichever game its field `rules` names."""
    named = IN_POSITION.search(text)
    if named is None:
        raise PositionError("not a position: field 'rules' is missing")
    try:
        ruleset = ruleset_of(named[1])
    except OptionError as error:
        raise PositionError(str(error)) from None
    return ruleset.read_position(text)


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
