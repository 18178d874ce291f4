"""Options of rule sets: each is declared once, as a field of its game's options.

`integer`, `limit`, `choice` and `seat` declare a field. Everything else is derived from the
declaration: the check of a value, its text, its field in the record, the presets, the tables in
`docs/`, the command-line help and the form in the browser. This module does not import the
compiler.
"""

import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, Generic, NoReturn, TypeAlias, TypedDict, TypeVar, Unpack, cast

from splendor.core.errors import OptionError
from splendor.core.refusals import Refusal, plain
from splendor.core.refusals import Value as Plain

Value: TypeAlias = int | str | None
T = TypeVar("T", bound=Value)

RANDOM = "random"  # the start player is drawn at random
RANDOM_START = -1  # the same in a record
NO_LIMIT = 0  # stands for `None` in a record
HAND_RULES = ("seen", "hidden")
SEEN, HIDDEN = range(len(HAND_RULES))
DECLARED = "option"  # key in the metadata of a dataclass field


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: its allowed values, its value in each preset, its field in the record.

    `kind` is "integer" (`low` to `high`), "choice" (one of `values`) or "seat" (a seat, or
    "random"). A `nullable` option may be `None`. `presets` maps each rule set to a value; the key
    "" stands for all of them. `suggested` is the value that a form proposes when a limit is
    switched on, `programs` the value in games between programs.
    """

    name: str
    kind: str
    presets: Mapping[str, Value]
    help: str
    rule: str
    field: str
    low: int = 0
    high: int = 0
    values: tuple[Value, ...] = ()
    nullable: bool = False
    suggested: int | None = None
    programs: int | None = None

    @property
    def default(self) -> Value:
        return next(iter(self.presets.values()))

    def preset(self, rules: str) -> Value:
        return self.presets[rules if rules in self.presets else ""]

    def check(self, value: object, players: int) -> None:
        """Raise `OptionError` unless the option may have this value in a game for `players`."""
        if self.kind == "choice":
            if not any(type(value) is type(known) and value == known for known in self.values):
                self._refuse("option_choice", value, values=self.values)
        elif self.kind == "seat":
            drawn = isinstance(value, str) and value == RANDOM
            if not drawn and not is_between(value, 0, players - 1):
                self._refuse("option_seat", value, seats=players)
        elif not (self.nullable and value is None) and not is_between(value, self.low, self.high):
            facts = {"low": self.low, "high": self.high, "nullable": self.nullable}
            self._refuse("option_range", value, **facts)

    def _refuse(self, code: str, value: object, **facts: Plain) -> NoReturn:
        raise OptionError(Refusal.of(code, name=self.name, **facts, value=plain(value)))

    def parse(self, text: str) -> Value:
        """The value that a text stands for; it is not checked."""
        return None if self.nullable and text.lower() == "none" else parse_value(text)

    def encode(self, value: Value) -> int:
        """The number that stands for a value in the record."""
        if isinstance(value, int):
            return value
        if self.kind == "choice":
            return self.values.index(value)
        return NO_LIMIT if value is None else RANDOM_START

    def decode(self, number: int) -> Value:
        if self.kind == "choice" and isinstance(self.values[0], str):
            return self.values[number]
        if self.kind == "seat" and number == RANDOM_START:
            return RANDOM
        return None if self.nullable and number == NO_LIMIT else number

    def outermost(self, players: int) -> tuple[Value, ...]:
        """The values that a record must be able to hold: both ends, `None`, every choice."""
        if self.kind == "choice":
            return self.values
        if self.kind == "seat":
            return (RANDOM, 0, players - 1)
        return (self.low, self.high, None) if self.nullable else (self.low, self.high)

    def values_text(self) -> str:
        return ", ".join(map(str, self.values))

    def allowed_text(self) -> str:
        """The allowed values, for people: `5 to 30`."""
        if self.kind == "choice":
            return self.values_text()
        if self.kind == "seat":
            return f"{RANDOM} or a seat"
        return f"{'none or ' if self.nullable else ''}{self.low} to {self.high}"

    def document(self, rules: str) -> dict[str, object]:
        """The declaration in JSON, with the preset's value as `default`."""
        facts: dict[str, object] = {"name": self.name, "kind": self.kind}
        if self.kind == "choice":
            facts["values"] = list(self.values)
        if self.kind == "integer":
            facts |= {"low": self.low, "high": self.high, "nullable": self.nullable}
        if self.suggested is not None:
            facts["suggested"] = self.suggested
        return facts | {"default": self.preset(rules), "help": self.help}


# Declarations: each function returns the default of a field in a game's options


class About(TypedDict, total=False):
    """What every option is declared with; `field` only where the record uses another name."""

    help: str
    rule: str
    field: str


def integer(low: int, high: int, presets: int | Mapping[str, int], **about: Unpack[About]) -> int:
    """An option that is a number from `low` to `high`."""
    return declared("integer", presets, about, low=low, high=high)


