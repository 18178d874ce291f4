"""Reviews in a bot process: the first look, one decision, the whole from its decisions.

A game is judged after its end, when nothing of it is secret. Each request is small, so that a move
of a bot never waits for long.
"""

from dataclasses import asdict, dataclass, replace
from typing import Any, TypeAlias

from splendor.game import Game
from splendor.review.account import measured, steps_of
from splendor.review.judge import Judge
from splendor.review.model import Budget, DecisionReview, TurnReview
from splendor.review.reviewing import Doubt, judged_again, review_of, turn_of

LINES = 4  # moves with a likely continuation; the one that was played is among them


@dataclass(frozen=True, slots=True)
class How:
    """How a review is made: the same seed and budget give the same one."""

    seed: str
    budget: Budget


@dataclass(frozen=True, slots=True)
class Look:
    """What some decisions seem to have given away."""

    position: Game
    plies: tuple[int, ...]
    how: How


@dataclass(frozen=True, slots=True)
class JudgeDecision:
    """Judge a decision; `known` are those of its turn that are judged already. `position` is the
    game at the end of the turn.
    """

    position: Game
    ply: int
    known: tuple[DecisionReview, ...]
    hinted: bool
    how: How


@dataclass(frozen=True, slots=True)
class JudgeAgain:
    """Judge a decision again; `known` are what was found of it and of the next one."""

    position: Game
    doubt: Doubt
    known: tuple[DecisionReview, ...]
    how: How


@dataclass(frozen=True, slots=True)
class EndOf:
    """The result; if the game was ended outside the rules, the chances that were left."""

    position: Game
    how: How


@dataclass(frozen=True, slots=True)
class Assemble:
    """The review from all its decisions."""

    position: Game
    judged: tuple[DecisionReview, ...]
    hinted: frozenset[int]
    how: How


ReviewRequest: TypeAlias = Look | JudgeDecision | JudgeAgain | EndOf | Assemble

TINY = How("0", Budget(4, 2, draw=1, draws=1, close=1))

last_judge: Judge | None = None  # its memory is used again


def judge_for(how: How) -> Judge:
    global last_judge
    if last_judge is None or (last_judge.seed, last_judge.budget) != (how.seed, how.budget):
        last_judge = Judge(how.budget, how.seed)
    return last_judge


def answer_review(request: ReviewRequest) -> dict[str, Any]:
    judge, game = judge_for(request.how), request.position
    match request:
        case Look():
            return {"suspicions": [judge.suspicion(game, ply) for ply in request.plies]}
        case JudgeDecision():
            found = with_few_lines(judge.judge(game, request.ply))
            turn = turn_with(request, found)
            return {"decision": asdict(found), "turn": asdict(turn) if turn else None}
        case JudgeAgain():
            known = {each.ply: each for each in request.known}
            again = judged_again(judge, game, request.doubt, known)
            return {"decision": asdict(with_few_lines(again))}
        case EndOf():
            return {"result": judge.value_at_end(game).tolist()}
        case Assemble():
            return {"review": review_of(game, judge, request.judged, request.hinted).to_json()}


def sample(rules: str) -> JudgeDecision:
    """A decision after which a card is revealed: judging it loads everything that reviews need."""
    game = Game(rules, seed=0)
    moves = game.legal_moves
    game.push(next((move for move in moves if game.chances(move).count > 1), moves[0]))
    return JudgeDecision(game, 0, (), False, TINY)


def turn_with(request: JudgeDecision, found: DecisionReview) -> TurnReview | None:
    """The turn as it was measured, if this was its last decision that was not judged."""
    decisions = sorted((*request.known, found), key=lambda each: each.ply)
    game = request.position
    number = game.at(request.ply).turn
    first = next(ply for ply in range(game.ply) if game.at(ply).turn == number)
    if len(decisions) < game.ply - first:
        return None
    return turn_of(game, decisions, measured(steps_of(decisions)), request.hinted)


def with_few_lines(found: DecisionReview) -> DecisionReview:
    """Without the continuations of moves that nobody looks at: they are most of its size."""
    options = [
        option if place < LINES or option.move == found.move else replace(option, line=())
        for place, option in enumerate(found.options)
    ]
    return replace(found, options=tuple(options))
