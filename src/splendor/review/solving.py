"""Solving positions for puzzles: the best move and its lead over every other one, at large budgets.

A position has an answer if one first move alone is proven to win, or is better than every other
one by `LEAD` and by four standard errors, and again with another seed.
"""

from dataclasses import dataclass, field, replace
from math import sqrt
from typing import NamedTuple

from splendor.bots.candidates import Analysis, Candidate
from splendor.bots.evaluators import BEST
from splendor.bots.evaluators.network import Weights, has_network, weights_for
from splendor.bots.search import Search
from splendor.core.chance import Seed
from splendor.core.moves import Move
from splendor.review.proofs import only_win, winning_line
from splendor.review.puzzles import Puzzle, is_preliminary, is_rival
from splendor.view import View

LEAD = 0.15  # in chance of winning, over every other move
ERRORS = 4.0  # standard errors that the lead must exceed, too
BIAS = 0.01  # what standard errors of a search do not tell
ALREADY_WON, LOST = 0.95, 0.05  # chances of the other move or the best beyond which it is dull


@dataclass(frozen=True, slots=True)
class Effort:
    """Simulations: for the position, then for every move, then for the best rivals."""

    position: int = 12_000
    each: int = 250
    rival: int = 3_000
    rivals: int = 5

    @property
    def most(self) -> int:
        return self.position + 100 * self.each + self.rivals * self.rival


class Lead(NamedTuple):
    """The best move of a position and the best other one, with the error of their difference."""

    best: Candidate
    other: Candidate
    error: float

    @property
    def size(self) -> float:
        return self.best.value - self.other.value

    @property
    def is_clear(self) -> bool:
        if self.best.proven and self.other.proven:
            return self.size >= LEAD
        return self.size >= LEAD and self.size >= ERRORS * self.error


@dataclass(slots=True)
class Solver:
    """Searches positions, always with the same evaluator and effort."""

    effort: Effort = Effort()
    evaluator: str = BEST
    weights: Weights | None = None
    _search: Search | None = field(default=None, repr=False)

    def anew(self) -> "Solver":
        """The same without a search, which cannot be sent to other processes."""
        return Solver(self.effort, self.evaluator, self.weights)

    def version(self, game: str, players: int) -> str:
        """The hash of the weights that judge a game; empty if it has no network."""
        is_network = self.weights or (self.evaluator == BEST and has_network(game, players))
        return weights_for(game, players, self.weights).hash if is_network else ""

    def search_of(self, view: View, seed: Seed) -> Search:
        if self._search is None or not self._search.fits(view):
            self._search = Search(
                view,
                evaluator=self.evaluator,
                weights=self.weights,
                most_nodes=self.effort.most + 1,
                widening=0.0,  # as the puzzles of the package were found
            )
        self._search.restart(view, seed)
        return self._search

    def look(self, view: View, seed: Seed, simulations: int) -> tuple[Candidate, Candidate | None]:
        """The best move at a small budget, and the best other one that was looked at."""
        found = self.search_of(view, seed).run(simulations)
        others = others_than(view, found, found.best.move)
        return found.best, next((each for each in others if each.visits or each.proven), None)

    def lead(self, view: View, seed: Seed, answer: Move | None = None) -> Lead:
        """The best move and its strongest rival, after a look at every move. If the best turn only
        uses a privilege before this answer, the answer counts as the best move.
        """
        search = self.search_of(view, seed)
        first = search.run(self.effort.position).best
        main = next((each for each in first.line if not is_preliminary(each)), None)
        best = main if main is not None and main == answer else first.move
        return self._lead_of(view, best, search)

    def lead_of_win(self, view: View, seed: Seed, win: Move) -> Lead:
        """A proven win and its strongest rival. A search of the position would spend everything on
        the win: every other move is searched by itself.
        """
        search = self.search_of(view, seed)
        search.run(1)
        best, other, error = self._lead_of(view, win, search)
        return Lead(replace(best, value=1.0, error=0.0, proven=True), other, error)

    def _lead_of(self, view: View, best: Move, search: Search) -> Lead:
        """The lead of a move, after a look at every one and a longer look at the best others."""
        for move in [each.move for each in search.analysis().candidates]:
            search.run(self.effort.each, move=move)
        for each in others_than(view, search.analysis(), best)[: self.effort.rivals]:
            if not each.proven:
                search.run(self.effort.rival, move=each.move)
        found = search.analysis()
        first = next(each for each in found.candidates if each.move == best)
        second = others_than(view, found, best)[0]
        return Lead(first, second, sqrt(first.error**2 + second.error**2 + BIAS**2))

    def solve(self, view: View, seed: str) -> Lead | None:
        """The lead of a position, if it is clear and a second search agrees."""
        first = self.lead(view, f"{seed}/first")
        if not first.is_clear or not is_interesting(first.best, first.other, LEAD):
            return None
        second = self.lead(view, f"{seed}/second")
        same = second.best.move == first.best.move
        return first if same and second.is_clear else None


def others_than(view: View, found: Analysis, move: Move) -> list[Candidate]:
    """The rivals of a move, the best first."""
    others = [each for each in found.candidates if is_rival(view, each.move, move)]
    return sorted(others, key=lambda each: -each.value)


def is_interesting(best: Candidate, other: Candidate, lead: float) -> bool:
    """Whether a position is worth a look: one move leads, and it is neither won nor lost anyway."""
    return best.value > LOST and other.value < ALREADY_WON and best.value - other.value >= lead


# Solving again


def solved_again(
    puzzle: Puzzle, solver: Solver, seed: str, least: float = LEAD
) -> tuple[str, Puzzle]:
    """Why a puzzle does not hold when it is solved again, empty if it does; and the puzzle with
    what was found. A proof is repeated: it needs no budget.
    """
    view, seed = puzzle.position, f"{seed}/{puzzle.id}"
    answer = view.parse(puzzle.answer)
    if puzzle.proven and puzzle.chance == 1.0:
        return won_again(puzzle, solver.lead_of_win(view, seed, answer))
    lead = solver.lead(view, seed, answer)
    if not puzzle.is_answer(str(lead.best.move)):
        return f"the answer is {lead.best.move}, not {puzzle.answer}", puzzle
    if lead.size < least or lead.size < ERRORS * lead.error:
        size, error = 100 * lead.size, 100 * lead.error
        return f"the lead is {size:.0f} points, with an error of {error:.1f}", puzzle
    return "", puzzle


def won_again(puzzle: Puzzle, lead: Lead) -> tuple[str, Puzzle]:
    """The same for a proven win."""
    view, other = puzzle.position, lead.other
    answer = view.parse(puzzle.answer)
    turns = only_win(view, answer)
    if not turns:
        return "it is not the only proven win", puzzle
    if other.value >= ALREADY_WON:
        return f"{other.move} wins with {100 * other.value:.0f} per cent as well", puzzle
    line = puzzle.line if turns == 1 else tuple(map(str, winning_line(view, answer, turns)))
    chance, error = round(other.value, 3), round(lead.error, 4)
    return "", replace(puzzle, line=line, other=str(other.move), next=chance, error=error)
