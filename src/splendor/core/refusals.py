"""A refusal as data: a stable code and values. Its English sentence is made here and nowhere else.

Programs compare `Refusal.code` and read `Refusal.values`; only people read the sentence. Other
packages add their own codes with `register_texts`. `docs/refusals.md` lists all of them.
"""

import inspect
import reprlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter
from typing import TypeAlias, Union

from splendor.core.gems import COLOURS, GOLD_LETTER, GOLD_NAME, LETTERS, PEARL_LETTER, PEARL_NAME

# What JSON can hold. Gems are named ("black"), levels are 1 to 3, moves are in notation.
Value: TypeAlias = Union[bool, int, float, str, Sequence["Value"], Mapping[str, "Value"], None]  # noqa: UP007

# A template with {names} of values, or a function whose parameters are the values.
Text: TypeAlias = str | Callable[..., str]

OTHER = "other"  # a refusal that is only a sentence


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something cannot be done: a code for programs, and the values that belong to it.

    `str(refusal)` is the English sentence.

    >>> refusal = Refusal.of("no_card", place="2c")
    >>> refusal.code, dict(refusal.values), str(refusal)
    ('no_card', {'place': '2c'}, 'there is no card at 2c')
    """

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)

    @classmethod
    def of(cls, code: str, **values: Value) -> "Refusal":
        return cls(code, values)

    def __str__(self) -> str:
        return english(self.code, self.values)


TEXTS: dict[str, Text] = {}


def register_texts(texts: Mapping[str, Text]) -> None:
    """Add codes with their English texts. Registering another text for a code is an error."""
    for code, text in texts.items():
        if TEXTS.setdefault(code, text) != text:
            raise ValueError(f"the code {code!r} has another text already")


def english(code: str, values: Mapping[str, Value]) -> str:
    """The sentence of a refusal's code."""
    return render(TEXTS, code, values)


def render(texts: Mapping[str, Text], code: str, values: Mapping[str, Value]) -> str:
    """The text of a code. An unknown code, as from a newer server, is shown with its values."""
    text = texts.get(code)
    try:
        if text is None:
            raise KeyError(code)
        return text.format_map(values) if isinstance(text, str) else text(**values)
    except (KeyError, TypeError, ValueError):
        listed = ", ".join(f"{name}: {value}" for name, value in values.items())
        return f"{code} ({listed})" if listed else code


def values_of(text: Text) -> dict[str, bool]:
    """The names of a text's values, and whether each is required."""
    if isinstance(text, str):
        return {name: True for _, name, _, _ in Formatter().parse(text) if name}
    found = inspect.signature(text).parameters
    return {name: each.default is inspect.Parameter.empty for name, each in found.items()}


LONGEST_SHOWN = 60  # characters of a wrong argument that a refusal repeats
LARGEST_SHOWN = 2**63  # larger numbers are shown as texts
SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = LONGEST_SHOWN


def plain(given: object) -> Value:
    """An argument as a short value of a refusal: as a text if JSON cannot hold it."""
    if isinstance(given, str):
        return given[:LONGEST_SHOWN]
    if isinstance(given, int) and abs(given) >= LARGEST_SHOWN:
        return shown(given)
    return given if given is None or isinstance(given, (bool, int, float)) else shown(given)


def shown(given: object) -> str:
    """The `repr` of an argument, cut off; of a large number in base 16, which has no limit."""
    large = isinstance(given, int) and abs(given) >= LARGEST_SHOWN
    text = f"{given:#x}" if large else SHORT.repr(given)
    return text[:LONGEST_SHOWN]


# Words that several texts need

LETTER_OF = {
    **dict(zip(COLOURS, LETTERS, strict=True)),
    PEARL_NAME: PEARL_LETTER,
    GOLD_NAME: GOLD_LETTER,
}
NAME_OF = {letter: name for name, letter in LETTER_OF.items()}


def gems_by_name(counts: Sequence[int], names: Sequence[str]) -> dict[str, int]:
    """Counts as a value of a refusal: those that are not 0, by the names of the gems."""
    return {name: int(count) for name, count in zip(names, counts, strict=False) if count}


def gem_letters(gems: Mapping[str, int]) -> str:
    """Gems as people write them: `W2 G1 J1`."""
    return " ".join(f"{LETTER_OF.get(name, name)}{count}" for name, count in gems.items())


def how_many(count: int, noun: str) -> str:
    """A count with its noun: `1 crown`, `2 crowns`."""
    return f"{count} {noun if count == 1 else f'{noun}s'}"


def one_of(values: Sequence[object]) -> str:
    """The allowed values in words: `one of return, cap`, or the only one."""
    return f"{'one of ' if len(values) > 1 else ''}{', '.join(map(str, values))}"


# What both games refuse


def no_card(move: object) -> Refusal:
    """There is no card where the move would buy or reserve one."""
    return Refusal.of("no_card", place=str(move)[1:].removesuffix("+"))


def cannot_buy(move: object, lacking: Mapping[str, int], gold: int) -> Refusal:
    """Why this move cannot buy the card, for a player who lacks these gems and holds `gold`."""
    missing = sum(lacking.values()) - gold
    if missing > 0:
        return Refusal.of("short", missing=missing, gems=lacking, gold=gold)
    return Refusal.of("no_gold_choice", use=str(move).removesuffix("+"))


def short_text(missing: int, gems: Mapping[str, int], gold: int = 0) -> str:
    """`gems` are missing if gold is not counted; `missing` is their number less `gold`."""
    less = f", less {gold} gold" if gold else ""
    return f"you are {missing} short: {gem_letters(gems)}{less}"


