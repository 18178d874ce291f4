"""Refusals are codes with values, rendered in English in one place."""

import pickle

import pytest

from splendor.core.errors import IllegalMove, NotationError, RulesError
from splendor.core.refusals import (
    TEXTS,
    Refusal,
    english,
    gems_by_name,
    plain,
    register_texts,
    values_of,
)


def test_a_refusal_is_put_into_english_from_its_code_and_values() -> None:
    refusal = Refusal.of("short", missing=2, gems={"black": 2, "pearl": 1}, gold=1)
    assert str(refusal) == "you are 2 short: K2 P1, less 1 gold"
    assert str(Refusal.of("short", missing=1, gems={"white": 1})) == "you are 1 short: W1"


def test_an_error_carries_its_refusal() -> None:
    error = RulesError(Refusal.of("deck_empty", level=3))
    assert (error.code, error.values, str(error)) == (
        "deck_empty",
        {"level": 3},
        "the deck of level 3 is empty",
    )


def test_an_error_may_be_a_plain_sentence() -> None:
    error = NotationError("so not")
    assert (error.kind, error.code, str(error)) == ("notation", "other", "so not")


def test_a_sentence_with_braces_is_shown_as_it_is() -> None:
    assert str(RulesError('"a" must be {} or {b}')) == '"a" must be {} or {b}'


def test_an_illegal_move_is_named_in_its_sentence() -> None:
    error = IllegalMove(Refusal.of("no_card", place="1a"), "b1a")
    assert str(error) == "b1a is not legal now: there is no card at 1a"
    assert (error.kind, error.code, error.move) == ("illegal", "no_card", "b1a")


@pytest.mark.parametrize(
    "error",
    [
        RulesError("text"),
        NotationError(Refusal.of("not_a_move", text="x", help="")),
        IllegalMove(Refusal.of("no_card", place="1a"), "b1a"),
    ],
)
def test_errors_can_be_pickled(error: RulesError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), again.refusal) == (str(error), error.refusal)


def test_a_code_of_a_newer_program_is_shown_as_data() -> None:
    assert english("later", {"seat": 2}) == "later (seat: 2)"
    assert english("later", {}) == "later"
    assert english("no_card", {"slot": 1}) == "no_card (slot: 1)"


def test_a_code_has_one_text() -> None:
    register_texts({"no_card": TEXTS["no_card"]})
    with pytest.raises(ValueError, match="no_card"):
        register_texts({"no_card": "something else"})


def test_the_values_of_a_text_are_its_names() -> None:
    assert values_of("{a} of {b}") == {"a": True, "b": True}
    assert values_of(TEXTS["short"]) == {"missing": True, "gems": True, "gold": False}


def test_values_are_plain() -> None:
    assert gems_by_name((0, 2, 0, 0, 1), ("white", "blue", "green", "red", "black")) == {
        "blue": 2,
        "black": 1,
    }
    assert plain(3) == 3
    assert plain(2**62) == 2**62
    assert plain(2**64) == "0x10000000000000000"
    assert plain(RulesError) == repr(RulesError)
