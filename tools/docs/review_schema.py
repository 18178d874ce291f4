"""docs/review.schema.json, from the values of which a review consists."""

import json
from dataclasses import fields, is_dataclass
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from splendor.review.model import FORMAT, LABELS, Review, TurnReview

SIMPLE = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
# What the types alone do not say.
MORE: dict[tuple[type, str], dict[str, Any]] = {
    (TurnReview, "label"): {"enum": ["", *(label for label, _ in LABELS)]},
}


def text() -> str:
    """The whole file."""
    definitions: dict[str, Any] = {}
    review = object_of(Review, definitions)
    review["properties"] = {"format": {"const": FORMAT}, **review["properties"]}
    review["required"] = ["format", *review["required"]]
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A review of a game of Splendor",
    }
    return json.dumps({**head, **review, "$defs": definitions}, indent=2) + "\n"


def object_of(kind: type, definitions: dict[str, Any]) -> dict[str, Any]:
    """A dataclass as an object with exactly its fields."""
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]
    properties = {
        name: MORE.get((kind, name)) or schema_of(hints[name], definitions) for name in names
    }
    return {
        "type": "object",
        "properties": properties,
        "required": names,
        "additionalProperties": False,
    }


def schema_of(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    if kind in SIMPLE:
        return {"type": SIMPLE[kind]}
    if isinstance(kind, type) and is_dataclass(kind):
        name = kind.__name__
        if name not in definitions:
            definitions[name] = {}  # its place, in the order in which they are met
            definitions[name] = object_of(kind, definitions)
        return {"$ref": f"#/$defs/{name}"}
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple:
        return {"type": "array", "items": schema_of(inner[0], definitions)}
    if origin is dict:
        values = {} if inner[1] is Any else schema_of(inner[1], definitions)
        return {"type": "object", "additionalProperties": values}
    return {"anyOf": [schema_of(each, definitions) for each in inner]}  # a union
