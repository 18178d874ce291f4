"""The generated parts of docs/wire.md: messages, endpoints, refusals. `tools.docs` writes them."""

from collections.abc import Iterable, Mapping
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta, Raw, Struct, structs
from msgspec.json import encode

from splendor.core.refusals import Text, values_of
from splendor.server import bodies, messages, my_games_bodies, practice, wire_types
from splendor.server.api import ENDPOINTS
from splendor.server.http import CONFLICT, STATUS, STATUS_OF_KIND

TOGETHER = (  # the parts of messages, in reading order
    messages.Room,
    messages.Seat,
    messages.Clock,
    messages.Question,
    messages.Result,
    messages.Fairness,
    messages.Fork,
    messages.LogLine,
    messages.OwnSeat,
    wire_types.WireHandCard,
    wire_types.WireBaseTable,
    wire_types.WireBasePlace,
    wire_types.WireDuelTable,
    wire_types.WireDuelPlace,
    messages.Candidate,
    messages.Clue,
    messages.Reason,
)
BODIES = (
    bodies.Guest,
    bodies.Myself,
    bodies.Profile,
    bodies.Device,
    bodies.ProfileLink,
    bodies.RecoveryCode,
    bodies.ProfileClaim,
    bodies.ProfileClaimed,
    bodies.ErasureRequest,
    bodies.Erased,
    bodies.Privacy,
    bodies.PushKey,
    bodies.PushSubscription,
    bodies.PushKeys,
    bodies.PushState,
    bodies.NewTable,
    bodies.NewSeat,
    bodies.NewClock,
    bodies.TableMade,
    bodies.TableList,
    bodies.TableLine,
    bodies.SeatLinkRequest,
    bodies.SeatLink,
    bodies.Claim,
    bodies.Claimed,
    bodies.Replay,
    bodies.ReplayStep,
    bodies.Level,
    bodies.Health,
    my_games_bodies.MyGames,
    my_games_bodies.MyGame,
    my_games_bodies.GameChange,
    my_games_bodies.Deleted,
    my_games_bodies.Statistics,
    my_games_bodies.GameTally,
    my_games_bodies.Streaks,
    my_games_bodies.GamePeriod,
    my_games_bodies.MyRating,
    my_games_bodies.RatingStep,
    my_games_bodies.NextLevel,
    practice.PastMoves,
    practice.LegalMoves,
    practice.TriedTurn,
    practice.NextTurn,
)


def sent_messages() -> str:
    return described(get_args(messages.Incoming))


def received_messages() -> str:
    return described(get_args(messages.Frame))


def parts_of_messages() -> str:
    return described(TOGETHER)


def http_bodies() -> str:
    return described(BODIES)


def described(types: Iterable[Any]) -> str:
    return "\n".join(describe(kind) for kind in types)


def describe(kind: type[Struct]) -> str:
    """A heading, the docstring, and a table of the fields."""
    tag = kind.__struct_config__.tag
    field = kind.__struct_config__.tag_field
    head = f"### `{tag}`\n" if tag and field == "type" else f"### {kind.__name__}\n"
    parts = [head, text_of(kind)]
    fields = structs.fields(kind)
    if fields or tag:
        parts.append("| field | type | without it |\n| --- | --- | --- |")
        if tag:
            parts.append(f'| `{field}` | `"{tag}"` | |')
        hints = get_type_hints(kind, include_extras=True)
        parts += [
            f"| `{each.name}` | {field_text(each.name, hints[each.name])} | {usual(each)} |"
            for each in fields
        ]
    return "\n".join(part for part in parts if part) + "\n"


def field_text(name: str, kind: Any) -> str:
    return RAW[name] if Raw in (kind, *get_args(kind)) else type_text(kind)


def text_of(kind: type[Struct]) -> str:
    text = kind.__dict__.get("__doc__") or ""
    lines = [" ".join(part.split()) for part in text.split("\n\n")]
    return "\n\n".join(lines) + "\n" if text else ""


def usual(field: Any) -> str:
    if field.default is not NODEFAULT:
        default = field.default
        return "`null`" if type(default).__name__ == "Raw" else f"`{encode(default).decode()}`"
    if field.default_factory is not NODEFAULT:
        return f"`{encode(field.default_factory()).decode()}`"
    return "required"


