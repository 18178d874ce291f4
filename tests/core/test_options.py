"""Options: everything that is derived from a declaration."""

from contextlib import nullcontext
from dataclasses import dataclass, fields
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

from splendor.base.options import OPTIONS as BASE
from splendor.base.state import STATE as BASE_STATE
from splendor.core.errors import OptionError
from splendor.core.kernel import record
from splendor.core.options import Options, OptionSet, choice, integer, limit, seat
from splendor.core.ruleset import check_fields
from splendor.duel.options import OPTIONS as DUEL
from splendor.duel.state import STATE as DUEL_STATE
from splendor.ruleset import RULESETS, games_document
from tests import random_games
from tests.duel import games as duel_games
from tests.duel import random_duels
from tests.plain import against_plain_base, against_plain_duel


@dataclass(frozen=True, slots=True)
class Sample(Options):
    players: int = choice((2, 5), 2, help="How many.", field="seats")
    size: int = integer(1, 9, {"small": 2, "large": 8}, help="How large.", rule="X1")
    mood: str = choice(("calm", "wild"), "calm", help="How wild.", field="mood_rule")
    start: int | str = seat("random", help="Who begins.", field="start_rule")
    turns: int | None = limit(3, 30, suggested=10, programs=20, help="How long.")


SAMPLE = OptionSet(Sample, ("small", "large"))


def a_record() -> SimpleNamespace:
    return SimpleNamespace(preset=0, seats=0, size=0, mood_rule=0, start_rule=0, turns=0)


def test_each_rule_set_has_its_own_values() -> None:
    assert SAMPLE.presets["small"] == Sample(size=2)
    assert SAMPLE.presets["large"] == Sample(size=8)
    assert SAMPLE.limits == {"turns": 20}
    assert SAMPLE.players == (2, 5)


def test_options_are_encoded_as_numbers_in_a_record() -> None:
    record = a_record()
    SAMPLE.write(record, "large", SAMPLE.make("large", {"mood": "wild", "players": 5}))
    assert vars(record) == {
        "preset": 1, "seats": 5, "size": 8, "mood_rule": 1, "start_rule": -1, "turns": 0
    }  # fmt: skip
    assert SAMPLE.read_rules(record) == "large"
    assert SAMPLE.read(record) == Sample(players=5, size=8, mood="wild")


@pytest.mark.parametrize(
    "given",
    [{"players": 5, "start": 4}, {"size": 9}, {"mood": "wild"}, {"start": 1}, {"turns": 30}, {}],
)
def test_options_written_into_a_record_are_read_back(given: dict[str, object]) -> None:
    for rules in SAMPLE.rules:
        record, options = a_record(), SAMPLE.make(rules, given)
        SAMPLE.write(record, rules, options)
        assert SAMPLE.read(record) == options
        assert SAMPLE.changed(rules, options) == {"players": 2, **given}


FIELDS = ("preset", "seats", "size", "mood_rule", "start_rule", "turns")


def a_dtype(**others: str) -> np.dtype[np.record]:
    return record(*((name, others.get(name, "i1")) for name in FIELDS))


def test_a_game_whose_record_lacks_a_field_for_an_option_is_refused() -> None:
    check_fields(SAMPLE, a_dtype())
    with pytest.raises(TypeError, match="option start: its field cannot hold 'random'"):
        check_fields(SAMPLE, a_dtype(start_rule="u1"))
    with pytest.raises(TypeError, match="option mood: the record has no field 'mood_rule'"):
        check_fields(SAMPLE, record(*((name, "i1") for name in FIELDS if name != "mood_rule")))


@pytest.mark.parametrize("high, fits", [(127, True), (128, False)])
def test_an_option_must_fit_into_its_field(high: int, fits: bool) -> None:
    @dataclass(frozen=True, slots=True)
    class Large(Options):
        players: int = choice((2,), 2, help="Two.", field="seats")
        size: int = integer(0, high, 3, help="How large.")

    with nullcontext() if fits else pytest.raises(TypeError, match="size: its field cannot hold"):
        check_fields(OptionSet(Large, ("one",)), a_dtype())