def limit(low: int, high: int, suggested: int, programs: int, **about: Unpack[About]) -> int | None:
    """An option that ends long games: a number, or `None`. Programs play with a number."""
    none: dict[str, int | None] = {"": None}
    more = {"suggested": suggested, "programs": programs, "nullable": True}
    return declared("integer", none, about, low=low, high=high, **more)


def choice(values: tuple[T, ...], presets: T | Mapping[str, T], **about: Unpack[About]) -> T:
    """An option that is one of several words, or one of several numbers.

    The record holds the number, or the index of the word.
    """
    return declared("choice", presets, about, values=values)


def seat(presets: int | str | Mapping[str, int | str], **about: Unpack[About]) -> int | str:
    """An option that is a seat of the game or "random"."""
    return declared("seat", presets, about)


def declared(kind: str, presets: T | Mapping[str, T], about: About, **more: Any) -> T:
    """A dataclass field. To the type checker it is the field's default value."""
    given = presets if isinstance(presets, Mapping) else {"": presets}
    facts = {"kind": kind, "presets": given, "rule": "", "field": "", **about, **more}
    made: T = field(default=next(iter(given.values())), metadata={DECLARED: facts})
    return made


def read_declarations(options: Any) -> tuple[Option, ...]:
    """The options of a game in the order of their declaration."""
    found = []
    for declaration in fields(options):
        facts = dict(declaration.metadata[DECLARED])
        facts["field"] = facts["field"] or declaration.name
        found.append(Option(name=declaration.name, **facts))
    return tuple(found)


declarations: Callable[[Any], tuple[Option, ...]] = cache(read_declarations)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game: `BaseOptions` or `DuelOptions`, which check their values.

    >>> options = splendor.Game(players=3, target=21).options
    >>> options.players, options.target
    (3, 21)
    """

    players: int

    def __post_init__(self) -> None:
        options = declarations(type(self))
        for option in sorted(options, key=lambda option: option.name != "players"):
            option.check(getattr(self, option.name), self.players)


OptionsT = TypeVar("OptionsT", bound=Options)


# All options of a game


class OptionSet(Generic[OptionsT]):
    """The options of one game, its rule sets, and what is derived from their declarations."""

    def __init__(self, options: type[OptionsT], rules: tuple[str, ...]) -> None:
        self.type = options
        self.all = declarations(options)
        self.rules = rules  # the record's field `preset` is an index into it
        self.presets = {
            name: self._made({option.name: option.preset(name) for option in self.all})
            for name in rules
        }

    def _made(self, values: Mapping[str, Value]) -> OptionsT:
        made: OptionsT = cast("Any", self.type)(**values)
        return made

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(option.name for option in self.all)

    @property
    def players(self) -> tuple[int, ...]:
        """How many can play."""
        [values] = [option.values for option in self.all if option.name == "players"]
        return cast("tuple[int, ...]", values)

    @property
    def limits(self) -> dict[str, int]:
        """The options that end games between programs, which might otherwise never end."""
        return {o.name: o.programs for o in self.all if o.programs is not None}

    def make(self, rules: str, given: Mapping[str, object]) -> OptionsT:
        """The options of a rule set, with the values in `given` instead of its own."""
        for name in given:
            if name not in self.names:
                raise OptionError(
                    Refusal.of("unknown_option", name=plain(name), rules=rules, options=self.names)
                )
        changed: OptionsT = replace(cast("Any", self.presets[rules]), **given)
        return changed

    def parse(self, name: str, text: str) -> object:
        """The value that a text stands for in this option; it is not checked."""
        known = [option for option in self.all if option.name == name]
        return known[0].parse(text) if known else parse_value(text)

    def changed(self, rules: str, options: OptionsT) -> dict[str, object]:
        """The number of players, if the game allows several, and what differs from the preset."""
        given = {name: getattr(options, name) for name in self.names}
        preset = self.presets[rules]
        players = {"players": options.players} if len(self.players) > 1 else {}
        return players | {
            name: value for name, value in given.items() if value != getattr(preset, name)
        }

    def write(self, state: Any, rules: str, options: OptionsT) -> None:
        """Write the options and the name of the rule set into a record."""
        state.preset = self.rules.index(rules)
        for option in self.all:
            setattr(state, option.field, option.encode(getattr(options, option.name)))

    def read(self, state: Any) -> OptionsT:
        return self._made({o.name: o.decode(int(getattr(state, o.field))) for o in self.all})

    def read_rules(self, state: Any) -> str:
        """The name of the rule set on which a record's options are based."""
        return self.rules[int(state.preset)]

    def document(self, rules: str) -> list[dict[str, object]]:
        """The declarations in JSON, without the number of players."""
        return [option.document(rules) for option in self.all if option.name != "players"]

    def help(self) -> str:
        """For each option its name and values, and its meaning beneath them."""
        return "".join(f"  {o.name}: {o.allowed_text()}\n{wrapped(o.help)}\n" for o in self.all)


def wrapped(sentence: str) -> str:
    return textwrap.fill(sentence, width=79, initial_indent=" " * 6, subsequent_indent=" " * 6)


def is_between(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def parse_value(text: str) -> int | str:
    """A number where the text is one, otherwise the text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text
