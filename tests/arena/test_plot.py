"""The plot of ratings."""

import xml.etree.ElementTree as ET

import pytest

from splendor.arena.plot import WIDTH, Axis, plot, round_step
from splendor.arena.ratings import Ladder, Rating

SVG = "{http://www.w3.org/2000/svg}"


def ladder_of(*ratings: Rating) -> Ladder:
    return Ladder("official", 2, "rounds=100", list(ratings))


def test_every_agent_has_a_name_a_dot_and_a_bar() -> None:
    ladder = ladder_of(Rating("<best>", 210, 180, 260), Rating("b&c", -210, -260, -180))
    root = ET.fromstring(plot([ladder, ladder]))
    texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert texts.count("<best>") == texts.count("b&c") == 2
    assert texts.count("210") == texts.count("-30 +50") == 2
    dots = [float(dot.get("cx", "")) for dot in root.iter(f"{SVG}circle")]
    assert len(dots) == 4
    assert dots[0] > dots[1]
    bars = [bar for bar in root.iter(f"{SVG}line") if bar.get("class") == "bar"]
    for bar, dot in zip(bars, dots, strict=True):
        assert 0 < float(bar.get("x1", "")) < dot < float(bar.get("x2", "")) < WIDTH


def test_the_plot_has_colours_for_dark_mode() -> None:
    assert "prefers-color-scheme: dark" in plot([ladder_of(Rating("a", 0, -1, 1))])


def test_a_single_agent_without_an_interval_can_be_drawn() -> None:
    ET.fromstring(plot([ladder_of(Rating("a", 0, 0, 0))]))


def test_a_long_name_is_shortened() -> None:
    rating = Rating("x" * 200, 0, -1, 1)
    axis = Axis([rating])
    assert axis.left <= WIDTH / 2
    assert axis.fitting(rating.name).endswith("x…")
    assert axis.fitting("short") == "short"


@pytest.mark.parametrize("least, step", [(1, 1), (3, 5), (60, 100), (120, 200), (0.25, 0.5)])
def test_ticks_are_round_numbers(least: float, step: float) -> None:
    assert round_step(least) == pytest.approx(step)


def test_ticks_enclose_everything() -> None:
    axis = Axis([Rating("a", 10, -333, 412)])
    ticks = list(axis.ticks())
    assert ticks[0] <= -333
    assert ticks[-1] >= 412
    assert 4 <= len(ticks) <= 10
