"""Judging one decision: what each move was worth, and what chance then changed.

Everything is computed from the view of the seat that decided; what it could not see is dealt anew.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np
import numpy.typing as npt

from splendor.bots.candidates import Analysis, Candidate
from splendor.bots.evaluators import BEST
from splendor.bots.search import Search
from splendor.core.chances import Chances, Draw
from splendor.core.moves import Move
from splendor.game import Game
from splendor.outcome import CONCLUSIONS
from splendor.review.model import LABELS, SURE, Budget, DecisionReview, Option
from splendor.view import View

# What standard errors of a search do not tell: how far two searches of a move differ all the same.
BIAS = 0.01
FIRST_LOOK = 150  # simulations that find the suspects

Seats = npt.NDArray[np.float64]  # a chance for each seat


@dataclass(slots=True)
class Judge:
    """Searches for reviews: always with the same evaluator, seed and budget."""

    budget: Budget
    seed: str
    evaluator: str = BEST
    _search: Search | None = None

    def judge(self, game: Game, ply: int) -> DecisionReview:
        """The decision after `ply` others, in a game that may have gone on."""
        before, move = game.at(ply), game.moves[ply]
        view = before.view(before.active)
        found, played = self.search_decision(view, move, f"{self.seed}/{ply}")
        if played is None:
            played = self.judge_after(game.at(ply + 1), before.active, move, found)
        chances = view.chances(move)
        luck, luck_error = self.luck_of(game, ply, chances)
        loss = max(0.0, found.best.value - played.value)
        return DecisionReview(
            ply=ply,
            seat=before.active,
            move=str(move),
            seats=tuple(seats_of(found, before.active, found.best.value).tolist()),
            error=found.best.error,
            options=tuple(map(option_of, with_played(found.candidates, played))),
            loss=loss,
            loss_error=loss_error(found.best, played) if loss else 0.0,
            luck=luck,
            luck_error=luck_error,
        )

    def search_decision(
        self, view: View, move: Move, seed: str
    ) -> tuple[Analysis, Candidate | None]:
        """The analysis of a decision, and what it says of the move that was played.

        A move that is not the best is searched further, so that its value is as accurate; and both
        are where the loss is near the limit of a label.
        """
        search = self.search_of(view, seed)
        found = search.run(self.budget.decision)
        played = candidate_of(found, move)
        if played is None or found.best.move == move or played.proven:
            return found, played
        played = known(search.run(self.budget.played, move=move), move)
        if not self.budget.close or not is_close(found.best, played):
            return found, played
        search.run(self.budget.close, move=found.best.move)
        again = search.run(self.budget.close, move=move)
        best = known(again, found.best.move)
        return replace(found, candidates=(best, *found.candidates[1:])), known(again, move)

    def suspicion(self, game: Game, ply: int) -> float:
        """What a decision seems to have given away, at the first look."""
        before, move = game.at(ply), game.moves[ply]
        view = before.view(before.active)
        if len(view.legal_moves) == 1:
            return 0.0
        search = self.search_of(view, f"{self.seed}/look/{ply}")
        found = search.run(min(FIRST_LOOK, self.budget.decision))
        played = candidate_of(found, move)
        return max(0.0, found.best.value - played.value) if played else 0.0

    def search_of(self, view: View, seed: str) -> Search:
        """An empty search of this view; its memory is used again."""
        if self._search is None or not self._search.fits(view):
            room = self.budget.decision + self.budget.played + 2 * self.budget.close + 1
            self._search = Search(view, evaluator=self.evaluator, most_nodes=room, watching=True)
        self._search.restart(view, seed)
        return self._search

    def judge_after(self, after: Game, seat: int, move: Move, found: Analysis) -> Candidate:
        """A move that the search does not consider, by what follows it: a chosen payment."""
        seats, error = self.value(after, seat, f"{self.seed}/after", self.budget.decision)
        value = min(float(seats[seat]), found.best.value)
        return Candidate(move, value, error, self.budget.decision, 0.0, False, (move,))

    # Luck

    def luck_of(
        self, game: Game, ply: int, chances: Chances
    ) -> tuple[tuple[float, ...] | None, float]:
        """What the draw after a decision changed for every seat, compared with all that might
        have come, each searched with the same budget.
        """
        if chances.count == 1:
            return None, 0.0
        seat, seed = game.at(ply).active, f"{self.seed}/luck"
        came, error = self.value(game.at(ply + 1), seat, seed, self.budget.draw)
        view = game.at(ply).view(seat)
        expected = [
            self.value(after, seat, seed, self.budget.draw)[0]
            for after in self.alternatives(view, game.moves[ply], chances)
        ]
        luck = came - np.mean(expected, axis=0)
        return tuple(luck.tolist()), error * sqrt(1 + 1 / len(expected))

    def alternatives(self, view: View, move: Move, chances: Chances) -> Iterator[Game]:
        """The game after every draw, or after some if there are many, with unseen cards dealt."""
        for number, draw in enumerate(self.some_draws(chances)):
            after = imagined(view, move, draw, f"{self.seed}/{number}")
            after.push(move, draw)
            yield after

    def some_draws(self, chances: Chances) -> Sequence[Draw]:
        if chances.count <= self.budget.draws:
            return list(chances)
        return [chances.sample(f"{self.seed}/{number}") for number in range(self.budget.draws)]

    def value(self, game: Game, seat: int, seed: str, simulations: int) -> tuple[Seats, float]:
        """Every seat's chance in a position, as one seat knows it, and its error."""
        if game.outcome is not None:
            return result_of(game), 0.0
        found = self.search_of(game.view(seat), seed).run(simulations)
        return seats_of(found, game.active, found.value), found.best.error

    def value_at_end(self, game: Game) -> Seats:
        """The result; if the game was ended outside the rules, the chances that were left."""
        if game.outcome is None or game.outcome.reason not in CONCLUSIONS:
            return result_of(game)
        left = game.at(game.ply)
        return self.value(left, left.active, f"{self.seed}/end", self.budget.decision)[0]


