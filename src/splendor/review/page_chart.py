"""The chart of a review's page: the chances of every seat along the game, as SVG.

Two players share one area; more have a line each. Slips are marked by shape and sign, so that they
can be told apart without colours.
"""

from collections.abc import Iterator, Sequence
from html import escape

from splendor.review.model import Review, TurnReview
from splendor.review.words import SIGNS

WIDTH, HEIGHT = 960.0, 220.0
LEFT, TOP, BOTTOM = 44.0, 12.0, 40.0  # the room for numbers and slips
DASHES = ("", "7 4", "2 3", "9 3 2 3")  # of the lines of seats
RADIUS = 9.0


def chart(review: Review, names: Sequence[str]) -> str:
    """The whole chart, or nothing for a game without turns."""
    if not review.turns:
        return ""
    shown = [0] if review.players == 2 else range(review.players)
    parts = [*grid(), *(line(review, seat) for seat in shown)]
    if review.players == 2:
        parts.insert(0, area(review))
    parts += [slip(review, number, turn) for number, turn in slips(review)]
    title = f"Chances of {', '.join(names[seat] for seat in shown)}, turn by turn"
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" '
        f'aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )


def slips(review: Review) -> Iterator[tuple[int, TurnReview]]:
    return ((number, turn) for number, turn in enumerate(review.turns) if turn.label)


def x_of(review: Review, number: int) -> float:
    return LEFT + (WIDTH - LEFT - RADIUS) * number / len(review.turns)


def y_of(chance: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance)


def points(review: Review, seat: int) -> list[tuple[float, float]]:
    chances = [turn.before[seat] for turn in review.turns] + [review.turns[-1].after[seat]]
    return [(x_of(review, number), y_of(chance)) for number, chance in enumerate(chances)]


def grid() -> Iterator[str]:
    for chance in (0.0, 0.5, 1.0):
        y = y_of(chance)
        yield f'<path class="grid" d="M{LEFT:g} {y:.1f}H{WIDTH:g}"/>'
        yield f'<text class="axis" x="{LEFT - 6:g}" y="{y + 4:.1f}">{100 * chance:.0f} %</text>'


def line(review: Review, seat: int) -> str:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points(review, seat))
    dashes = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
    return f'<path class="line seat{seat}" d="M{path}"{dashes}/>'


def area(review: Review) -> str:
    found = points(review, 0)
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in found)
    floor = y_of(0.0)
    first, last = found[0][0], found[-1][0]
    return f'<path class="area" d="M{first:.1f} {floor:g}L{path}L{last:.1f} {floor:g}Z"/>'


def slip(review: Review, number: int, turn: TurnReview) -> str:
    """A sign below the turn that leads to its description: circle, diamond or octagon."""
    x, y = x_of(review, number), HEIGHT - BOTTOM / 2
    said = f"{turn.label} in round {turn.round}, seat {turn.seat}"
    return (
        f'<a href="#turn-{turn.number}" aria-label="{said}"><g class="{turn.label}">'
        f'{shape(turn.label, x, y)}<text class="sign" x="{x:.1f}" y="{y + 3.5:.1f}">'
        f"{SIGNS[turn.label]}</text></g></a>"
    )


def shape(label: str, x: float, y: float) -> str:
    if label == "inaccuracy":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS:g}"/>'
    far, near = RADIUS * (1.25 if label == "mistake" else 1.0), 0.0
    if label == "blunder":
        near = 0.414 * far
        corners = [(near, far), (far, near), (far, -near), (near, -far)]
        corners += [(-a, -b) for a, b in corners]
    else:
        corners = [(0, far), (far, 0), (0, -far), (-far, 0)]
    drawn = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
    return f'<polygon points="{drawn}"/>'
