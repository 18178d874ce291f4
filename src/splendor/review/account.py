"""The account of a game: even chance, deal, luck, slips, slips of others, remainder: the result.

Every decision gives measurements that must fit together: the chances before it, what the move gave
away and what chance changed after it. Each has an error. The chances along the game are those that
fit all measurements best (weighted least squares) and end at the result. Losses and what other eyes
see are adjusted within their errors accordingly; a loss stays a loss. Where measurements contradict
each other by more than `TOO_FAR` standard errors, the step is left open, and does not change the
path. If something was drawn in it, luck is the change of the chances, whose searches were the
larger ones; otherwise the search has changed its mind. What neither luck nor a loss explains is the
remainder.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from splendor.review.judge import shared
from splendor.review.model import DecisionReview

Numbers = npt.NDArray[np.float64]

# What the standard errors of searches do not tell: the bias of the evaluator.
CHANCE_ERROR = 0.015
LUCK_ERROR = 0.010
LOSS_ERROR = 0.010
STEP_ERROR = 0.002  # of a step in which nothing happens: the best move, and nothing drawn
TOO_FAR = 3.0
TINY = 1e-9  # what rounding may leave of no loss
DOUBTFUL = 2.0  # standard errors from which on a step is measured again


@dataclass(frozen=True, slots=True)
class Steps:
    """The measurements of a game: a row for each decision, a column for each seat.

    `chances` are those before each decision. The changes after it are `losses`, `lucks` and `eyes`:
    what the next player knows and the last one does not. Each has its errors.
    """

    chances: Numbers
    losses: Numbers
    lucks: Numbers
    eyes: Numbers
    chance_errors: Numbers
    loss_errors: Numbers
    luck_errors: Numbers
    has_luck: npt.NDArray[np.bool_]

    @property
    def changes(self) -> Numbers:
        """From one decision to the next."""
        return self.losses + self.lucks + self.eyes

    @property
    def change_errors(self) -> Numbers:
        """Of the change from one decision to the next."""
        squares: Numbers = self.loss_errors**2 + self.luck_errors**2 + STEP_ERROR**2
        return np.sqrt(squares)


@dataclass(frozen=True, slots=True)
class Path:
    """The chances before each decision and at the end, with the changes between them."""

    chances: Numbers
    losses: Numbers
    lucks: Numbers
    eyes: Numbers
    remainders: Numbers

    def part(self, first: int, end: int) -> "Path":
        """The decisions from `first` on, before `end`."""
        changes = (self.losses, self.lucks, self.eyes, self.remainders)
        return Path(self.chances[first : end + 1], *(each[first:end] for each in changes))


def steps_of(decisions: Sequence[DecisionReview]) -> Steps:
    chances = np.array([each.seats for each in decisions])
    losses = np.array([shared_loss(each) for each in decisions])
    zero = (0.0,) * chances.shape[1]
    has_loss = np.array([each.loss > 0 for each in decisions])
    has_luck = np.array([each.luck is not None for each in decisions])
    has_eyes = np.array([each.eyes is not None for each in decisions])
    errors = np.array([(each.error, each.loss_error, each.luck_error) for each in decisions])
    return Steps(
        chances=chances,
        losses=losses,
        lucks=np.array([each.luck or zero for each in decisions]),
        eyes=np.array([each.eyes or zero for each in decisions]),
        chance_errors=np.hypot(errors[:, 0], CHANCE_ERROR),
        loss_errors=np.where(has_loss, np.hypot(errors[:, 1], LOSS_ERROR), 0.0),
        luck_errors=np.where(has_luck | has_eyes, np.hypot(errors[:, 2], LUCK_ERROR), 0.0),
        has_luck=has_luck,
    )


def shared_loss(decision: DecisionReview) -> Numbers:
    """What a loss changes for every seat: the others gain it, in proportion to their chances."""
    before = np.array(decision.seats)
    change: Numbers = shared(before, decision.seat, before[decision.seat] - decision.loss) - before
    return change


def measured(steps: Steps) -> Path:
    """Some decisions in a row as they were measured: after the last one comes what it led to."""
    chances = np.vstack([steps.chances, steps.chances[-1:] + steps.changes[-1:]])
    off = np.diff(chances, axis=0) - steps.changes
    return Path(chances, steps.losses, steps.lucks, steps.eyes, off)


def fit(steps: Steps, result: Numbers) -> Path:
    """The path that fits the measurements and ends at the result."""
    is_open = contradictions(steps, result)
    while True:
        path = least_squares(steps, result, is_open)
        worst, distance = worst_step(steps, path, is_open)
        if distance <= TOO_FAR:
            return explained(steps, path, is_open)
        is_open[worst] = True


def contradictions(steps: Steps, result: Numbers) -> npt.NDArray[np.bool_]:
    """The steps whose chances before and after do not go with what happened between them."""
    found: npt.NDArray[np.bool_] = contradiction(steps, result) > TOO_FAR
    return found


def contradiction(steps: Steps, result: Numbers) -> Numbers:
    """How far each step is from what happened in it, in standard errors."""
    off = np.diff(np.vstack([steps.chances, result]), axis=0) - steps.changes
    after = np.append(steps.chance_errors[1:], 0.0)
    errors = np.sqrt(steps.chance_errors**2 + after**2 + steps.change_errors**2)
    found: Numbers = np.abs(off).max(axis=1) / errors
    return found


def unsettled(steps: Steps, result: Numbers) -> list[int]:
    """The steps that should be measured again, the last one first: what is found near the end
    tells how good the decisions before it were.
    """
    return [int(step) for step in np.flatnonzero(contradiction(steps, result) > DOUBTFUL)[::-1]]


def least_squares(steps: Steps, result: Numbers, is_open: npt.NDArray[np.bool_]) -> Numbers:
    """The chances before each decision, and the result: a tridiagonal system for each seat."""
    count = len(steps.chances)
    trust = 1 / steps.chance_errors**2
    bond = np.where(is_open, 0.0, 1 / steps.change_errors**2)
    change = steps.changes
    matrix = np.diag(trust + bond + np.concatenate([[0.0], bond[:-1]]))
    matrix -= np.diag(bond[:-1], 1) + np.diag(bond[:-1], -1)
    right = trust[:, None] * steps.chances - bond[:, None] * change
    right[1:] += (bond[:, None] * change)[:-1]
    right[count - 1] += bond[count - 1] * result
    return np.vstack([np.linalg.solve(matrix, right), result])


def worst_step(steps: Steps, path: Numbers, is_open: npt.NDArray[np.bool_]) -> tuple[int, float]:
    """The step whose change is farthest from what was measured."""
    off = np.abs(np.diff(path, axis=0) - steps.changes).max(axis=1)
    distance = np.where(is_open, 0.0, off / steps.change_errors)
    worst = int(distance.argmax())
    return worst, float(distance[worst])


def explained(steps: Steps, path: Numbers, is_open: npt.NDArray[np.bool_]) -> Path:
    """Attribute every change to luck or losses; what is left is the remainder."""
    excess = np.diff(path, axis=0) - steps.changes
    to_luck = np.where(steps.has_luck, 1.0, 0.0)[:, None] * excess
    rest = excess - to_luck
    to_loss = np.where(is_open, 0.0, share_for_losses(steps.losses, rest))[:, None] * rest
    rest = rest - to_loss
    to_eyes = np.where(is_open | ~steps.eyes.any(axis=1), 0.0, 1.0)[:, None] * rest
    losses, eyes = steps.losses + to_loss, steps.eyes + to_eyes
    return Path(path, losses, steps.lucks + to_luck, eyes, rest - to_eyes)


def share_for_losses(losses: Numbers, excess: Numbers) -> Numbers:
    """How much of an excess each loss takes: none without a loss, and as much as leaves one."""
    every, mover = np.arange(len(losses)), losses.argmin(axis=1)
    lost, more = -losses[every, mover], excess[every, mover]
    share: Numbers = np.where(more > lost, lost / np.where(more > lost, more, 1.0), 1.0)
    return np.where(lost > TINY, share, 0.0)
