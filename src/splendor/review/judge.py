"""Judging one decision: what each move was worth, and what chance then changed.

Everything is computed from the view of the seat that decided; what it could not see is dealt anew.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from splendor.bots.candidates import Analysis, Candidate
from splendor.bots.evaluators import BEST, best_evaluator
from splendor.bots.evaluators.network import Weights, weights_for
from splendor.core.chances import Chances, Draw
from splendor.core.moves import Move
from splendor.game import Game
from splendor.outcome import CONCLUSIONS
from splendor.review.model import LABELS, SURE, Budget, DecisionReview, Option
from splendor.review.shown import ShownSearch, exponent_of
from splendor.view import View

# What standard errors of a search do not tell: how far two searches of a move differ all the same.
BIAS = 0.01
FAR = 4.0  # standard errors between two searches of which one must be too short
FIRST_LOOK = 150  # simulations that find the suspects

Seats = npt.NDArray[np.float64]  # a chance for each seat


class Drawn(NamedTuple):
    """Every seat's mean chance over what may come after a move, and its standard error.
    `is_sampled`: not all that may come was looked at.
    """

    mean: Seats
    error: float
    is_sampled: bool


@dataclass(slots=True)
class Judge:
    """Searches for reviews: always with the same evaluator, seed and budget. `weights` are those of
    a network; without, those of the newest release. Chances are as people are shown them, or with
    another `exponent`: 1 for those of the search itself.
    """

    budget: Budget
    seed: str
    evaluator: str = BEST
    weights: Weights | None = None
    exponent: float | None = None
    _search: ShownSearch | None = None

    def evaluator_for(self, game: str, players: int) -> tuple[str, str]:
        """The name of the evaluator in a game, and the hash of its weights if it has any."""
        name = "network" if self.weights else self.evaluator
        if name == BEST:
            name = best_evaluator(game, players)
        return name, weights_for(game, players, self.weights).hash if name == "network" else ""

    def exponent_for(self, game: str, players: int) -> float:
        """With which chances of a game are shown."""
        if self.exponent is not None:
            return self.exponent
        return exponent_of(game, players, self.evaluator_for(game, players)[0])

    def judge(self, game: Game, ply: int, times: int = 1) -> DecisionReview:
        """The decision after `ply` others, in a game that may have gone on; with so many times the
        budget.
        """
        if times > 1:
            return replace(self.with_times(times).judge(game, ply), times=times)
        before, move = game.at(ply), game.moves[ply]
        view = before.view(before.active)
        found, played = self.search_decision(view, move, f"{self.seed}/{ply}")
        if played is None:
            played = self.judge_after(game.at(ply + 1), before.active, move, found)
        drawn = self.drawn(view, move)
        best, played = self.after_draws(view, found.best, played, drawn)
        before_draw = seats_of(found, before.active, played.value), played.error
        luck, luck_error = self.luck_of(game, ply, drawn, before_draw) if drawn else (None, 0.0)
        eyes, eyes_error = self.eyes_after(game, ply)
        loss = max(0.0, best.value - played.value)
        return DecisionReview(
            ply=ply,
            seat=before.active,
            move=str(move),
            seats=tuple(seats_of(found, before.active, best.value).tolist()),
            error=best.error,
            options=tuple(map(option_of, with_both(found.candidates, best, played))),
            loss=loss,
            loss_error=loss_error(best, played) if loss else 0.0,
            luck=luck,
            luck_error=hypot(luck_error, eyes_error),
            eyes=eyes,
        )

    def after_draws(
        self, view: View, best: Candidate, played: Candidate, drawn: "Drawn | None"
    ) -> tuple[Candidate, Candidate]:
        """Both moves, by what follows each draw where there are very many: a search divides its
        simulations among all of them, and sees little behind each. The played move may prove to be
        the best.
        """
        if drawn and drawn.is_sampled and not played.proven:
            played = replace(played, value=float(drawn.mean[view.active]), error=drawn.error)
        if best.move != played.move and played.value <= best.value:
            others = self.drawn(view, best.move) if self.has_many(view, best.move) else None
            if others and not best.proven:
                best = replace(best, value=float(others.mean[view.active]), error=others.error)
        return (played if played.value > best.value else best), played

    def has_many(self, view: View, move: Move) -> bool:
        """Whether there are more draws after a move than are looked at one by one."""
        return view.chances(move).count > self.budget.draws

    def eyes_after(self, game: Game, ply: int) -> tuple[tuple[float, ...] | None, float]:
        """What changes for every seat when the position after a decision is seen with the eyes of
        the next player, who knows other cards; `None` if both know the same.
        """
        after, seat = game.at(ply + 1), game.at(ply).active
        if after.is_over or after.active == seat or knows_the_same(after):
            return None, 0.0
        seed, simulations = f"{self.seed}/eyes", self.budget.played // 2
        own, error = self.mean_value(after, seat, seed, simulations)
        others, other_error = self.mean_value(after, after.active, seed, simulations)
        return tuple((others - own).tolist()), hypot(error, other_error)

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

    def with_times(self, times: int) -> "Judge":
        """A judge with so many times the budget."""
        return replace(self, budget=self.budget.times(times), _search=None)

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

    def search_of(self, view: View, seed: str) -> ShownSearch:
        """An empty search of this view; its memory is used again."""
        if self._search is None or not self._search.fits(view):
            room = self.budget.decision + self.budget.played + 2 * self.budget.close + 1
            self._search = ShownSearch(
                view,
                exponent=self.exponent_for(view.ruleset.name, view.players),
                evaluator=self.evaluator_for(view.ruleset.name, view.players)[0],
                weights=self.weights,
                most_nodes=room,
                watching=True,
            )
        self._search.restart(view, seed)
        return self._search

    def judge_after(self, after: Game, seat: int, move: Move, found: Analysis) -> Candidate:
        """A move that the search does not consider, by what follows it: a chosen payment."""
        seats, error = self.value(after, seat, f"{self.seed}/after", self.budget.decision)
        value = min(float(seats[seat]), found.best.value)
        return Candidate(move, value, error, self.budget.decision, 0.0, False, (move,))

    # Luck

    def luck_of(
        self, game: Game, ply: int, drawn: "Drawn", before: tuple[Seats, float]
    ) -> tuple[tuple[float, ...], float]:
        """What the draw after a decision changed for every seat, compared with all that might
        have come, each searched with the same budget. Where these searches are too short to see
        what the one `before` the draw saw, it is compared with that.
        """
        seat, simulations = game.at(ply).active, self.budget.draw
        mean, mean_error = drawn.mean, drawn.error
        if np.abs(mean - before[0]).max() > FAR * hypot(mean_error, before[1], BIAS):
            simulations, (mean, mean_error) = self.budget.decision, before
        came, error = self.value(game.at(ply + 1), seat, f"{self.seed}/luck", simulations)
        return tuple((came - mean).tolist()), hypot(error, mean_error)

    def drawn(self, view: View, move: Move) -> "Drawn | None":
        """The chances after a move, over all that may come; `None` if chance decides nothing."""
        chances = view.chances(move)
        if chances.count == 1:
            return None
        found = [
            self.value(after, view.active, f"{self.seed}/luck", self.budget.draw)
            for after in self.alternatives(view, move, chances)
        ]
        values = np.array([value for value, _ in found])
        count = len(found)
        # The error of the mean, if not all draws are known.
        spread = values.std(axis=0).max() if count < chances.count else 0.0
        error = sqrt((np.mean([error**2 for _, error in found]) + spread**2) / count)
        return Drawn(values.mean(axis=0), error, count < chances.count)

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
        if seat != game.active and not knows_the_same(game):
            return self.mean_value(game, seat, seed, simulations)
        found = self.search_of(game.view(seat), seed).run(simulations)
        return seats_of(found, game.active, found.value), found.best.error

    def mean_value(self, game: Game, seat: int, seed: str, simulations: int) -> tuple[Seats, float]:
        """The same as a mean over all simulations. Where another seat decides, who knows its hand,
        its best move differs from deal to deal: no single move has the value of the position.
        """
        found = self.search_of(game.view(seat), seed).run(simulations)
        seats = np.array(found.seats)
        spread = float(np.sqrt(seats * (1.0 - seats)).max())
        return seats, hypot(found.best.error, spread / sqrt(simulations))

    def value_at_end(self, game: Game) -> Seats:
        """The result; if the game was ended outside the rules, the chances that were left."""
        if game.outcome is None or game.outcome.reason not in CONCLUSIONS:
            return result_of(game)
        left = game.at(game.ply)
        return self.value(left, left.active, f"{self.seed}/end", self.budget.decision)[0]


def knows_the_same(game: Game) -> bool:
    """Whether all seats know the same: nobody has a card in hand that others have not seen."""
    views = [game.view(seat).record for seat in range(game.players)]
    return all(np.array_equal(view, views[0]) for view in views)


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


def loss_error(best: Candidate | Option, played: Candidate | Option) -> float:
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


def with_both(
    candidates: Sequence[Candidate], best: Candidate, played: Candidate
) -> list[Candidate]:
    """The candidates, with what is known of these two in the place of what was, the best first."""
    first = [best] if best.move == played.move else [best, played]
    moves = [each.move for each in first]
    return [*first, *(each for each in candidates if each.move not in moves)]


def option_of(candidate: Candidate) -> Option:
    return Option(
        move=str(candidate.move),
        chance=candidate.value,
        error=candidate.error,
        visits=candidate.visits,
        proven=candidate.proven,
        line=tuple(map(str, candidate.line)),
    )
