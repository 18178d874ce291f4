"""The options of Duel (D8): values, names, fields in the record."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from splendor.core.errors import OptionError
from splendor.duel.options import OPTIONS, DuelOptions
from splendor.duel.state import STATE
from tests.duel.positions import a_duel

[MOST_IDLE] = [option.high for option in OPTIONS.all if option.name == "idle"]
STARTS: list[int | str] = ["random", 0, 1]
IDLES = [None, 1, 60, MOST_IDLE]


def test_the_official_options_are_those_of_the_table() -> None:
    """D8."""
    expected = DuelOptions(players=2, start="random", hands="seen", refill="at_once", idle=None)
    assert OPTIONS.make("duel", {}) == OPTIONS.presets["duel"] == expected
    assert list(OPTIONS.presets) == ["duel"]


def test_each_option_can_be_changed_by_itself() -> None:
    for name, value in {"start": 1, "hands": "hidden", "refill": "end_of_turn", "idle": 9}.items():
        options = OPTIONS.make("duel", {name: value})
        assert getattr(options, name) == value
        assert OPTIONS.changed("duel", options) == {name: value}


def test_a_value_equal_to_the_preset_is_not_a_change() -> None:
    assert OPTIONS.changed("duel", OPTIONS.make("duel", {"players": 2, "idle": None})) == {}


def test_options_are_read_back_from_the_record() -> None:
    for start, hands, refill, idle in product(
        STARTS, ("seen", "hidden"), ("at_once", "end_of_turn"), IDLES
    ):
        options = DuelOptions(start=start, hands=hands, refill=refill, idle=idle)
        states = np.zeros(1, STATE)
        OPTIONS.write(states[0], "duel", options)
        assert OPTIONS.read(states[0]) == options
        assert OPTIONS.read_rules(states[0]) == "duel"


def test_a_game_keeps_its_options() -> None:
    game = a_duel(hands="hidden", refill="end_of_turn", idle=30).board("J....").play("r1", "Ja1")
    assert OPTIONS.read(game.state) == DuelOptions(hands="hidden", refill="end_of_turn", idle=30)


@pytest.mark.parametrize(
    "given, reason",
    [
        ({"players": 1}, "option players must be 2, not 1"),
        ({"players": 3}, "option players must be 2, not 3"),
        ({"players": "2"}, "option players must be 2, not '2'"),
        ({"players": 2.0}, "option players must be 2, not 2.0"),
        ({"start": 2}, 'option start must be a number from 0 to 1 or "random", not 2'),
        ({"start": -1}, 'option start must be a number from 0 to 1 or "random", not -1'),
        ({"start": True}, "option start must be"),
        ({"start": "Random"}, "option start must be"),
        ({"start": None}, "option start must be"),
        ({"hands": "open"}, "option hands must be one of seen, hidden, not 'open'"),
        ({"hands": 0}, "option hands must be one of"),
        ({"refill": "later"}, "option refill must be one of at_once, end_of_turn, not 'later'"),
        ({"refill": None}, "option refill must be one of"),
        ({"idle": 0}, "option idle must be a number from 1 to 10000 or None, not 0"),
        ({"idle": MOST_IDLE + 1}, "option idle must be a number from 1 to 10000 or None"),
        ({"idle": "none"}, "option idle must be a number"),
        ({"idle": True}, "option idle must be a number"),
        ({"idle": 6.0}, "option idle must be a number"),
        ({"target": 15}, "there is no option 'target' in duel: players, start"),
        ({"rounds": 15}, "there is no option 'rounds' in duel"),
        ({"Idle": 15}, "there is no option 'Idle' in duel"),
    ],
)
def test_other_values_are_refused_with_what_is_allowed(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(OptionError) as refused:
        OPTIONS.make("duel", given)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    "name, text, value",
    [
        ("idle", "none", None),
        ("idle", "None", None),
        ("idle", "60", 60),
        ("idle", "sixty", "sixty"),
        ("start", "random", "random"),
        ("start", "1", 1),
        ("start", "none", "none"),  # only `idle` may be `none`
        ("hands", "hidden", "hidden"),
        ("refill", "end_of_turn", "end_of_turn"),
        ("idle", "²", "²"),
        ("idle", "-1", "-1"),
        ("idle", "1" * 5000, "1" * 5000),
    ],
)
def test_a_text_is_read_as_the_value_it_means(name: str, text: str, value: object) -> None:
    assert OPTIONS.parse(name, text) == value


def test_the_longest_idle_time_fits_into_the_record() -> None:
    assert np.iinfo(STATE["idle"]).max >= MOST_IDLE
    assert np.iinfo(STATE["quiet"]).max >= MOST_IDLE
