"""A review from its decisions: judged in turn, fitted together, grouped into turns and accounts."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import exp, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from splendor.bots.evaluators import BEST
from splendor.bots.evaluators.network import Weights
from splendor.core.chance import Seed
from splendor.core.errors import RulesError
from splendor.game import Game
from splendor.review.account import Path, fit, measured, steps_of, unsettled
from splendor.review.hindsight import can_look_back, in_hindsight
from splendor.review.judge import Judge, result_of
from splendor.review.model import (
    LABELS,
    PHASES,
    Account,
    Budget,
    DecisionReview,
    Reason,
    Review,
    SeatReview,
    TurnReview,
    label_of,
    phase_of,
)
from splendor.review.reasons import reasons

TIMES = (5, 25)  # times the budget, where a decision does not go with the next one
MOST_AGAIN = 1.5  # times the budget of the whole game for all that is judged again
SUSPICIOUS = 0.04  # what a suspect seems to have given away at the first look


def review(
    game: Game,
    *,
    seed: Seed = 0,
    budget: Budget | None = None,
    evaluator: str = BEST,
    weights: Weights | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """Judge every decision of a finished game. The same seed and budget give the same review.

    The `weights` are those of a network; without, those of the newest release. `progress` is called
    with the number of judged decisions and of all. `Reviewing` gives each decision as soon as it
    is judged.

    >>> game = splendor.Game(seed=1, rounds=1)
    >>> game.push("WUG")
    >>> game.push("r3a")
    >>> found = splendor.review(game, seed=1, budget=splendor.Budget(20, 10, 2, 2))
    >>> [turn.seat for turn in found.turns] == [game.at(0).active, game.at(1).active]
    True
    """
    making = Reviewing(game, seed=seed, budget=budget, evaluator=evaluator, weights=weights)
    for ply in range(game.ply):
        making.judge(ply)
        progress(len(making.judged), game.ply)
    making.settle()
    return making.review()


class Reviewing:
    """A review in the making. Iterating judges the decisions that are left, the worst suspects
    first, then the others in order; `review()` is what is known so far.

    `judged` are decisions of an earlier run with the same settings; `hinted` are the decisions for
    which the player had a hint. The order changes no number of the whole review.

    >>> game = splendor.Game(seed=1, rounds=1)
    >>> game.push("WUG")
    >>> game.push("r3a")
    >>> making = splendor.Reviewing(game, budget=splendor.Budget(20, 10, 2, 2))
    >>> first = next(iter(making))
    >>> making.review().missing
    1
    >>> [each.ply for each in making] == [1 - first.ply]
    True
    """

    def __init__(
        self,
        game: Game,
        *,
        seed: Seed = 0,
        budget: Budget | None = None,
        evaluator: str = BEST,
        weights: Weights | None = None,
        judged: Iterable[DecisionReview] = (),
        hinted: Iterable[int] = (),
    ) -> None:
        if game.outcome is None:
            raise RulesError("only a finished game can be reviewed")
        if seed is None:
            raise RulesError("a review needs a seed, so that it can be repeated")
        self.game, self.hinted = game, frozenset(hinted)
        self.judged = {each.ply: each for each in judged}
        self._judge = Judge(budget or Budget(), str(seed), evaluator, weights)

    def __iter__(self) -> Iterator[DecisionReview]:
        """Judge the decisions that are left."""
        for ply in self.order():
            yield self.judge(ply)

    def order(self) -> list[int]:
        """The decisions that are left: turns with suspected slips, the worst first; the others.

        >>> game = splendor.Game(seed=1)
        >>> game.push("WUG")
        >>> game.conclude("abandoned")
        >>> splendor.Reviewing(game).order()
        [0]
        """
        left = [ply for ply in range(self.game.ply) if ply not in self.judged]
        suspicions = {ply: self._judge.suspicion(self.game, ply) for ply in left}
        return in_order(suspicions, turn_numbers(self.game))

    def judge(self, ply: int) -> DecisionReview:
        """Judge one decision, whatever its place.

        >>> game = splendor.Game(seed=1)
        >>> game.push("WUG")
        >>> game.conclude("abandoned")
        >>> splendor.Reviewing(game, budget=splendor.Budget(20, 10, 2, 2)).judge(0).move
        'WUG'
        """
        self.judged[ply] = self._judge.judge(self.game, ply)
        return self.judged[ply]

    def settle(self) -> None:
        """Judge again, with more simulations, where a decision does not go with the next one.

        >>> game = splendor.Game(seed=1)
        >>> game.push("WUG")
        >>> game.conclude("abandoned")
        >>> making = splendor.Reviewing(game, budget=splendor.Budget(20, 10, 2, 2))
        >>> making.settle()  # nothing is judged yet
        """
        result = self._judge.value_at_end(self.game) if self.judged else None
        while again := next_doubt(self.judged, self.game.ply, result):
            found = judged_again(self._judge, self.game, again, self.judged)
            self.judged[again.ply] = found

    def review(self) -> Review:
        """The review of what is judged; `missing` says how many decisions are not.

        >>> game = splendor.Game(seed=1)
        >>> game.push("WUG")
        >>> game.conclude("abandoned")
        >>> splendor.Reviewing(game).review().missing
        1
        """
        judged = [self.judged[ply] for ply in sorted(self.judged)]
        return review_of(self.game, self._judge, judged, self.hinted)


class Doubt(NamedTuple):
    """A decision that should be judged again: with so many times the budget or, if there is no such
    number, in hindsight.
    """

    ply: int
    times: int | None


def next_doubt(
    judged: Mapping[int, DecisionReview], decisions: int, result: npt.NDArray[np.float64] | None
) -> Doubt | None:
    """The decision that should be judged again; none while some are not judged at all.

    It is one that does not go with the next, or that next one. If more simulations do not help, or
    too many were spent already, the next one tells what it was worth.
    """
    found = [judged[ply] for ply in sorted(judged)]
    left = MOST_AGAIN * decisions - sum(each.times - 1 for each in found)
    if result is None or len(found) < decisions:
        return None
    for step in unsettled(steps_of(found), result):
        for each in found[step : step + 2]:
            times = next((times for times in TIMES if times > each.times), 0)
            if 0 < times <= left and not each.hindsight:
                return Doubt(each.ply, times)
        if step + 1 < decisions and can_look_back(found[step]):
            return Doubt(step, None)
    return None


def judged_again(
    judge: Judge, game: Game, doubt: Doubt, judged: Mapping[int, DecisionReview]
) -> DecisionReview:
    ply, times = doubt
    if times is None:
        return in_hindsight(judge, game, judged[ply], judged[ply + 1])
    return judge.judge(game, ply, times)


def turn_numbers(game: Game) -> list[int]:
    """The number of the turn that each decision belongs to."""
    return [game.at(ply).turn for ply in range(game.ply)]


def in_order(suspicions: Mapping[int, float], turns: Sequence[int]) -> list[int]:
    """Decisions by what their turns seem to have given away: suspects first, the others in order.
    The decisions of a turn stay together.
    """
    losses: dict[int, float] = {}
    for ply, loss in suspicions.items():
        losses[turns[ply]] = losses.get(turns[ply], 0.0) + loss

    def place(ply: int) -> tuple[float, int]:
        loss = losses[turns[ply]]
        return (-loss if loss >= SUSPICIOUS else 0.0, ply)

    return sorted(suspicions, key=place)


def review_of(
    game: Game, judge: Judge, judged: Sequence[DecisionReview], hinted: Collection[int] = ()
) -> Review:
    """The review from its decisions, in the order of the game. If all are judged, everything is
    fitted together; otherwise every turn is told as it was measured.
    """
    missing = game.ply - len(judged)
    path = None if missing or not judged else fit(steps_of(judged), judge.value_at_end(game))
    turns = tuple(turns_of(game, judged, path, hinted))
    players = game.players
    evaluator, weights = judge.evaluator_for(game.ruleset.name, players)
    return Review(
        rules=game.rules,
        players=players,
        evaluator=evaluator,
        weights=weights,
        budget=judge.budget,
        seed=judge.seed,
        result=tuple(result_of(game).tolist()),
        turns=turns,
        seats=tuple(seat_review(game, turns, missing, seat) for seat in range(players)),
        missing=missing,
        exponent=judge.exponent_for(game.ruleset.name, players),
    )


def turns_of(
    game: Game, judged: Sequence[DecisionReview], path: Path | None, hinted: Collection[int]
) -> Iterator[TurnReview]:
    """The turns whose decisions are all judged, each as one."""
    numbers = turn_numbers(game)
    for number, group in groupby(judged, key=lambda each: numbers[each.ply]):
        decisions = tuple(group)
        if len(decisions) == numbers.count(number):
            first, last = decisions[0].ply, decisions[-1].ply
            part = path.part(first, last + 1) if path else measured(steps_of(decisions))
            yield turn_of(game, decisions, part, any(each.ply in hinted for each in decisions))


def turn_of(
    game: Game, decisions: Sequence[DecisionReview], path: Path, hinted: bool
) -> TurnReview:
    """The decisions of a turn, judged together."""
    before = game.at(decisions[0].ply)
    loss = max(0.0, -float(path.losses[:, decisions[0].seat].sum()))
    error = sqrt(sum(each.loss_error**2 for each in decisions))
    has_choice = any(len(each.options) > 1 for each in decisions)
    label = label_of(loss, error)
    in_favour, against = reasons_of(game, decisions) if label else ((), ())
    return TurnReview(
        number=before.turn,
        round=before.round,
        seat=decisions[0].seat,
        moves=tuple(each.move for each in decisions),
        before=tuple(path.chances[0].tolist()),
        after=tuple(path.chances[-1].tolist()),
        error=decisions[0].error,
        loss=loss,
        loss_error=error,
        label=label,
        accuracy=accuracy_of(loss) if has_choice and not hinted else None,
        luck=tuple(path.lucks.sum(axis=0).tolist()),
        remainder=tuple(path.remainders.sum(axis=0).tolist()),
        eyes=tuple(path.eyes.sum(axis=0).tolist()),
        decisions=tuple(decisions),
        in_favour=in_favour,
        against=against,
        hinted=hinted,
    )


def reasons_of(
    game: Game, decisions: Sequence[DecisionReview]
) -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
    """Of a turn with a slip: the decision that gave away most, and what was played from there."""
    worst = max(range(len(decisions)), key=lambda number: decisions[number].loss)
    played = [each.move for each in decisions[worst:]]
    return reasons(game, decisions[worst].ply, decisions[worst].options[0].line, played)


def accuracy_of(loss: float) -> float:
    """The accuracy of a turn in per cent, from what it gave away (the curve of lichess)."""
    return min(100.0, max(0.0, 103.1668 * exp(-4.354 * loss) - 3.1669))


def seat_review(game: Game, turns: Sequence[TurnReview], missing: int, seat: int) -> SeatReview:
    own = [turn for turn in turns if turn.seat == seat]
    phases = {name: [t for t in own if phase_of(t.round) == name] for name, _ in PHASES}
    found = {name: mean_accuracy(group) for name, group in phases.items()}
    return SeatReview(
        account=account_of(game, turns, missing, seat),
        accuracy=mean_accuracy(own),
        phases={name: value for name, value in found.items() if value is not None},
        slips={name: sum(turn.label == name for turn in own) for name, _ in LABELS},
    )


def mean_accuracy(turns: Iterable[TurnReview]) -> float | None:
    found = [turn.accuracy for turn in turns if turn.accuracy is not None]
    return float(np.mean(found)) if found else None


def account_of(game: Game, turns: Sequence[TurnReview], missing: int, seat: int) -> Account:
    """Where a seat's result comes from. Whoever gives up gives away the chance that was left."""
    even, result = 1 / game.players, float(result_of(game)[seat])
    begun = bool(turns) and turns[0].decisions[0].ply == 0
    own = sum(given(turn, seat) for turn in turns if turn.seat == seat)
    others = sum(given(turn, seat) for turn in turns if turn.seat != seat)
    given_up = result - turns[-1].after[seat] if turns and not missing else 0.0
    parts = {
        "even": even,
        "deal": turns[0].before[seat] - even if begun else 0.0,
        "luck": float(sum(turn.luck[seat] + turn.eyes[seat] for turn in turns)),
        "slips": own + min(0.0, given_up),
        "others": others + max(0.0, given_up),
    }
    return Account(**parts, remainder=result - sum(parts.values()), result=result)


def given(turn: TurnReview, seat: int) -> float:
    """What the loss of a turn changed for a seat."""
    known = turn.luck[seat] + turn.eyes[seat] + turn.remainder[seat]
    return turn.after[seat] - turn.before[seat] - known
