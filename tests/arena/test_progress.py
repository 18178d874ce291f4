"""The progress bar of a match, and the plain lines in its place."""

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


def test_a_terminal_gets_a_bar_that_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert drawn.rsplit("\r", 2)[-2].strip() == ""  # the bar is wiped out


def test_elsewhere_a_plain_line_comes_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    target = io.StringIO()
    shown = Progress(MATCH, 10, target)
    shown.show(DEALS[:1])
    shown.show(DEALS)
    assert target.getvalue() == "continuing after 1 deal\n"  # ten seconds are not over
    monkeypatch.setattr(progress, "PLAIN", 0.0)
    shown.show(DEALS)
    shown.close()
    assert target.getvalue().splitlines()[1].startswith("3/10 deals, greedy")
    assert "\x1b" not in target.getvalue()


def test_two_are_compared_in_elo_and_more_are_not() -> None:
    assert "Elo +0" in standing(MATCH, [0.5] * 20)
    assert "Elo ∞" in standing(MATCH, [1.0] * 20)
    three = Match("official", ("greedy", "random", "random"), "m")
    assert "Elo" not in standing(three, [0.5] * 20)