@pytest.mark.parametrize("low, fits", [(0, False), (1, True)])
def test_a_limit_cannot_be_zero_because_zero_means_none(low: int, fits: bool) -> None:
    @dataclass(frozen=True, slots=True)
    class Limited(Options):
        players: int = choice((2,), 2, help="Two.", field="seats")
        turns: int | None = limit(low, 30, suggested=10, programs=20, help="How long.")

    with nullcontext() if fits else pytest.raises(TypeError, match="its field cannot hold 0"):
        check_fields(OptionSet(Limited, ("one",)), a_dtype())


@pytest.mark.parametrize(
    "given, code, values",
    [
        ({"players": 3}, "option_choice", {"values": (2, 5)}),
        ({"size": 10}, "option_range", {"low": 1, "high": 9, "nullable": False}),
        ({"turns": 2}, "option_range", {"low": 3, "high": 30, "nullable": True}),
        ({"start": 2}, "option_seat", {"seats": 2}),
        ({"mood": "Wild"}, "option_choice", {"values": ("calm", "wild")}),
        ({"colour": 1}, "unknown_option", {"rules": "small", "options": SAMPLE.names}),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_allowed(
    given: dict[str, object], code: str, values: dict[str, object]
) -> None:
    with pytest.raises(OptionError) as refused:
        SAMPLE.make("small", given)
    [(name, value)] = given.items()
    assert refused.value.code == code
    recorded = {"name": name, **values} | ({} if code == "unknown_option" else {"value": value})
    assert refused.value.values == recorded


def test_a_form_can_be_built_from_the_document() -> None:
    size, mood, start, turns = SAMPLE.document("large")
    assert size == {
        "name": "size", "kind": "integer", "low": 1, "high": 9, "nullable": False,
        "default": 8, "help": "How large.",
    }  # fmt: skip
    assert (mood["kind"], mood["values"], mood["default"]) == ("choice", ["calm", "wild"], "calm")
    assert (start["kind"], start["default"]) == ("seat", "random")
    assert (turns["nullable"], turns["suggested"], turns["default"]) == (True, 10, None)


def test_random_games_try_every_option_of_their_game() -> None:
    """So a new option is covered by the tests over random positions and the plain rules."""
    chance = Random(1)
    assert set(random_games.any_options(chance)[1]) == set(BASE.names)
    for options in (random_duels.any_options(chance), duel_games.any_options(chance)):
        assert {"players", *options} == set(DUEL.names)
    often = range(100)  # half of them have the default value
    beside = {name for _ in often for name in against_plain_base.some_options(chance)[1]}
    assert beside == set(BASE.names)
    beside = {name for _ in often for name in against_plain_duel.some_options(chance, [8])}
    assert {"players", *beside} == set(DUEL.names)


def test_the_help_names_every_option_and_its_values() -> None:
    help = SAMPLE.help()
    for words in ("players: 2, 5", "size: 1 to 9", "start: random or a seat", "none or 3 to 30"):
        assert words in help


def test_every_rule_set_is_in_the_document_of_games() -> None:
    document = games_document()
    assert [each["rules"] for each in document] == list(RULESETS)
    [landolt] = [each for each in document if each["rules"] == "landolt"]
    defaults = {each["name"]: each["default"] for each in landolt["options"]}  # type: ignore[attr-defined]
    assert defaults | {"players": 2} == {
        field.name: getattr(BASE.presets["landolt"], field.name) for field in fields(BASE.type)
    }


@pytest.mark.parametrize("options, state", [(BASE, BASE_STATE), (DUEL, DUEL_STATE)])
def test_every_value_of_an_option_fits_into_its_field_of_the_record(
    options: OptionSet[Options], state: np.dtype[np.record]
) -> None:
    for option in options.all:
        room = np.iinfo(state[option.field])
        assert room.min <= -1 or option.kind != "seat"
        assert room.max >= max(option.high, *(map(option.encode, option.values)), 0)
        assert option.help.endswith(".")
        assert option.rule
