"""Judging a turn that was not played yet: before it is confirmed, or as a try in a finished game.

Only what the seat knows is used. After a card or token that nobody knows yet, nothing more of the
turn is judged: never a card by its face.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import sqrt
from typing import NamedTuple

from splendor.bots.candidates import Analysis, Candidate
from splendor.core.chance import Seed
from splendor.core.moves import (
    ChooseGold,
    ChooseGoldHand,
    GoldFor,
    Move,
    PayNow,
    Purchase,
    PurchaseHand,
)
from splendor.game import Game
from splendor.review.coach import expected_line
from splendor.review.judge import candidate_of, loss_error
from splendor.review.model import SURE, Reason
from splendor.review.reasons import MOST, facts_for, reasons_here, said_once
from splendor.review.shown import ShownSearch
from splendor.view import View

THRESHOLDS = (0.05, 0.10, 0.20)  # of what a move may give away before the coach asks
SHARE = 0.6  # of the budget looks for the best move, the rest is for the move that is judged
# What the next player's answer is told by: what it changes for everybody to see.
ANSWERS = (
    "wins",
    "reaches",
    "noble",
    "royal",
    "scores",
    "denies",
    "steals_last",
    "crowns",
    "colour",
)


class Effort(NamedTuple):
    """The budget of a trial: simulations, seconds or both, for all decisions together."""

    simulations: int | None = None
    seconds: float | None = None

    def part(self, share: float) -> tuple[int | None, float | None]:
        simulations = None if self.simulations is None else max(1, int(share * self.simulations))
        return simulations, None if self.seconds is None else share * self.seconds


@dataclass(frozen=True, slots=True)
class Answer:
    """What the next player is likely to do, and what that changes."""

    seat: int
    moves: tuple[str, ...]
    facts: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """A turn, judged: the chance with the best move and with this turn, one standard error of the
    difference, the best line, and reasons for the best turn and against this one.

    `answer` is what the next player does after this turn, as far as it can be expected.
    """

    best: str
    chance: float
    after: float
    error: float
    proven: bool
    line: tuple[str, ...]
    in_favour: tuple[Reason, ...]
    against: tuple[Reason, ...]
    answer: Answer | None = None

    @property
    def loss(self) -> float:
        return self.chance - self.after

    def is_slip(self, threshold: float) -> bool:
        """Whether it gives away this much, and more than two standard errors."""
        return gives_away(self.loss, self.error, threshold)


def gives_away(loss: float, error: float, threshold: float) -> bool:
    """Whether a loss is this much, and more than two standard errors."""
    return round(loss, 9) >= threshold and loss > SURE * error


class Step(NamedTuple):
    """One decision of a turn: the game before it, its search, and what the search says of it."""

    game: Game
    found: Analysis
    played: Candidate

    @property
    def loss(self) -> float:
        return max(0.0, self.found.best.value - self.played.value)


def try_turn(view: View, texts: Sequence[str], effort: Effort, seed: Seed = None) -> Trial | None:
    """Judge the moves of a turn, as far as they are known; `None` if there is nothing to judge.

    >>> view = splendor.Game(seed=1, start=0).view(0)
    >>> trial = try_turn(view, ["WUG"], Effort(simulations=100), seed=1)
    >>> trial.after <= trial.chance
    True
    """
    steps = list(judged(view, texts, effort, seed))
    if not steps:
        return None
    worst = max(steps, key=lambda step: step.loss)
    loss = sum(step.loss for step in steps)
    best, chance = worst.found.best, steps[0].found.best.value
    line = tuple(map(str, best.line))
    sides = reasons_here(worst.game, line, texts[worst.game.ply :]) if loss else ((), ())
    errors = [loss_error(step.found.best, step.played) for step in steps if step.loss]
    return Trial(
        best=str(best.move),
        chance=chance,
        after=max(0.0, chance - loss),
        error=sqrt(sum(error**2 for error in errors)),
        proven=all(step.found.best.proven and step.played.proven for step in steps),
        line=line,
        in_favour=sides[0],
        against=sides[1],
        answer=answer_to(steps[-1]),
    )


def judged(view: View, texts: Sequence[str], effort: Effort, seed: Seed) -> Iterator[Step]:
    """The decisions of a turn that leave a choice, up to the first draw."""
    game = view.imagine(0)
    turn, seat = game.turn, view.seat
    for text in texts:
        if game.is_over or (game.active, game.turn) != (seat, turn):
            return
        move = game.parse(text)
        choices = [each for each in game.legal_moves if not is_payment(each)]
        if len(choices) > 1 and not is_payment(move):
            share = 1.0 if len(texts) == 1 else 1 / len(texts)
            yield judge_step(game.copy(), by_default(move), effort, share, seed)
        if game.chances(move).count > 1:
            return
        game.push(move)


def judge_step(game: Game, move: Move, effort: Effort, share: float, seed: Seed) -> Step:
    """Search for the best move, then as long for the one that is judged, if it is another."""
    search = ShownSearch(game.view(game.active), seed=seed)
    found = search.run(*effort.part(SHARE * share))
    played = candidate_of(found, move)
    if played is not None and found.best.move != move and not played.proven:
        further = search.run(*effort.part((1 - SHARE) * share), move=move)
        played = candidate_of(further, move)
    return Step(game, found, played or found.best)


def is_payment(move: Move) -> bool:
    return isinstance(move, (GoldFor, PayNow))


def by_default(move: Move) -> Move:
    """A search compares purchases by the default payment: how gold is spent is not judged."""
    match move:
        case ChooseGold(level, slot):
            return Purchase(level, slot)
        case ChooseGoldHand(slot):
            return PurchaseHand(slot)
        case _:
            return move


def answer_to(step: Step) -> Answer | None:
    """What the next player does after the last decision, in the line that the search expects."""
    game = step.game.copy()
    line = expected_line(game.view(game.active), step.played.line)
    seat = game.active
    index = next((n for n, (mover, _) in enumerate(line) if mover != seat), len(line))
    for _, move in line[:index]:
        game.push(move)
    after = line[index:]
    if not after or game.is_over or game.active == seat:
        return None
    moves = [str(move) for _, move in takewhile(lambda each: each[0] == game.active, after)]
    found = said_once(each for each in facts_for(game, moves) if each.code in ANSWERS)
    return Answer(game.active, tuple(moves), found[:MOST])
