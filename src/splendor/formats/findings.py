"""What the check of a proof found: codes with values, and their English texts.

The check in the browser (`static/fair/fair.js`) has the same codes and values, and its own texts.
Nothing here imports the engine: a check must not depend on the code that dealt.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from splendor.core.refusals import Text, Value, register_texts, render


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found: a code with values for programs. `str(finding)` is its English text."""

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)

    @classmethod
    def of(cls, code: str, **values: Value) -> "Finding":
        return cls(code, values)

    def __str__(self) -> str:
        return render(TEXTS, self.code, self.values)


UNREADABLE: dict[str, Value] = {"unreadable": True}  # not a card, noble, seat or token


def thing(value: Value) -> str:
    """A value in words: a number, a name, a token on a space, or nothing."""
    match value:
        case None:
            return "nothing"
        case str():
            return f'"{value}"'
        case {"token": token, "space": space}:
            return f"{token} on {space}"
        case dict():
            return "something else"
    return str(value)


def compared(where: str, told: Value, given: Value) -> str:
    return f"{where}: the proof says {thing(told)}, the seed gives {thing(given)}."


def deck_differs(level: int, place: int, told: Value, given: Value) -> str:
    return compared(f"The deck of level {level} differs at card {place}", told, given)


def nobles_differ(place: int, told: Value, given: Value) -> str:
    return compared(f"The nobles differ at noble {place}", told, given)


def board_differs(place: int, told: Value, given: Value) -> str:
    return compared(f"The board differs at token {place}", told, given)


def start_differs(source: str, told: Value, given: Value) -> str:
    return (
        f"The start seat differs: the proof says {thing(told)}, the {source} gives {thing(given)}."
    )


def draw_differs(draw: int, turn: int, place: int, told: Value, given: Value) -> str:
    where = f"Draw {draw} from the bag, in turn {turn}, differs at token {place}"
    return compared(where, told, given)


TEXTS: dict[str, Text] = {
    "secret_matches": "The secret is the one that was committed to.",
    "secret_differs": (
        "The secret does not match: its SHA-256 is {made}, not the commitment {promised}."
    ),
    "decks_match": "The order of the three decks follows from the seed.",
    "deck_differs": deck_differs,
    "nobles_match": "The {count} nobles follow from the seed.",
    "nobles_differ": nobles_differ,
    "board_matches": "The {count} tokens of the board follow from the seed.",
    "board_differs": board_differs,
    "start_matches": "Seat {seat} starts, as follows from the {source}.",
    "start_differs": start_differs,
    "draws_match": (
        "All draws from the bag follow from the seed (draws: {draws}, tokens: {tokens})."
    ),
    "draw_differs": draw_differs,
    "turn_unclear": "Turn {turn} cannot be followed: a step does not say how tokens moved.",
    "moves_legal": "The {count} moves follow the rules.",
    "moves_illegal": "The game does not follow the rules: {why}.",
}


# Why a file is not a proof

EXPECTED = {
    "json": "a JSON object",
    "object": "an object",
    "list": "a list",
    "lists": "three lists",
    "objects": "a list of objects",
    "digits": "64 hexadecimal digits, in small letters",
    "nonces": "{count} texts, each 1 to 64 of 0-9 a-z A-Z _ -, or empty",
    "text": '"{allowed[0]}"',
    "name": "one of {names}",
    "count": "{counts}",
    "seat": 'a seat or "random"',
}


def not_a_proof(
    expected: str,
    part: str = "",
    of: str = "",
    allowed: Sequence[Value] = (),
    count: int = 0,
) -> str:
    """`part` of the file, found in `of`, must have the form that `expected` names."""
    names, counts = ", ".join(map(str, allowed)), " or ".join(map(str, allowed))
    must = EXPECTED[expected].format(allowed=allowed, names=names, counts=counts, count=count)
    if expected == "objects":
        return f'not a proof: turn {count} must have "{part}", {must}'
    where = f'"{part}"{f" of the {of}" if of else ""}' if part else "it"
    return f"not a proof: {where} must be {must}"


REFUSALS: dict[str, Text] = {
    "not_a_proof": not_a_proof,
    "bad_secret": "a secret is 64 hexadecimal digits, in small letters",
    "bad_nonce": "a nonce is 1 to 64 of the letters 0-9 a-z A-Z _ -",
}
register_texts(REFUSALS)
