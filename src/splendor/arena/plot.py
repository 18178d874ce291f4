"""Plots of ratings: an SVG with a dot and an interval bar per agent, with a dark mode."""

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor, log10

from splendor.arena.ratings import Ladder, Rating

WIDTH, LETTER = 800, 8.0  # pixels: of the plot, and roughly of a letter
TOP, ROW, BOTTOM = 58, 26, 44  # heights: title, each agent, axis
RIGHT, SPREAD = 130, 88  # widths on the right: both columns of numbers, the second column
FEWEST_STEPS = 5

STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; font-size: 15px; }
  .small { font-size: 12px; fill: #59636e; }
  .number { font-variant-numeric: tabular-nums; }
  .paper { fill: #ffffff; }
  .grid { stroke: #d1d9e0; stroke-width: 1; }
  .bar { stroke: #0969da; stroke-width: 2; }
  .dot { fill: #0969da; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .small { fill: #9198a1; }
    .paper { fill: #0d1117; }
    .grid { stroke: #3d444d; }
    .bar { stroke: #4493f8; }
    .dot { fill: #4493f8; }
  }
"""


def plot(ladders: Sequence[Ladder]) -> str:
    """An SVG of all ladders, one below the other."""
    heights = [TOP + ROW * len(ladder.ratings) + BOTTOM for ladder in ladders]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{sum(heights)}" '
        f'viewBox="0 0 {WIDTH} {sum(heights)}" role="img" aria-label="Ratings with intervals">',
        f"<style>{STYLE}</style>",
        '<rect class="paper" width="100%" height="100%"/>',
    ]
    for index, ladder in enumerate(ladders):
        lines.append(f'<g transform="translate(0 {sum(heights[:index])})">')
        lines.extend(panel(ladder, heights[index]))
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


class Axis:
    """The horizontal axis: converts Elo to pixels."""

    def __init__(self, ratings: Sequence[Rating]) -> None:
        longest = max(len(rating.name) for rating in ratings)
        self.left = min(24 + LETTER * longest, WIDTH / 2)
        self.right = WIDTH - RIGHT
        low, high = min(r.low for r in ratings), max(r.high for r in ratings)
        self.step = round_step(max(high - low, 1.0) / FEWEST_STEPS)
        self.low = self.step * floor(low / self.step)
        self.high = max(self.step * ceil(high / self.step), self.low + self.step)

    def at(self, elo: float) -> float:
        share = (elo - self.low) / (self.high - self.low)
        return round(self.left + share * (self.right - self.left), 1)

    def ticks(self) -> Iterator[float]:
        count = round((self.high - self.low) / self.step)
        return (self.low + index * self.step for index in range(count + 1))

    def fitting(self, name: str) -> str:
        """The name, shortened if it is too long for the left margin."""
        room = int((self.left - 24) / LETTER)
        return escape(name if len(name) <= room else f"{name[: room - 1]}…")


def round_step(least: float) -> float:
    """The smallest of 1, 2 or 5 times a power of ten that is at least `least`."""
    power = 10.0 ** floor(log10(least))
    return next(power * times for times in (1, 2, 5, 10) if power * times >= least * 0.999)


def panel(ladder: Ladder, height: int) -> Iterator[str]:
    axis = Axis(ladder.ratings)
    bottom = height - BOTTOM
    yield f'<text class="title" x="12" y="26">{escape(ladder.title)}</text>'
    yield f'<text class="small" x="12" y="44">Elo, {zero_of(ladder)}; bars: 95 % intervals</text>'
    for tick in axis.ticks():
        x = axis.at(tick)
        yield f'<line class="grid" x1="{x}" x2="{x}" y1="{TOP}" y2="{bottom}"/>'
        place = f'x="{x}" y="{bottom + 18}" text-anchor="middle"'
        yield f'<text class="small" {place}>{tick:.0f}</text>'
    for index, rating in enumerate(ladder.ratings):
        yield from line(rating, axis, TOP + ROW * index + ROW / 2)


def line(rating: Rating, axis: Axis, y: float) -> Iterator[str]:
    label = f'x="{axis.left - 12:.1f}" y="{y + 4.5}" text-anchor="end"'
    yield f"<text {label}>{axis.fitting(rating.name)}</text>"
    low, high = axis.at(rating.low), axis.at(rating.high)
    yield f'<line class="bar" x1="{low}" x2="{high}" y1="{y}" y2="{y}"/>'
    yield f'<circle class="dot" cx="{axis.at(rating.elo)}" cy="{y}" r="4.5"/>'
    number = f'class="number" x="{WIDTH - SPREAD}" y="{y + 4.5}" text-anchor="end"'
    yield f"<text {number}>{rating.elo:.0f}</text>"
    spread = f"{rating.low - rating.elo:+.0f} {rating.high - rating.elo:+.0f}"
    number = f'class="number small" x="{WIDTH - 12}" y="{y + 4.5}" text-anchor="end"'
    yield f"<text {number}>{spread}</text>"


def zero_of(ladder: Ladder) -> str:
    return "average 0" if ladder.anchor is None else f"{ladder.anchor} is held fixed"
