"""Log lines: the same during a game and after loading it, for old logs too."""

import random

import pytest
from msgspec import json

from splendor.server.messages import LogLine
from splendor.server.tables.events import Moved, StampedEvent, Undone, encode
from splendor.server.tables.log_lines import LogLines
from tests.server.tables.table_states import LoggedState, begun, fold, play

FACTS = ("cards", "taken", "nobles", "privileges")


def lines_of(state: LoggedState) -> list[LogLine]:
    return [json.decode(each.line, type=LogLine) for each in state.lines]


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_events_do_not_store_what_lines_derive(rules: str) -> None:
    state = begun("Anna", "Ben", rules=rules)
    chance = random.Random(3)
    for _ in range(30):
        play(state, str(chance.choice(state.dealt_game.legal_moves)))
    actual = [line for line in lines_of(state) if line.kind == "moved"]
    assert any(getattr(line, fact) for line in actual for fact in FACTS)
    assert set(json.decode(encode(Moved(0, ["r1a"], ["W"], [1])))) == {
        "kind", "seat", "moves", "drawn", "clocks",
    }  # fmt: skip


def test_lines_since_an_event_are_found_from_the_end() -> None:
    state = begun("Anna", "Ben", start=0)
    play(state, "UGR")
    assert [each.seq for each in state.log.since(state.seq - 1)] == [state.seq]
    assert state.log.since(state.seq) == []
    assert state.log.since(0) == state.lines


def test_a_line_costs_the_same_however_long_the_log_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move of one decision reads one record; the game is not copied."""
    state = begun("Anna", "Ben", start=0)
    play(state, "UGR")
    game = state.dealt_game
    monkeypatch.setattr(type(game), "copy", lambda _: pytest.fail("the game was copied"))
    game.push("WUG")
    state.log.add(StampedEvent(Moved(1, ["WUG"]), 1), game)
    assert json.decode(state.lines[-1].line)["moves"] == ["WUG"]


def test_an_undone_move_keeps_its_line() -> None:
    state = begun("Anna", "greedy", start=0)
    play(state, "r1a")
    before = lines_of(state)[-1]
    fold(state, Undone(0))
    play(state, "r1b")
    moved = [line for line in lines_of(state) if line.kind == "moved"]
    assert moved[0] == before
    assert moved[0].cards != moved[1].cards


def test_an_empty_log_has_no_lines() -> None:
    assert LogLines().since(0) == []
