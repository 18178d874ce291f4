"""A review that is being made: its decisions one by one, in the processes of the bots."""

import asyncio
import math
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

import numpy as np
from msgspec import json

from splendor.game import Game
from splendor.review.model import DecisionReview, Review, TurnReview, read_decision, read_turn
from splendor.review.reviewing import in_order, next_doubt, turn_numbers
from splendor.server.storage.types import ReviewRow, ReviewSeatRow
from splendor.server.workers.pool import WorkerPool
from splendor.server.workers.queue import Asker
from splendor.server.workers.review_worker import (
    Assemble,
    EndOf,
    How,
    JudgeAgain,
    JudgeDecision,
    Look,
)

RUNNING, FINISHED, STOPPED, FAILED = "running", "finished", "stopped", "failed"
LOOKS = 8  # decisions of a first look
COMPRESSION = 6


@dataclass(eq=False, slots=True)
class Running:
    """A review in the making. `made_with` is the evaluator with the hash of its weights; `told` are
    whole turns in the order in which they were judged.
    """

    table: str
    game: Game
    how: How
    made_with: tuple[str, str]
    who: Asker
    hinted: frozenset[int]
    judged: dict[int, DecisionReview] = field(default_factory=dict)
    told: list[TurnReview] = field(default_factory=list)
    status: str = RUNNING
    review: Review | None = None
    again: bool = False  # there is an older one, which is kept until this one is finished
    task: asyncio.Task[None] | None = None
    begun: float = field(default_factory=time.monotonic)
    first: int = 0  # decisions that were judged in an earlier run
    _turns: list[int] = field(default_factory=list)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self._turns = turn_numbers(self.game)

    @property
    def decisions(self) -> int:
        return self.game.ply

    @property
    def seconds_left(self) -> int | None:
        """About how long it will take, once that can be told."""
        done = len(self.judged) - self.first
        if done < 3:
            return None
        each = (time.monotonic() - self.begun) / done
        return math.ceil(each * (self.decisions - len(self.judged)))

    # News

    def tell(self) -> None:
        """Wake up everybody who waits for news."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def wait(self, seconds: float) -> None:
        """Return at the next news, or after some time."""
        changed = self._changed
        try:
            await asyncio.wait_for(changed.wait(), seconds)
        except TimeoutError:
            return

    def turns_since(self, judged: int) -> list[TurnReview]:
        """The turns that were told after so many."""
        return self.told[judged:]

    # Judging

    async def run(self, pool: WorkerPool, judged: Callable[[], Any]) -> None:
        """Judge what is left, the worst suspects first; `judged` is called after each decision."""
        for ply in await self.order(pool):
            await self.judge(pool, ply)
            self.tell()
            await judged()
        await self.settle(pool)
        every = tuple(self.judged[ply] for ply in sorted(self.judged))
        request = Assemble(self.game, every, self.hinted, self.how)
        reply = await pool.review(request, self.who)
        self.review = Review.from_json(reply["review"])

    async def settle(self, pool: WorkerPool) -> None:
        """Judge again where a decision does not go with the next one."""
        reply = await pool.review(EndOf(self.game, self.how), self.who)
        result = np.array(reply["result"])
        while again := next_doubt(self.judged, self.decisions, result):
            known = tuple(
                self.judged[ply] for ply in (again.ply, again.ply + 1) if ply in self.judged
            )
            request = JudgeAgain(self.game.at(again.ply + 1), again, known, self.how)
            found = await pool.review(request, self.who)
            self.judged[again.ply] = read_decision(found["decision"])
            self.tell()

    async def order(self, pool: WorkerPool) -> list[int]:
        left = [ply for ply in range(self.decisions) if ply not in self.judged]
        suspicions: dict[int, float] = {}
        for start in range(0, len(left), LOOKS):
            plies = tuple(left[start : start + LOOKS])
            part = self.game.at(plies[-1] + 1)
            reply = await pool.review(Look(part, plies, self.how), self.who)
            suspicions |= dict(zip(plies, reply["suspicions"], strict=True))
        return in_order(suspicions, self._turns)

    async def judge(self, pool: WorkerPool, ply: int) -> None:
        turn = self._turns[ply]
        own = [each for each in range(self.decisions) if self._turns[each] == turn]
        known = tuple(self.judged[each] for each in own if each in self.judged)
        hinted = not self.hinted.isdisjoint(own)
        request = JudgeDecision(self.game.at(own[-1] + 1), ply, known, hinted, self.how)
        reply = await pool.review(request, self.who)
        self.judged[ply] = read_decision(reply["decision"])
        if reply["turn"]:
            self.told.append(read_turn(reply["turn"]))

    # Storage

    def row(self, made: int) -> ReviewRow:
        """What is known so far."""
        review = self.review
        return ReviewRow(
            table=self.table,
            made=made,
            status=self.status,
            evaluator=review.evaluator if review else self.made_with[0],
            weights=review.weights if review else self.made_with[1],
            simulations=self.how.budget.decision,
            judged=len(self.judged),
            decisions=self.decisions,
            turning_points=review.turning_points if review else 0,
            packed=packed(review.to_json() if review else self.progress()),
        )

    def progress(self) -> dict[str, Any]:
        """The turns so far, and the decisions of turns that are not judged as a whole."""
        whole = {each.ply for turn in self.told for each in turn.decisions}
        loose = [each for ply, each in sorted(self.judged.items()) if ply not in whole]
        return {
            "turns": [asdict(turn) for turn in self.told],
            "decisions": [asdict(each) for each in loose],
        }

    def resume(self, progress: Mapping[str, Any]) -> None:
        """Go on from what was stored."""
        self.told = [read_turn(each) for each in progress["turns"]]
        decisions = [each for turn in self.told for each in turn.decisions]
        decisions += [read_decision(each) for each in progress["decisions"]]
        self.judged = {each.ply: each for each in decisions}
        self.first = len(self.judged)


def packed(content: Mapping[str, Any]) -> bytes:
    return zlib.compress(json.encode(content), COMPRESSION)


def unpacked(content: bytes) -> bytes:
    """The JSON of a stored review or of its progress."""
    return zlib.decompress(content)


# What lists and statistics need

# The theme of a slip is that of the first reason that has one, by the code of the reason.
THEMES: dict[str, str] = {
    "wins": "win",
    "could_end": "win",
    "threatens": "win",
    "double_threat": "win",
    "reaches": "win",
    "one_short": "win",
    "noble": "nobles",
    "near_noble": "nobles",
    "royal": "crowns",
    "crowns": "crowns",
    "colour": "colour",
    "gets_privilege": "privileges",
    "gives_privilege": "privileges",
    "refill_gives_privilege": "privileges",
    "denies": "deny",
    "keeps": "deny",
    "opponent_buys": "deny",
    "steals": "deny",
    "steals_last": "deny",
    "then_buys": "plan",
    "nearly_buys": "plan",
    "still_short": "plan",
    "scores": "points",
    "no_points": "points",
    "first_bonus": "bonuses",
    "takes_last": "tokens",
    "many_tokens": "tokens",
    "returns": "tokens",
    "pearls": "tokens",
    "again": "points",
}
OTHER = "other"


class Coded(Protocol):
    """A reason, as far as its theme is concerned."""

    @property
    def code(self) -> str: ...


def theme_of(in_favour: Sequence[Coded], against: Sequence[Coded]) -> str:
    """What a slip was about: the reason with the greatest effect."""
    reasons = (*in_favour[:1], *against[:1], *in_favour[1:], *against[1:])
    return next((THEMES[each.code] for each in reasons if each.code in THEMES), OTHER)


def seat_rows(review: Review) -> tuple[ReviewSeatRow, ...]:
    return tuple(seat_row(review, seat) for seat in range(review.players))


def seat_row(review: Review, seat: int) -> ReviewSeatRow:
    found = review.seats[seat]
    slips = [turn for turn in review.turns if turn.seat == seat and turn.label]
    costs: dict[str, list[float]] = {}
    for turn in slips:
        theme = theme_of(turn.in_favour, turn.against)
        count, cost = costs.get(theme, [0, 0.0])
        costs[theme] = [count + 1, round(cost + turn.loss, 4)]
    return ReviewSeatRow(
        seat=seat,
        accuracy=found.accuracy,
        luck=found.account.deal + found.account.luck,
        given=sum(turn.loss for turn in review.turns if turn.seat == seat),
        inaccuracies=found.slips["inaccuracy"],
        mistakes=found.slips["mistake"],
        blunders=found.slips["blunder"],
        costs=json.encode(costs).decode(),
    )
