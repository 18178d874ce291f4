"""A review as one HTML page without links to anything outside it: `splendor review --html`."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape

from splendor import svg
from splendor.game import Game
from splendor.review.model import DecisionReview, Option, Reason, Review, SeatReview, TurnReview
from splendor.review.page_chart import chart
from splendor.review.words import SIGNS, reason_text
from splendor.svg.drawings import drawing_of

MOST_PICTURES = 24  # slips with a picture of the table, the worst first
PICTURE_WIDTH = 900
SHOWN_REMAINDER = 0.03
STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --paper: #f7f5ef; --line: #cfc9ba;
  --gold: #8a6a12; --area: #e4cf95; --warn: #a85a00; --bad: #9b1c1c; --sky: #2a6496; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e4d8; --paper: #161b24;
  --line: #3b4454; --gold: #e0b84c; --area: #6b5720; --warn: #f0a860; --bad: #f08080;
  --sky: #8cc4ee; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 980px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 19px; margin: 32px 0 8px; }
h3 { font-size: 16px; margin: 24px 0 4px; }
table { border-collapse: collapse; width: 100%; } .scroll { overflow-x: auto; }
th, td { padding: 4px 10px; text-align: right; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; } td.move { text-align: left; }
.chart { width: 100%; height: auto; display: block; }
.grid { stroke: var(--line); fill: none; } .area { fill: var(--area); }
.line { fill: none; stroke: var(--ink); stroke-width: 2; }
.axis { font-size: 11px; text-anchor: end; fill: var(--ink); }
.sign { font-size: 10px; font-weight: 700; text-anchor: middle; fill: var(--paper); }
.inaccuracy circle { fill: none; stroke: var(--warn); stroke-width: 2; }
.inaccuracy .sign { fill: var(--warn); }
.mistake polygon { fill: var(--warn); } .blunder polygon { fill: var(--bad); }
.two { display: grid; gap: 12px; grid-template-columns: repeat(auto-fit, minmax(260px, 1fr)); }
.box { border: 2px dashed var(--sky); border-radius: 8px; padding: 8px 12px; }
.box.best { border: 3px solid var(--gold); } .box p, .box ul { margin: 2px 0; }
.box ul { padding-left: 18px; } .note { opacity: 0.8; }
section img { width: 100%; height: auto; margin: 8px 0; border-radius: 8px; }
"""


def page(game: Game, review: Review, names: Sequence[str]) -> str:
    """The page of a reviewed game; `names` are those of the seats."""
    title = f"Review: {review.rules}, {review.players} players"
    return "\n".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
            f"<h1>{escape(title)}</h1>",
            *introduction(review),
            *accounts(review, names),
            *chances(review, names),
            *slip_sections(game, review, names),
            *all_turns(review, names),
            "</body></html>\n",
        ]
    )


def introduction(review: Review) -> Iterator[str]:
    judge = f"{review.evaluator} {review.weights}".strip()
    yield (
        f'<p class="note">Judged by what each player knew, with unseen cards dealt anew: '
        f"{escape(judge)}, {review.budget.decision:,} simulations for each decision.</p>"
    )


# The account


def accounts(review: Review, names: Sequence[str]) -> Iterator[str]:
    columns = {"even": "even", "deal": "deal", "luck": "luck", "slips": "slips"}
    columns["others"] = "others’ slips"
    if any(abs(seat.account.remainder) >= SHOWN_REMAINDER for seat in review.seats):
        columns["remainder"] = "remainder"
    yield "<h2>Where the result comes from</h2>"
    head = ["", *columns.values(), "result", "accuracy", *SIGNS.values()]
    rows = [
        [escape(name), *account_cells(seat, list(columns))]
        for name, seat in zip(names, review.seats, strict=True)
    ]
    yield html_table(head, rows)


def account_cells(seat: SeatReview, columns: Sequence[str]) -> list[str]:
    parts = [signed(getattr(seat.account, name)) for name in columns[1:]]
    accuracy = "–" if seat.accuracy is None else f"{seat.accuracy:.0f} %"
    slips = [str(seat.slips[label]) for label in SIGNS]
    first, result = f"{100 * seat.account.even:.0f}", f"{100 * seat.account.result:.0f} %"
    return [first, *parts, result, accuracy, *slips]


