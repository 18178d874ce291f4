"""The card of a data set: a README.md that says what is in it, in the form that hubs expect."""

from pathlib import Path
from typing import Any

from splendor.ruleset import Ruleset, ruleset_of

FRONT = """\
---
{licence}pretty_name: Games of Splendor ({rules})
tags:
- board-games
- reinforcement-learning
configs:
- config_name: default
  data_files: "*.parquet"
---
"""
MEANINGS = {
    "rules": "the rule set",
    "players": "how many play",
    "options": "options that differ from the rule set, as a JSON object",
    "seed": "the seed of the deal; null if it is not known",
    "actions": "the numbers of the actions, in order",
    "draws": "the tokens of each move that drew some from the bag, with blanks between moves; "
    "null if the seed gives them",
    "winners": "the seats that won; empty if nobody did",
    "reason": "why the game ended",
    "rounds": "the number of the last round",
    "decisions": "how many actions there are",
    "bots": "who sat at each seat",
    "bot_versions": "their versions",
    "version": "the version of the program that played the game",
    "nobles": "the nobles on the table, by id",
    "board": "the tokens on the board, along the spiral",
    "start": "the seat that begins",
}


def meaning(column: str, ruleset: Ruleset) -> str:
    if column in MEANINGS:
        return MEANINGS[column]
    if column.startswith("deck_"):
        return f"the cards of level {column.removeprefix('deck_')}, the first that is drawn first"
    return f"the {column} of each seat at the end" if column in ruleset.scores else ""


def columns_table(ruleset: Ruleset) -> list[str]:
    """The columns of a game's data sets, as a table in Markdown."""
    from splendor.dataset.schema import schema_of

    rows = []
    for field in schema_of(ruleset):
        type_ = str(field.type).replace("element: ", "")
        rows.append(f"| `{field.name}` | {type_} | {meaning(field.name, ruleset)} |")
    return ["| column | type | meaning |", "|---|---|---|", *rows]


def card_of(folder: Path, facts: dict[str, Any], games: int, licence: str | None) -> str:
    """The text of README.md; the licence of an earlier one is kept."""
    licence = licence or licence_in(folder / "README.md")
    front = FRONT.format(licence=f"license: {licence}\n" if licence else "", rules=facts["rules"])
    bots = " and ".join(f"`{name}`" for name in dict.fromkeys(facts["bots"]))
    lines = [
        f"# {games:,} games, {facts['rules']}",
        "",
        f"Played by {bots}, seed `{facts['seed']}`, with splendor {facts['version']}.",
        "One row is one game:",
        "",
        *columns_table(ruleset_of(facts["rules"])),
        "",
        "`splendor dataset check FOLDER` repeats every game with the engine.",
    ]
    return front + "\n".join(lines) + "\n"


def licence_in(path: Path) -> str | None:
    """The licence that a card names, if there is one."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return None
    named = (line.removeprefix("license:").strip() for line in lines if line.startswith("license:"))
    return next(named, None)