def first_text(what: str) -> Text:
    """A text saying that something else must be decided first, with the legal moves."""

    def text(moves: Sequence[str]) -> str:
        return f"first {what}: {' '.join(moves)}"

    return text


RULES_TEXTS: dict[str, Text] = {
    "game_over": "the game is over",
    "not_possible": "{move} is not possible here",
    "first_pay": first_text("choose what gold stands for, or pay"),
    "hand_full": "you have {limit} cards in hand already",
    "deck_empty": "the deck of level {level} is empty",
    "no_card": "there is no card at {place}",
    "short": short_text,
    "no_gold_choice": "gold cannot be chosen, use {use}",
    "nothing_to_pay": "nothing is being paid",
    "must_act": "you may pass only when nothing else is possible",
}


# Refusals that come before the rules


def not_a_move_text(text: str, help: str = "") -> str:
    return f"{text!r} is not a move{f': {help}' if help else ''}"


def unknown_rules_text(name: str, known: Sequence[str]) -> str:
    return f"there is no rule set {name!r}: {', '.join(known)}"


def unknown_option_text(name: str, rules: str, options: Sequence[str]) -> str:
    return f"there is no option {name!r} in {rules}: {', '.join(options)}"


def option_choice_text(name: str, values: Sequence[Value], value: Value) -> str:
    return f"option {name} must be {one_of(values)}, not {value!r}"


def option_range_text(name: str, low: int, high: int, nullable: bool, value: Value) -> str:
    none = " or None" if nullable else ""
    return f"option {name} must be a number from {low} to {high}{none}, not {value!r}"


def option_seat_text(name: str, seats: int, value: Value) -> str:
    return f'option {name} must be a number from 0 to {seats - 1} or "random", not {value!r}'


def conclusion_reason_text(reasons: Sequence[str], reason: Value) -> str:
    return f"a game is concluded by {', '.join(reasons)}, not {reason!r}"


GENERAL_TEXTS: dict[str, Text] = {
    OTHER: "{text}",
    "not_a_move": not_a_move_text,
    "unknown_rules": unknown_rules_text,
    "unknown_option": unknown_option_text,
    "option_choice": option_choice_text,
    "option_range": option_range_text,
    "option_seat": option_seat_text,
}

# Why something is not a position. A detail is in English: it names fields of the text.


def position_tokens_text(gem: str, found: int, total: int) -> str:
    return f"not a position: there are {found} {LETTER_OF[gem]}, not {total}"


def position_crowns_text(seat: int, crowns: int, royals: int, phase: str) -> str:
    has = f"seat {seat} has {crowns} crowns and {royals} royal cards"
    return f"not a position: {has} in phase {phase}"


POSITION_TEXTS: dict[str, Text] = {
    "position_text": "not a position: {detail}",
    "position_word": "not a position: {word!r} is no field of a position",
    "position_field_twice": "not a position: field {field!r} is given twice",
    "position_field_missing": "not a position: field {field!r} is missing",
    "position_rules": "not a position: there is no rule set {rules!r}",
    "position_unknown": "some cards are unknown: a game needs the whole position",
    "position_no_seat": "not a view: there is no seat {seat}",
    "position_own_hand": "not a view: seat {seat} knows every card in its own hand",
    "position_tokens": position_tokens_text,
    "position_card_twice": "not a position: card {card} stands in two places",
    "position_level": "not a position: level {level} has {found} cards",
    "position_empty": (
        "not a position: a place of level {level} is empty although its deck is not"
    ),
    "position_noble_twice": "not a position: a noble is listed twice",
    "position_held": "not a position: seat {seat} holds {count} tokens in phase {phase}",
    "position_stuck": "not a position: the active player has nothing to decide",
    "position_end": "not a position: reason cannot be {reason} here",
    "position_royal": "not a position: royal card {royal} is missing",
    "position_privileges": "not a position: there are {found} privileges, not {total}",
    "position_wild": "not a position: seat{seat} owns no card on which {card} can lie",
    "position_crowns": position_crowns_text,
    "position_won": "not a position: seat {seat} has won before this turn",
}

# Mistakes that only programs can make: these are never sent to a browser.
LIBRARY_TEXTS: dict[str, Text] = {
    "not_of_this_game": "{move} is not a move of this game",
    "not_a_text": "{given} is not the text of a move",
    "not_legal_for_seat": "{move} is not legal for seat {seat} now",
    "not_a_seed": "a seed is a whole number or a text, not {given}",
    "long_seed": "a number of more than {digits} digits must be given as a text",
    "not_a_chance": "chance is what splendor.core.chance.seeded returns",
    "zero_chance": "chance cannot be all zeros: it would give only zeros",
    "not_actions": "actions are one row of whole numbers, not {given}",
    "action_count": "{games} games need {games} actions, not {given}",
    "illegal_action": "action {action} is not legal in game {game}",
    "batch_size": "a batch has from 1 to {most} games, not {given}",
    "no_such_seat": "there is no seat {seat} in a game for {players}",
    "no_such_card": "there is no card {card} in {rules}",
    "no_such_ply": "there is no ply {ply} in a game of {plies} decisions",
    "nothing_to_undo": "there is no move to take back",
    "conclusion_reason": conclusion_reason_text,
    "already_over": "the game is over already",
}

for texts in (RULES_TEXTS, GENERAL_TEXTS, POSITION_TEXTS, LIBRARY_TEXTS):
    register_texts(texts)