NAMES = {int: "whole number", str: "text", float: "number", bool: "true or false"}
NAMES |= {type(None): "null", Any: "anything"}
# Parts that are encoded once for several readers.
RAW = {"room": "Room", "table": "WireBaseTable, WireDuelTable or null", "events": "list of LogLine"}


def type_text(kind: Any) -> str:
    """A type in words."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return f"{type_text(inner[0])}{limits_text(inner[1])}"
    if origin in (Union, UnionType):
        return " or ".join(map(type_text, inner))
    if origin is Literal:
        return " or ".join(f'`"{word}"`' for word in inner)
    if origin is list:
        return f"list of {type_text(inner[0])}"
    if origin is dict:
        return "object"
    return NAMES.get(kind) or str(kind.__name__)


def limits_text(limits: Meta) -> str:
    """The limits of a number or a text."""
    phrases = []
    if limits.gt is not None:
        phrases.append(f"more than {limits.gt}")
    if limits.ge is not None or limits.le is not None:
        least = "" if limits.ge is None else f"from {limits.ge} "
        phrases.append(f"{least}{'' if limits.le is None else f'to {limits.le:,}'}".strip())
    if limits.max_length is not None:
        phrases.append(f"{limits.min_length or 0} to {limits.max_length} long")
    return f" ({', '.join(phrases)})" if phrases else ""


# HTTP


def endpoints_table() -> str:
    rows = ["| | path | | body | answer |", "| --- | --- | --- | --- | --- |"]
    for each in ENDPOINTS:
        body = "" if each.body is None else name_of(each.body)
        asked = "".join(f" `?{name}=` {says}." for name, says in each.query.items())
        rows.append(
            f"| {each.method} | `{each.path}` | {each.says}.{asked} | {body} | {answer_of(each)} |"
        )
    return "\n".join(rows) + "\n"


def answer_of(endpoint: Any) -> str:
    if endpoint.answers in (None, dict):
        return endpoint.kind.partition(";")[0] if endpoint.answers is None else "JSON"
    return name_of(endpoint.answers)


def name_of(kind: Any) -> str:
    members = [each for each in get_args(kind) if isinstance(each, type)]
    if len(members) > 3:
        return "a command"
    if not members:
        return str(kind.__name__)
    names = " or ".join(each.__name__ for each in members)
    return f"list of {names}" if get_origin(kind) is list else names


def refusals_table() -> str:
    """The HTTP status of codes and kinds of refusals."""
    rows = [f"| `{code}` | {status} |\n" for code, status in sorted(STATUS.items())]
    kinds = [f"| all of kind `{kind}` | {status} |\n" for kind, status in STATUS_OF_KIND.items()]
    head = "| code | status |\n| --- | --- |\n"
    return "".join([head, *rows, *kinds, f"| all others | {CONFLICT} |\n"])


# docs/refusals.md


def codes_table(texts: Mapping[str, Text]) -> str:
    """Codes with the names of their values, those that may be missing in brackets, and English."""
    rows = [(f"`{code}`", values_text(text), english(text)) for code, text in texts.items()]
    lines = [("code", "values", "English"), ("---",) * 3, *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def values_text(text: Text) -> str:
    values = values_of(text).items()
    return ", ".join(f"`{name}`" if needed else f"[`{name}`]" for name, needed in values)


def english(text: Text) -> str:
    """The template of a sentence, or an example if a function makes it."""
    if isinstance(text, str):
        return text
    return text(**{name: EXAMPLES[name] for name, needed in values_of(text).items() if needed})


EXAMPLES: dict[str, Any] = {
    "count": 7,
    "crowns": 2,
    "draw": 1,
    "expected": "json",
    "found": 5,
    "gem": "blue",
    "gems": {"black": 2, "red": 1},
    "given": 34,
    "high": 30,
    "known": ["official", "landolt", "duel"],
    "level": 2,
    "limit": 1,
    "low": 5,
    "missing": 3,
    "most": 8192,
    "moves": ["-W", "-K"],
    "name": "target",
    "nullable": False,
    "options": ["players", "target"],
    "origin": "http://127.0.0.1:8000",
    "phase": "play",
    "place": 3,
    "reason": "boredom",
    "reasons": ["resignation", "time", "abandoned"],
    "royals": 1,
    "rules": "official",
    "seat": 1,
    "seats": 2,
    "source": "seed",
    "text": "castling",
    "told": 12,
    "total": 4,
    "turn": 4,
    "value": 99,
    "values": ["return", "cap"],
    "wait": 3.0,
}
