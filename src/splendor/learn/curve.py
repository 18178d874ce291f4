"""The learning curve of a training run as an SVG: Elo against games and against hours."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

from splendor.arena.plot import STYLE, round_step

WIDTH, HEIGHT = 800, 300  # pixels, of each panel
LEFT, RIGHT, TOP, BOTTOM = 60, 20, 50, 44  # margins
TICKS = 5


@dataclass(frozen=True, slots=True)
class Point:
    """One evaluation."""

    x: float
    elo: float
    low: float
    high: float


class Scale:
    """Converts numbers to pixels; 0 is always on it."""

    def __init__(self, values: Sequence[float], first: float, last: float) -> None:
        self.low, self.high = min(0.0, *values), max(1e-9, *values)
        self.first, self.last = first, last

    def at(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(self.first + share * (self.last - self.first), 1)

    def ticks(self) -> Iterator[float]:
        step = round_step((self.high - self.low) / TICKS)
        number = ceil(self.low / step)
        while number * step <= self.high:
            yield number * step
            number += 1


def write_curve(folder: Path) -> None:
    """Draw the evaluations in the folder's log; nothing before there are two."""
    text = (folder / "log.jsonl").read_text(encoding="utf-8")
    evaluated = [line for line in map(json.loads, text.splitlines()) if "estimate" in line]
    if len(evaluated) > 1:
        (folder / "curve.svg").write_text(curve(evaluated), encoding="utf-8")


def curve(lines: Sequence[dict[str, Any]]) -> str:
    """An SVG of two panels, from lines of a log that have an evaluation."""
    games = [point(line, line["games"] / 1000) for line in lines]
    hours = [point(line, line["cpu_seconds"] / 3600) for line in lines]
    size = f'width="{WIDTH}" height="{2 * HEIGHT}" viewBox="0 0 {WIDTH} {2 * HEIGHT}"'
    label = "Learning curve: Elo against games and against hours"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{label}">',
        f"<style>{STYLE}</style>",
        '<rect class="paper" width="100%" height="100%"/>',
        *panel(games, "thousand games"),
        f'<g transform="translate(0 {HEIGHT})">',
        *panel(hours, "hours of one core"),
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def point(line: dict[str, Any], x: float) -> Point:
    found = line["estimate"]
    return Point(x, found["elo"], found["low"], found["high"])


def panel(points: Sequence[Point], unit: str) -> Iterator[str]:
    across = Scale([each.x for each in points], LEFT, WIDTH - RIGHT)
    up = Scale([y for each in points for y in (each.low, each.high)], HEIGHT - BOTTOM, TOP)
    title = f"Elo above the hand-written evaluator, by {unit}"
    yield f'<text class="title" x="12" y="26">{title}</text>'
    for tick in up.ticks():
        y = up.at(tick)
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>'
        yield f'<text class="small" x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{tick:g}</text>'
    for tick in across.ticks():
        place = f'x="{across.at(tick)}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle"'
        yield f'<text class="small" {place}>{tick:g}</text>'
    for each in points:
        x, y = across.at(each.x), up.at(each.elo)
        low, high = up.at(each.low), up.at(each.high)
        yield f'<line class="bar" x1="{x}" x2="{x}" y1="{low}" y2="{high}"/>'
        yield f'<circle class="dot" cx="{x}" cy="{y}" r="3"/>'
