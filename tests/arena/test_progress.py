"""The line that tells how a match stands."""

import io

import pytest

from splendor.arena import progress
from splendor.arena.match import Match, Row
from splendor.arena.progress import Progress, duration, standing

MATCH = Match("official", ("greedy", "random"), "m", sprt=(0.0, 35.0))
DEALS: list[Row] = [{"score": [score, 2 - score], "games": [{}, {}]} for score in (2.0, 1.0, 2.0)]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_one_live_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "LIVE", 0.0)
    target = Terminal()
    shown = Progress(MATCH, 10, target)
    shown.show([])
    for count in (1, 2, 3):
        shown.show(DEALS[:count])
    shown.say("a bot loses")
    shown.close()
    lines = target.getvalue().split("\r\x1b[K")
    assert lines[3].startswith("3/10 deals, greedy 83.3 % ±")
    assert "LLR +" in lines[3]
    assert "games/s" in lines[3]
    assert lines[4] == "a bot loses\n"
    assert lines[-1] == ""  # nothing is left of it


def test_elsewhere_a_plain_line_comes_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    target = io.StringIO()
    shown = Progress(MATCH, 10, target)
    shown.show(DEALS[:1])
    shown.show(DEALS)
    assert target.getvalue() == "going on after 1 deal\n"  # ten seconds are not over
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


@pytest.mark.parametrize("seconds, text", [(7, "0:07"), (61, "1:01"), (3661, "1:01:01")])
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text
