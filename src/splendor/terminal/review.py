"""A review as text: the account of each seat, a chart of the chances, the turns that matter."""

from collections.abc import Iterator, Sequence

from splendor.formats import GameFile
from splendor.review import Option, Review, SeatReview, TurnReview
from splendor.review.words import SIGNS, reason_text
from splendor.terminal.drawing import BOLD, DIM, LAST, MISSING, how_many, paint
from splendor.terminal.seats import recorded_names

MARKS = {**SIGNS, "": ""}
NOTABLE_LUCK = 0.04  # a change that is listed
SHOWN_REMAINDER = 0.03
CHART_HEIGHT = 8
EIGHTHS = " ▁▂▃▄▅▆▇█"
COLUMNS = {
    "even": "even",
    "deal": "deal",
    "luck": "luck",
    "slips": "slips",
    "others": "others' slips",
    "remainder": "remainder",
}


def review_lines(
    file: GameFile, review: Review, seat: int | None, every_turn: bool
) -> Iterator[str]:
    """The whole review; the chart is of this seat, by default the first."""
    names = recorded_names(file)
    yield from head(review)
    yield from accounts(review, names)
    yield ""
    yield from chart(review, seat or 0, names)
    yield ""
    yield from turns(review, names, seat, every_turn)


def head(review: Review) -> Iterator[str]:
    number = sum(len(turn.decisions) for turn in review.turns)
    judge = f"{review.evaluator} {review.weights}".strip()
    budget = f"{review.budget.decision:,} simulations a decision"
    yield f" {review.rules}, {review.players} players, {how_many(number, 'decision')}"
    yield paint(f" judged by what each player knew: {judge}, {budget}", DIM)
    yield ""


def accounts(review: Review, names: Sequence[str]) -> Iterator[str]:
    """A row for each seat: what its result consists of, in per cent, and its accuracy."""
    width = max(map(len, names))
    shown = {key: title for key, title in COLUMNS.items() if key != "remainder"}
    if any(abs(seat.account.remainder) >= SHOWN_REMAINDER for seat in review.seats):
        shown = COLUMNS
    titles = "  ".join(f"{title:>5}" for title in shown.values())
    yield paint(f" {'':{width}}  {titles}   result  accuracy   ?!   ?  ??", BOLD)
    for name, seat in zip(names, review.seats, strict=True):
        cells = (account_cell(seat, key, title) for key, title in shown.items())
        yield f" {name:{width}}  {'  '.join(cells)}{result_cells(seat)}"


def account_cell(seat: SeatReview, key: str, title: str) -> str:
    sign = "" if key == "even" else "+"
    return f"{100 * getattr(seat.account, key):{sign}{max(5, len(title))}.0f}"


def result_cells(seat: SeatReview) -> str:
    accuracy = "" if seat.accuracy is None else f"{seat.accuracy:.0f} %"
    slips = "".join(f"{seat.slips[label]:4}" for label in ("inaccuracy", "mistake", "blunder"))
    return f"  ={100 * seat.account.result:4.0f} %{accuracy:>10} {slips}"


def chart(review: Review, seat: int, names: Sequence[str]) -> Iterator[str]:
    """The seat's chance before each turn and at the end, as columns."""
    if not review.turns:
        return
    chances = [turn.before[seat] for turn in review.turns] + [review.turns[-1].after[seat]]
    yield f" {names[seat]}'s chance of winning, turn by turn"
    for row in reversed(range(CHART_HEIGHT)):
        label = {CHART_HEIGHT - 1: "100 %", CHART_HEIGHT // 2 - 1: " 50 %", 0: "  0 %"}.get(row, "")
        filled = (min(8, max(0, round(8 * (CHART_HEIGHT * x - row)))) for x in chances)
        yield f" {label:>5} {''.join(EIGHTHS[eighths] for eighths in filled)}"
    marks = (MARKS[turn.label][:1] or " " for turn in review.turns)
    yield f" {'slips':>5} {''.join(marks)}".rstrip()


def turns(
    review: Review, names: Sequence[str], seat: int | None, every_turn: bool
) -> Iterator[str]:
    """The slips and what chance changed most, or every turn."""
    shown = [
        turn
        for turn in review.turns
        if (every_turn or is_notable(turn)) and seat in (None, turn.seat)
    ]
    if not shown:
        yield " No slips: no turn gave away five points of winning chance or more."
    width = max(map(len, names))
    for turn in shown:
        mark = paint(f"{MARKS[turn.label]:2}", MISSING)
        who = f"{turn.round:3}. {names[turn.seat]:{width}}"
        yield f" {who} {mark} {' '.join(turn.moves):14} {details(turn)}"
        yield from reason_lines(turn, names)


def reason_lines(turn: TurnReview, names: Sequence[str]) -> Iterator[str]:
    """What speaks for the better turn, and against the one that was played."""
    for sign, side in (("+", turn.in_favour), ("−", turn.against)):
        if side:
            said = "; ".join(reason_text(reason, names) for reason in side)
            yield paint(f"      {sign} {said}", DIM)


def is_notable(turn: TurnReview) -> bool:
    return bool(turn.label) or abs(turn.luck[turn.seat]) >= NOTABLE_LUCK


def details(turn: TurnReview) -> str:
    parts = [f"{100 * turn.before[turn.seat]:3.0f} % → {100 * turn.after[turn.seat]:3.0f} %"]
    if turn.label:
        parts.append(better_move(turn))
    if abs(luck := turn.luck[turn.seat]) >= NOTABLE_LUCK:
        parts.append(paint(f"luck {100 * luck:+.0f}", LAST))
    return ", ".join(parts)


def better_move(turn: TurnReview) -> str:
    """The worst decision of the turn, and what was better."""
    worst = max(turn.decisions, key=lambda decision: decision.loss)
    best, played = worst.options[0], next(x for x in worst.options if x.move == worst.move)
    return (
        f"{turn.label}: {worst.move} {chance_text(played)}, better {best.move} {chance_text(best)}"
    )


def chance_text(option: Option) -> str:
    sure = "proven" if option.proven else f"± {100 * option.error:.0f}"
    return f"{100 * option.chance:.0f} % ({sure})"
