"""What both games share in options: checking a value, and reading one from text."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from splendor.core.errors import OptionError

T = TypeVar("T")

HAND_RULES = ("seen", "hidden")


def require_one_of(name: str, value: object, values: tuple[object, ...]) -> None:
    if not any(type(value) is type(known) and value == known for known in values):
        listed = f"{'one of ' if len(values) > 1 else ''}{', '.join(map(str, values))}"
        raise OptionError(f"option {name} must be {listed}, not {value!r}")


def require_between(name: str, value: object, low: int, high: int, other: str = "") -> None:
    if type(value) is not int or not low <= value <= high:
        raise OptionError(
            f"option {name} must be a number from {low} to {high}{other}, not {value!r}"
        )


def require_start(start: int | str, players: int) -> None:
    if not (isinstance(start, str) and start == "random"):
        require_between("start", start, 0, players - 1, ' or "random"')


def names_of(options: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(options))


def with_changes(rules: str, preset: T, given: Mapping[str, object]) -> T:
    """The options of a rule set, with those given in place of its own."""
    names = names_of(preset)
    for name in given:
        if name not in names:
            raise OptionError(f"there is no option {name!r} in {rules}: {', '.join(names)}")
    return replace(preset, **given)  # type: ignore[type-var]


def parse_value(text: str, none: bool = False) -> object:
    """The value that a text means: a number where it is one, and nothing where `none` may be."""
    if none and text.lower() == "none":
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def differences(options: Any, preset: Any) -> dict[str, object]:
    """The options that are not as in the preset."""
    return {
        name: getattr(options, name)
        for name in names_of(options)
        if getattr(options, name) != getattr(preset, name)
    }
