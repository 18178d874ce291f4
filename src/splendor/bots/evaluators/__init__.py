"""The evaluators of a search: each gives every seat its chance of winning a position.

There are two: a rollout, which plays at random to the end of the game, and the hand-written
estimate of each game.
"""

from typing import Any

from splendor.bots.evaluators import estimate_base, estimate_duel
from splendor.bots.evaluators.values import pay_off
from splendor.core.chance import Chance
from splendor.core.kernel import Row, int64, kernel
from splendor.ruleset import apply, for_both, is_over, random_action

ROLLOUT, ESTIMATE = range(2)
EVALUATORS = {"rollout": ROLLOUT, "estimate": ESTIMATE}
LONGEST_ROLLOUT = 2000  # decisions; a game that is still not over is estimated

prove_outcome = for_both(estimate_base.prove_outcome, estimate_duel.prove_outcome)
estimate = for_both(estimate_base.estimate, estimate_duel.estimate)
policy_logits = for_both(estimate_base.policy_logits, estimate_duel.policy_logits)


@kernel
def evaluate(room: Row[Any], work: Any) -> None:
    """Write each seat's chance of winning room[0] into `work.values`; a rollout changes room[0]."""
    if work.evaluator == ROLLOUT:
        roll_out(room, work.chance)
        if is_over(room[0]):
            pay_off(room[0], work.values)
            return
    estimate(room[0], work.estimate_weights, work.numbers, work.values)


@kernel
def roll_out(room: Row[Any], chance: Chance) -> None:
    """Play room[0] at random to its end, or for `LONGEST_ROLLOUT` decisions."""
    played = 0
    while not is_over(room[0]) and played < LONGEST_ROLLOUT:
        apply(room, int64(0), random_action(room[0], chance))
        played += 1
