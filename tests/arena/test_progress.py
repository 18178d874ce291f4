"""The progress of a match, as a bar or as plain lines."""

import io

import pytest

from splendor.arena import progress
from splendor.arena.match import DealResult, Match
from splendor.arena.progress import Progress, standing

MATCH = Match("official", ("greedy", "random"), "m", sprt=(0.0, 35.0))
DEALS: list[DealResult] = [
    {"score": [score, 2 - score], "games": [{}, {}]} for score in (2.0, 1.0, 2.0)
]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_a_bar_is_shown_and_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "LIVE", 0.0)
    target = Terminal()
    shown = Progress(MATCH, 10, target)
    shown.show([])
    for count in (1, 2, 3):
        shown.show(DEALS[:count])
    shown.say("a bot loses")
    shown.close()
    drawn = target.getvalue()
    assert "3/10" in drawn
    assert "greedy 83.3 % ±" in drawn
    assert "LLR +" in drawn
    assert "a bot loses\n" in drawn
    assert drawn.rsplit("\r", 2)[-2].strip() == ""  # the bar is removed


def test_elsewhere_plain_lines_are_printed_at_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    target = io.StringIO()
    shown = Progress(MATCH, 10, target)
    shown.show(DEALS[:1])
    shown.show(DEALS)
    assert target.getvalue() == "continuing after 1 deal\n"  # not yet ten seconds later
    monkeypatch.setattr(progress, "PLAIN", 0.0)
    shown.show(DEALS)
    shown.close()
    assert target.getvalue().splitlines()[1].startswith("3/10 deals, greedy")
    assert "\x1b" not in target.getvalue()


def test_two_agents_are_compared_in_elo_and_more_are_not() -> None:
    assert "Elo +0" in standing(MATCH, [0.5] * 20)
    assert "Elo ∞" in standing(MATCH, [1.0] * 20)
    three = Match("official", ("greedy", "random", "random"), "m")
    assert "Elo" not in standing(three, [0.5] * 20)
