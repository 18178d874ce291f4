"""The analysis board in a bot process: everything that a search knows of a position."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from splendor.bots.candidates import Analysis, Candidate
from splendor.review.coach import expected_line
from splendor.review.judge import seats_of
from splendor.review.reasons import reasons_here
from splendor.review.shown import ShownSearch
from splendor.server.workers.bot_worker import Explore
from splendor.view import View

FEW = 30  # simulations: a chance from fewer says little
# The last search: the same question with a larger budget goes on with it.
last_search: ShownSearch | None = None
last_question = ("", "")


def explored(
    request: Explore, is_given_up: Callable[[], bool] = lambda: False
) -> dict[str, Any] | None:
    """Every move with its statistics, the best first; those before `lines` with what may follow.
    Nothing if the request is given up: the next one about the same view goes on with the search.
    """
    view = request.view
    search = search_of(view, request.seed)
    more = request.simulations - search.simulations
    if more > 0:
        search.run(more, request.seconds, is_given_up)
    if is_given_up():
        return None
    found = search.analysis()
    in_favour, against = sides_of(view, found)
    return {
        "simulations": found.simulations,
        "seconds": found.seconds,
        "seats": seats_of(found, view.active, found.value).tolist(),
        "error": 0.0 if found.best.proven else found.best.error,
        "moves": [
            candidate(view, each, place < request.lines)
            for place, each in enumerate(ranked(found.candidates))
        ],
        "in_favour": in_favour,
        "against": against,
    }


def search_of(view: View, seed: str) -> ShownSearch:
    """The search of this view, as far as it has come in this process."""
    global last_search, last_question
    question = (view.position, seed)
    if last_search is None or not last_search.fits(view):
        last_search = ShownSearch(view, seed=seed)
    elif question != last_question:
        last_search.restart(view, seed)
    last_question = question
    return last_search


def ranked(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The best move, the others by their chances, and last those of which little is known."""
    best, *others = candidates
    others.sort(key=lambda each: (not (each.proven or each.visits >= FEW), -each.value))
    return [best, *others]


def candidate(view: View, found: Candidate, with_line: bool) -> dict[str, Any]:
    """A move; its line ends where it would depend on cards that nobody has seen."""
    line = expected_line(view, found.line) if with_line else ()
    return {
        "move": str(found.move),
        "chance": found.value,
        "error": found.error,
        "visits": found.visits,
        "proven": found.proven,
        "line": [{"seat": seat, "move": str(move)} for seat, move in line],
    }


def sides_of(view: View, found: Analysis) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What speaks for the best move and against it, compared with the next one."""
    if len(found.candidates) == 1:
        return [], []
    best, other = (texts_of(each.line) for each in ranked(found.candidates)[:2])
    game = view.imagine(0)
    in_favour = reasons_here(game, best, other)[0]
    against = reasons_here(game, other, best)[1]
    return [asdict(each) for each in in_favour], [asdict(each) for each in against]


def texts_of(line: Sequence[Any]) -> list[str]:
    return [str(move) for move in line]
