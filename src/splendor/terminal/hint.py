"""Hints: the result of a search from the view of the human to move, in words."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, hypot

from splendor.bots.candidates import Analysis, Candidate
from splendor.bots.search import MOST_SIMULATIONS, Search
from splendor.core.chance import Seed
from splendor.core.errors import RulesError
from splendor.ruleset import Move
from splendor.terminal.drawing import NO_BREAK
from splendor.terminal.seats import is_you
from splendor.view import View

USUAL_SECONDS, MOST_SECONDS = 1.0, 3600.0
FEWEST_SIMULATIONS = 100  # fewer would give worthless advice
SHOWN = 3  # candidates
DEALS = 4  # sampled deals in which the expected line must be the same to be shown
SURE = 2.0  # standard errors by which the best move must lead
NEAR = 0.005  # a smaller lead is below the accuracy of the evaluator
HOW = "hint, hint 5s (seconds), hint 20000 (simulations) or hint all"


@dataclass(frozen=True, slots=True)
class HintRequest:
    """The budget of a hint, and whether to show every move."""

    seconds: float | None = None
    simulations: int | None = None
    everything: bool = False

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
        return HintRequest(seconds=USUAL_SECONDS, everything=everything)
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
    search = Search(view, seed=seed)
    return search.run(wish.simulations, wish.seconds, lambda: stopped() and search.simulations > 0)


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


def is_near(best: Candidate, other: Candidate) -> bool:
    """Whether the lead of the best move is within the error."""
    if other.proven or not other.visits:
        return False
    return best.value - other.value <= max(NEAR, SURE * hypot(best.error, other.error))


def expected(view: View, line: Sequence[Move], names: Sequence[str]) -> str:
    """The expected continuation: `you WUG · seat 1 r3a`; empty if it is too short.

    It stops where it depends on hidden cards: where a move differs between several deals that
    agree with the view.
    """
    games = [view.imagine(seed) for seed in range(DEALS)]
    played: list[tuple[int, str]] = []
    for move in line:
        if any(game.is_over or not game.is_legal(move) for game in games):
            break
        if len({(game.active, game.describe(move)) for game in games}) > 1:
            break
        played.append((games[0].active, str(move)))
        for game in games:
            game.push(move)
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
