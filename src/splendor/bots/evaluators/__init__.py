"""How a search has a position judged: the one place where judgements of any kind come in.

A judgement gives every seat its chance of winning. There are two kinds: playing on at random to
the end of the game, and the hand-written estimate of each game.
"""

from typing import Any

from splendor.bots.evaluators import estimate_base as judge_base
from splendor.bots.evaluators import estimate_duel as judge_duel
from splendor.bots.evaluators.values import pay_off
from splendor.core.chance import Chance
from splendor.core.kernel import Row, int64, kernel
from splendor.ruleset import apply, for_both, is_over, random_action

ROLLOUT, ESTIMATE = range(2)
JUDGES = {"rollout": ROLLOUT, "estimate": ESTIMATE}
LONGEST_ROLLOUT = 2000  # decisions after which a game without end is estimated

settled = for_both(judge_base.settled, judge_duel.settled)
estimate = for_both(judge_base.estimate, judge_duel.estimate)
weigh_actions = for_both(judge_base.weigh_actions, judge_duel.weigh_actions)


@kernel
def judge(room: Row[Any], work: Any) -> None:
    """Let `work.values` be each seat's chance of winning room[0], which may be changed."""
    if work.judge == ROLLOUT:
        roll_out(room, work.chance)
        if is_over(room[0]):
            pay_off(room[0], work.values)
            return
    estimate(room[0], work.weights, work.numbers, work.values)


@kernel
def roll_out(room: Row[Any], chance: Chance) -> None:
    """Play on at random."""
    played = 0
    while not is_over(room[0]) and played < LONGEST_ROLLOUT:
        apply(room, int64(0), random_action(room[0], chance))
        played += 1
