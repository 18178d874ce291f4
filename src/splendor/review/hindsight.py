"""A decision judged by the search of the next one.

A search after a move sees one move further than the search before it, and spends everything on
what was really played. Where the two do not agree although nothing was drawn between them, the
later one tells what the move was worth. The best other moves are then judged in the same way, by
searches of the positions after them.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

import numpy as np

from splendor.game import Game
from splendor.review.judge import Judge, loss_error, shared
from splendor.review.model import DecisionReview, Option
from splendor.view import View

OTHERS = 3  # moves that are searched by themselves, the best first


def can_look_back(found: DecisionReview) -> bool:
    """Whether the next decision can tell what this one was worth: it has not done so yet, and
    nothing was drawn in between.
    """
    return found.luck is None and not found.hindsight


def in_hindsight(
    judge: Judge, game: Game, found: DecisionReview, following: DecisionReview
) -> DecisionReview:
    """The decision with its move judged by the following one, and others with the same budget."""
    seats = np.array(following.seats) - np.array(found.eyes or 0.0)
    error = hypot(following.error, found.luck_error)  # there is no luck: it is that of other eyes
    proven = following.options[0].proven and found.eyes is None
    played = next(each for each in found.options if each.move == found.move)
    played = replace(played, chance=float(seats[found.seat]), error=error, proven=proven)
    looking = judge.with_times(following.times) if following.times > 1 else judge
    others = [each for each in found.options if each.move != found.move]
    others[:OTHERS] = rivals(looking, game.at(found.ply).view(found.seat), others, played)
    best = max([played, *others[:OTHERS]], key=lambda each: each.chance)
    if best is not played:
        seats = shared(np.array(found.seats), found.seat, best.chance)
    loss = best.chance - played.chance
    return replace(
        found,
        seats=tuple(seats.tolist()),
        error=best.error,
        options=(best, *(each for each in (played, *others) if each is not best)),
        loss=loss,
        loss_error=loss_error(best, played) if loss else 0.0,
        hindsight=True,
    )


def rivals(judge: Judge, view: View, others: Sequence[Option], played: Option) -> list[Option]:
    """The best other moves; those that seem better than the played one are searched further."""
    return [
        searched(judge, view, each) if each.chance > played.chance and not each.proven else each
        for each in others[:OTHERS]
    ]


def searched(judge: Judge, view: View, option: Option) -> Option:
    """A move with the chance that a search of the position after it gives; as it is if something
    is drawn.
    """
    move = view.parse(option.move)
    if view.chances(move).count > 1:
        return option
    seed = f"{judge.seed}/after/{option.move}"
    after = view.imagine(seed)
    after.push(move)
    seats, error = judge.value(after, view.active, seed, judge.budget.decision)
    return replace(option, chance=float(seats[view.active]), error=error)