def signed(chance: float) -> str:
    """A change of a chance in points, with a true minus sign."""
    return f"{100 * chance:+.0f}".replace("-", "−")


def chances(review: Review, names: Sequence[str]) -> Iterator[str]:
    yield f"<h2>Chances, turn by turn</h2>{chart(review, names)}"
    if review.players == 2 and review.turns:
        yield f'<p class="note">The area is {escape(names[0])}’s chance of winning.</p>'


# Slips


def slip_sections(game: Game, review: Review, names: Sequence[str]) -> Iterator[str]:
    slips = [turn for turn in review.turns if turn.label]
    yield "<h2>Slips</h2>"
    if not slips:
        yield "<p>No slips: no turn gave away five points of winning chance or more.</p>"
    drawn = sorted(slips, key=lambda turn: -turn.loss)[:MOST_PICTURES]
    for turn in slips:
        yield from slip_section(game, turn, names, turn in drawn)


def slip_section(game: Game, turn: TurnReview, names: Sequence[str], drawn: bool) -> Iterator[str]:
    worst = max(turn.decisions, key=lambda decision: decision.loss)
    who = f"Round {turn.round}, {escape(names[turn.seat])}"
    yield f'<section id="turn-{turn.number}"><h3>{who}: {turn.label} {SIGNS[turn.label]}</h3>'
    if drawn:
        yield picture(game, worst, names)
    played = next(option for option in worst.options if option.move == worst.move)
    yield '<div class="two">'
    yield box("Played", "box", played, told(turn.against, names))
    yield box("Better", "box best", worst.options[0], told(turn.in_favour, names))
    yield "</div></section>"


def picture(game: Game, decision: DecisionReview, names: Sequence[str]) -> str:
    """The table as its player saw it before the decision, with the better move marked."""
    view = game.at(decision.ply).view(decision.seat)
    better = view.parse(decision.options[0].move)
    marks = dict.fromkeys(drawing_of(view.ruleset.name).touched(better), "better")
    drawn = svg.table(view, theme="light", size=PICTURE_WIDTH, names=names, marks=marks)
    data = b64encode(drawn.encode()).decode()
    return f'<img alt="The table before the decision" src="data:image/svg+xml;base64,{data}">'


def box(title: str, kind: str, option: Option, reasons: Sequence[str]) -> str:
    listed = "".join(f"<li>{reason}</li>" for reason in reasons)
    line = " ".join(option.line)
    return (
        f'<div class="{kind}"><p><b>{title}: {escape(option.move)}</b> {chance_text(option)}</p>'
        f"<ul>{listed}</ul>"
        f'<p class="note">likely continuation: {escape(line)}</p></div>'
    )


def told(reasons: Sequence[Reason], names: Sequence[str]) -> list[str]:
    return [escape(reason_text(reason, names)) for reason in reasons]


def chance_text(option: Option) -> str:
    sure = "proven" if option.proven else f"± {100 * option.error:.0f}"
    return f"{100 * option.chance:.0f} % ({sure})"


# All turns


def all_turns(review: Review, names: Sequence[str]) -> Iterator[str]:
    rows = [
        [
            f"{turn.round}. {escape(names[turn.seat])}",
            escape(" ".join(turn.moves)),
            SIGNS.get(turn.label, ""),
            f"{100 * turn.before[turn.seat]:.0f} %",
            f"{100 * turn.after[turn.seat]:.0f} %",
            signed(turn.luck[turn.seat]) if turn.luck[turn.seat] else "",
        ]
        for turn in review.turns
    ]
    head = ["turn", "moves", "", "before", "after", "luck"]
    yield f"<h2>All turns</h2><details><summary>Show</summary>{html_table(head, rows)}</details>"


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of cells that are HTML already."""
    titles = "".join(f"<th>{cell}</th>" for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="scroll"><table><tr>{titles}</tr>{lines}</table></div>'
