"""The columns of a data set: one row for each game, in types that every reader of Parquet knows."""

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa

from splendor.core.chance import seeded
from splendor.core.errors import FormatError
from splendor.core.options import Options
from splendor.outcome import Outcome, scores_of
from splendor.ruleset import Records, Ruleset, ruleset_of

Row: TypeAlias = dict[str, Any]

FORMAT = 2  # 1 had the draws of a game as a list of texts
KEY = b"splendor"  # of our own facts in the metadata of a file
MOST_BYTES = 256  # action numbers below it are stored in bytes


def deck_columns(ruleset: Ruleset) -> list[str]:
    return [f"deck_{level + 1}" for level in range(ruleset.decks)]


def deal_types(ruleset: Ruleset) -> dict[str, pa.DataType]:
    """The columns of the deal, in the form that it has in a transcript."""
    states = np.zeros(1, ruleset.state)
    rules = ruleset.rules[0]
    ruleset.write_options(states[0], rules, ruleset.make_options(rules, {}))
    states[0].chance[:] = seeded(0)
    ruleset.deal(states, 0)
    return {name: deal_type(value) for name, value in deal_columns(ruleset, states[0]).items()}


def deal_type(value: Any) -> pa.DataType:
    if isinstance(value, int):
        return pa.int8()
    return pa.list_(pa.string() if isinstance(value[0], str) else pa.uint8())


def deal_columns(ruleset: Ruleset, state: Any) -> Row:
    deal = ruleset.write_deal(state)
    decks = dict(zip(deck_columns(ruleset), deal["decks"], strict=True))
    return {**decks, **{key: deal[key] for key in ruleset.deal_keys}}


def deal_of(ruleset: Ruleset, row: Mapping[str, Any]) -> dict[str, Any]:
    """The deal of a row, as a transcript has it."""
    decks = [row[name] for name in deck_columns(ruleset)]
    return {"decks": decks, **{key: row[key] for key in ruleset.deal_keys}}


def schema_of(ruleset: Ruleset) -> pa.Schema:
    """The columns of the data sets of a game, in order."""
    action = pa.uint8() if ruleset.actions <= MOST_BYTES else pa.uint16()
    columns = {
        "rules": pa.string(),
        "players": pa.int8(),
        "options": pa.string(),  # those that differ from the rule set, as JSON
        "seed": pa.string(),  # null: the deal has no seed
        **deal_types(ruleset),  # null: only the seed is known
        "actions": pa.list_(action),
        "draws": pa.string(),  # of each move that drew, with blanks between; null: from the seed
        "winners": pa.list_(pa.int8()),
        **{name: pa.list_(pa.int16()) for name in ruleset.scores},
        "reason": pa.string(),
        "rounds": pa.int32(),
        "decisions": pa.int32(),
        "bots": pa.list_(pa.string()),
        "bot_versions": pa.list_(pa.string()),
        "version": pa.string(),
    }
    return pa.schema(list(columns.items()))


def encodings_of(schema: pa.Schema) -> dict[str, Any]:
    """How columns are written: actions as bytes, of which the high ones are nearly all zero, and
    draws, which are all different, without a dictionary.
    """
    paths = {
        field.name: f"{field.name}.list.element" if pa.types.is_list(field.type) else field.name
        for field in schema
    }
    plain = ("actions", "draws")
    return {
        "use_dictionary": [path for name, path in paths.items() if name not in plain],
        "column_encoding": {paths["actions"]: "BYTE_STREAM_SPLIT"},
    }


def options_text(ruleset: Ruleset, rules: str, options: Options) -> str:
    """The options of a game besides its players, as the column has them."""
    changed = ruleset.changed_options(rules, options)
    return json.dumps({name: value for name, value in changed.items() if name != "players"})


def blank_states(rules: str, players: int, options: str) -> Records:
    """A record with the options of a row, before the deal."""
    ruleset = ruleset_of(rules)
    try:
        given = json.loads(options)
    except ValueError:
        given = None
    if not isinstance(given, dict):
        raise FormatError(f"the options {options[:80]!r} are not a JSON object")
    chosen = ruleset.make_options(rules, {**given, "players": players})
    states = np.zeros(1, ruleset.state)
    ruleset.write_options(states[0], rules, chosen)
    return states


def result_columns(ruleset: Ruleset, outcome: Outcome) -> Row:
    return {
        "winners": list(outcome.winners),
        **scores_of(outcome, ruleset),
        "reason": outcome.reason,
    }
