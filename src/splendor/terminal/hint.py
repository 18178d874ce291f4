"""Hints for the human to move, in words: where to look, what kind of move, and the moves.

Plain `hint` goes one step further each time; with a budget everything is shown at once.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from splendor.bots.candidates import Analysis, Candidate
from splendor.bots.search import MOST_SIMULATIONS
from splendor.core.chance import Seed
from splendor.core.errors import RulesError
from splendor.review.coach import coach, expected_line, is_near
from splendor.review.shown import ShownSearch
from splendor.review.words import kind_text, look_text, reason_text
from splendor.ruleset import Move
from splendor.terminal.drawing import NO_BREAK
from splendor.terminal.seats import is_you
from splendor.view import View

USUAL_SECONDS, MOST_SECONDS = 1.0, 3600.0
FEWEST_SIMULATIONS = 100  # fewer would give worthless advice
SHOWN = 3  # candidates
LAST_STEP = 3
STEPS = {1: "Where to look", 2: "What kind", 3: "The move"}
HOW = "hint, hint 5s (seconds), hint 20000 (simulations) or hint all"


@dataclass(frozen=True, slots=True)
class HintRequest:
    """The budget of a hint, and whether to show every move."""

    seconds: float | None = None
    simulations: int | None = None
    everything: bool = False
    stepwise: bool = False

    @property
    def words(self) -> str:
        if self.seconds is not None:
            return f"{self.seconds:g} s"
        return f"{self.simulations:,} simulations"


def read_request(text: str) -> HintRequest:
    """A request from `5s`, `20000`, `all` or `all 5s`."""
    words = text.lower().split()
    budgets = [word for word in words if word != "all"]
    if len(budgets) > 1 or len(words) - len(budgets) > 1:
        raise RulesError(f"that is too much for one hint: {HOW}")
    everything = len(budgets) < len(words)
    if not budgets:
        return HintRequest(seconds=USUAL_SECONDS, everything=everything, stepwise=not everything)
    if budgets[0].endswith("s"):
        return HintRequest(seconds=read_seconds(budgets[0][:-1]), everything=everything)
    return HintRequest(simulations=read_simulations(budgets[0]), everything=everything)


def read_seconds(text: str) -> float:
    digits = text.replace(".", "", 1)
    if not (digits.isascii() and digits.isdigit()):
        raise RulesError(f"how long? {HOW}")
    seconds = float(text)
    if not 0 < seconds <= MOST_SECONDS:
        raise RulesError(f"a hint takes more than 0 and at most {MOST_SECONDS:g} seconds")
    return seconds


def read_simulations(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise RulesError(f"how long? {HOW}")
    simulations = int(text[:20])
    if simulations < FEWEST_SIMULATIONS:
        seconds = f": for {simulations} seconds type hint {simulations}s" if simulations else ""
        raise RulesError(f"a hint needs {FEWEST_SIMULATIONS} simulations or more{seconds}")
    if simulations > MOST_SIMULATIONS:
        raise RulesError(f"a hint takes at most {MOST_SIMULATIONS:,} simulations")
    return simulations


def think(view: View, wish: HintRequest, seed: Seed, stopped: Callable[[], bool]) -> Analysis:
    """Search within the requested budget, or until `stopped()`; returns the result so far."""
    search = ShownSearch(view, seed=seed)
    return search.run(wish.simulations, wish.seconds, lambda: stopped() and search.simulations > 0)


@dataclass(slots=True)
class StepwiseHint:
    """The steps of a hint that were shown for one decision; all come from one search."""

    view: View
    found: Analysis
    step: int = 0

    def next(self, names: Sequence[str]) -> Iterator[tuple[str, str]]:
        """One step further. The last one has no words of its own: all moves are shown."""
        self.step = min(LAST_STEP, self.step + 1)
        if self.step == LAST_STEP:
            return
        coaching = coach(self.view, self.found)
        is_first = self.step == 1
        clue = coaching.look if is_first else coaching.kind
        text = look_text(clue) if is_first else kind_text(clue, names)
        yield f" {STEPS[self.step]:<14}  ", f"{text} ({', '.join(clue.things)})"
        yield " ", f"hint: {STEPS[self.step + 1].lower()}"


# In words: pairs of a heading and a sentence next to it


def only_move(view: View) -> tuple[str, str]:
    move = view.legal_moves[0]
    return f" {move}  ", f"{view.describe(move)} No other move is legal."


def advice(
    view: View, found: Analysis, wish: HintRequest, names: Sequence[str], longest: int
) -> Iterator[tuple[str, str]]:
    width = max(longest, len("move"))
    effort = f"after {found.simulations:,} simulations in {found.seconds:.1f} s"
    yield f" {'move':<{width}}  {'chance to win':<14}  {'tried':>9}  ", effort
    for candidate in found.candidates[: None if wish.everything else SHOWN]:
        tried = f"{candidate.visits:,}"
        head = f" {candidate.move!s:<{width}}  {chance_text(candidate):<14}  {tried:>9}  "
        yield head, view.describe(candidate.move)
    for reason in coach(view, found).reasons:
        yield " Because   ", f"{reason_text(reason, names)}."
    line = expected(view, found.best.line, names)
    if line:
        yield " Expected  ", line
    yield " Advice    ", verdict(found)


def chance_text(candidate: Candidate) -> str:
    if candidate.proven:
        return f"{100 * candidate.value:5.1f} % exact"
    if candidate.visits == 0:
        return "   not tried"
    error = max(0.1, ceil(1000 * candidate.error) / 10)  # rounded up, so that it is never 0
    return f"{100 * candidate.value:5.1f} % ± {error:.1f}"


def verdict(found: Analysis) -> str:
    """The best move, and how far it leads the next most visited ones."""
    best, *others = found.candidates[:SHOWN]
    if best.proven:
        return f"{best.move}: {proof(best.value)}."
    rivals = [str(other.move) for other in others if is_near(best, other)]
    if rivals:
        close = f"{' and '.join(rivals)} {'is' if len(rivals) == 1 else 'are'} too close to call"
        return f"{best.move}, but {close}."
    if others and others[0].visits:
        lead = 100 * (best.value - others[0].value)
        return f"{best.move}, {lead:.1f} percentage points ahead of {others[0].move}."
    return f"{best.move}."


def proof(value: float) -> str:
    if value >= 1.0:
        return "it wins for certain"
    if value <= 0.0:
        return "it loses for certain"
    return "its chance is exact, over all cards that may come"


def expected(view: View, line: Sequence[Move], names: Sequence[str]) -> str:
    """The expected continuation: `you WUG · seat 1 r3a`; empty if it is too short.

    It stops where it depends on hidden cards.
    """
    played = [(seat, str(move)) for seat, move in expected_line(view, line)]
    if len(played) < 2:
        return ""
    return " · ".join(
        turn_text(names[seat], seat, [move for _, move in turn])
        for seat, turn in groupby(played, key=lambda step: step[0])
    )


def turn_text(name: str, seat: int, moves: Sequence[str]) -> str:
    """`seat 1 WUG -K`, with non-breaking spaces."""
    who = ["you"] if is_you(name) else ["seat", str(seat)]
    return NO_BREAK.join([*who, *moves])