def imagined(view: View, move: Move, draw: Draw, seed: str) -> Game:
    """A deal that agrees with the view and in which this draw can come."""
    for attempt in range(1000):
        game = view.imagine(f"{seed}/{attempt}")
        if draw in game.chances(move):
            return game
    raise AssertionError(f"no deal of {view!r} brings {draw} after {move}")


def seats_of(found: Analysis, active: int, value: float) -> Seats:
    """Every seat's chance, if the active one has this value: the others share the rest."""
    return shared(np.array(found.seats), active, value)


def shared(seats: Seats, active: int, value: float) -> Seats:
    """These chances with another one for one seat; the others keep their proportions."""
    others = np.where(np.arange(len(seats)) == active, 0.0, seats)
    if others.sum() <= 0.0:
        others = np.where(np.arange(len(seats)) == active, 0.0, 1.0)
    others *= (1.0 - value) / others.sum()
    others[active] = value
    return others


def result_of(game: Game) -> Seats:
    """What each seat got: winners share a game, and a game without a winner is even."""
    winners = game.outcome.winners if game.outcome else ()
    if not winners:
        return np.full(game.players, 1 / game.players)
    return np.array([(seat in winners) / len(winners) for seat in range(game.players)])


def loss_error(best: Candidate, played: Candidate) -> float:
    """Of the difference between two moves; none if both are proven."""
    if best.proven and played.proven:
        return 0.0
    return sqrt(best.error**2 + played.error**2 + BIAS**2)


def is_close(best: Candidate, played: Candidate) -> bool:
    """Whether the loss may be on either side of a label's limit."""
    loss, error = best.value - played.value, loss_error(best, played)
    return any(abs(loss - limit) <= SURE * error for _, limit in LABELS)


def known(found: Analysis, move: Move) -> Candidate:
    """The candidate of a move that the search considers."""
    return next(each for each in found.candidates if each.move == move)


def candidate_of(found: Analysis, move: Move) -> Candidate | None:
    return next((each for each in found.candidates if each.move == move), None)


def with_played(candidates: Sequence[Candidate], played: Candidate) -> list[Candidate]:
    """The candidates, with what is known of the played move in the place of what was."""
    others = [each for each in candidates[1:] if each.move != played.move]
    if candidates[0].move == played.move:
        return [candidates[0], *others]
    return [candidates[0], played, *others]


def option_of(candidate: Candidate) -> Option:
    return Option(
        move=str(candidate.move),
        chance=candidate.value,
        error=candidate.error,
        visits=candidate.visits,
        proven=candidate.proven,
        line=tuple(map(str, candidate.line)),
    )
