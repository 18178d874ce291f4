"""A review from its decisions: judged in turn, fitted together, grouped into turns and accounts."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from math import exp, sqrt

import numpy as np

from splendor.bots.evaluators import BEST, best_evaluator
from splendor.bots.evaluators.network import weights_for
from splendor.core.chance import Seed
from splendor.core.errors import RulesError
from splendor.game import Game
from splendor.review.account import Path, fit, steps_of
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


def review(
    game: Game,
    *,
    seed: Seed = 0,
    budget: Budget | None = None,
    evaluator: str = BEST,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """Judge every decision of a finished game. The same seed and budget give the same review.

    `progress` is called with the number of judged decisions and of all.

    >>> game = splendor.Game(seed=1, rounds=1)
    >>> game.push("WUG")
    >>> game.push("r3a")
    >>> found = splendor.review(game, seed=1, budget=splendor.Budget(20, 10, 2, 2))
    >>> [turn.seat for turn in found.turns] == [game.at(0).active, game.at(1).active]
    True
    """
    if game.outcome is None:
        raise RulesError("only a finished game can be reviewed")
    if seed is None:
        raise RulesError("a review needs a seed, so that it can be repeated")
    judge = Judge(budget or Budget(), str(seed), evaluator)
    judged = []
    for ply in range(len(game.moves)):
        judged.append(judge.judge(game, ply))
        progress(len(judged), len(game.moves))
    return review_of(game, judge, judged)


def review_of(game: Game, judge: Judge, judged: Sequence[DecisionReview]) -> Review:
    """The review from its decisions, in the order of the game."""
    path = fit(steps_of(judged), judge.value_at_end(game)) if judged else None
    turns = tuple(turns_of(game, judged, path)) if path else ()
    name, players = game.ruleset.name, game.players
    evaluator = best_evaluator(name, players) if judge.evaluator == BEST else judge.evaluator
    return Review(
        rules=game.rules,
        players=players,
        evaluator=evaluator,
        weights=weights_for(name, players).hash if evaluator == "network" else "",
        budget=judge.budget,
        seed=judge.seed,
        result=tuple(result_of(game).tolist()),
        turns=turns,
        seats=tuple(seat_review(game, turns, path, seat) for seat in range(players)),
    )


def turns_of(game: Game, judged: Sequence[DecisionReview], path: Path) -> Iterator[TurnReview]:
    """The decisions of each turn, judged together."""
    for number, group in groupby(judged, key=lambda each: game.at(each.ply).turn):
        decisions = tuple(group)
        first, last = decisions[0].ply, decisions[-1].ply
        loss = sum(each.loss for each in decisions)
        error = sqrt(sum(each.loss_error**2 for each in decisions))
        has_choice = any(len(each.options) > 1 for each in decisions)
        label = label_of(loss, error)
        in_favour, against = reasons_of(game, decisions) if label else ((), ())
        yield TurnReview(
            number=number,
            round=game.at(first).round,
            seat=decisions[0].seat,
            moves=tuple(each.move for each in decisions),
            before=tuple(path.chances[first].tolist()),
            after=tuple(path.chances[last + 1].tolist()),
            error=decisions[0].error,
            loss=loss,
            loss_error=error,
            label=label,
            accuracy=accuracy_of(loss) if has_choice else None,
            luck=tuple(path.lucks[first : last + 1].sum(axis=0).tolist()),
            remainder=tuple(path.remainders[first : last + 1].sum(axis=0).tolist()),
            decisions=decisions,
            in_favour=in_favour,
            against=against,
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


def seat_review(
    game: Game, turns: Sequence[TurnReview], path: Path | None, seat: int
) -> SeatReview:
    own = [turn for turn in turns if turn.seat == seat]
    phases = {name: [t for t in own if phase_of(t.round) == name] for name, _ in PHASES}
    found = {name: mean_accuracy(group) for name, group in phases.items()}
    return SeatReview(
        account=account_of(game, path, seat),
        accuracy=mean_accuracy(own),
        phases={name: value for name, value in found.items() if value is not None},
        slips={name: sum(turn.label == name for turn in own) for name, _ in LABELS},
    )


def mean_accuracy(turns: Iterable[TurnReview]) -> float | None:
    found = [turn.accuracy for turn in turns if turn.accuracy is not None]
    return float(np.mean(found)) if found else None


def account_of(game: Game, path: Path | None, seat: int) -> Account:
    """Where a seat's result comes from. Whoever gives up gives away the chance that was left."""
    even, result = 1 / game.players, float(result_of(game)[seat])
    if path is None:
        return Account(even, 0.0, 0.0, 0.0, 0.0, result - even, result)
    movers = np.array([game.at(ply).active for ply in range(len(game.moves))])
    changes = path.losses[:, seat]
    given_up = result - float(path.chances[-1, seat])
    return Account(
        even=even,
        deal=float(path.chances[0, seat]) - even,
        luck=float(path.lucks[:, seat].sum()),
        slips=float(changes[movers == seat].sum()) + min(0.0, given_up),
        others=float(changes[movers != seat].sum()) + max(0.0, given_up),
        remainder=float(path.remainders[:, seat].sum()),
        result=result,
    )
