"""What a search uses for a game without a hand-written evaluator: rollouts, and no preferences."""

from typing import Any

from splendor.bots.evaluators.values import pay_off
from splendor.core.kernel import Row, kernel
from splendor.ruleset import is_over


@kernel
def prove_outcome(room: Row[Any], values: Row[float]) -> bool:
    """Whether the game in room[0] is over; if so, write its payoffs into `values`."""
    if not is_over(room[0]):
        return False
    pay_off(room[0], values)
    return True


@kernel
def estimate(state: Any, weights: Row[float], features: Row[float], values: Row[float]) -> None:
    """Equal chances, for a rollout that does not come to an end."""
    for seat in range(state.seats):
        values[seat] = 1.0 / state.seats


@kernel
def policy_logits(
    state: Any, mask: Row[int], weights: Row[float], needs: Row[float], logits: Row[float]
) -> None:
    """No legal action is preferred."""
    for action in range(len(mask)):
        logits[action] = 0.0
